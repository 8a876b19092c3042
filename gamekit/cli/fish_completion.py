"""Completion in fish, which keeps only answers that begin as the whole word does: --input=FILE is one word."""

from __future__ import annotations

from typing import Final

from click.shell_completion import FishComplete

SOURCE: Final = r"""function %(complete_func)s
    set -l word (commandline -t)
    set -l values
    set -l option (string match -r -- '^-[^=]*=' $word)

    for completion in (env %(complete_var)s=fish_complete COMP_WORDS=(commandline -cp) COMP_CWORD=$word %(prog_name)s)
        set -l answer (string split -m 1 "," -- $completion)
        switch $answer[1]
            case dir
                set values (__fish_complete_directories $answer[2])
            case file
                set values (__fish_complete_path $answer[2])
            case plain
                set values $answer[2]
        end
        string join \n -- "$option"$values
    end
end

complete --no-files --command %(prog_name)s --arguments "(%(complete_func)s)"
"""


class FishCompletion(FishComplete):
    """Click's completion for fish, with the option before each answer where it is part of the word."""

    source_template = SOURCE
