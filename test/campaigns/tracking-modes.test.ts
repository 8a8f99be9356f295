/** Tracking by workspace, email and contact: with the person, as figures, or not at all. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addUpAnonymous } from '../../src/campaigns/tracking/anonymous.repo.ts';
import { createTokens } from '../../src/campaigns/tracking/tokens.ts';
import { sql } from '../../src/platform/db.ts';
import { strictest } from '../../src/shared/tracking-mode.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, draftBlast, must, readBlast, sendNow } from '../support/blast.ts';
import { givenList } from '../support/given.ts';
import { AGENTS } from '../support/patterns.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const HTML = '<p><a href="https://shop.example.com/{{contact.city}}">Shop</a> <a href="{{unsubscribe_url}}">Out</a></p>';
type Mode = 'full' | 'anonymous' | 'off' | null;
const tokens = createTokens('a secret for the tests');

let service: TestService;
let sink: SmtpSink;
beforeAll(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

let counter = 0;
async function people(own: TestWorkspace, modes: readonly Mode[]): Promise<{ id: string; email: string }[]> {
  const items = modes.map((tracking) => ({ email: `mode${++counter}@example.net`, city: 'Kiruna', tracking }));
  const { items: written } = await must(own.api.POST('/v1/contacts/upsert', { body: { items } }));
  return items.map(({ email }, i) => ({ id: written[i]?.contact_id as string, email }));
}

/** A blast to them, a minute ago. */
async function mailed(own: TestWorkspace, to: { id: string }[], emailId?: string): Promise<string> {
  const listId = await givenList(
    { db: service.db, workspaceId: own.id },
    to.map(({ id }) => id),
  );
  const blastId = await draftBlast(own.api, listId, emailId ?? (await approvedEmail(own.api, HTML)));
  await sendNow(own.api, blastId);
  await service.drain();
  service.clock.advance({ minutes: 1 });
  return blastId;
}

async function mailOf({ email }: { email: string }) {
  const { html = '', headers } = await PostalMime.parse(sink.messages.findLast(({ to }) => to === email)?.raw as string);
  const path = (address: string | undefined) => (address === undefined ? undefined : new URL(address).pathname);
  return {
    html,
    pixel: path(/src="([^"]+\/t\/o\/[^"]+)"/.exec(html)?.[1]),
    link: path(/href="([^"]+\/t\/c\/[^"]+)"/.exec(html)?.[1]),
    list: headers.find(({ key }) => key === 'list-unsubscribe')?.value,
  };
}

const ask = (path: string | undefined, agent: keyof typeof AGENTS = 'phone') =>
  fetch(`${service.url}${path}`, { redirect: 'manual', headers: { 'user-agent': AGENTS[agent] } });
const details = async (own: TestWorkspace, blastId: string) => (await readBlast(own.api, blastId)).details;

/** All that names a contact's opens and clicks. */
const traces = (own: TestWorkspace, contactId: string) =>
  service.db.query(sql`
    SELECT d.opened_at, d.clicked_at, d.clicked_url,
      (SELECT count(*)::int FROM delivery_clicks k WHERE k.workspace_id = d.workspace_id AND k.delivery_id = d.id) AS clicks,
      (SELECT count(*)::int FROM machine_hits m WHERE m.workspace_id = d.workspace_id AND m.delivery_id = d.id) AS machines,
      (SELECT count(*)::int FROM contact_activities a
       WHERE a.workspace_id = d.workspace_id AND a.contact_id = d.contact_id AND a.type IN ('email_opened', 'email_clicked')) AS entries,
      (SELECT count(*)::int FROM events e WHERE e.workspace_id = d.workspace_id AND e.contact_id = d.contact_id
       AND e.type IN ('email.opened', 'email.clicked')) AS events
    FROM deliveries d WHERE d.workspace_id = ${own.id}::uuid AND d.contact_id = ${contactId}::uuid`);
const NO_TRACE = [{ opened_at: null, clicked_at: null, clicked_url: null, clicks: 0, machines: 0, entries: 0, events: 0 }];

