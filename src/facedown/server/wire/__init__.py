"""The messages between page and server; nothing else is read or sent.

They are described in `docs/explanation/architecture.md`, "The wire".
"""

# All messages can be used from here, as `wire.Play` or `wire.Update`.
from facedown.server.wire.from_page import *  # noqa: F403 - see above
from facedown.server.wire.from_table import *  # noqa: F403 - see above
from facedown.server.wire.http import *  # noqa: F403 - see above
from facedown.server.wire.values import *  # noqa: F403 - see above
