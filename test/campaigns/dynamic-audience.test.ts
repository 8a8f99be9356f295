/** Blasts to lists whose members follow from rules. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { lookAtAudience } from '../../src/campaigns/blasts/audience.repo.ts';
import { prepare } from '../../src/campaigns/blasts/prepare.work.ts';
import { newId } from '../../src/platform/ids.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, readBlast, sendNow } from '../support/blast.ts';
import { givenBlast, givenContacts, givenEmail, givenList } from '../support/given.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

let service: TestService;
let own: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
beforeEach(async () => {
  own = await service.workspace();
});
afterAll(() => service.stop());

const inCompany = (value: string) => ({ kind: 'condition', source: 'contact', field: 'company', operator: 'equals', value }) as const;
const dynamicList = async (rules: ReturnType<typeof inCompany> | null) =>
  (await must(own.api.POST('/v1/contact-lists', { body: { name: `Dynamic ${newId()}`, kind: 'dynamic', rules } }))).list_id;
const contacts = (count: number, values: Parameters<typeof givenContacts>[2] = {}) =>
  givenContacts({ db: service.db, workspaceId: own.id }, count, { company: 'Fjord', ...values });
const ready = async (listId: string) => givenBlast(own, { listId, emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
const recipients = async (blastId: string) =>
  (await service.db.prisma.delivery.findMany({ where: { messageId: blastId }, orderBy: { contactId: 'asc' } })).map(
    ({ contactId, status }) => ({
      contactId,
      status,
    }),
  );

describe('a dynamic list', () => {
  test('is an audience whose members nobody has counted', async () => {
    await contacts(3);
    const listId = await dynamicList(inCompany('Fjord'));
    const blast = await readBlast(own.api, await ready(listId));
    expect(blast.audience).toMatchObject({ list_id: listId, source: 'existing', kind: 'dynamic', member_count: null });
    expect(blast.approval_readiness).toMatchObject({
      ready: true,
      missing: ['schedule'],
      warnings: ['audience_without_consent', 'no_postal_address'],
    });
  });

  test.runIf(isAtLength)('is mailed as it is when sending starts', async () => {
    const [stays, leaves] = (await contacts(2)) as [string, string];
    await contacts(2, { company: 'Elsewhere' });
    const listId = await dynamicList(inCompany('fjord'));
    const blastId = await ready(listId);
    await service.db.prisma.contact.updateMany({ where: { id: leaves }, data: { company: 'Elsewhere' } });
    const [blocked] = await contacts(1, { unsubscribed: true });
    await sendNow(own.api, blastId);
    const [unreachable] = await contacts(1, { email: null, phone: '+4712345678' });
    await prepare({ db: service.db, workspaceId: own.id }, blastId, { error: null, now: service.clock.now() });
    const late = await contacts(1);
    await must(own.api.PATCH('/v1/contact-lists/{listId}', { params: { path: { listId } }, body: { rules: inCompany('Elsewhere') } }));
    await service.drain();
    const expected = [
      { contactId: stays, status: 'sent' },
      { contactId: blocked, status: 'blocked' },
      { contactId: unreachable, status: 'unqualified' },
    ];
    expect(await recipients(blastId)).toEqual(expected.sort((a, b) => ((a.contactId as string) < (b.contactId as string) ? -1 : 1)));
    expect(late).toHaveLength(1);
    expect(await readBlast(own.api, blastId)).toMatchObject({
      status: 'sent',
      details: { blast_recipient_count: 3, blast_qualified_count: 1, blast_blocked_count: 1, blast_sent_count: 1 },
    });
  });

  test.runIf(isAtLength)('that nobody is on makes a blast that nobody gets', async () => {
    await contacts(2);
    for (const rules of [null, inCompany('Nowhere')]) {
      const blastId = await ready(await dynamicList(rules));
      await sendNow(own.api, blastId);
      await service.drain();
      expect(await readBlast(own.api, blastId)).toMatchObject({ status: 'sent', details: { blast_recipient_count: 0 } });
    }
  });

  test.runIf(isAtLength)('that asks for the members of a list that is gone cannot be sent to until its rules are changed', async () => {
    const [kept, listed] = [(await contacts(1))[0], (await contacts(1, { company: 'Elsewhere' }))[0] as string];
    const gone = await givenList({ db: service.db, workspaceId: own.id }, [listed]);
    const membership = { kind: 'condition', source: 'list_membership', listId: gone, operator: 'is_member' } as const;
    const { list_id } = await must(
      own.api.POST('/v1/contact-lists', {
        body: { name: 'Either', kind: 'dynamic', rules: { kind: 'group', operator: 'or', conditions: [inCompany('Fjord'), membership] } },
      }),
    );
    const blastId = await ready(list_id);
    await own.api.DELETE('/v1/contact-lists/{listId}', { params: { path: { listId: gone } } });
    const refused = await own.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } } });
    expect(refused.error?.details?.approval_readiness?.missing).toEqual(['audience_rules']);
    const params = { path: { listId: list_id } };
    await must(own.api.PATCH('/v1/contact-lists/{listId}', { params, body: { rules: inCompany('Fjord') } }));
    await sendNow(own.api, blastId);
    await service.drain();
    expect(await recipients(blastId)).toEqual([{ contactId: kept, status: 'sent' }]);
  });
});

test.runIf(isAtLength)('the free plan counts those who fit the rules now, and more who come later are left out', async () => {
  own = await service.workspace({ plan: 'free' });
  await contacts(3);
  await contacts(1, { unsubscribed: true });
  await contacts(200, { company: 'Elsewhere' });
  const tooMany = await ready(await dynamicList(inCompany('Elsewhere')));
  const refused = await own.api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId: tooMany } } });
  expect([refused.response.status, refused.error?.error_code]).toEqual([403, 'free_plan_email_limit']);

  const blastId = await ready(await dynamicList(inCompany('Fjord')));
  await sendNow(own.api, blastId);
  expect((await service.db.prisma.blast.findFirst({ where: { id: blastId } }))?.reservedRecipients).toBe(3);
  await contacts(5);
  await service.drain();
  expect((await readBlast(own.api, blastId)).details).toMatchObject({
    blast_sent_count: 3,
    blast_blocked_count: 1,
    blast_audience_truncated: true,
  });
});

describe('the audience of a draft', () => {
  const warnings = async (blastId: string) => (await readBlast(own.api, blastId)).approval_readiness?.warnings;

  test('is looked at, and says whom it would reach', async () => {
    await contacts(2);
    await contacts(1, { unsubscribed: true });
    await contacts(1, { email: null, phone: '+4712345678' });
    await contacts(2, { company: 'Elsewhere' });
    const blastId = await givenBlast(own, { emailId: await givenEmail({ db: service.db, workspaceId: own.id }) });
    const body = { source: 'inline', kind: 'dynamic', rules: inCompany('Fjord') } as const;
    const draft = await must(own.api.PUT('/v1/email-blasts/{blastId}/audience', { params: { path: { blastId } }, body }));
    const estimate = { member_count: 4, mailable_count: 2, examined_count: 6, complete: true };
    expect([draft.audience?.estimate, draft.approval_readiness?.warnings]).toEqual([
      estimate,
      ['audience_without_consent', 'no_postal_address'],
    ]);
    const { blasts } = await must(own.api.GET('/v1/email-blasts'));
    expect(blasts.map(({ audience }) => audience?.estimate)).toEqual([null]);
    expect((await sendNow(own.api, blastId)).audience?.estimate).toBeNull();
  });

  test.runIf(isAtLength)('says when nobody is in it, can be reached, or may be', async () => {
    const listId = await dynamicList(inCompany('Fjord'));
    const blastId = await ready(listId);
    expect(await warnings(blastId)).toEqual(['empty_dynamic_audience', 'no_postal_address']);
    const [silent] = (await contacts(1, { email: null, phone: '+4712345678' })) as [string];
    expect(await warnings(blastId)).toEqual(['nobody_mailable', 'no_postal_address']);
    const [blocked] = (await contacts(1, { unsubscribed: true })) as [string];
    expect(await warnings(blastId)).toEqual(['all_blocked', 'no_postal_address']);

    const drafts = [[], [silent], [silent, blocked]].map(async (members) =>
      ready(await givenList({ db: service.db, workspaceId: own.id }, members)),
    );
    expect(await Promise.all((await Promise.all(drafts)).map(warnings))).toEqual([
      ['empty_static_audience', 'no_postal_address'],
      ['nobody_mailable', 'no_postal_address'],
      ['all_blocked', 'no_postal_address'],
    ]);
    await contacts(1);
    expect(await warnings(blastId)).toEqual(['audience_without_consent', 'no_postal_address']);
    await contacts(1, { marketingEmailSubscribed: true });
    await must(own.api.PATCH('/v1/workspace', { body: { postal_address: 'Storgatan 1\nÖstersund' } }));
    expect(await warnings(blastId)).toEqual([]);
  });

  test.each(['static', 'dynamic'] as const)('that is %s and large is looked at in part', async (kind) => {
    const members = await contacts(5);
    const listId =
      kind === 'static' ? await givenList({ db: service.db, workspaceId: own.id }, members) : await dynamicList(inCompany('Fjord'));
    const list = await service.db.prisma.contactList.findFirstOrThrow({ where: { id: listId } });
    const look = (most: number) =>
      lookAtAudience(
        { db: service.db, workspaceId: own.id, now: service.clock.now() },
        { lists: [list], excluded: [] },
        {
          policy: { operational: false, topic: null },
          most,
        },
      );
    expect(await look(3)).toEqual({ members: 3, reachable: 3, consenting: 0, mailable: 3, examined: 3, isAll: false });
    expect(await look(5)).toEqual({ members: 5, reachable: 5, consenting: 0, mailable: 5, examined: 5, isAll: true });
  });
});