describe('a mode', () => {
  it('is the strictest that is wished for', () => {
    expect(strictest(null, undefined)).toBe('full');
    expect(strictest('full', 'anonymous', null)).toBe('anonymous');
    expect(strictest('off', 'full', 'anonymous')).toBe('off');
  });

  it.runIf(isAtLength)('of a contact decides about the mail, and about what is recorded of it', async () => {
    const own = await service.workspace();
    await must(own.api.PATCH('/v1/workspace', { body: { event_feed: true } }));
    const [plain, anonymous, off] = (await people(own, [null, 'anonymous', 'off'])) as [any, any, any];
    const blastId = await mailed(own, [plain, anonymous, off]);
    const [toPlain, toAnonymous, toOff] = [await mailOf(plain), await mailOf(anonymous), await mailOf(off)];
    expect(toOff.html).not.toMatch(/\/t\/|<img/);
    expect(toOff.html).toContain('href="https://shop.example.com/Kiruna"');
    expect(toOff.html).toMatch(/href="[^"]+\/u\/[^"]+">Out/);
    expect(toOff.list).toContain('/u/');

    for (const { pixel, link } of [toPlain, toAnonymous]) {
      expect((await ask(pixel)).status).toBe(200);
      expect((await ask(link)).headers.get('location')).toBe('https://shop.example.com/Kiruna');
      await ask(link, 'barracuda');
    }
    await expect.poll(async () => (await details(own, blastId)).anonymous_opens).toBe(1);
    await ask(toAnonymous.pixel);
    await expect.poll(async () => (await details(own, blastId)).anonymous_opens).toBe(2);
    expect(await details(own, blastId)).toMatchObject({
      ...{ blast_delivered_count: 3, blast_opened_count: 1, blast_clicked_count: 1 },
      ...{ machine_clicks: 1, anonymous_opens: 2, anonymous_clicks: 1 },
    });
    expect(await traces(own, anonymous.id)).toEqual(NO_TRACE);
    expect((await traces(own, plain.id))[0]).toMatchObject({ clicks: 1, machines: 1, entries: 2, events: 2 });

    const at = { params: { path: { blastId } } };
    const { links } = await must(own.api.GET('/v1/email-blasts/{blastId}/links', at));
    expect(links).toMatchObject([{ unique_clicks: 1, machine_clicks: 1, anonymous_clicks: 1 }]);
    const { contacts } = await must(own.api.GET('/v1/email-blasts/{blastId}/contacts', at));
    expect(Object.fromEntries(contacts.map(({ email, tracking }) => [email, tracking]))).toEqual({
      [plain.email]: 'full',
      [anonymous.email]: 'anonymous',
      [off.email]: 'off',
    });
    const figures = async () => (await must(own.api.GET('/v1/analytics/email', { params: { query: { blast_id: blastId } } }))).totals;
    expect(await figures()).toMatchObject({ opened: 1, clicked: 1, anonymous_opened: 2, anonymous_clicked: 1 });
    await addUpAnonymous(service.db);
    await addUpAnonymous(service.db);
    expect(await details(own, blastId)).toMatchObject({ anonymous_opens: 2, anonymous_clicks: 1 });
    expect(await service.db.prisma.anonymousHits.count({ where: { workspaceId: own.id } })).toBe(2);
    await must(own.api.DELETE('/v1/email-blasts/{blastId}', at));
    expect(await service.db.prisma.anonymousHits.count({ where: { workspaceId: own.id } })).toBe(0);
  });

  it.runIf(isAtLength)('of the workspace and of the email decides where it is stricter', async () => {
    const own = await service.workspace();
    expect((await must(own.api.GET('/v1/workspace', {}))).tracking).toBe('full');
    expect((await must(own.api.PATCH('/v1/workspace', { body: { tracking: 'anonymous' } }))).tracking).toBe('anonymous');
    const [first, second] = (await people(own, ['full', null])) as [any, any];
    await mailed(own, [first]);
    const anonymous = await mailOf(first);
    expect(anonymous.pixel).toBeDefined();
    expect(tokens.readOpen(anonymous.pixel?.slice('/t/o/'.length) as string)).toMatchObject({ isAnonymous: true });

    const emailId = await approvedEmail(own.api, HTML);
    const params = { path: { emailId } };
    const change = (tracking: Mode) => must(own.api.PATCH('/v1/emails/{emailId}', { params, body: { tracking } }));
    expect(await change('off')).toMatchObject({ tracking: 'off', status: 'approved' });
    const copy = await must(own.api.POST('/v1/emails/{emailId}/duplicate', { params }));
    expect(copy.tracking).toBe('off');
    const blastId = await mailed(own, [second], emailId);
    expect((await mailOf(second)).html).not.toMatch(/\/t\//);
    expect((await must(own.api.GET('/v1/email-blasts/{blastId}/links', { params: { path: { blastId } } }))).links).toEqual([]);
    expect((await change(null)).tracking).toBeNull();
    const made = await must(own.api.POST('/v1/emails', { body: { name: 'Quiet from the start', tracking: 'anonymous' } }));
    expect(made).toMatchObject({ tracking: 'anonymous' });
  });
});

describe('a person who wishes for less after the mail was sent', () => {
  it.runIf(isAtLength)('leaves no trace from then on', async () => {
    const own = await service.workspace();
    const [leaving, hiding, anonymous] = (await people(own, [null, null, 'anonymous'])) as [any, any, any];
    const blastId = await mailed(own, [leaving, hiding, anonymous]);
    const page = ({ id }: { id: string }) => `${service.url}/p/${tokens.preferences({ workspaceId: own.id, contactId: id })}`;
    const choose = (who: { id: string }, fields: Record<string, string>) =>
      fetch(page(who), { method: 'POST', body: new URLSearchParams({ page: '1', ...fields }) });
    const contact = async ({ id }: { id: string }) =>
      must(own.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
    for (const who of [leaving, anonymous]) {
      expect(await (await fetch(page(who))).text()).toMatch(/name="untracked" value="1"><span>Do not record/);
      expect(await (await choose(who, { asks_tracking: '1', untracked: '1' })).text()).toMatch(/name="untracked" value="1" checked/);
      expect((await contact(who)).tracking).toBe('off');
    }
    await must(
      own.api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: hiding.id } }, body: { tracking: 'anonymous' } }),
    );

    for (const who of [leaving, hiding, anonymous]) {
      const { pixel, link } = await mailOf(who);
      await ask(pixel);
      expect((await ask(link)).headers.get('location')).toBe('https://shop.example.com/Kiruna');
      await ask(pixel, 'barracuda');
    }
    await expect.poll(async () => (await details(own, blastId)).anonymous_clicks).toBe(1);
    for (const { id } of [leaving, hiding, anonymous]) expect(await traces(own, id)).toEqual(NO_TRACE);
    expect(await details(own, blastId)).toMatchObject({ blast_opened_count: 0, machine_opens: 0, anonymous_opens: 1, anonymous_clicks: 1 });

    // A page that does not ask, and a box that is not ticked, leave a mode of the workspace's alone.
    await choose(leaving, {});
    expect((await contact(leaving)).tracking).toBe('off');
    await choose(leaving, { asks_tracking: '1' });
    expect((await contact(leaving)).tracking).toBeNull();
    await choose(hiding, { asks_tracking: '1' });
    expect((await contact(hiding)).tracking).toBe('anonymous');
  });
});

