"""What can go wrong in the hands of a user; every message is one sentence that says what to do."""


class JivezooError(ValueError):
    """Base of all errors that jivezoo raises on purpose."""


class BadOption(JivezooError):
    """An option, or a combination of options, that no game can be played with."""


class BadFile(JivezooError):
    """A data file, model or replay that cannot be used."""


class BadPosition(JivezooError):
    """A position that cannot occur."""


class UnknownAction(JivezooError):
    """Not an action of this game at all."""


class IllegalAction(JivezooError):
    """An action of this game, but not legal in this position."""


class NotYourTurn(JivezooError):
    """An act at the wrong moment: before `reset`, after the end, or for the wrong seat."""
