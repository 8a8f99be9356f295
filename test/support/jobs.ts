/** Background work without a service: a database, queues and the log. Clear it in `afterEach`, close it in `afterAll`. */
import { type Jobs, openJobs, type Sweep, type Worker } from '../../src/jobs/jobs.ts';
import { type Database, openDatabase } from '../../src/platform/db.ts';
import { type Metrics, openMetrics } from '../../src/platform/metrics.ts';
import { createDatabase, type TestDatabase } from './database.ts';
import { type Line, notingLog } from './log.ts';

export interface JobsUnderTest {
  url: string;
  db: Database;
  /** A process's jobs; all of them share the database. */
  open(parts: { workers?: Worker[]; sweeps?: Sweep[]; listen?: boolean; url?: string }): { jobs: Jobs; metrics: Metrics };
  /** The lines of the log. */
  logged: Line[];
  /** Ends all opened jobs and removes their rows. */
  clear(): Promise<void>;
  close(): Promise<void>;
}

export async function jobsUnderTest(): Promise<JobsUnderTest> {
  const database: TestDatabase = await createDatabase();
  const db = openDatabase(database.url, () => {});
  const { log, logged } = notingLog();
  const opened: Jobs[] = [];
  const end = () => Promise.all(opened.splice(0).map((jobs) => endJobs(jobs, 1_000)));
  return {
    url: database.url,
    db,
    logged,
    open({ workers = [], sweeps = [], listen = true, url = database.url }) {
      const metrics = openMetrics();
      const jobs = openJobs({ databaseUrl: url, db, listen, log, metrics, workers, sweeps });
      opened.push(jobs);
      return { jobs, metrics };
    },
    async clear() {
      await end();
      await db.pool.query('DELETE FROM pgboss.job');
      logged.splice(0);
    },
    async close() {
      await end();
      await db.close();
      await database.drop();
    },
  };
}

/** Ends jobs within a limit, as a process does. Resolves with false if work was cut off. */
export async function endJobs(jobs: Jobs, withinMs: number): Promise<boolean> {
  const whole = await jobs.finish(AbortSignal.timeout(withinMs));
  await jobs.close();
  return whole;
}