describe('mail without tracking', () => {
  it.runIf(isAtLength)('is not taken for mail that was not opened', async () => {
    const own = await service.workspace();
    const [plain, anonymous, off] = (await people(own, [null, 'anonymous', 'off'])) as [any, any, any];
    const blastId = await mailed(own, [plain, anonymous, off]);
    const found = async (rule: object) => {
      const rules = { kind: 'condition', source: 'activity', ...rule } as never;
      const { items } = await must(own.api.POST('/v1/contacts/search', { body: { rules } }));
      return items.map(({ contact_id }) => contact_id).sort();
    };
    const [all, known] = [[plain.id, anonymous.id, off.id].sort(), [plain.id]];
    for (const activityType of ['email_opened', 'email_clicked']) {
      for (const narrowed of [{}, { blastId }, { timeWindow: { amount: 1, unit: 'day' } }]) {
        expect(await found({ activityType, operator: 'has_no_activity', ...narrowed })).toEqual(known);
        for (const operator of ['at_most', 'exactly'])
          expect(await found({ activityType, operator: 'has_activity', count: { operator, value: 0 }, ...narrowed })).toEqual(known);
      }
      expect(await found({ activityType, operator: 'has_no_activity', blastId: own.id })).toEqual(all);
      expect(await found({ activityType, operator: 'has_activity', count: { operator: 'at_least', value: 0 } })).toEqual(all);
    }
    expect(await found({ activityType: 'email_bounced', operator: 'has_no_activity' })).toEqual(all);
    const { audience_list_id } = await must(
      own.api.POST('/v1/email-blasts/{blastId}/resend-to-non-openers', { params: { path: { blastId } } }),
    );
    const params = { path: { listId: audience_list_id as string } };
    const { contacts: members } = await must(own.api.GET('/v1/contact-lists/{listId}/contacts', { params }));
    expect(members.map(({ contact_id }) => contact_id)).toEqual(known);
    const { items } = await must(own.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: anonymous.id } } }));
    expect(
      items
        .filter(({ metadata }) => 'tracking' in metadata)
        .map(({ type }) => type)
        .sort(),
    ).toEqual(['email_delivered', 'email_sent']);
  });
});

