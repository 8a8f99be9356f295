import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { markConfirmed } from '../../src/campaigns/consent/confirmations.repo.ts';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { sql, transaction } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

const tokens = createTokens('a secret for the tests');
let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());

let counter = 0;
async function contact(own: TestWorkspace, fields: object = {}): Promise<string> {
  counter += 1;
  const items = [{ email: `choice${counter}@example.net`, ...fields }];
  return (await must(own.api.POST('/v1/contacts/upsert', { body: { items } }))).items[0]?.contact_id as string;
}
const topic = async (own: TestWorkspace, name: string, body: object = {}) =>
  (await must(own.api.POST('/v1/topics', { body: { name, default: 'opt_in', ...body } }))).topic_id;
const consentOf = (own: TestWorkspace, contact_id: string) =>
  must(own.api.GET('/v1/contacts/{contact_id}/consent', { params: { path: { contact_id } } }));
const stateOf = async (own: TestWorkspace, contactId: string, topicId: string) =>
  (await consentOf(own, contactId)).topics.find(({ topic_id }) => topic_id === topicId)?.state;
const read = async (path: string, headers: Record<string, string> = {}) => (await fetch(`${service.url}${path}`, { headers })).text();
const post = async (path: string, body: [string, string][] = []) =>
  (
    await fetch(`${service.url}${path}`, { method: 'POST', body: new URLSearchParams(body), headers: { 'User-Agent': 'Browser 1' } })
  ).text();
const pageOf = (own: TestWorkspace, contactId: string) => `/p/${tokens.preferences({ workspaceId: own.id, contactId })}`;

