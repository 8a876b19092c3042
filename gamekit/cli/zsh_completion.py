"""Completion in zsh, where answers are for what stands after `=` in --input=FILE, and a colon has a meaning."""

from __future__ import annotations

from typing import Final

from click.shell_completion import CompletionItem, ZshComplete

SOURCE: Final = r"""#compdef %(prog_name)s

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


class ZshCompletion(ZshComplete):
    """Click's completion for zsh, with the option before each answer where it is part of the word."""

    source_template = SOURCE

    def format_completion(self, item: CompletionItem) -> str:
        """Return an answer on three lines; a blank stands where there is no explanation, as empty lines get lost."""
        return f"{item.type}\n{item.value}\n{item.help or ' '}"
