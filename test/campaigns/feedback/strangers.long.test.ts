/** Strangers hold what they can from outside at the same time: posts that stay half, files that are not read, cookies for a year. */
import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { formOf, png, upload } from '../../support/assets.ts';
import { rounds } from '../../support/at-length.ts';
import { BOUNCES, type FeedbackService, HOOKS, type Sent, startFeedbackService, TAKEN } from '../../support/feedback.ts';
import { asking, givenPage, htmlSaying } from '../../support/pages.ts';
import { say } from '../../support/raw.ts';

let service: FeedbackService;
let sent: Sent;
const strangers: Socket[] = [];
beforeAll(async () => {
  service = await startFeedbackService();
  sent = (await service.sendTwo()).ada;
  await givenPage({ db: service.db, workspaceId: service.id }, { path: 'spring-sale', html: htmlSaying('Spring sale') });
});
afterAll(async () => {
  for (const socket of strangers) socket.destroy();
  await service.stop();
});

const COOKIE = Array.from({ length: 24 }, (_, index) => `c${index}=${'x'.repeat(4_090)}`).join('; ');

it('and everybody else is answered as ever', async () => {
  const { assets } = await upload(service, 'uploadNewTentAssets', {}, formOf(png('large.png', 9 * 1024 * 1024)));
  const { pathname } = new URL(assets[0]?.url as string);
  const pages = `http://127.0.0.1:${service.service.pagesPort}`;
  for (let reader = 0; reader < rounds(40, 200); reader++) {
    const [url, host] = reader % 2 ? [service.url, 'localhost'] : [pages, `${service.slug}.localhost`];
    const { socket } = say(url as string, `GET ${pathname} HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
    strangers.push(socket.pause());
  }
  const name = (variable: string) => variable.split('_')[1]?.toLowerCase();
  for (const hook of Object.keys(HOOKS)
    .filter((variable) => variable.startsWith('HOOK_'))
    .map(name)) {
    const halves = Array.from({ length: 8 }, () =>
      say(service.url, `POST /hooks/${hook} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000\r\nExpect: 100-continue\r\n\r\nhalf`),
    );
    strangers.push(...halves.map(({ socket }) => socket));
    await Promise.all(halves.map(({ hears }) => hears(/100 Continue|403 Forbidden/)));
  }

  for (const [provider, write] of BOUNCES) expect(await service.post(provider, write(sent, service.clock.now())), provider).toEqual(TAKEN);
  const page = await asking(service)('/spring-sale', { headers: { cookie: COOKIE } });
  expect([page.status, page.text]).toEqual([200, expect.stringContaining('Spring sale')]);
  for (const path of ['/docs', '/healthz', '/u/nothing', '/t/o/nothing', '/v1/contacts']) {
    const answer = await fetch(service.url + path, { headers: { cookie: COOKIE, authorization: `Bearer ${service.apiKey}` } });
    expect(answer.status, path).not.toBe(431);
    expect(answer.status, path).toBeLessThan(500);
  }
});
