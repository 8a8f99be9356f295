/** Background work rests after a leap of the database's time. */
import { expect, it } from 'vitest';
import { fromUlid } from '../../src/platform/ids.ts';
import { setAhead } from '../support/ahead.ts';
import { must } from '../support/blast.ts';
import { createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { givenWorkspace } from '../support/given.ts';
import { startProcess } from '../support/process.ts';

const database = await openTestDatabase();
const { db } = database;

it('has no job of the whole service begin after a leap of the time, until that has gone on evenly for ten seconds', async () => {
  const { token } = await givenWorkspace(db, { slug: 'rests' });
  const running = await startProcess({ DATABASE_URL: await setAhead(database, '-5 minutes'), SMTP_URL: 'smtp://127.0.0.1:1' });
  try {
    await setAhead(database, '30 seconds');
    const leap = () =>
      running
        .output()
        .split('\n')
        .find((line) => line.includes("the database's time has leapt"));
    await expect.poll(leap).toBeDefined();
    const api = createClient(running.url, token);
    const asked = await must(api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A newsletter about camping' } }));
    const where = { id: fromUlid((asked as { generation_id: string }).generation_id) };
    const read = () => db.prisma.generation.findFirst({ where });
    await expect.poll(async () => (await read())?.status, { interval: 200 }).toBe('completed');
    // Both by the clock of this machine.
    const leapt = Date.parse(JSON.parse(leap() as string).time);
    const began = ((await read())?.startedAt?.getTime() as number) - 30_000;
    expect(began - leapt).toBeGreaterThan(9_500);
  } finally {
    await running.kill();
  }
});
