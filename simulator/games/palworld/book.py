"""The bindings of the Palworld rulebook: every module of this package binds its clauses with these decorators."""

from headjudge.simulator.bindings import Bindings

BOOK = Bindings("palworld")

step = BOOK.step
guard = BOOK.guard
condition = BOOK.condition
definition = BOOK.definition
rule = BOOK.rule
interrupt = BOOK.interrupt
reminder = BOOK.reminder
procedure = BOOK.procedure
