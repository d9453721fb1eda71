"""The page about the wire names every message, every address and every reason for which something is refused."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import msgspec
import pytest
from litestar.handlers import HTTPRouteHandler

from facedown.server import app
from facedown.server.wire import from_page, from_table

PAGE = Path("docs/explanation/architecture.md").read_text(encoding="utf-8")
WIRE = PAGE.partition("## The wire")[2].partition("\n## ")[0]


def messages(base: type[msgspec.Struct]) -> Iterator[type[msgspec.Struct]]:
    for message in base.__subclasses__():
        if isinstance(message.__struct_config__.tag, str):
            yield message
        yield from messages(message)


def addresses() -> Iterator[str]:
    for handler in vars(app).values():
        for path in handler.paths if isinstance(handler, HTTPRouteHandler) else ():
            if path.startswith("/api/"):
                yield re.sub(r"\{(?:code|name):str\}", "<*>", path)


@pytest.mark.parametrize("message", sorted(set(messages(from_page.Said)), key=str))
def test_what_pages_say_is_described_with_each_of_its_fields(message: type[msgspec.Struct]) -> None:
    parts = re.findall(rf'do: "{message.__struct_config__.tag}"(.*?)(?=\{{do:|\n\n)', WIRE, re.DOTALL)
    said = set(re.findall(r"\w+", " ".join(parts)))
    assert said.issuperset(message.__struct_fields__), set(message.__struct_fields__) - said


@pytest.mark.parametrize("message", sorted(set(messages(from_table.Told)), key=str))
def test_what_tables_say_is_described_with_each_of_its_fields(message: type[msgspec.Struct]) -> None:
    parts = re.findall(rf'is: "{message.__struct_config__.tag}"(.*?)(?=\{{is:|\n\n)', WIRE, re.DOTALL)
    said = set(re.findall(r"\w+", " ".join(parts)))
    assert said.issuperset(message.__struct_fields__), set(message.__struct_fields__) - said


@pytest.mark.parametrize("why", get_args(from_page.Why))
def test_each_reason_of_a_refusal_is_named(why: str) -> None:
    assert re.search(rf"\b{why}\b", WIRE.partition("ok: false")[2].partition("(after")[0])


@pytest.mark.parametrize("address", sorted({*addresses()}))
def test_each_address_is_described(address: str) -> None:
    described = re.sub(r"<(?:id|code|n)>", "<*>", WIRE)
    assert re.search(rf"^    (?:GET|POST|WS) +{re.escape(address)}(?![/\w])", described, re.MULTILINE)
