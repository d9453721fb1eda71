"""All that a server imports, sooner or later: for the process from which servers are forked, and for no other."""

import gc
from importlib import import_module

import facedown
from facedown.server import create_app

for module in ("facedown.server.serving", "tests.server.serving"):
    import_module(module)
facedown.games()
create_app("sqlite://")  # imports plugins
gc.collect()
gc.freeze()  # the servers share what there is by now
