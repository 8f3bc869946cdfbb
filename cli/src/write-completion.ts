import type { Command } from 'commander'

/** A script for bash or zsh that completes commands and their options. */
export function writeCompletion(program: Command, shell: 'bash' | 'zsh'): string {
  const name = program.name()
  const commands = program.commands.map((command) => `    ${command.name()}) words="${optionsOf(command)}" ;;`)
  const script = `_bidwell_cli() {
  local words="${program.commands.map((command) => command.name()).join(' ')}"
  [ "$COMP_CWORD" -gt 1 ] && case "\${COMP_WORDS[1]}" in
${commands.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -F _bidwell_cli ${name}`
  return shell === 'bash'
    ? script
    : `autoload -U +X compinit && compinit\nautoload -U +X bashcompinit && bashcompinit\n${script}`
}

const optionsOf = (command: Command): string =>
  command
    .createHelp()
    .visibleOptions(command)
    .flatMap(({ long }) => long ?? [])
    .join(' ')
