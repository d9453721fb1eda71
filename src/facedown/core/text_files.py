"""Text in files that people name, read in one way, whatever program wrote them."""

from __future__ import annotations

from pathlib import Path

from facedown.core.errors import BadFile, NotText


def read_text(file: str | Path) -> str:
    """The text of a file.  Raises BadFile."""
    try:
        return text_in(Path(file).read_bytes(), str(file))
    except OSError as error:
        raise BadFile(f"{file}: {error.strerror}") from None


def text_in(data: bytes, called: str) -> str:
    """Text in UTF-8, without the mark that some editors put in front; every line ends with a newline alone.

    `called` is what an error calls it.  Raises NotText.
    """
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotText(f"{called}: this is not text in UTF-8 (byte {error.start}); save it as UTF-8") from None
    return text.replace("\r\n", "\n").replace("\r", "\n")
