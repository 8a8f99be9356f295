/** Blasts to several lists, blasts to those who have not opened another, and the links of a blast. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { prepare } from '../../src/campaigns/blasts/prepare.work.ts';
import { insertBlastMessage } from '../../src/campaigns/messages/messages.repo.ts';
import { writeHits } from '../../src/campaigns/tracking/hits.repo.ts';
import { sql, transaction } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, draftBlast, must, readBlast, sendNow } from '../support/blast.ts';
import { givenContacts, givenList, setStatus } from '../support/given.ts';
import { BY_PERSON, givenMailed, type Mailed } from '../support/mailed.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let emailId: string;
let people: string[];
let first: string;
let second: string;
let staff: string;
let everybody: string;
let blastId: string;
beforeAll(async () => {
  service = await startTestService();
  emailId = await approvedEmail(service.api);
});
beforeEach(async () => {
  const scope = { db: service.db, workspaceId: service.id };
  const company = `Fjord ${newId()}`;
  people = [...(await givenContacts(scope, 4)), ...(await givenContacts(scope, 2, { company }))];
  first = await givenList(scope, people.slice(0, 3));
  second = await givenList(scope, people.slice(2, 5));
  staff = await givenList(scope, people.slice(1, 2));
  everybody = (
    await must(
      service.api.POST('/v1/contact-lists', {
        body: {
          name: `Rules ${newId()}`,
          kind: 'dynamic',
          rules: {
            kind: 'group',
            operator: 'and',
            conditions: [{ kind: 'condition', source: 'contact', field: 'company', operator: 'equals', value: company }],
          },
        },
      }),
    )
  ).list_id;
  blastId = await draftBlast(service.api, first, emailId);
});
afterEach(() =>
  service.db.query(sql`UPDATE blasts SET status = 'archived' WHERE workspace_id = ${service.id}::uuid AND status <> 'draft'`),
);
afterAll(() => service.stop());

type Wish = { list_id: string; exclude_list_ids?: string[] } | { list_ids: string[]; exclude_list_ids?: string[] };
const at = (id = blastId) => ({ params: { path: { blastId: id } } });
const put = (wish: Wish, id = blastId) =>
  service.api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(id), body: { source: 'existing', ...wish } as never });
const received = async (id = blastId) =>
  (
    await service.db.query<{ id: string }>(sql`
      SELECT contact_id::text AS id FROM deliveries WHERE workspace_id = ${service.id}::uuid AND message_id = ${id}::uuid ORDER BY contact_id, id`)
  ).map((one) => people.indexOf(one.id));

describe('several lists', () => {
  it.runIf(isAtLength)('are one audience: each person once, without those who are left out', async () => {
    const { audience, audience_list_id } = await must(put({ list_ids: [second, first, everybody], exclude_list_ids: [staff] }));
    expect([audience_list_id, audience]).toEqual([
      second,
      expect.objectContaining({
        list_id: second,
        list_ids: [second, first, everybody],
        exclude_list_ids: [staff],
        member_count: null,
        estimate: expect.objectContaining({ member_count: 5, complete: true }),
      }),
    ]);
    await sendNow(service.api, blastId);
    await service.drain();
    expect(await received()).toEqual([0, 2, 3, 4, 5]);
    expect((await readBlast(service.api, blastId)).details).toMatchObject({ blast_recipient_count: 5, blast_sent_count: 5 });
  });

  it('are prepared in parts, and again after a part that failed, without a person twice', async () => {
    await must(put({ list_ids: [first, second, everybody] }));
    const scope = { db: service.db, workspaceId: service.id };
    await service.db.prisma.blast.update({
      where: { workspaceId_id: { workspaceId: service.id, id: blastId } },
      data: { status: 'sending', approvedEmailVersion: 1 },
    });
    await transaction({ ...scope, now: service.clock.now() }, (tx) => insertBlastMessage(tx, blastId));
    expect(await prepare(scope, blastId, { error: null, now: service.clock.now(), most: 1, isOver: () => true })).toBe('unfinished');
    await prepare(scope, blastId, { error: null, now: service.clock.now(), most: 2 });
    expect(await received()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it.runIf(isAtLength)('leave out members of one list, too; the next audience takes their place', async () => {
    const { audience } = await must(put({ list_id: first, exclude_list_ids: [staff, second] }));
    expect(audience).toMatchObject({
      list_ids: [first],
      exclude_list_ids: [staff, second],
      estimate: { member_count: 1, mailable_count: 1 },
    });
    expect((await must(put({ list_id: first }))).audience).toMatchObject({ list_ids: [first], exclude_list_ids: [], member_count: 3 });
    await must(put({ list_ids: [first, second] }));
    const inline = { source: 'inline', kind: 'static', contact_ids: people.slice(0, 1) } as const;
    const own = await must(service.api.PUT('/v1/email-blasts/{blastId}/audience', { ...at(), body: inline }));
    expect(own.audience?.list_ids).toEqual([own.audience_list_id]);
  });

  it('that nobody is on warn', async () => {
    const { approval_readiness } = await must(put({ list_id: staff, exclude_list_ids: [first] }));
    expect(approval_readiness?.warnings).toContain('empty_dynamic_audience');
  });

  it.runIf(isAtLength)('are refused with the place of what is wrong', async () => {
    const [system] = (await must(service.api.GET('/v1/contact-lists', { params: { query: { kind: 'system' } } }))).lists;
    const refusal = async (wish: Wish) => {
      const { response, error } = await put(wish);
      return [response.status, ((error?.details?.issues ?? []) as { path: string }[]).map(({ path }) => path)];
    };
    expect(await refusal({ list_ids: [first, newId()] })).toEqual([404, ['list_ids.1']]);
    expect(await refusal({ list_id: first, exclude_list_ids: [newId()] })).toEqual([404, ['exclude_list_ids.0']]);
    expect(await refusal({ list_ids: [first, system?.list_id as string] })).toEqual([400, ['list_ids.1']]);
    expect(await refusal({ list_ids: [first, second], exclude_list_ids: [staff, second] })).toEqual([400, ['exclude_list_ids.1']]);
    for (const wrong of [[], [first, first], Array.from({ length: 21 }, newId)]) expect((await refusal({ list_ids: wrong }))[0]).toBe(400);
    expect((await readBlast(service.api, blastId)).audience?.list_ids).toEqual([first]);
    await sendNow(service.api, blastId);
    expect((await put({ list_ids: [first, second] })).response.status).toBe(409);
  });

  it.runIf(isAtLength)('take the audience from a draft when one of them is deleted, also one that it leaves out', async () => {
    for (const gone of [second, staff]) {
      await must(put({ list_ids: [first, everybody, ...(gone === second ? [second] : [])], exclude_list_ids: [staff] }));
      const deleted = await service.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: gone } } });
      expect(deleted.error).toBeUndefined();
      const { audience, approval_readiness } = await readBlast(service.api, blastId);
      expect([audience, approval_readiness?.missing]).toEqual([null, expect.arrayContaining(['audience'])]);
    }
  });

  it.runIf(isAtLength)('are needed by a scheduled blast, also those that it leaves out', async () => {
    await must(put({ list_ids: [first, second], exclude_list_ids: [staff] }));
    const scheduled_at = new Date(service.clock.now().getTime() + 86_400_000).toISOString();
    await must(service.api.POST('/v1/email-blasts/{blastId}/schedule', { ...at(), body: { scheduled_at } }));
    for (const listId of [first, second, staff]) {
      const { response, error } = await service.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId } } });
      expect([response.status, error?.details]).toEqual([
        409,
        expect.objectContaining({ used_by: [expect.objectContaining({ id: blastId })] }),
      ]);
    }
  });

  it.runIf(isAtLength)('are those of the copy', async () => {
    await must(put({ list_ids: [second, first], exclude_list_ids: [staff] }));
    const copy = await must(service.api.POST('/v1/email-blasts/{blastId}/duplicate', at()));
    expect(copy.audience).toMatchObject({ list_ids: [second, first], exclude_list_ids: [staff] });
  });
});

const LINKS = ['https://shop.example.com/a', 'https://shop.example.com/b', 'https://shop.example.com/a', 'https://shop.example.com/c'];
const mail = (count: number) => givenMailed({ db: service.db, workspaceId: service.id }, count, LINKS);
const hit = (one: Mailed | undefined, position: number | null, reasons: 'agent'[] = []) => ({
  ...(one as Mailed),
  ...BY_PERSON,
  at: service.clock.now(),
  position,
  url: position === null ? null : (LINKS[position] as string),
  reasons,
});
const write = (...hits: ReturnType<typeof hit>[]) => writeHits(service.db, hits, { waits: true });

describe('a blast once more', () => {
  const again = (id: string, name?: string) =>
    service.api.POST('/v1/email-blasts/{blastId}/resend-to-non-openers', { ...at(id), ...(name && { body: { name } }) });

  it.runIf(isAtLength)('goes to those who got it and have not opened it when it starts, whatever machines did', async () => {
    const sent = await mail(5);
    people = sent.map(({ contactId }) => contactId).sort();
    const firstId = sent[0]?.messageId as string;
    await service.db.query(sql`
      INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata)
      SELECT workspace_id, contact_id, 'email_delivered', now(), jsonb_build_object('blast_id', message_id) FROM deliveries
      WHERE workspace_id = ${service.id}::uuid AND message_id = ${firstId}::uuid AND contact_id <> ${sent[4]?.contactId as string}::uuid`);
    await service.db.prisma.blast.update({ where: { workspaceId_id: { workspaceId: service.id, id: firstId } }, data: { emailId } });
    await write(hit(sent[0], null), hit(sent[1], null, ['agent']), hit(sent[1], 0, ['agent']));
    const draft = await must(again(firstId, 'Once more'));
    expect(draft).toMatchObject({
      name: 'Once more',
      status: 'draft',
      email_id: emailId,
      audience_source: 'inline',
      audience: { estimate: { member_count: 3 } },
    });
    await write(hit(sent[2], 1));
    await sendNow(service.api, draft.blast_id);
    await service.drain();
    const contacts = [sent[1], sent[3]].map((one) => people.indexOf(one?.contactId as string)).sort();
    expect((await received(draft.blast_id)).sort()).toEqual(contacts);
  });

  it('needs one that is over', async () => {
    for (const status of ['draft', 'scheduled', 'sending', 'paused', 'failed']) {
      await setStatus({ db: service.db, workspaceId: service.id }, blastId, status);
      expect((await again(blastId)).response.status).toBe(409);
    }
    await setStatus({ db: service.db, workspaceId: service.id }, blastId, 'draft');
    expect((await again(newId())).response.status).toBe(404);
  });
});

it.runIf(isAtLength)('links of a blast are counted by their address, for people and machines', async () => {
  const sent = await mail(4);
  const blastOf = sent[0]?.messageId as string;
  await write(hit(sent[0], 0), hit(sent[0], 2), hit(sent[1], 2), hit(sent[2], 1), hit(sent[2], 0, ['agent']), hit(sent[3], 2, ['agent']));
  await write(hit(sent[0], 0), hit(sent[3], null, ['agent']));
  const read = (query = {}) => must(service.api.GET('/v1/email-blasts/{blastId}/links', { params: { path: { blastId: blastOf }, query } }));
  const [a, b, c] = [
    { url: LINKS[0], places: 2, unique_clicks: 2, people_clicks: 3, machine_clicks: 2, anonymous_clicks: 0 },
    { url: LINKS[1], places: 1, unique_clicks: 1, people_clicks: 1, machine_clicks: 0, anonymous_clicks: 0 },
    { url: LINKS[3], places: 1, unique_clicks: 0, people_clicks: 0, machine_clicks: 0, anonymous_clicks: 0 },
  ];
  expect(await read()).toEqual({ links: [a, b, c], pagination: { page: 1, limit: 25, total: 3, totalPages: 1 } });
  expect((await read({ limit: 2, page: 2 })).links).toEqual([c]);
});
