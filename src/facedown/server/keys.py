"""Secrets that open a table or a seat, and the codes in links."""

from __future__ import annotations

import hashlib
import hmac
import secrets

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"  # no 0 and o, no 1, i and l
CODE_LENGTH = 10  # 49 bits: enough, where each address may try twenty a second
SECRET_BYTES = 24


def new_code() -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def new_secret() -> str:
    return secrets.token_urlsafe(SECRET_BYTES)


def new_seed() -> str:
    """What a game's chance comes from; it leaves the server only in the record of a game that is over."""
    return secrets.token_hex(16)


def hashed(secret: str) -> str:
    """What is kept of a secret.  It is long and random, so that a plain hash tells nothing."""
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()


def opens(secret: str | None, kept: str | None) -> bool:
    """Is this the secret?  Takes the same time whatever the answer."""
    return hmac.compare_digest(hashed(secret or ""), kept or "") and secret is not None
