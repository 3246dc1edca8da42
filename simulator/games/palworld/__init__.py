"""Palworld Official Card Game: the procedures of its comprehensive rules, a module a chapter."""
