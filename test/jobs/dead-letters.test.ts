import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findDeadLetter, listDeadLetters, redriveDeadLetters } from '../../src/jobs/dead-letters.ts';
import { type Jobs, type Queue, worker } from '../../src/jobs/jobs.ts';
import { isAtLength } from '../support/at-length.ts';
import { endJobs, type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';

interface Meal {
  dish: string;
}
const meals: Queue<Meal> = { name: 'meals', concurrency: 1, retryLimit: 2, retryDelay: 0, expireInSeconds: 60 };

let test: JobsUnderTest;
let jobs: Jobs;
let poisonous: boolean;
const eaten: string[] = [];
const eat = worker(meals, async ({ dish }) => {
  eaten.push(dish);
  if (dish === 'poison' && poisonous) throw new Error('undigestible');
});
beforeAll(async () => {
  test = await jobsUnderTest();
});
beforeEach(async () => {
  jobs = test.open({ workers: [eat] }).jobs;
  poisonous = true;
  eaten.length = 0;
  await jobs.start(true);
});
afterEach(() => test.clear());
afterAll(() => test.close());

/** The handled jobs, until none runs or waits. */
async function settled(): Promise<string[]> {
  await expect
    .poll(async () => (await test.db.pool.query("SELECT 1 FROM pgboss.job WHERE name = 'meals' AND state < 'completed'")).rows)
    .toEqual([]);
  return eaten.splice(0).sort();
}

describe('a job that always fails', () => {
  it.runIf(isAtLength)('is given up after its retries while its queue goes on, shows why, and does its work once it can', async () => {
    await jobs.enqueue(test.db, meals, { dish: 'poison' });
    await jobs.enqueue(test.db, meals, { dish: 'soup' });
    expect(await settled()).toEqual(['poison', 'poison', 'poison', 'soup']);
    const again = test.logged.filter(({ message }) => message.startsWith('a job runs again'));
    expect(again).toMatchObject([2, 3].map((run) => ({ level: 'info', queue: 'meals', job_id: expect.any(String), run })));
    const letters = await listDeadLetters(test.db);
    expect(letters).toEqual([
      {
        id: expect.any(String),
        queue: 'meals',
        enqueuedAt: expect.any(Date),
        givenUpAt: expect.any(Date),
        attempts: 3,
        error: 'undigestible',
      },
    ]);
    const id = letters[0]?.id as string;
    expect(await findDeadLetter(test.db, id)).toMatchObject({ id, data: { dish: 'poison' }, output: { message: 'undigestible' } });
    expect(await listDeadLetters(test.db, { queue: 'other' })).toEqual([]);

    // Nothing was mended yet: it runs as often as a new one, and is given up again.
    expect(await redriveDeadLetters(test.db, 'all')).toEqual({ redriven: 1, superseded: 0 });
    expect(await settled()).toEqual(['poison', 'poison', 'poison']);

    poisonous = false;
    const ids = (await listDeadLetters(test.db, { queue: 'meals' })).map((letter) => letter.id);
    expect(ids).toHaveLength(1);
    expect(await redriveDeadLetters(test.db, { ids })).toEqual({ redriven: 1, superseded: 0 });
    expect(await settled()).toEqual(['poison']);
    expect([await listDeadLetters(test.db), await findDeadLetter(test.db, ids[0] as string)]).toEqual([[], null]);
    expect(await redriveDeadLetters(test.db, { ids })).toEqual({ redriven: 0, superseded: 0 });
  });

  it('is dropped at its redrive when another waits that does the same', async () => {
    await jobs.enqueue(test.db, meals, { dish: 'poison' }, 'table 1');
    await settled();
    await endJobs(jobs, 10_000);
    const later = test.open({ workers: [eat] });
    await later.jobs.start(false);
    await later.jobs.enqueue(test.db, meals, { dish: 'bread' }, 'table 1');
    expect(await redriveDeadLetters(test.db, { queue: 'meals' })).toEqual({ redriven: 0, superseded: 1 });
    expect(await listDeadLetters(test.db)).toEqual([]);
  });
});
