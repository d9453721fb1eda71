"""Logs, metrics, reports to the operator, and compiling in the background."""
