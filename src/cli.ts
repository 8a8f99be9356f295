import { BackupError } from './backup/archive.ts';
import { aiCommands } from './cli/ai.ts';
import { areaOf, type Commands, parse, type Row, Unsatisfied, UsageError } from './cli/arguments.ts';
import { backupCommands } from './cli/backup.ts';
import { domainCommands } from './cli/domains.ts';
import { installationCommands } from './cli/installation.ts';
import { jobCommands } from './cli/jobs.ts';
import { keyCommands } from './cli/keys.ts';
import { migrateCommands } from './cli/migrate.ts';
import { pageDomainCommands } from './cli/page-domains.ts';
import { textOf } from './cli/print.ts';
import { workspaceCommands } from './cli/workspaces.ts';
import { databaseTrouble } from './platform/database-trouble.ts';
import { explain } from './process/start-errors.ts';
import { AdminError } from './workspaces/workspaces.service.ts';

/** One file under `cli/` for each area, in the order in which help lists them. */
export const COMMANDS: Commands = {
  ...workspaceCommands,
  ...keyCommands,
  ...domainCommands,
  ...pageDomainCommands,
  ...jobCommands,
  ...backupCommands,
  ...installationCommands,
  ...aiCommands,
  ...migrateCommands,
};

const usageOf = (commands: Commands): string => `Usage: npm run --silent cli -- <command> [--json]

${Object.entries(commands)
  .map(([name, { takes, usage }]) => `  ${[name, takes, usage].filter(Boolean).join(' ')}`)
  .join('\n')}`;

const HELP = `${usageOf(COMMANDS)}

--json prints one JSON value. The service may be running meanwhile.
The exit code is 1 when something went wrong. \`domains verify\` prints what it found and ends with 1 too, while ownership, a DKIM key or the
return path is not as it should be; SPF and DMARC are told and do not count.`;

/** Does what the words say: prints what came of it, and sets the exit code. */
export async function run(words: string[]): Promise<void> {
  try {
    const { command, args, json } = parse(COMMANDS, words);
    if (!command) {
      console.log(HELP);
      return;
    }
    const result = await command.run(args).catch(wanting);
    if (result) console.log(json ? JSON.stringify(result) : textOf(result));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UsageError) console.error(`${usageOf(areaOf(COMMANDS, words))}\n\n${error.message}`);
    else console.error(wordsFor(error));
  }
}

/** What was found is printed also where it is not as it should be. */
function wanting(error: unknown): Row {
  if (!(error instanceof Unsatisfied)) throw error;
  process.exitCode = 1;
  return error.result;
}

/** What went wrong, in words where the reason is known. */
function wordsFor(error: unknown): unknown {
  if (error instanceof AdminError || error instanceof BackupError) return error.message;
  const { code, path } = error as { code?: string; path?: string };
  return path && code ? `${path} cannot be used (${code}).` : explain(databaseTrouble(error));
}

if (import.meta.main) await run(process.argv.slice(2));
