# Completion in bash, for bash-completion. The tools themselves say what options they have.

# Offers these words where they continue the current one, which bash cuts at '='.
_tilepipe_offer() {
  local cut=
  [[ $cur == *=* && $COMP_WORDBREAKS == *=* ]] && cut=${cur%"${cur##*=}"}
  mapfile -t COMPREPLY < <(compgen -W "$*" -- "$cur")
  COMPREPLY=("${COMPREPLY[@]#"$cut"}")
  [[ ${#COMPREPLY[@]} -ne 1 || ${COMPREPLY[0]} != *= ]] || compopt -o nospace
}

_tilepipe_cc() {
  local cur prev words cword
  _init_completion -n = || return
  if [[ $cur != -* ]]; then
    _filedir
    return
  fi
  # Behind ours the backend's: gcc, or clang.
  _tilepipe_offer "$({
    "$1" "--tp-complete=$cur" || :
    [[ $cur == --tp-* ]] || "$1" "--completion=$cur" || "$1" "--autocomplete=$cur"
  } 2>/dev/null | cut -f1)"
}

_tilepipe_run() {
  local cur prev words cword at
  _init_completion -n = || return
  for ((at = 1; at < cword; ++at)); do
    case ${words[at]} in
      -n | -np | --hosts) ((++at)) ;;
      -*) ;;
      *) _command_offset "$at" && return ;;
    esac
  done
  case $prev in
    -n | -np) return ;;
    --hosts) _known_hosts_real -- "$cur" && return ;;
  esac
  if [[ $cur == -* ]]; then
    _tilepipe_offer "$(_parse_help "$1")"
  else
    _command_offset "$cword"
  fi
}

_tilepipe_calibrate() {
  local cur prev words cword
  _init_completion || return
  if [[ $cur == -* && $prev != -o ]]; then
    _tilepipe_offer "$(_parse_help "$1")"
  elif [[ $prev == -o ]]; then
    _filedir
  fi
}

complete -F _tilepipe_cc tilepipe-cc
complete -F _tilepipe_run tilepipe-run
complete -F _tilepipe_calibrate tilepipe-calibrate
