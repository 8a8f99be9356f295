/** A flow's mail is handed over by a service that stops, and no member is left in doubt. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { openLog } from '../../../src/platform/log.ts';
import { type Service, startService } from '../../../src/service.ts';
import { addDomain } from '../../../src/workspaces/sending-domains.ts';
import { createClient } from '../../support/client.ts';
import { openTestDatabase } from '../../support/database.ts';
import { mailedAtOnce } from '../../support/flow-mail.ts';
import { givenWorkspace } from '../../support/given.ts';
import { startSmtp } from '../../support/smtp.ts';

const PEOPLE = 120;
const { url, db } = await openTestDatabase();

it('the mail of a flow goes out to everybody once, also when the service stops in the middle of it', async () => {
  const { id: workspaceId, token } = await givenWorkspace(db);
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
  const dataDir = await mkdtemp(join(tmpdir(), 'bivouac-data-'));
  let running: Service | undefined;
  let stopped: Promise<boolean> | undefined;
  const sink = await startSmtp({
    accept() {
      if (sink.messages.length >= 20) stopped ??= running?.stop();
    },
  });
  const start = () =>
    startService(
      readConfig({
        ...{ PORT: '0', PAGES_PORT: '0', DRAIN_SECONDS: '0', RATE_LIMIT_RPS: '0', APP_SECRET: 'a secret for the tests' },
        ...{ DATABASE_URL: url, DATA_DIR: dataDir, SMTP_URL: sink.url },
      }),
      { log: openLog(process.env.TEST_LOG ?? 'silent') },
    );
  try {
    running = await start();
    const { outcomes, isOver } = await mailedAtOnce(createClient(`http://127.0.0.1:${running.port}`, token), db, workspaceId, PEOPLE);
    await expect.poll(() => stopped !== undefined, { interval: 20 }).toBe(true);
    expect(await stopped).toBe(true);
    expect(sink.messages.length).toBeLessThan(PEOPLE);
    running = await start();
    await expect.poll(isOver, { interval: 50 }).toBe(true);
    expect([await outcomes(), sink.messages.length]).toEqual([{ sent: PEOPLE }, PEOPLE]);
  } finally {
    await running?.stop();
    await sink.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});
