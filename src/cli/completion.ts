import { type Command, type Commands, UsageError } from './arguments.ts';

/** The script contains names and options, so that a Tab does not wait for Node. */
export function completionCommands(commands: () => Commands): Commands {
  const command: Command = {
    about: 'Prints the completion of commands for a shell, as in: source <(bivouac completion bash)',
    takes: 'bash|zsh|fish',
    async run({ word }) {
      const write = { bash, zsh: (all: Commands) => `autoload -U +X bashcompinit && bashcompinit\n${bash(all)}`, fish }[word];
      if (!write) throw new UsageError(`Completion is for bash, zsh and fish, not for "${word}".`);
      console.log(write(commands()));
      return undefined;
    },
  };
  return { completion: command };
}

const optionsOf = ({ options = {} }: Command): string[] => ['json', 'help', ...Object.keys(options)];

function areasOf(commands: Commands): Map<string, string[]> {
  const areas = new Map<string, string[]>();
  for (const name of ['start', 'mcp', 'demo', ...Object.keys(commands)]) {
    const [first, second] = name.split(' ') as [string, string?];
    areas.set(first, [...(areas.get(first) ?? []), ...(second ? [second] : [])]);
  }
  return areas;
}

function bash(commands: Commands): string {
  const areas = areasOf(commands);
  const choose = (words: string[]) => `words="${words.join(' ')}"`;
  const seconds = [...areas].filter(([, next]) => next.length > 0).map(([first, next]) => `    ${first}) ${choose(next)} ;;`);
  // The longer of two names with the same beginning comes first.
  const named = Object.entries(commands).sort(([a], [b]) => b.length - a.length);
  const options = named.map(([name, command]) => `    "${name}"*) ${choose(optionsOf(command).map((option) => `--${option}`))} ;;`);
  return `_bivouac() {
  local words="" current="\${COMP_WORDS[COMP_CWORD]}"
  if [[ $current == -* ]]; then
    case "\${COMP_WORDS[*]:1}" in
${options.join('\n')}
    esac
  elif [[ $COMP_CWORD == 1 ]]; then
    ${choose([...areas.keys()])}
  elif [[ $COMP_CWORD == 2 ]]; then
    case "\${COMP_WORDS[1]}" in
${seconds.join('\n')}
    esac
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _bivouac bivouac`;
}

function fish(commands: Commands): string {
  const lines = [...areasOf(commands)].flatMap(([first, next]) => [
    `complete -c bivouac -n __fish_use_subcommand -f -a ${first}`,
    ...(next.length > 0 ? [`complete -c bivouac -n "__fish_seen_subcommand_from ${first}" -f -a "${next.join(' ')}"`] : []),
  ]);
  const options = Object.entries(commands).flatMap(([name, { options: own = {} }]) => {
    const condition = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ');
    return Object.entries(own).map(
      ([option, { about, takes }]) => `complete -c bivouac -n "${condition}" -l ${option}${takes ? ' -r' : ''} -d ${JSON.stringify(about)}`,
    );
  });
  return [...lines, ...options].join('\n');
}
