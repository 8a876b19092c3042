"""Completion in Bash, which breaks words at `=` and `:` and adds a space after a word that is complete."""

from __future__ import annotations

import os
from typing import Final

from click.shell_completion import BashComplete, CompletionItem, split_arg_string

BREAKS: Final = "=:"
"""Where Bash breaks words, unless COMP_WORDBREAKS says otherwise."""

SOURCE: Final = r"""%(complete_func)s() {
    local IFS=$'\n' response completion type value

    response=$(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete "$1")
    for completion in $response; do
        IFS=',' read -r type value <<< "$completion"
        if [[ $type == dir ]]; then
            COMPREPLY=()
            compopt -o dirnames
        elif [[ $type == file ]]; then
            COMPREPLY=()
            compopt -o default
        elif [[ $type == plain ]]; then
            COMPREPLY+=("$value")
            [[ $value == *[=:/] ]] && compopt -o nospace
        fi
    done
    return 0
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


class BashCompletion(BashComplete):
    """Click's completion for Bash, with words put together again that Bash has broken."""

    source_template = SOURCE
    _before = ""

    @staticmethod
    def _check_version() -> None:
        """Check nothing: a note would become part of the script, and Bash 4.4 is of 2016."""

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the complete words before the cursor, and the one at the cursor."""
        broken, current = split_arg_string(os.environ["COMP_WORDS"]), int(os.environ["COMP_CWORD"])
        words: list[str] = []
        is_open = False  # whether the last word goes on with the next one
        for word in broken[1 : current + 1]:
            is_break = bool(word) and not word.strip(BREAKS)
            if words and (is_open or is_break):
                words[-1] += word
            else:
                words.append(word)
            is_open = is_break
        if current >= len(broken):  # the cursor is after a space
            words.append("")
        incomplete = words.pop() if words else ""
        cut = max(incomplete.rfind(sign) for sign in BREAKS) + 1
        self._before = incomplete[:cut]
        return words, incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """Return an answer without what stands before the last break, which Bash keeps."""
        return f"{item.type},{item.value.removeprefix(self._before)}"
