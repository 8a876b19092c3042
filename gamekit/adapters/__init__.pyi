from gamekit.adapters.spiel.game_for_spiel import as_open_spiel as as_open_spiel
from gamekit.adapters.spiel.names import open_spiel as open_spiel
from gamekit.adapters.spiel.solved_play import SolutionBot as SolutionBot
from gamekit.adapters.spiel.solved_play import SolutionPolicy as SolutionPolicy
