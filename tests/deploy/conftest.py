"""What the tests of servers use, behind a proxy."""

from tests.server.conftest import browsers, postgres

__all__ = ["browsers", "postgres"]
