"""Makes and checks the secrets of tables and seats, and the codes in links."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 and o, no 1, i and l
CODE_LENGTH = 10  # 49 bits are enough, as each address may try only twenty a second
SECRET_BYTES = 24
SEAT_CODE_LENGTH = 6  # it is said, and few wrong ones may be tried


def new_code(length: int = CODE_LENGTH) -> str:
    """The code of a new table, for its link; or a shorter one."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def new_secret() -> str:
    """The secret of a host or a seat: 192 random bits, safe in a URL."""
    return secrets.token_urlsafe(SECRET_BYTES)


def new_seed() -> str:
    """The seed of a game: 128 random bits.  It leaves the server only in the record of a game that is over."""
    return secrets.token_hex(16)


def hashed(secret: str) -> str:
    """The hash that is stored in place of a secret.  Secrets are long and random, so a plain hash is safe."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def keyed(key: bytes, text: str) -> str:
    """The hash that is stored in place of something that could be guessed, such as an address."""
    return hmac.new(key, text.encode(), hashlib.sha256).hexdigest()


def matches(secret: str | None, stored_hash: str | None) -> bool:
    """Whether this secret has this hash, found in constant time."""
    return hmac.compare_digest(hashed(secret or ""), stored_hash or "") and secret is not None
