"""What Gelini Nightlife's `greedy` thinks of a position: each term with its reason.

A seat is worth

* the squares that it has covered: a full floor wins, and the fewest free squares win at the Band;
* half a Star for a Coin, while a Star can still be had: another Coin brings the whole one;
* its hopes: for a clique of which it has a part, some of the squares that are missing, if a
  counter of it still lies ahead (a clique gained); less if another seat has a part too, which may
  land first and take ours away (a clique given away);
* the counters ahead of its token: each can still be landed on, so a long step, which gives up the
  counters in between, must bring more than a short one; the Band at their end ends the race;
* the offer: what the roll that it is asked about would bring; on a new roll, the mean over the
  faces of the die.

A position is worth the seat's own value less that of its best rival and a part of the others'.
"""

from typing import Any

from ...envs.contract import RUNNING, payoff
from ...envs.gelini_nightlife.box import (
    COIN,
    EMPTY,
    FIRST_PLACE,
    STATE,
    STEPPING,
)
from ...envs.gelini_nightlife.floors import free_squares, has_of_clique, has_star_aside
from ...envs.gelini_nightlife.line import (
    band_place,
    counters_ahead,
    place_reached,
    rearmost_of,
)
from ...envs.kernel import kernel
from ..evaluation import implement_evaluation

WIN = 1e4
COIN_SHARE = 0.5  # of a Star's squares, for a Coin
HOPE = 0.25  # of a clique's missing squares
RISK = 0.25  # of own squares of a clique that a rival has a part of too
COUNTER_AHEAD = 0.9  # squares, for each counter ahead
ACTING = 2.5  # squares, for landing on a counter that acts
OTHER_RIVALS = 0.3