describe('the preference page', () => {
  it.runIf(isAtLength)('shows topics, and keeps what is chosen with its proof', async () => {
    const own = await service.workspace();
    const [news, offers, secret, gone] = [
      await topic(own, 'News <b>'),
      await topic(own, 'Offers', { default: 'opt_out' }),
      await topic(own, 'Secret', { visibility: 'private' }),
      await topic(own, 'Later', { default: 'opt_out' }),
    ];
    const id = await contact(own, { first_name: 'Maya', custom_fields: {}, city: '<i>Östersund' });
    const path = pageOf(own, id);
    const html = await read(path);
    expect(html).toContain('News &lt;b&gt;');
    expect(html).toContain('&lt;i&gt;Östersund');
    expect(html).not.toContain('Secret');
    expect(html).toMatch(new RegExp(`value="${offers}" checked`));
    expect(html).not.toMatch(new RegExp(`value="${news}" checked`));
    expect((await consentOf(own, id)).ledger).toEqual([]);

    service.clock.advance({ seconds: 1 });
    const shown: [string, string][] = [
      ['page', '1'],
      ['shown', `${news} ${offers} ${secret}`],
      ['language', 'sv'],
    ];
    // A topic that the page did not show is not left, nor joined by a choice and a list of topics that are forged.
    const saved = await post(path, [...shown, ['topic', news], ['topic', secret]]);
    expect(saved).toContain('Dina val är sparade.');
    expect([await stateOf(own, id, news), await stateOf(own, id, offers), await stateOf(own, id, gone)]).toEqual([
      'subscribed',
      'unsubscribed',
      'none',
    ]);
    expect(await stateOf(own, id, secret)).toBe('none');
    const { ledger, all_mail } = await consentOf(own, id);
    expect(all_mail.state).toBe('none');
    expect(ledger).toHaveLength(2);
    expect(ledger[0]).toMatchObject({ source: 'preference_page', user_agent: 'Browser 1', ip: expect.any(String) });
    const changed = await must(own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
    expect(changed.language).toBe('sv');

    service.clock.advance({ seconds: 1 });
    await post(path, [...shown, ['topic', news], ['nothing', '1']]);
    expect((await consentOf(own, id)).all_mail.state).toBe('unsubscribed');
    service.clock.advance({ seconds: 1 });
    await post(path, [...shown, ['topic', news]]);
    expect((await consentOf(own, id)).all_mail.state).toBe('subscribed');
    // A mail program's own POST is no choice.
    await post(path, [['List-Unsubscribe', 'One-Click']]);
    expect(await stateOf(own, id, news)).toBe('subscribed');
  });

  it('is in the language of the person, of the workspace or of the browser', async () => {
    const own = await service.workspace();
    const [plain, polish] = [await contact(own), await contact(own, { language: 'pl' })];
    expect(await read(pageOf(own, plain), { 'Accept-Language': 'tlh, fr-CA;q=0.8' })).toContain('<html lang="fr">');
    await must(own.api.PATCH('/v1/workspace', { body: { default_language: 'de-AT' } }));
    const german = await read(pageOf(own, plain), { 'Accept-Language': 'fr' });
    expect(german).toContain('Ihre E-Mail-Einstellungen');
    expect(german).toContain('<dt>E-Mail-Adresse</dt>');
    expect(await read(pageOf(own, polish), { 'Accept-Language': 'fr' })).toContain('Twoje ustawienia e-mail');
  });

  it('is gone for forged links and for contacts that are gone', async () => {
    const own = await service.workspace();
    for (const path of ['/p/abc', pageOf(own, newId())])
      for (const text of [await read(path), await post(path, [['page', '1']])]) expect(text).toContain('This link does not work');
    const tested = `/p/${tokens.preferences({ workspaceId: own.id, contactId: null })}`;
    expect(await read(tested)).toContain('This was a test');
    const swedish = { 'Accept-Language': 'sv-SE' };
    expect(await read(tested, swedish)).toContain('<html lang="sv">');
    for (const path of ['/p/abc', '/c/abc', '/u/abc', '/t/c/abc']) expect(await read(path, swedish)).toContain('Länken fungerar inte');
  });
});

describe('links', () => {
  it.runIf(isAtLength)('work for nothing else than what they were made for', async () => {
    const [own, other] = [await service.workspace(), await service.workspace()];
    const [id, news] = [await contact(own), await topic(own, 'News')];
    const now = service.clock.now();
    const confirmation = { workspaceId: own.id, id: newId(), contactId: id, topicIds: [news], createdAt: now };
    await service.db.prisma.consentConfirmation.create({ data: { ...confirmation, expiresAt: new Date(now.getTime() + 60_000) } });
    const preferences = tokens.preferences({ workspaceId: own.id, contactId: id });
    const confirming = tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation.id });
    const changed = (token: string) =>
      [0, 16, 40].map((place) => {
        const bytes = Buffer.from(token, 'base64url');
        bytes[place] = (bytes[place] as number) ^ 1;
        return bytes.toString('base64url');
      });
    const refused = [
      ...changed(preferences).map((token) => `/p/${token}`),
      ...changed(confirming).map((token) => `/c/${token}`),
      // Of another kind, with the same identifiers.
      `/p/${tokens.confirmation({ workspaceId: own.id, confirmationId: id })}`,
      `/c/${tokens.preferences({ workspaceId: own.id, contactId: confirmation.id })}`,
      `/u/${preferences}`,
      // Of another workspace, which signs nothing itself.
      `/p/${tokens.preferences({ workspaceId: other.id, contactId: id })}`,
      `/c/${tokens.confirmation({ workspaceId: other.id, confirmationId: confirmation.id })}`,
    ];
    const choice: [string, string][] = [
      ['page', '1'],
      ['shown', news],
      ['topic', news],
    ];
    for (const path of refused)
      for (const html of [await read(path), await post(path, choice)]) expect(html, path).toContain('This link does not work');
    for (const path of [`/p/${preferences}`, `/c/${confirming}`]) {
      expect(await read(path)).toContain('News');
      await fetch(`${service.url}${path}`, { method: 'HEAD' });
    }
    expect(await consentOf(own, id)).toMatchObject({ topics: [{ state: 'none' }], ledger: [] });
    expect(await service.db.prisma.consentConfirmation.findFirst({ where: { id: confirmation.id } })).toMatchObject({ confirmedAt: null });
  });

  it('lead to pages that show names as text', async () => {
    const own = await service.workspace({ name: 'Us & <i>them' });
    const [id, news] = [await contact(own), await topic(own, '<b>News', { default: 'opt_out', description: '<u>Daily' })];
    const now = service.clock.now();
    const confirmation = { workspaceId: own.id, id: newId(), contactId: id, topicIds: [news], createdAt: now };
    await service.db.prisma.consentConfirmation.create({ data: { ...confirmation, expiresAt: new Date(now.getTime() + 60_000) } });
    const confirming = `/c/${tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation.id })}`;
    const leaving = `/u/${tokens.unsubscribe({ workspaceId: own.id, deliveryId: newId(), contactId: id, topicId: news })}`;
    const pages = [await read(pageOf(own, id)), await read(confirming), await post(confirming), await read(leaving), await post(leaving)];
    for (const html of pages) {
      expect(html).toContain('&lt;b&gt;News');
      expect(html).toContain('Us &amp; &lt;i&gt;them');
      expect(html).not.toMatch(/<[biu]>/);
    }
  });
});

