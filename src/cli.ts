import { BackupError } from './backup/archive.ts';
import { type Commands, parse, UsageError } from './cli/arguments.ts';
import { backupCommands } from './cli/backup.ts';
import { domainCommands } from './cli/domains.ts';
import { keyCommands } from './cli/keys.ts';
import { textOf } from './cli/print.ts';
import { workspaceCommands } from './cli/workspaces.ts';
import { ConfigError } from './config.ts';
import { isUnavailable } from './platform/db.ts';
import { DataDirInUse } from './platform/embedded-postgres.ts';
import { AdminError } from './workspaces/workspaces.service.ts';

/** One file under `cli/` for each area, in the order in which help lists them. */
const COMMANDS: Commands = { ...workspaceCommands, ...keyCommands, ...domainCommands, ...backupCommands };

const USAGE = `Usage: npm run --silent cli -- <command> [--json]

${Object.entries(COMMANDS)
  .map(([name, { takes, usage }]) => `  ${[name, takes, usage].filter(Boolean).join(' ')}`)
  .join('\n')}

--json prints one JSON value. The service may be running meanwhile.`;

async function main(): Promise<void> {
  try {
    const { command, args, json } = parse(COMMANDS, process.argv.slice(2));
    if (!command) {
      console.log(USAGE);
      return;
    }
    const result = await command.run(args);
    if (result) console.log(json ? JSON.stringify(result) : textOf(result));
  } catch (error) {
    process.exitCode = 1;
    if (error instanceof UsageError) console.error(`${error.message}\n\n${USAGE}`);
    else console.error(explain(error));
  }
}

/** What went wrong, in words where the reason is known. */
function explain(error: unknown): unknown {
  if ([AdminError, BackupError, ConfigError, DataDirInUse].some((kind) => error instanceof kind)) return (error as Error).message;
  const { code, path } = error as { code?: string; path?: string };
  if (path && code) return `${path} cannot be used (${code}).`;
  if (isUnavailable(error)) return `The database cannot be reached (${code}); check DATABASE_URL.`;
  return error;
}

if (import.meta.main) await main();
