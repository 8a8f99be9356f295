import { type DeadLetter, findDeadLetter, listDeadLetters, redriveDeadLetters } from '../jobs/dead-letters.ts';
import { AdminError } from '../workspaces/workspaces.service.ts';
import { type Arguments, type Commands, iso, optional, type Row, UsageError, uuid } from './arguments.ts';
import { onDatabase } from './session.ts';

const rowOf = ({ id, queue, attempts, enqueuedAt, givenUpAt, error }: DeadLetter): Row => ({
  job_id: id,
  queue,
  attempts,
  enqueued_at: iso(enqueuedAt),
  given_up_at: iso(givenUpAt),
  error,
});

const QUEUE = { takes: 'QUEUE', about: 'Those of one queue' };

/** Jobs that were given up. */
export const jobCommands: Commands = {
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
    run: onDatabase(which, async (db, jobs) => ({ ...(await redriveDeadLetters(db, jobs)) })),
  },
};

function which(args: Arguments): Parameters<typeof redriveDeadLetters>[1] {
  const [job, queue, all] = [optional(args, 'job'), optional(args, 'queue'), args.options.all === true];
  if ([job !== undefined, queue !== undefined, all].filter(Boolean).length !== 1) {
    throw new UsageError('Say which jobs: --job JOB_ID, --queue Q or --all.');
  }
  if (all) return 'all';
  return queue === undefined ? { ids: [uuid(job as string)] } : { queue };
}
