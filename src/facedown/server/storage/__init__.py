"""The database: its tables, what is written and read, and copies of it."""
