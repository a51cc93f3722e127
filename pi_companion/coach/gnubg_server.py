"""Runs inside GNU Backgammon, in its own Python: reads a question a line, writes an answer a line.

Standard output belongs to gnubg, which prints boards there, so that answers go to a pipe of their own: its number
stands in the environment.
"""

import json
import os
import sys

import gnubg  # only gnubg itself has it

_SETTINGS = (
    "set display off",
    "set automatic game off",
    "set automatic roll off",
    "set automatic move off",
    "set automatic bearoff off",
    "set confirm new off",
    "set player 0 human",
    "set player 1 human",
    "set threads 1",
    "new session",
)


def _answer(question):
    gnubg.command("set evaluation chequerplay evaluation plies %d" % question["plies"])
    gnubg.command("set xgid " + question["xgid"])
    answer = {"number": question["number"], "position": gnubg.positionid()}
    if question["about"] == "plays":
        hints = gnubg.hint(question["most"])["hint"]
        answer["plays"] = [[hint["move"], hint["equity"]] for hint in hints]
        return answer
    context = gnubg.evalcontext(1, question["plies"], 1, 1, 0.0)
    if question["about"] == "cube":
        answer["cube"] = list(gnubg.cfevaluate(gnubg.board(), gnubg.cubeinfo(), context)[:4])
    else:
        win, _, _, lose_gammon, lose_backgammon, _ = gnubg.evaluate(gnubg.board(), gnubg.cubeinfo(), context)
        answer["outlook"] = [win, lose_gammon, lose_backgammon]
    return answer


def _serve():
    for setting in _SETTINGS:
        gnubg.command(setting)
    with os.fdopen(int(os.environ["PI_COMPANION_ANSWERS"]), "w") as answers:
        for line in sys.stdin:
            question = json.loads(line)
            try:
                answer = _answer(question)
            except Exception as error:
                answer = {"number": question["number"], "trouble": str(error)}
            answers.write(json.dumps(answer) + "\n")
            answers.flush()


_serve()