describe('the field of a contact', () => {
  it('is written, found, cleared, and refused where it is none', async () => {
    const own = await service.workspace();
    const [{ id }] = (await people(own, ['off'])) as [any];
    const at = { params: { path: { contact_id: id } } };
    const rules = { kind: 'condition', source: 'contact', field: 'tracking', operator: 'equals', value: 'off' } as const;
    expect((await must(own.api.POST('/v1/contacts/search', { body: { rules } }))).items).toMatchObject([
      { contact_id: id, tracking: 'off' },
    ]);
    expect(await must(own.api.PATCH('/v1/contacts/{contact_id}', { ...at, body: { tracking: null } }))).toMatchObject({ tracking: null });
    expect((await own.api.PATCH('/v1/contacts/{contact_id}', { ...at, body: { tracking: 'some' as never } })).response.status).toBe(400);
  });

  it.runIf(isAtLength)('is imported, and of merged contacts the strictest stays', async () => {
    const own = await service.workspace();
    const rows = ['Anonymous', 'off', 'sometimes'].map((mode, i) => ({ email: `imported${i}@example.net`, tracking: mode }));
    const { import_session_id: session_id } = await must(own.api.POST('/v1/contacts/imports', { body: { source: 'rows', rows } }));
    const mappings = ['email', 'tracking'].map((name) => ({
      header: name,
      target_kind: 'standard' as const,
      target_field: name as 'email',
    }));
    await must(own.api.POST('/v1/contacts/imports/{session_id}/execute', { params: { path: { session_id } }, body: { mappings } }));
    await service.drain();
    const { items: contacts } = (await must(own.api.GET('/v1/contacts', { params: { query: {} } }))) as any;
    const modes = (contacts as any[]).map(({ email, tracking }) => [email, tracking]).sort();
    expect(modes).toEqual([
      ['imported0@example.net', 'anonymous'],
      ['imported1@example.net', 'off'],
      ['imported2@example.net', null],
    ]);
    const idOf = (n: number) => (contacts as any[]).find(({ email }) => email === `imported${n}@example.net`).contact_id as string;
    const merge = { keep_id: idOf(2), merge_ids: [idOf(0), idOf(1)] };
    const merged = (await must(own.api.POST('/v1/contacts/merge', { body: merge }))) as any;
    expect(merged.contact.tracking).toBe('off');
  });
});
