"""Short records of Clocktower: answers that change nothing, and pauses, go without saying."""

from __future__ import annotations

from facedown import game
from facedown.core.record import parser
from facedown.core.record.replay import Replay
from facedown.core.table import Table


def told(text: str) -> Table:
    """The table of a record in which only what matters is written.  Raises RecordError."""
    replay = Brief(parser.parse(text, game))
    for reached in replay.run():
        for where, message in reached.failures:
            raise where.error(message)
    return replay.table


class Brief(Replay):
    """Before a move that cannot be made yet, whoever is asked first does what changes nothing."""

    def _go_on(self) -> bool:
        if super()._go_on():
            return True
        table = self.table
        position = table.position()
        questions = position.picture.questions if position.begun else []
        if not questions or questions[0].floor or questions[0].idle is ...:
            return False
        move = table.now(table.contract.timeout_move, questions[0].seats[0], table.names)
        if table.objection(questions[0].seats[0], move) is not None:
            return False
        table.play(questions[0].seats[0], move)
        return True
