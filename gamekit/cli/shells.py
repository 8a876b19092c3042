"""Click's completion for Bash, zsh and fish, with additions for each."""

from __future__ import annotations

import os
from typing import Final

from click.shell_completion import BashComplete, CompletionItem, FishComplete, ZshComplete, split_arg_string

BREAKS: Final = "=:"
"""The characters at which Bash breaks words, unless COMP_WORDBREAKS has others."""

OF_BASH: Final = r"""%(complete_func)s() {
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

OF_ZSH: Final = r"""#compdef %(prog_name)s

%(complete_func)s() {
    local type value about ret=1
    local -a response whole begun
    (( ! $+commands[%(prog_name)s] )) && return 1

    local -x COMP_WORDS="${words[*]}" COMP_CWORD=$((CURRENT-1)) %(complete_var)s=zsh_complete
    response=("${(@f)$(%(prog_name)s)}")
    [[ $PREFIX == -*=* ]] && compset -P 1 '*='

    for type value about in ${response}; do
        if [[ $type == dir ]]; then
            _path_files -/ && ret=0
        elif [[ $type == file ]]; then
            _path_files -f && ret=0
        elif [[ $value == *[=:/] ]]; then
            begun+=("${value//:/\\:}:$about")
        else
            whole+=("${value//:/\\:}:$about")
        fi
    done

    (( $#whole )) && _describe -V unsorted whole && ret=0
    (( $#begun )) && _describe -V unsorted begun -S '' && ret=0
    return ret
}

if [[ $zsh_eval_context[-1] == loadautofunc ]]; then
    %(complete_func)s "$@"
else
    compdef %(complete_func)s %(prog_name)s
fi
"""

OF_FISH: Final = r"""function %(complete_func)s
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


class BashCompletion(BashComplete):
    """Completion for Bash, which breaks words at `=` and `:`, and adds a space to a word that is complete."""

    source_template = OF_BASH
    _before = ""

    @staticmethod
    def _check_version() -> None:
        """Check nothing: a note would become part of the script, and Bash 4.4 dates from 2016."""

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
        """Return an answer without the text before the last break, which Bash keeps."""
        return f"{item.type},{item.value.removeprefix(self._before)}"


class ZshCompletion(ZshComplete):
    """Completion for zsh, which completes the text after `=` in --input=FILE, and separates a help text by a colon."""

    source_template = OF_ZSH

    def format_completion(self, item: CompletionItem) -> str:
        """Return an answer on three lines; a blank stands where there is no explanation, as empty lines get lost."""
        return f"{item.type}\n{item.value}\n{item.help or ' '}"


class FishCompletion(FishComplete):
    """Completion for fish, in which --input=FILE is one word, so that every answer must begin with the option."""

    source_template = OF_FISH
