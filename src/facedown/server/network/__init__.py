"""Connections: HTTP, WebSockets, and certificates for a home network."""
