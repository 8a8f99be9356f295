import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDeadLetter, listDeadLetters, redriveDeadLetters } from '../../src/jobs/dead-letters.ts';
import { type Jobs, type Queue, worker } from '../../src/jobs/jobs.ts';
import { endJobs, type JobsUnderTest, jobsUnderTest } from '../support/jobs.ts';

interface Meal {
  dish: string;
}
const meals: Queue<Meal> = { name: 'meals', concurrency: 1, retryLimit: 2, retryDelay: 0, expireInSeconds: 60 };

let test: JobsUnderTest;
let jobs: Jobs;
let poisonous = true;
const eaten: string[] = [];
beforeAll(async () => {
  test = await jobsUnderTest();
  const eat = worker(meals, async ({ dish }) => {
    eaten.push(dish);
    if (dish === 'poison' && poisonous) throw new Error('undigestible');
  });
  const opened = test.open({ workers: [eat] });
  jobs = opened.jobs;
  await jobs.start(true);
});
afterAll(() => test.close());

/** Until nothing runs or waits. */
const settled = () =>
  expect
    .poll(async () => {
      const { rows } = await test.db.pool.query("SELECT 1 FROM pgboss.job WHERE name = 'meals' AND state < 'completed'");
      return rows;
    })
    .toEqual([]);

describe('a job that always fails', () => {
  it('is given up after its retries, while its queue goes on, and shows why', async () => {
    await jobs.enqueue(test.db, meals, { dish: 'poison' });
    await jobs.enqueue(test.db, meals, { dish: 'soup' });
    await settled();
    expect(eaten.splice(0).sort()).toEqual(['poison', 'poison', 'poison', 'soup']);
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
    await jobs.measure();
  });

  it('comes back when it is redriven, and is given up again as long as nothing was mended', async () => {
    expect(await redriveDeadLetters(test.db, 'all')).toEqual({ redriven: 1, superseded: 0 });
    await settled();
    expect(eaten.splice(0)).toEqual(['poison', 'poison', 'poison']);
    expect(await listDeadLetters(test.db, { queue: 'meals' })).toHaveLength(1);
  });

  it('does its work once it can', async () => {
    poisonous = false;
    const [letter] = await listDeadLetters(test.db);
    const ids = [letter?.id as string];
    expect(await redriveDeadLetters(test.db, { ids })).toEqual({ redriven: 1, superseded: 0 });
    await settled();
    expect(eaten.splice(0)).toEqual(['poison']);
    expect([await listDeadLetters(test.db), await findDeadLetter(test.db, ids[0] as string)]).toEqual([[], null]);
    expect(await redriveDeadLetters(test.db, { ids })).toEqual({ redriven: 0, superseded: 0 });
  });

  it('is dropped at its redrive when another waits that does the same', async () => {
    poisonous = true;
    await jobs.enqueue(test.db, meals, { dish: 'poison' }, 'table 1');
    await settled();
    await endJobs(jobs, 10_000);
    const later = test.open({ workers: [worker(meals, async () => {})] });
    await later.jobs.start(false);
    await later.jobs.enqueue(test.db, meals, { dish: 'bread' }, 'table 1');
    expect(await redriveDeadLetters(test.db, { queue: 'meals' })).toEqual({ redriven: 0, superseded: 1 });
    expect(await listDeadLetters(test.db)).toEqual([]);
  });
});
