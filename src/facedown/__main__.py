"""`python -m facedown`: the same as the command `facedown`."""

from facedown.cli import main

main()
