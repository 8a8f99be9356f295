import { type DeadLetter, findDeadLetter, listDeadLetters, redriveDeadLetters } from '../jobs/dead-letters.ts';
import type { Db } from '../platform/db.ts';
import { workOf } from '../queue/kinds.ts';
import { type FailedWork, type Kind, listFailed, readProcesses, readStanding, type Standing } from '../queue/standing.ts';
import { WORK_KINDS } from '../work-kinds.ts';
import { AdminError } from '../workspaces/workspaces.service.ts';
import { type Arguments, type Commands, iso, optional, type Row, UsageError, uuid } from './arguments.ts';
import { commandConfig, onDatabase } from './session.ts';

const rowOf = ({ id, queue, attempts, enqueuedAt, givenUpAt, error }: DeadLetter): Row => ({
  job_id: id,
  queue,
  attempts,
  enqueued_at: iso(enqueuedAt),
  given_up_at: iso(givenUpAt),
  error,
});

const QUEUE = { takes: 'QUEUE', about: 'Those of one queue' };

export const jobCommands: Commands = {
  jobs: {
    about: 'Shows how each kind of background work stands',
    run: onDatabase(
      () => null,
      async (db) => {
        const processes = commandConfig().databasePooled ? undefined : await readProcesses(db);
        const rows = (await readStanding(db, WORK_KINDS, new Date())).map((standing) =>
          standingRow(standing, processes?.get(workOf(standing.kind))),
        );
        warnOfUnattended(rows);
        return rows;
      },
    ),
  },
  'jobs failed': {
    about: 'Lists the work that failed, with its reasons',
    options: { kind: { takes: 'KIND', about: 'That of one kind' } },
    run: onDatabase(
      ({ options }) => kindsOf(options.kind as string | undefined),
      async (db, kinds) => (await listFailed(db, kinds, new Date())).map(failedRow),
    ),
  },
  'jobs list': {
    about: 'Lists the jobs that were given up',
    options: { queue: QUEUE },
    run: onDatabase(
      (args) => ({ queue: optional(args, 'queue') ?? null }),
      async (db, wanted) => (await listDeadLetters(db, wanted)).map(rowOf),
    ),
  },
  'jobs show': {
    about: 'Shows one of them, with all that its last run said',
    takes: 'JOB_ID',
    run: onDatabase(
      ({ word }) => uuid(word),
      async (db, id) => {
        const found = await findDeadLetter(db, id);
        if (!found) throw new AdminError('There is no job with this id among those that were given up.');
        return { ...rowOf(found), data: found.data, output: found.output };
      },
    ),
  },
  'jobs redrive': {
    about: 'Puts jobs back into their queues: one, those of a queue, or all',
    options: { job: { takes: 'JOB_ID', about: 'This one' }, queue: QUEUE, all: { about: 'All of them' } },
    run: onDatabase(which, async (db, jobs) => {
      const result = await redriveDeadLetters(db, jobs);
      if (result.redriven > 0 || typeof jobs === 'string' || !('ids' in jobs)) return { ...result };
      return { ...result, redriven: await redriveWork(db, jobs.ids) };
    }),
  },
};

/** @param processes that work on it; undefined where that is unknown */
const standingRow = ({ kind, waiting, suspended, running, failed, oldestSeconds, attempts }: Standing, processes: number | undefined) => ({
  kind,
  waiting,
  suspended,
  running,
  failed,
  oldest_due_seconds: Math.round(oldestSeconds),
  most_attempts: attempts,
  works_on: workOf(kind),
  processes: processes ?? null,
});

function warnOfUnattended(rows: ReturnType<typeof standingRow>[]): void {
  const waiting = rows.filter((row) => row.processes === 0 && row.waiting > 0).map((row) => row.works_on);
  if (waiting.length > 0)
    console.error(
      `Work waits, and no process works on it: ${[...new Set(waiting)].join(', ')}. Start one with it in WORK, or without WORK.`,
    );
}

const failedRow = ({ kind, workspaceId, id, at, attempts, reason }: FailedWork): Row => ({
  job_id: id,
  kind,
  workspace_id: workspaceId,
  attempts,
  at: iso(at),
  reason,
});

function kindsOf(name: string | undefined): readonly Kind[] {
  const kinds = name === undefined ? WORK_KINDS : WORK_KINDS.filter((kind) => kind.name === name);
  if (kinds.length === 0)
    throw new UsageError(`There is no kind of work "${name}". There are: ${WORK_KINDS.map(({ name }) => name).join(', ')}.`);
  return kinds;
}

async function redriveWork(db: Db, ids: string[]): Promise<number> {
  let redriven = 0;
  for (const id of ids) for (const { redrive } of WORK_KINDS) if (await redrive?.(db, id)) redriven += 1;
  return redriven;
}

function which(args: Arguments): Parameters<typeof redriveDeadLetters>[1] {
  const [job, queue, all] = [optional(args, 'job'), optional(args, 'queue'), args.options.all === true];
  if ([job !== undefined, queue !== undefined, all].filter(Boolean).length !== 1) {
    throw new UsageError('Say which jobs: --job JOB_ID, --queue Q or --all.');
  }
  if (all) return 'all';
  return queue === undefined ? { ids: [uuid(job as string)] } : { queue };
}
