"""Several servers with one database: who is there, what they tell each other, and who leads a table."""
