"""Modules do not import each other in a circle, not even for their types."""

from collections.abc import Iterator

import grimp


def circles(imports: dict[str, set[str]]) -> Iterator[set[str]]:
    """The largest sets of modules that reach each other."""
    reached = {module: reachable(module, imports) for module in imports}
    left = set(imports)
    while left:
        module = left.pop()
        circle = {other for other in reached[module] if module in reached[other]}
        if circle:
            yield circle
            left -= circle


def reachable(module: str, imports: dict[str, set[str]]) -> set[str]:
    """The modules that this one imports, and those that they import, and so on."""
    found: set[str] = set()
    waiting = [module]
    while waiting:
        new = imports[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def test_no_modules_import_each_other() -> None:
    graph = grimp.build_graph("facedown", cache_dir=None)
    imports = {module: set(graph.find_modules_directly_imported_by(module)) for module in graph.modules}
    assert not [*circles(imports)]


def test_a_circle_is_found() -> None:
    assert [*circles({"a": {"b"}, "b": {"c"}, "c": {"b"}, "d": {"d"}})] in (
        [{"b", "c"}, {"d"}],
        [{"d"}, {"b", "c"}],
    )
