/** A blast by a real mail server, with the script of the guide for what comes back. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { must, people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { PATIENCE_MS } from '../support/patience.ts';
import { givenPostfix, missingPostfix, type Postfix } from '../support/postfix.ts';
import { startTestService, type TestService } from '../support/service.ts';

const SECRET = 'the-secret-of-the-mail-server';
const EXISTING = people(300, 'mail.example');
const SLOW = people(20, 'slow.example');
const UNKNOWN = ['nobody1@mail.example', 'nobody2@mail.example'];
const RETURNED = people(10, 'later.example');

const missing = missingPostfix();

describe.skipIf(missing !== null)(`Postfix${missing ? `: ${missing}` : ''}`, () => {
  let postfix: Postfix;
  let service: TestService;

  beforeAll(async () => {
    const guide = await readFile(new URL('../../docs/guides/deliverability.md', import.meta.url), 'utf8');
    const [, lines = ''] = /in `master\.cf`:\n\n```\n([\s\S]*?)```/.exec(guide) ?? [];
    const [, script = ''] = /```sh\n(#!\/bin\/sh\n[\s\S]*?bivouac\/bounce-header[\s\S]*?)```/.exec(guide) ?? [];
    postfix = await givenPostfix({ script, service: lines, mailboxes: [...EXISTING, ...SLOW] });
    service = await startTestService({
      SMTP_URL: `smtp://127.0.0.1:${postfix.port}`,
      BOUNCE_DOMAIN: 'bounces.example.com',
      HOOK_BOUNCES_SECRET: SECRET,
    });
    // What the guide leaves to the reader: where the service is, and where its secret lies.
    const header = join(postfix.folder, 'bounce-header');
    await writeFile(header, `Authorization: Bearer ${SECRET}\n`);
    const here = script.replace('https://api.example.com', service.url).replace('/etc/bivouac/bounce-header', header);
    await writeFile(join(postfix.folder, 'bounce'), here);
    await postfix.start();
  }, PATIENCE_MS);
  afterAll(async () => {
    await service?.stop();
    await postfix?.remove();
  });

  const until = (condition: () => Promise<void>) => vi.waitFor(condition, { timeout: PATIENCE_MS, interval: 200 });
  const recipientsOf = async () => (await postfix.delivered()).map((mail) => /^Delivered-To: (.*)$/m.exec(mail)?.[1] ?? '').sort();

  test('takes a blast, is away for a while, defers some, refuses some and returns some: each ends as what it is', async () => {
    await postfix.refuse(['slow.example 450 4.2.0 Greylisted, come back in 5 minutes']);
    const { blastId } = await prepareBlast(service.api, [...EXISTING, ...SLOW, ...UNKNOWN, ...RETURNED]);
    await sendNow(service.api, blastId);
    const sending = service.drain();
    await until(async () => expect((await recipientsOf()).length).toBeGreaterThan(20));
    await postfix.stop();
    await sending;
    await postfix.start();
    const status = async () => (await readBlast(service.api, blastId)).status;
    for (let minutes = 0; (await status()) === 'sending'; minutes += 10) {
      if (minutes === 20) await postfix.refuse([]);
      expect(minutes).toBeLessThan(360);
      service.clock.advance({ minutes: 10 });
      await service.drain();
    }
    await until(async () => {
      expect((await readBlast(service.api, blastId)).details).toMatchObject({
        blast_sent_count: EXISTING.length + SLOW.length,
        blast_bounced_count: UNKNOWN.length + RETURNED.length,
      });
    });
    await until(async () => expect(new Set(await recipientsOf())).toEqual(new Set([...EXISTING, ...SLOW])));
    // Where the connection broke off after the last dot, the answer is lost and the mail goes out again, under the same Message-ID.
    const mails = await postfix.delivered();
    const ids = mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
    expect(new Set(ids).size).toBe(EXISTING.length + SLOW.length);
    expect(mails.length - new Set(ids).size).toBeLessThanOrEqual(20);
    for (const mail of mails) expect(mail).toMatch(/^List-Unsubscribe:\s+<http/m);
    const { items } = await must(service.api.GET('/v1/suppressions', { params: { query: { limit: 100 } } }));
    expect(items.map(({ address }) => address).sort()).toEqual([...UNKNOWN, ...RETURNED].sort());
    for (const { reason } of items) expect(reason).toBe('bounced');
  }, 300_000);
});
