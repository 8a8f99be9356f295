import { parseArgs } from 'node:util';
import { momentOf } from '../shared/dates.ts';
import { didYouMean } from '../shared/did-you-mean.ts';
import { isUuid } from '../shared/identifiers.ts';
import { isSlug } from '../workspaces/workspaces.service.ts';

export class UsageError extends Error {}

/** A check has failed: its result is printed as always, and the exit code is 1. */
export class Unsatisfied extends Error {
  readonly result: Row;

  constructor(result: Row) {
    super('What was looked at is not as it should be.');
    this.result = result;
  }
}

/** One record is printed as lines, several as a table. */
export type Row = Record<string, unknown>;

export interface Arguments {
  options: Record<string, string | boolean | (string | boolean)[] | undefined>;
  /** The word that the command `takes`; empty without one. */
  word: string;
  /** By slug or id; undefined for commands without a workspace. */
  workspace?: string | undefined;
}

export interface Option {
  /** The name of its value in help; an option without one is a switch. */
  takes?: string;
  about: string;
  required?: boolean;
  several?: boolean;
}

export interface Command {
  about: string;
  options?: Record<string, Option>;
  /** The name of the word after the command: an id, a file. */
  takes?: string;
  run(args: Arguments): Promise<Row | Row[] | undefined>;
}

export type Commands = Record<string, Command>;

/** In `--workspace WORKSPACE`, or as the word after the command. */
export const WORKSPACE = 'WORKSPACE';
export const WORKSPACE_OPTION = { workspace: { takes: WORKSPACE, about: 'The workspace, by its slug or ID', required: true } } as const;

export interface Parsed {
  command: Command;
  args: Arguments;
  json: boolean;
}

/** @throws UsageError for an unknown command or wrong arguments */
export function parse(commands: Commands, argv: string[]): Parsed {
  const options: Record<string, Option> = Object.assign({}, ...Object.values(commands).map((command) => command.options));
  const { values, positionals } = read(options, argv);
  const { json, ...given } = values;
  const name = nameIn(commands, positionals);
  const command = commands[name] as Command;
  const words = positionals.slice(name.split(' ').length);
  if (command.takes && words.length === 0) throw new UsageError(`${command.takes} is missing.`);
  const surplus = words[command.takes ? 1 : 0];
  if (surplus !== undefined) throw new UsageError(`"${surplus}" is one word too many.`);
  const own = command.options ?? {};
  const stray = Object.keys(given).find((option) => !Object.hasOwn(own, option));
  if (stray) throw new UsageError(`This command has no option --${stray}.`);
  const missing = Object.keys(own).find((option) => own[option]?.required && given[option] === undefined);
  if (missing) throw new UsageError(`--${missing} is required.`);
  const args: Arguments = { options: given, word: words[0] ?? '' };
  if (command.takes === WORKSPACE) args.workspace = slugOrId(args.word);
  else if (own.workspace) args.workspace = slugOrId(required(args, 'workspace'));
  return { command, args, json: json === true };
}

function read(options: Record<string, Option>, args: string[]): { values: Arguments['options']; positionals: string[] } {
  const types = Object.entries(options).map(([name, { takes, several }]) => [
    name,
    { type: takes ? ('string' as const) : ('boolean' as const), multiple: several === true },
  ]);
  try {
    return parseArgs({ args, allowPositionals: true, options: { ...Object.fromEntries(types), json: { type: 'boolean' } } });
  } catch (error) {
    const { message } = error as Error;
    const [, unknown] = /^Unknown option '--([^']*)'/.exec(message) ?? [];
    throw new UsageError(unknown === undefined ? message : `There is no option --${unknown}${hint(unknown, Object.keys(options), '--')}`);
  }
}

function nameIn(commands: Commands, words: string[]): string {
  const name = [words.slice(0, 2).join(' '), words[0] ?? ''].find((candidate) => Object.hasOwn(commands, candidate));
  if (name) return name;
  if (words.length === 0) throw new UsageError('A command is missing.');
  const asked = words.slice(0, 2).join(' ');
  const begun = Object.keys(commands).filter((candidate) => isBegun(candidate, words));
  throw new UsageError(`There is no command "${asked}"${hint(asked, Object.keys(commands), '', begun)}`);
}

function hint(word: string, words: string[], before: string, [only, ...others]: string[] = []): string {
  const meant = only !== undefined && others.length === 0 ? only : didYouMean(word, words);
  return meant === undefined ? '.' : `; did you mean "${before}${meant}"?`;
}

/** Each word may be abbreviated. */
const isBegun = (name: string, words: string[]): boolean =>
  name.split(' ').every((word, index) => words[index] !== undefined && word.startsWith(words[index]));

export function areaOf(commands: Commands, argv: string[]): Commands {
  const [first = '', second = ''] = argv.filter((word) => !word.startsWith('-'));
  const area = Object.entries(commands).filter(([name]) => first !== '' && name.split(' ')[0]?.startsWith(first));
  const one = area.filter(([name]) => name === `${first} ${second}`);
  return area.length === 0 ? commands : Object.fromEntries(one.length === 1 ? one : area);
}

export const optional = ({ options }: Arguments, name: string): string | undefined => options[name] as string | undefined;

export const several = ({ options }: Arguments, name: string): string[] => (options[name] as string[] | undefined) ?? [];

export const required = ({ options }: Arguments, name: string): string => options[name] as string;

export function whole(args: Arguments, name: string): number | undefined {
  const value = optional(args, name);
  if (value !== undefined && !/^\d{1,10}$/.test(value)) throw new UsageError(`--${name} takes a whole number, not "${value}".`);
  return value === undefined ? undefined : Number(value);
}

/** `onDatabase` has replaced a slug by the id. */
export const workspaceOf = ({ workspace }: Arguments): string => workspace as string;

function slugOrId(value: string): string {
  const text = value.toLowerCase();
  if (!isSlug(text)) throw new UsageError(`"${value}" is neither the slug nor the ID of a workspace.`);
  return text;
}

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
