"""For whoever runs the server: logs, metrics, reports, and compiling in the background."""
