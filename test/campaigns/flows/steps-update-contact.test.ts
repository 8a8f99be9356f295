/** The changes that a step makes in contacts. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { checkChanges } from '../../../src/audience/contacts/changes.service.ts';
import { contactUpdated } from '../../../src/audience/events.ts';
import type { StepOf } from '../../../src/campaigns/flows/definition.ts';
import { openEvents } from '../../../src/platform/events.ts';
import { newId } from '../../../src/platform/ids.ts';
import { NOT_A_DATE } from '../../../src/shared/dates.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { givenContacts } from '../../support/given.ts';
import { behind, deadlocksIn } from '../../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';
import { carryOut, counting, executorsWith, givenFlow, givenMembers, type Where } from '../../support/steps.ts';

type Update = StepOf<'update_contact'>['updates'][number];
type Value = Update['value'];

let service: TestService;
let workspace: TestWorkspace;
let flowId: string;
let where: Where;
let heard: { fields: string[]; by: string | null }[] = [];

const events = openEvents();
events.subscribe([
  {
    events: [contactUpdated],
    handle: async (_tx, told) => {
      heard.push(...told.of(contactUpdated).map(({ fields }) => ({ fields, by: told.by })));
    },
  },
]);
const executor = executorsWith({ events }).update_contact;

beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
  where = { db: service.db, clock: service.clock, id: workspace.id };
  flowId = await givenFlow(where);
  heard = [];
});

const overwrite = (field: string, value: Value): Update => ({ field, value, write_mode: 'overwrite' });
const fill = (field: string, value: Value): Update => ({ field, value, write_mode: 'skip_if_filled' });

const stepOf = (updates: Update[]): StepOf<'update_contact'> => ({
  ...{ step_id: 'update', type: 'update_contact', label: null, next_step_id: null, updates },
});

async function update(contactIds: string[], updates: Update[], on = where) {
  return carryOut(on, flowId, executor, stepOf(updates), await givenMembers(where, flowId, contactIds));
}

const contact = async (id: string) => must(workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: id } } }));
const timeline = async (id: string) =>
  (await must(workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id: id } } }))).items;

async function givenField(apiName: string, type: 'string' | 'number' | 'boolean' | 'date'): Promise<string> {
  const body = { api_name: apiName, display_name: apiName, value_type: type };
  const made = await must(workspace.api.POST('/v1/contact-fields', { body }));
  return (made as { field_definition_id: string }).field_definition_id;
}
const archive = (id: string) =>
  workspace.api.PATCH('/v1/contact-fields/{field_definition_id}', {
    params: { path: { field_definition_id: id } },
    body: { status: 'archived' },
  });

const failed = (error: string) => ({ kind: 'done', outcome: 'failed', details: { error } });
const updated = { kind: 'done', outcome: 'updated' };
const unchanged = { kind: 'done', outcome: 'unchanged' };

describe('values', () => {
  it('are written to fields of every kind, as another write would, and told with the flow that did', async () => {
    await givenField('visits', 'number');
    await givenField('since', 'date');
    await givenField('guide', 'boolean');
    await givenField('favourite_hut', 'string');
    const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
    const results = await update(
      [id],
      [
        overwrite('email', ' Ada.Lovelace@BÜCHER.example '),
        overwrite('phone', '+46 70 174 06 05'),
        overwrite('firstName', ' Ada '),
        overwrite('lifecycleStage', 'customer'),
        overwrite('serviceScore', 4.5),
        overwrite('unsubscribed', true),
        overwrite('marketingSmsSubscribed', false),
        overwrite('displayName', ''),
        overwrite('visits', 3),
        overwrite('since', '2024-02-29'),
        overwrite('guide', false),
        overwrite('favourite_hut', 'Keb'),
      ],
    );
    expect(results).toEqual([updated]);
    expect(await contact(id)).toMatchObject({
      ...{ email: 'ada.lovelace@xn--bcher-kva.example', email_domain: 'xn--bcher-kva.example', phone: '+46701740605' },
      ...{ first_name: 'Ada', display_name: 'Ada', lifecycle_stage: 'customer', service_score: 4.5 },
      ...{ unsubscribed: true, marketing_sms_subscribed: false },
      custom_fields: { visits: 3, since: '2024-02-29T00:00:00.000Z', guide: false, favourite_hut: 'Keb' },
    });
    const entries = await timeline(id);
    expect(entries[0]).toMatchObject({ type: 'contact_updated', metadata: { source: 'flow', fields: heard[0]?.fields } });
    expect(heard).toEqual([{ fields: expect.any(Array), by: flowId }]);
    expect(heard[0]?.fields).toContain('custom_fields.visits');
  });

  it('that are there already are no change, and nobody is told of one', async () => {
    const [first = '', second = ''] = [
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { company: 'Fjell' })),
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)),
    ];
    expect(await update([first, second], [overwrite('company', 'Fjell')])).toEqual([unchanged, updated]);
    expect(heard).toHaveLength(1);
    expect(await timeline(first)).toHaveLength(1);
  });

  it('are cleared by null and by an empty text', async () => {
    await givenField('favourite_hut', 'string');
    await givenField('visits', 'number');
    const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, {
      ...{ phone: '+46701740605', company: 'Fjell', city: 'Luleå', serviceScore: 3, marketingEmailSubscribed: true },
      customFields: { favourite_hut: 'Keb', visits: 3 },
    });
    const cleared = [
      ...['email', 'company', 'favourite_hut'].map((field) => overwrite(field, '')),
      ...['city', 'serviceScore', 'marketingEmailSubscribed', 'visits', 'emailDomain'].map((field) => overwrite(field, null)),
    ];
    expect(await update([id], cleared)).toEqual([updated]);
    expect(await contact(id)).toMatchObject({
      ...{ email: null, email_domain: null, company: '', city: null, service_score: null, marketing_email_subscribed: null },
      custom_fields: {},
    });
  });

  it('are written one after the other', async () => {
    const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { city: 'Luleå' });
    const updates = [
      ...[overwrite('city', 'Boden'), overwrite('city', 'Kiruna'), fill('city', 'Gällivare')],
      ...[fill('state', ''), fill('state', 'Norrbotten'), fill('state', 'Lappland')],
      ...[fill('company', 'Fjell'), overwrite('company', null), fill('company', 'Vidda')],
    ];
    expect(await update([id], updates)).toEqual([updated]);
    expect(await contact(id)).toMatchObject({ city: 'Kiruna', state: 'Norrbotten', company: 'Vidda' });
  });
});

describe('skip_if_filled', () => {
  it('writes what is empty, contact by contact', async () => {
    await givenField('guide', 'boolean');
    const [filled = '', empty = ''] = [
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, {
        city: 'Luleå',
        marketingEmailSubscribed: false,
        customFields: { guide: false },
      })),
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)),
    ];
    const updates = [fill('city', 'Boden'), fill('marketingEmailSubscribed', true), fill('guide', true)];
    expect(await update([filled, empty], updates)).toEqual([unchanged, updated]);
    expect(await contact(filled)).toMatchObject({ city: 'Luleå', marketing_email_subscribed: false, custom_fields: { guide: false } });
    expect(await contact(empty)).toMatchObject({ city: 'Boden', marketing_email_subscribed: true, custom_fields: { guide: true } });
  });

  it('does not meet somebody else’s email where the contact has one', async () => {
    const [owner = '', other = '', phoned = ''] = [
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { email: 'info@fjell.example' })),
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)),
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { email: null, phone: '+46701740605' })),
    ];
    expect(await update([owner, other, phoned], [fill('email', 'info@fjell.example')])).toEqual([
      unchanged,
      unchanged,
      failed('email belongs to another contact.'),
    ]);
  });
});

describe('what a contact cannot take', () => {
  it('stays as it is, with all else written and the reason told', async () => {
    await archive(await givenField('old_hut', 'string'));
    await givenField('since', 'date');
    const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
    const results = await update(
      [id],
      [
        ...[overwrite('old_hut', 'Keb'), overwrite('since', 'spring'), overwrite('no_such', 1), overwrite('createdAt', '2024-01-01')],
        ...[overwrite('serviceScore', 'high'), overwrite('unsubscribed', null), overwrite('firstName', 'Ada\nLovelace')],
        ...[
          overwrite('email', 'ada at home'),
          overwrite('phone', '12'),
          overwrite('emailDomain', 'home'),
          overwrite('zipCode', '1'.repeat(51)),
        ],
        overwrite('company', 'Fjell'),
      ],
    );
    expect(results).toEqual([
      failed(
        [
          'old_hut is an archived custom field.',
          `since ${NOT_A_DATE}.`,
          'no_such is not a custom field of this workspace.',
          'createdAt cannot be written.',
          'serviceScore must be a number.',
          'unsubscribed must be true or false.',
          'firstName must be one line, without control characters.',
          'email is not a valid email address.',
          'phone is not a valid phone number.',
          'emailDomain is not a domain such as example.com.',
          'zipCode must not have more than 50 characters.',
        ].join(' '),
      ),
    ]);
    expect(await contact(id)).toMatchObject({ company: 'Fjell' });
  });

  it('is an email that one of them has got just now, or that belongs to somebody else', async () => {
    const [first = '', second = '', owner = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 3);
    await service.db.prisma.contact.updateMany({ where: { id: owner }, data: { phone: '+46701740605' } });
    expect(
      await update(
        [first, second],
        [overwrite('email', 'info@fjell.example'), overwrite('phone', '+46701740605'), overwrite('city', 'Boden')],
      ),
    ).toEqual([failed('phone belongs to another contact.'), failed('email belongs to another contact. phone belongs to another contact.')]);
    expect(await contact(first)).toMatchObject({ email: 'info@fjell.example', phone: null, city: 'Boden' });
    expect(await contact(second)).toMatchObject({ phone: null, city: 'Boden' });
  });

  it('is to have neither email nor phone', async () => {
    const [mailed = '', both = ''] = [
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1)),
      ...(await givenContacts({ db: service.db, workspaceId: workspace.id }, 1, { phone: '+46701740605' })),
    ];
    const stays = 'must stay, because a contact keeps at least one of email and phone.';
    expect(await update([mailed, both], [overwrite('email', null), overwrite('phone', null), overwrite('city', 'Boden')])).toEqual([
      failed(`email ${stays}`),
      failed(`phone ${stays}`),
    ]);
    expect(await contact(mailed)).toMatchObject({ email: expect.any(String), city: 'Boden' });
    expect(await contact(both)).toMatchObject({ email: null, phone: '+46701740605', city: 'Boden' });
  });

  it('can be told before, as far as it is the same for everybody', async () => {
    await archive(await givenField('old_hut', 'string'));
    const changes = [overwrite('old_hut', 'Keb'), overwrite('city', 3), overwrite('updatedAt', null), overwrite('city', '')];
    const problems = await checkChanges(
      { db: service.db, workspaceId: workspace.id },
      changes.map(({ field, value }) => ({ field, value, fills: false })),
    );
    expect(problems).toEqual([
      { of: 'field', message: 'is an archived custom field' },
      { of: 'value', message: 'must be a text' },
      { of: 'field', message: 'cannot be written' },
      null,
    ]);
  });
});

it('leaves those who are gone to the next turn, and sees to the others', async () => {
  const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  expect(await update([newId(), id], [overwrite('city', 'Boden')])).toEqual([
    { kind: 'waiting', dueAt: expect.any(Date), waitUntil: null },
    updated,
  ]);
});

it.runIf(isAtLength)('asks the database no more often for many', async () => {
  const updates = [overwrite('city', 'Boden'), fill('company', 'Fjell'), overwrite('no_such', 1)];
  const asked: number[] = [];
  for (const people of [2, 200]) {
    const counted = counting(service.db);
    const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, people);
    expect(await update(ids, updates, { ...where, db: counted.db })).toHaveLength(people);
    asked.push(counted.statements());
  }
  expect(asked[1]).toBe(asked[0]);
});

it.runIf(isAtLength)('gives an email to few of many in one turn', async () => {
  const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, 600, { phone: null });
  const results = await update(ids, [overwrite('email', 'info@fjell.example')]);
  expect(results.filter((result) => result?.kind === 'done')).toHaveLength(500);
  expect(results.filter((result) => result?.kind === 'waiting')).toHaveLength(100);
});

it.runIf(isAtLength)('does not meet whoever writes the same contacts in a circle', async () => {
  const ids = await givenContacts({ db: service.db, workspaceId: workspace.id }, 40);
  const rounds = Array.from({ length: 6 }, (_, round) => round);
  const items = (round: number) =>
    ids.map((contact_id, i) => ({ contact_id, city: `City ${round}`, phone: `+46701740${String((i + round) % 40).padStart(3, '0')}` }));
  await Promise.all([
    ...rounds.map((round) => workspace.api.POST('/v1/contacts/update', { body: { items: items(round).reverse() } })),
    ...rounds.map((round) =>
      update(ids, [overwrite('company', `Company ${round}`), overwrite('phone', `+4670174${String(round).padStart(4, '0')}`)]),
    ),
  ]);
  expect(await deadlocksIn(service.db)).toBe(0);
});

it('writes over what somebody has changed while it waited', async () => {
  const [id = ''] = await givenContacts({ db: service.db, workspaceId: workspace.id }, 1);
  const results = await behind(
    service.db,
    (tx) => tx.query({ text: "UPDATE contacts SET city = 'Luleå', company = 'Fjell' WHERE id = $1::uuid", values: [id] }),
    () => update([id], [overwrite('city', 'Boden')]),
  );
  expect(results).toEqual([updated]);
  expect(await contact(id)).toMatchObject({ city: 'Boden', company: 'Fjell' });
});
