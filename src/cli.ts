import packageJson from '../package.json' with { type: 'json' };
import { BackupError } from './backup/archive.ts';
import { aiCommands } from './cli/ai.ts';
import { areaOf, type Command, type Commands, parse, type Row, Unsatisfied, UsageError } from './cli/arguments.ts';
import { backupCommands } from './cli/backup.ts';
import { completionCommands } from './cli/completion.ts';
import { domainCommands } from './cli/domains.ts';
import { installationCommands } from './cli/installation.ts';
import { jobCommands } from './cli/jobs.ts';
import { keyCommands } from './cli/keys.ts';
import { mailCommands } from './cli/mail.ts';
import { migrateCommands } from './cli/migrate.ts';
import { pageDomainCommands } from './cli/page-domains.ts';
import { textOf } from './cli/print.ts';
import { workspaceCommands } from './cli/workspaces.ts';
import { databaseTrouble } from './platform/database-trouble.ts';
import { CLI, START } from './shared/program.ts';
import { explain } from './shared/start-error.ts';
import { AdminError } from './workspaces/workspaces.service.ts';

export const COMMANDS: Commands = {
  ...workspaceCommands,
  ...keyCommands,
  ...domainCommands,
  ...pageDomainCommands,
  ...mailCommands,
  ...jobCommands,
  ...backupCommands,
  ...installationCommands,
  ...aiCommands,
  ...migrateCommands,
  ...completionCommands(() => COMMANDS),
};

/** `keys create --workspace WORKSPACE --name NAME [--scopes SCOPE,…]`. */
function usageOf(name: string, { takes, options = {} }: Command): string {
  const given = Object.entries(options).map(([option, { takes: value, required, several }]) => {
    const words = [`--${option}`, value].filter(Boolean).join(' ');
    return required ? words : `[${words}]${several ? '…' : ''}`;
  });
  return [name, takes, ...given].filter(Boolean).join(' ');
}

/** @param whole with the options of each */
function linesOf(commands: Commands, { whole = false } = {}): string {
  const blocks = Object.entries(commands).map(([name, command]) => {
    const width = Math.max(...Object.keys(command.options ?? {}).map((option) => option.length), 0);
    const options = Object.entries(command.options ?? {}).map(([option, { about }]) => `      --${option.padEnd(width)}  ${about}`);
    return [`  ${usageOf(name, command)}`, `      ${command.about}`, ...(whole ? options : [])].join('\n');
  });
  return `Usage: ${CLI} <command> [--json]\n\n${blocks.join('\n')}`;
}

const REST =
  `${CLI} <command> --help says what the options of a command are for. --json prints one JSON value. The service may be running meanwhile.
The exit code is 1 when something went wrong, or a check found something wrong. ${
    START === CLI ? `\n\n${CLI} [start] starts the service, ${CLI} demo shows what it is for, and ${CLI} mcp are its tools for agents.` : ''
  }`.trimEnd();

export async function run(words: string[]): Promise<void> {
  const area = areaOf(COMMANDS, words[0] === 'help' ? words.slice(1) : words);
  try {
    if (words[0] === 'help' || words.some((word) => word === '--help' || word === '-h')) {
      console.log(`${linesOf(area, { whole: area !== COMMANDS })}\n\n${REST}`);
    } else if (words[0] === '--version' || words[0] === '-v') {
      console.log(`bivouac ${packageJson.version}`);
    } else {
      const { command, args, json } = parse(COMMANDS, words);
      const result = await command.run(args).catch(wanting);
      if (result) console.log(json ? JSON.stringify(result) : textOf(result));
    }
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UsageError) console.error(`${linesOf(area)}\n\n${error.message}`);
    else console.error(wordsFor(error));
  }
}

/** A failed check prints its result. */
function wanting(error: unknown): Row {
  if (!(error instanceof Unsatisfied)) throw error;
  process.exitCode = 1;
  return error.result;
}

function wordsFor(error: unknown): unknown {
  if (error instanceof AdminError || error instanceof BackupError) return error.message;
  const { code, path } = error as { code?: string; path?: string };
  return path && code ? `${path} cannot be used (${code}).` : explain(databaseTrouble(error));
}

if (import.meta.main) await run(process.argv.slice(2));
