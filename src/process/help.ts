import { CLI, START } from '../shared/program.ts';
import { StartError } from '../shared/start-error.ts';

/** Ignored arguments would look like accepted settings. */
class NoArguments extends StartError {}

export const HELP = `Usage: ${START}

Starts the service. It takes no arguments; environment variables configure it, and docs/configuration.md has them all. The first ones:

  DATABASE_URL  a PostgreSQL of your own; unset: one that comes with it, under DATA_DIR (.data)
  APP_SECRET    signs links; wanted with DATABASE_URL
  SMTP_URL      the mail server; unset: a mailbox that catches all mail
  BASE_URL      the address that links in emails begin with
  PORT, HOST    where the API listens (3000, 127.0.0.1)
  PAGES_PORT    where published pages are (3001)

Ctrl-C or SIGTERM stops it in order. docs/guides/operations.md is for whoever keeps it running; workspaces, keys and backups are made with

  ${CLI} --help
`;

export function wantsHelp(args: string[]): boolean {
  if (args.some((arg) => arg === '--help' || arg === '-h')) return true;
  const [first] = args;
  if (first === undefined) return false;
  throw new NoArguments(`${START} takes no arguments, but was given "${first}"; environment variables configure it.`);
}
