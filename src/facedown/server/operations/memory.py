"""Memory: collecting garbage, and giving back to the system what is free, where the C library can (glibc's can)."""

from __future__ import annotations

import ctypes
import gc
import re
import sys
from collections.abc import Callable

GARBAGE = (5_000, 5, 4)  # the thresholds of the garbage collector
ARENAS = -8  # glibc's M_ARENA_MAX
LIBRARY = ctypes.CDLL(None) if sys.platform == "linux" else None


def set_up() -> None:
    """Collect cyclic garbage while it is young, and never among the objects from before the start.

    A past position that is looked at in Clocktower is a thousand objects in a cycle.  With smaller thresholds they
    count as old before anybody lets go of them, and old objects are looked at rarely, because that takes longest:
    when they have become a quarter more.  Without the second `collect`, those from before the start would count.

    All threads that begin from now on share one heap, which gives more back than a heap for each.
    """
    gc.collect()
    gc.freeze()
    gc.collect()
    gc.set_threshold(*GARBAGE)
    if (set_option := getattr(LIBRARY, "mallopt", None)) is not None:
        set_option(ARENAS, 1)


def give_back() -> None:
    """Give what nobody uses any more back to the system.

    Python returns a megabyte only where nothing of it is in use, and its cache of attributes holds the names that
    were looked up last: some hundred of them, all over what a town has used.  `re` keeps patterns there.
    """
    re.purge()
    clear: Callable[[], None] = getattr(sys, "_clear_internal_caches", None) or sys._clear_type_cache
    clear()
    gc.collect()
    if (trim := getattr(LIBRARY, "malloc_trim", None)) is not None:
        trim(0)
