"""Connections: HTTP, sockets, and certificates for a home network."""
