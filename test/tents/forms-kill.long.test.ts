/**
 * Forms whose process dies: whoever was answered has been heard, once. `KILL_ROUNDS` says how many processes are killed, at moments that
 * chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { sql } from '../../src/platform/db.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { KILL_ROUNDS } from '../support/mortal.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { givenTent, sendSignup } from './given.ts';

const SENDERS = 24;

const { url: databaseUrl, db } = await openTestDatabase();
const { id: workspaceId, slug } = await givenWorkspace(db);
const tentId = await givenTent({ db, workspaceId });
let running: ServiceProcess | undefined;
afterEach(() => running?.kill());

test.each(KILL_ROUNDS)('a process that is killed has kept each form that it has answered, once, round %i', async (round) => {
  const port = await freePort();
  running = await startProcess({
    ...{ DATABASE_URL: databaseUrl, SMTP_URL: 'smtp://127.0.0.1:1', PAGES_PORT: String(port), TRUST_PROXY: '1' },
  });
  const answered: string[] = [];
  let sent = 0;
  const sender = async () => {
    for (;;) {
      sent += 1;
      const email = `round${round}.${sent}@mail.example`;
      const answer = await sendSignup({ port, slug, tentId }, email).catch(() => undefined);
      if (!answer) return;
      expect(answer.status).toBe(200);
      answered.push(email);
    }
  };
  const senders = Promise.all(Array.from({ length: SENDERS }, sender));
  await expect.poll(() => answered.length).toBeGreaterThan(50);
  await wait(Math.random() * 200);
  await running?.kill();
  await senders;
  const rows = await db.query<{ email: string; entries: number }>(sql`
    SELECT c.email, count(a.contact_id)::int AS entries FROM contacts c
    LEFT JOIN contact_activities a ON a.workspace_id = c.workspace_id AND a.contact_id = c.id AND a.type = 'form_submission'
    WHERE c.workspace_id = ${workspaceId}::uuid AND c.email LIKE ${`round${round}.%`} GROUP BY c.email`);
  const entries = new Map(rows.map(({ email, entries }) => [email, entries]));
  expect(answered.filter((email) => entries.get(email) !== 1)).toEqual([]);
  expect(rows.filter(({ entries }) => entries !== 1)).toEqual([]);
  const [sums] = await db.query(sql`
    SELECT (SELECT sum(submissions)::int FROM tent_days WHERE tent_id = ${tentId}::uuid) AS figures,
      (SELECT count(*)::int FROM contact_activities WHERE workspace_id = ${workspaceId}::uuid AND type = 'form_submission') AS entries`);
  expect(sums).toMatchObject({ figures: (sums as { entries: number }).entries });
});
