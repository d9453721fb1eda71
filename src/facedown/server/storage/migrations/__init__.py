"""The steps by which the database has come to its present form, each a revision of Alembic, the oldest first.

A step is never changed once it is released; `database` carries out those that one lacks.
"""