describe('the unsubscribe link of mail with a topic', () => {
  it('leaves the topic at one click, and offers to stop everything', async () => {
    const own = await service.workspace();
    const [news, id] = [await topic(own, 'News', { default: 'opt_out' }), await contact(own)];
    const path = `/u/${tokens.unsubscribe({ workspaceId: own.id, deliveryId: newId(), contactId: id, topicId: news })}`;
    expect(await read(path)).toContain('We will no longer send “News”');
    expect(await stateOf(own, id, news)).toBe('none');
    service.clock.advance({ seconds: 1 });
    const done = await post(path);
    expect(done).toContain('will not send you “News” any more');
    expect(done).toContain('Stop all newsletters');
    const { all_mail, ledger } = await consentOf(own, id);
    expect([await stateOf(own, id, news), all_mail.state]).toEqual(['unsubscribed', 'none']);
    expect(ledger).toMatchObject([{ topic_id: news, source: 'unsubscribe_link', user_agent: 'Browser 1' }]);
    expect(await read(path)).toContain('You are unsubscribed');
    service.clock.advance({ seconds: 1 });
    expect(await post(`${path}?all=1`)).not.toContain('Stop all newsletters');
    expect((await consentOf(own, id)).all_mail.state).toBe('unsubscribed');
  });

  it('stops everything where the topic is gone', async () => {
    const own = await service.workspace();
    const id = await contact(own);
    await post(`/u/${tokens.unsubscribe({ workspaceId: own.id, deliveryId: newId(), contactId: id, topicId: newId() })}`);
    expect((await consentOf(own, id)).all_mail.state).toBe('unsubscribed');
  });
});

