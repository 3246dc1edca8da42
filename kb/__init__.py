"""The knowledge base: clause vocabulary, SQLite store, look-up, search, terms and graph."""
