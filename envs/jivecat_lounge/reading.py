"""stub for now"""


def state_from_dict(game, data):
    raise NotImplementedError
