"""The sections of the benchmarks, in the order in which they run."""

from sections.cpp import CPP
from sections.everyday import EVERYDAY
from sections.explore import EXPLORE
from sections.files import FILES
from sections.floor import FLOOR
from sections.growth import GROWTH
from sections.promises import PROMISES
from sections.proofs import PROOFS
from sections.python_rules import PYTHON
from sections.ranked import RANKED
from sections.rivals import RIVALS
from sections.start import START
from sections.stated import STATED
from sections.tables import TABLES
from sections.threads import THREADS
from sections.tiers import TIERS
from sections.values import VALUES

SECTIONS = (
    EVERYDAY,
    CPP,
    FLOOR,
    RIVALS,
    GROWTH,
    THREADS,
    FILES,
    TIERS,
    RANKED,
    TABLES,
    PYTHON,
    PROMISES,
    STATED,
    START,
    EXPLORE,
    VALUES,
    PROOFS,
)