describe('a request to confirm', () => {
  const ask = (own: TestWorkspace, contact_id: string, body: { topic_ids: string[]; email_id?: string }) =>
    own.api.POST('/v1/contacts/{contact_id}/confirmations', { params: { path: { contact_id } }, body });
  const sender = async (options: object = {}) => {
    const own = await service.workspace(options);
    await service.db.prisma.sendingDomain.createMany({
      data: [{ workspaceId: own.id, domain: 'example.com', verificationToken: 't', verifiedAt: new Date(), createdAt: new Date() }],
      skipDuplicates: true,
    });
    return own;
  };

  it('is one of at most 1,000 of a workspace in an hour', async () => {
    const own = await sender();
    const [news, asked, first, second] = [await topic(own, 'News'), await contact(own, {}), await contact(own, {}), await contact(own, {})];
    const now = service.clock.now();
    await service.db.query(sql`
      INSERT INTO consent_confirmations (workspace_id, id, contact_id, topic_ids, created_at, expires_at)
      SELECT ${own.id}::uuid, gen_random_uuid(), ${asked}::uuid, ARRAY[${news}]::uuid[], ${now}::timestamptz - interval '30 minutes', ${now}::timestamptz
      FROM generate_series(1, 999)`);
    // Of two at once, one takes the last place.
    const answers = await Promise.all(
      [first, second].map((id) =>
        fetch(`${service.url}/v1/contacts/${id}/confirmations`, {
          method: 'POST',
          headers: { authorization: `Bearer ${own.apiKey}`, 'content-type': 'application/json' },
          body: JSON.stringify({ topic_ids: [news] }),
        }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect(await refused?.json()).toMatchObject({ error_code: 'rate_limited', error: expect.stringContaining('at most 1000 requests') });
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(1_700);
    service.clock.advance({ minutes: 31 });
    await must(ask(own, answers[0]?.status === 429 ? first : second, { topic_ids: [news] }));
  });

  it.runIf(isAtLength)('is mailed, holds the topic back, and joins it by a button', async () => {
    const own = await sender();
    const [news, joined] = [await topic(own, 'News'), await topic(own, 'Joined')];
    const id = await contact(own, { language: 'de', unsubscribed: true });
    service.clock.advance({ seconds: 1 });
    const says = { params: { path: { contact_id: id } }, body: { topic_id: joined, state: 'subscribed' as const, source: 'Fair' } };
    await must(own.api.POST('/v1/contacts/{contact_id}/consent', says));
    const made = await must(ask(own, id, { topic_ids: [news, joined] }));
    expect(made).toMatchObject({ contact_id: id, topic_ids: [news], status: 'queued' });
    expect(await stateOf(own, id, news)).toBe('pending');
    const [stored] = await service.db.query<{ data: { confirm_url: string; subject: string } }>(sql`
      SELECT data FROM transactional_messages WHERE workspace_id = ${own.id}::uuid`);
    await service.drain();
    const message = await must(own.api.GET('/v1/messages/{message_id}', { params: { path: { message_id: made.message_id } } }));
    expect(message).toMatchObject({ status: 'sent', operational: true });
    expect(stored?.data.subject).toBe('Bitte bestätigen: News');
    const path = new URL(stored?.data.confirm_url as string).pathname;

    expect(await read(path)).toContain('Soll');
    expect(await stateOf(own, id, news)).toBe('pending');
    service.clock.advance({ seconds: 1 });
    expect(await post(path)).toContain('Vielen Dank');
    const { all_mail, ledger } = await consentOf(own, id);
    expect([await stateOf(own, id, news), all_mail.state]).toEqual(['subscribed', 'subscribed']);
    const entry = ledger.find(({ topic_id, state }) => topic_id === news && state === 'subscribed');
    expect(entry).toMatchObject({
      source: 'confirmation',
      user_agent: 'Browser 1',
      ip: expect.any(String),
      evidence: `Confirmation ${made.confirmation_id}`,
    });
    expect(entry?.text_shown).toContain('Soll');
    // A second click adds nothing.
    await post(path);
    expect((await consentOf(own, id)).ledger).toHaveLength(ledger.length);
    expect((await ask(own, id, { topic_ids: [news] })).error).toMatchObject({ error_code: 'conflict' });
  });

  it('is answered once by two clicks at once', async () => {
    const own = await sender();
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    const { confirmation_id } = await must(ask(own, id, { topic_ids: [news] }));
    const path = `/c/${tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation_id })}`;
    service.clock.advance({ seconds: 1 });
    for (const html of await Promise.all([post(path), post(path), post(path)])) expect(html).toContain('Thank you');
    expect((await consentOf(own, id)).ledger.map(({ state }) => state)).toEqual(['subscribed', 'pending']);
  });

  it('passes over topics that are gone since', async () => {
    const own = await sender();
    const [news, gone, id] = [await topic(own, 'News'), await topic(own, 'Gone'), await contact(own)];
    const { confirmation_id } = await must(ask(own, id, { topic_ids: [news, gone] }));
    const path = `/c/${tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation_id })}`;
    await own.api.DELETE('/v1/topics/{topic_id}', { params: { path: { topic_id: gone } } });
    service.clock.advance({ seconds: 1 });
    expect(await post(path)).not.toContain('Gone');
    const { topics, ledger } = await consentOf(own, id);
    expect(topics).toMatchObject([{ topic_id: news, state: 'subscribed' }]);
    expect(ledger.filter(({ state }) => state === 'subscribed')).toMatchObject([{ topic_id: news }]);
  });

  it('joins nothing again once the person has left', async () => {
    const own = await sender();
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    const { confirmation_id } = await must(ask(own, id, { topic_ids: [news] }));
    const path = `/c/${tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation_id })}`;
    await post(path);
    service.clock.advance({ seconds: 1 });
    const leaves = { params: { path: { contact_id: id } }, body: { topic_id: news, state: 'unsubscribed' as const, source: 'Phone' } };
    await must(own.api.POST('/v1/contacts/{contact_id}/consent', leaves));
    service.clock.advance({ seconds: 1 });
    await post(path);
    expect(await stateOf(own, id, news)).toBe('unsubscribed');
  });

  it('expires after a week, to the second', async () => {
    const own = await sender();
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    onTestFinished(service.clock.stop());
    const { confirmation_id } = await must(ask(own, id, { topic_ids: [news] }));
    const path = `/c/${tokens.confirmation({ workspaceId: own.id, confirmationId: confirmation_id })}`;
    service.clock.advance({ days: 7, seconds: -1 });
    expect(await read(path)).toContain('Yes, I want this');
    service.clock.advance({ seconds: 1 });
    const ctx = { db: service.db, workspaceId: own.id, now: service.clock.now() };
    expect(await transaction(ctx, (tx) => markConfirmed(tx, confirmation_id))).toBeNull();
    for (const html of [await read(path), await post(path)]) expect(html).toContain('This link has expired');
    expect(await stateOf(own, id, news)).toBe('pending');
    expect(await read('/c/abc')).toContain('This link does not work');
  });

  it('comes three times a day at most, also at once', async () => {
    const own = await sender();
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    const answers = await Promise.all([1, 2, 3, 4].map(() => ask(own, id, { topic_ids: [news] })));
    expect(answers.map(({ response }) => response.status).sort()).toEqual([202, 202, 202, 409]);
    service.clock.advance({ hours: 24, seconds: 1 });
    expect((await ask(own, id, { topic_ids: [news] })).response.status).toBe(202);
  });

  it('is refused for what is missing', async () => {
    const own = await sender();
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    expect((await ask(own, newId(), { topic_ids: [news] })).response.status).toBe(404);
    expect((await ask(own, id, { topic_ids: [newId()] })).error).toMatchObject({ details: { issues: [{ path: 'topic_ids.0' }] } });
    expect((await ask(own, id, { topic_ids: [news], email_id: newId() })).response.status).toBe(404);
    const { email_id } = await must(own.api.POST('/v1/emails', { body: { name: 'Draft' } }));
    expect((await ask(own, id, { topic_ids: [news], email_id })).error).toMatchObject({ error_code: 'email_not_ready' });
    const approved = await approvedEmail(own.api, '<p><a href="{{data.confirm_url}}">{{data.topics}}</a></p>');
    expect((await must(ask(own, id, { topic_ids: [news], email_id: approved }))).status).toBe('queued');
    await service.db.query(sql`UPDATE documents SET subject = NULL WHERE workspace_id = ${own.id}::uuid AND id = ${approved}::uuid`);
    expect((await ask(own, id, { topic_ids: [news], email_id: approved })).error).toMatchObject({
      error_code: 'email_missing_required_headers',
    });
    const reached = await contact(own, { email: null, phone: '+46701740605' });
    expect((await ask(own, reached, { topic_ids: [news] })).response.status).toBe(400);
    // Nothing is left pending by a refusal.
    expect(await stateOf(own, reached, news)).toBe('none');
  });

  it('counts towards the emails of the day', async () => {
    const own = await sender({ plan: 'free' });
    const [news, id] = [await topic(own, 'News'), await contact(own)];
    const day = service.clock.now().toISOString().slice(0, 10);
    await service.db.query(sql`INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES (${own.id}::uuid, ${day}::date, 100)`);
    expect((await ask(own, id, { topic_ids: [news] })).error).toMatchObject({ error_code: 'free_plan_email_limit' });
    expect(await stateOf(own, id, news)).toBe('none');
  });
});
