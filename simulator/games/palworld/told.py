"""What answers need to tell of the game in words (`simulator/telling.py`)."""

from headjudge.simulator.games.palworld.bringing_about import brings_about
from headjudge.simulator.games.palworld.explaining import hindered, stood
from headjudge.simulator.games.palworld.telling_table import teller
from headjudge.simulator.telling import Telling

TELLING = Telling(teller, brings_about, stood, hindered)
