/** Where others post what comes back: who is let in, what is counted, and what comes again. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { toUlid } from '../../../src/platform/ids.ts';
import { rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { postfix, qmail } from '../../support/bounce-mails.ts';
import {
  BOUNCES,
  type FeedbackService,
  fetchCertificate,
  HOOKS,
  returned,
  type Sent,
  startFeedbackService,
  TAKEN,
} from '../../support/feedback.ts';
import { fromMailgun, fromPostmark, fromSendgrid, mailgunEvent, sendgridEvent } from '../../support/hooks.ts';
import { startTestService, type TestService } from '../../support/service.ts';

let service: FeedbackService;
beforeAll(async () => {
  service = await startFeedbackService();
});
afterAll(() => service.stop());

let ada: Sent;
let bo: Sent;
beforeEach(async () => {
  ({ ada, bo } = await service.givenTwo());
});

const now = () => service.clock.now();
const state = () => service.state(ada, bo);

describe('a hook', () => {
  it('refuses what is not signed with 403, and says what is no JSON', async () => {
    const before = await state();
    const posted = fromSendgrid([sendgridEvent(ada.messageId, ada.email)], now());
    expect(await service.post('sendgrid', { ...posted, body: posted.body.replace('550', '551') })).toMatchObject({
      status: 403,
      body: { error_code: 'invalid_signature', error: expect.any(String) },
    });
    for (const token of ['', 'Bearer', `Basic ${HOOKS.HOOK_BOUNCES_SECRET}`, 'Bearer another-secret'])
      expect(
        await service.post('bounces', {
          ...returned(postfix({ id: ada.messageId, to: service.pathTo(ada), about: ada.email })),
          headers: { authorization: token },
        }),
      ).toMatchObject({ status: 403 });
    expect(await service.post('postmark', { ...fromPostmark(1), body: '{' })).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_json' },
    });
    expect(await state()).toBe(before);
  });

  it('is not there for whom nothing is configured', async () => {
    expect(await service.post('mandrill', { headers: {}, body: '{}' })).toMatchObject({ status: 404 });
    const bare = await startTestService();
    try {
      for (const name of ['ses', 'sendgrid', 'postmark', 'mailgun', 'bounces']) {
        const response = await fetch(`${bare.url}/hooks/${name}`, { method: 'POST', body: '{}' });
        expect([response.status, ((await response.json()) as { error_code: string }).error_code]).toEqual([404, 'not_found']);
      }
    } finally {
      await bare.stop();
    }
  });

  it('counts what it is told, by provider and kind', async () => {
    const line = 'bivouac_feedback_total{provider="mailgun",kind="complained"}';
    const before = await service.figure(line);
    await service.post('mailgun', fromMailgun(mailgunEvent(ada.messageId, ada.email, { event: 'complained' }), now()));
    expect(await service.figure(line)).toBe(before + 1);
  });
});

describe('what is about nothing of ours', () => {
  const NOWHERE = '<x@elsewhere.example>';
  const unmatched = (reason: string) => `bivouac_feedback_unmatched_total{provider="bounces",reason="${reason}"}`;
  const unread = 'bivouac_feedback_total{provider="bounces",kind="unread"}';
  const damaged = () => service.pathTo(ada).slice(0, 40).concat('@bounces.example.com');
  const cases: [string, () => string, string][] = [
    ['a report whose return path was cut off', () => postfix({ id: NOWHERE, to: damaged(), about: ada.email }), unmatched('return_path')],
    [
      "a server's own words to a return path that was cut off",
      () => qmail({ id: NOWHERE, to: damaged(), about: ada.email }),
      unmatched('return_path'),
    ],
    ['a report that names no message of ours', () => postfix({ id: NOWHERE, to: 'b@example.com', about: ada.email }), unmatched('no_name')],
    [
      'a report of an address that it did not go to',
      () => postfix({ id: ada.messageId, to: 'b@example.com', about: bo.email }),
      unmatched('no_delivery'),
    ],
    [
      'a message that is gone',
      () =>
        postfix({
          id: `<${toUlid('01900000-0000-7000-8000-000000000000').toLowerCase()}@example.com>`,
          to: 'b@example.com',
          about: ada.email,
        }),
      unmatched('no_delivery'),
    ],
    [
      'an automatic answer',
      () => `From: ${ada.email}\r\nTo: ${service.pathTo(ada)}\r\nAuto-Submitted: auto-replied\r\n\r\nBack on 5.5.1`,
      unread,
    ],
    ['a mail that nobody can read', () => '\0', unread],
  ];

  it.each(cases.slice(0, rounds(3, cases.length)))('is counted, and logged without any address: %s', async (_what, write, line) => {
    const lines = [...['return_path', 'no_name', 'no_delivery'].map(unmatched), unread];
    const figures = async () => Object.fromEntries(await Promise.all(lines.map(async (one) => [one, await service.figure(one)])));
    const [before, known] = [await figures(), await state()];
    expect(await service.post('bounces', returned(write()))).toEqual(TAKEN);
    expect(await figures()).toEqual({ ...before, [line]: before[line] + 1 });
    expect(await state()).toBe(known);
    const entry = service.logged.filter(({ message }) => message === 'feedback').at(-1);
    expect(entry).toMatchObject(line === unread ? { unread: 1 } : { unmatched: { [/reason="(\w+)"/.exec(line)?.[1] as string]: 1 } });
    expect(JSON.stringify(entry)).not.toMatch(/@|bounce\+/);
  });
});

describe('what was signed once and comes again', () => {
  let other: TestService;
  beforeAll(async () => {
    const DATABASE_URL = service.db.pool.options.connectionString as string;
    other = await startTestService({ ...HOOKS, DATABASE_URL }, { fetchText: fetchCertificate });
  });
  afterAll(() => other.stop());

  it.each(BOUNCES.slice(0, rounds(1, BOUNCES.length)))(
    'from %s, at any process, changes nothing, also when somebody lets the address be mailed again meanwhile',
    async (provider, write) => {
      const posted = write(ada, now());
      const postThere = async () =>
        (await fetch(`${other.url}/hooks/${provider}`, { method: 'POST', headers: posted.headers, body: posted.body })).status;
      expect(await service.post(provider, posted)).toEqual(TAKEN);
      expect(await service.suppressions(ada)).toMatchObject([{ reason: 'bounced' }]);
      const told = await state();
      expect(await postThere()).toBe(200);
      expect(await state()).toBe(told);

      await must(service.api.POST('/v1/suppressions/remove', { body: { addresses: [ada.email] } }));
      expect(await service.suppressions(ada)).toEqual([]);
      const readmitted = await state();
      expect(await postThere()).toBe(200);
      expect(await service.post(provider, posted)).toEqual(TAKEN);
      expect(await state()).toBe(readmitted);
    },
  );
});
