"""Admission: rate limits, hosts and origins, the secrets of tables and seats, and people's names."""
