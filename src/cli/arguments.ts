import { parseArgs } from 'node:util';
import { momentOf } from '../shared/dates.ts';
import { isUuid } from '../shared/identifiers.ts';

/** The command itself is wrong, as opposed to what it asks for. */
export class UsageError extends Error {}

/** What was looked at is not as it should be: the result is printed as always, and the exit code is 1. */
export class Unsatisfied extends Error {
  readonly result: Row;

  constructor(result: Row) {
    super('What was looked at is not as it should be.');
    this.result = result;
  }
}

/** What a command prints: one record as lines, several as a table. */
export type Row = Record<string, unknown>;

export interface Arguments {
  options: Record<string, string | boolean | string[] | undefined>;
  /** The word that the command `takes`; an empty text when it takes none. */
  word: string;
}

export interface Command {
  /** Its options as the list of commands shows them. */
  usage: string;
  /** `strings`: may be given several times. */
  options?: Record<string, OptionType>;
  /** What the word behind the command's name is called: an id, a file. */
  takes?: string;
  /** What to print; undefined when the result was something else. */
  run(args: Arguments): Promise<Row | Row[] | undefined>;
}

type OptionType = 'string' | 'strings' | 'boolean';

/** Commands by name, of one word or two. */
export type Commands = Record<string, Command>;

export interface Parsed {
  /** Undefined: asked for help. */
  command: Command | undefined;
  args: Arguments;
  json: boolean;
}

/** @throws UsageError when there is no such command, or it does not go like this */
export function parse(commands: Commands, argv: string[]): Parsed {
  const options = Object.assign({}, ...Object.values(commands).map((command) => command.options ?? {})) as Record<string, OptionType>;
  let parsed: { values: Arguments['options']; positionals: string[] };
  try {
    parsed = parseArgs({
      args: argv,
      allowPositionals: true,
      options: {
        ...Object.fromEntries(
          Object.entries(options).map(([name, type]) => [name, type === 'strings' ? { type: 'string', multiple: true } : { type }]),
        ),
        json: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    }) as never;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
  const { json, help, ...given } = parsed.values;
  const { positionals } = parsed;
  if (help || positionals[0] === 'help') return { command: undefined, args: { options: {}, word: '' }, json: false };

  const name = [positionals.slice(0, 2).join(' '), positionals[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate));
  const command = name && commands[name];
  if (!command) {
    if (positionals.length === 0) throw new UsageError('A command is missing.');
    const meant = Object.keys(commands).filter((candidate) => isBegun(candidate, positionals));
    const hint = meant.length === 1 ? `; did you mean "${meant[0]}"?` : '.';
    throw new UsageError(`There is no command "${positionals.slice(0, 2).join(' ')}"${hint}`);
  }
  const words = positionals.slice(name.split(' ').length);
  if (command.takes && words.length === 0) throw new UsageError(`${command.takes} is missing.`);
  const surplus = words[command.takes ? 1 : 0];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  const stray = Object.keys(given).find((option) => !Object.hasOwn(command.options ?? {}, option));
  if (stray) throw new UsageError(`This command has no option --${stray}.`);
  return { command, args: { options: given, word: words[0] ?? '' }, json: json === true };
}

/** Each word of the command, or its beginning. */
const isBegun = (name: string, words: string[]): boolean =>
  name.split(' ').every((word, index) => words[index] !== undefined && word.startsWith(words[index]));

/** The commands that whoever typed this may have meant, by its first word; all of them where that says nothing. */
export function areaOf(commands: Commands, argv: string[]): Commands {
  const [first = ''] = argv.filter((word) => !word.startsWith('-'));
  const area = Object.entries(commands).filter(([name]) => first !== '' && name.split(' ')[0]?.startsWith(first));
  return area.length > 0 ? Object.fromEntries(area) : commands;
}

export const optional = ({ options }: Arguments, name: string): string | undefined => options[name] as string | undefined;

export const several = ({ options }: Arguments, name: string): string[] => (options[name] as string[] | undefined) ?? [];

export function required(args: Arguments, name: string): string {
  const value = optional(args, name);
  if (value === undefined) throw new UsageError(`--${name} is required.`);
  return value;
}

export function whole(args: Arguments, name: string): number | undefined {
  const value = optional(args, name);
  if (value !== undefined && !/^\d{1,10}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`);
  return value === undefined ? undefined : Number(value);
}

export const workspaceOf = (args: Arguments): string => uuid(required(args, 'workspace'));

export function uuid(value: string): string {
  if (!isUuid(value.toLowerCase())) throw new UsageError(`"${value}" is not an id.`);
  return value.toLowerCase();
}

export function moment(value: string): Date {
  const date = momentOf(value);
  if (!date) throw new UsageError(`"${value}" is not a time; write it like 2027-01-31T12:00:00Z.`);
  return date;
}

export const iso = (date: Date | null): string | null => date?.toISOString() ?? null;
