"""A table of rates at the end of a benchmark run."""

from __future__ import annotations

import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Print what the benchmarks noted, and what it comes to against the smallest of its kind."""
    session = getattr(config, "_benchmarksession", None)
    rated = [bench for bench in getattr(session, "benchmarks", []) if "states" in bench.extra_info]
    if not rated:
        return
    terminalreporter.section("rates")
    terminalreporter.line(f"{'':58} {'states':>10} {'edges':>10} {'states/s':>10} {'s per M of V+E':>15}")
    for bench in rated:
        info = bench.extra_info
        terminalreporter.line(
            f"{bench.name:58} {info['states']:>10,} {info['edges']:>10,} "
            f"{info['states_per_second']:>10,} {info['seconds_per_million']:>15.3f}"
        )
