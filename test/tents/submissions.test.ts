/** The effects of a sent form: the contact, the timeline, events and figures. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { contactCreated, contactUpdated } from '../../src/audience/events.ts';
import { type AskedField, identifiersOf } from '../../src/audience/visitors/identifiers.ts';
import type { Scope } from '../../src/platform/db.ts';
import { openEvents, subscription } from '../../src/platform/events.ts';
import { formSubmitted } from '../../src/tents/events.ts';
import { createCaptcha } from '../../src/tents/forms/captcha.ts';
import { trapOf } from '../../src/tents/forms/find.ts';
import { createSubmissions, type Submissions } from '../../src/tents/forms/submissions.service.ts';
import { must } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { givenTent, SIGNUP } from './given.ts';

let service: TestService;
let workspace: TestWorkspace;
let submissions: Submissions;
let tentId: string;
const heard: [event: string, workspaceId: string, items: unknown[]][] = [];
beforeAll(async () => {
  service = await startTestService();
  workspace = await service.workspace();
  const events = openEvents();
  const hear =
    (name: string) =>
    async ({ workspaceId }: Scope, items: unknown[]) =>
      void heard.push([name, workspaceId, items]);
  events.subscribe([
    subscription(contactCreated, hear('created')),
    subscription(contactUpdated, hear('updated')),
    subscription(formSubmitted, hear('submitted')),
  ]);
  submissions = createSubmissions({
    db: service.db,
    clock: service.clock,
    events,
    captcha: createCaptcha({ secret: 'secret', clock: service.clock }),
  });
  tentId = await givenTent({ db: service.db, workspaceId: workspace.id });
});
afterAll(() => service.stop());

let counter = 0;
const somebody = () => `visitor${++counter}@mail.example`;
const send = (fields: Record<string, string> | [string, string][], { formId = 'signup', tent = tentId, workspaceId = workspace.id } = {}) =>
  submissions.submit({ workspaceId, tentId: tent, formId, fields: Array.isArray(fields) ? fields : Object.entries(fields) });

async function contactOf(email: string) {
  const { items } = await must(workspace.api.GET('/v1/contacts', { params: { query: { email } } }));
  const contact_id = items[0]?.contact_id;
  if (!contact_id) return undefined;
  const contact = await must(workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } }));
  const { items: activities } = await must(
    workspace.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id }, query: { order: 'asc' } } }),
  );
  return { contact, activities };
}
const KEPT = expect.objectContaining({ accepted: true, kept: true });

const typesOf = (found: Awaited<ReturnType<typeof contactOf>>) => found?.activities.map(({ type }) => type);
const create = (item: object) => must(workspace.api.POST('/v1/contacts', { body: { items: [item] } } as never)) as Promise<any>;
const lastHeard = (event: string) => heard.findLast(([name]) => name === event)?.[2];

beforeAll(async () => {
  const fields = [
    { display_name: 'Favourite trail', value_type: 'string' },
    { display_name: 'Party size', value_type: 'number' },
    { display_name: 'Vegetarian', value_type: 'boolean' },
  ] as const;
  for (const body of fields) await must(workspace.api.POST('/v1/contact-fields', { body }));
});

describe('somebody new', () => {
  it('becomes a contact, with what fits its fields and everything in the timeline', async () => {
    const email = somebody();
    const typed = {
      name: ' Aiko Tanaka ',
      email: email.toUpperCase(),
      phone: '+46 70 174 06 05',
      favourite_trail: 'Ridge',
      party_size: '2',
    };
    expect(await send(typed)).toEqual(KEPT);
    const found = await contactOf(email);
    expect(found?.contact).toMatchObject({
      email,
      phone: '+46701740605',
      display_name: 'Aiko Tanaka',
      original_source: 'tent_form',
      original_source_detail: 'Guided hikes',
      custom_fields: { favourite_trail: 'Ridge', party_size: 2 },
      unsubscribed: false,
      last_activity_at: found?.activities[1]?.timestamp,
    });
    expect(typesOf(found)).toEqual(['contact_created', 'form_submission']);
    expect(found?.activities[1]?.metadata).toEqual({ tent_id: tentId, form_id: 'signup', fields: typed });
    const contactId = found?.contact.contact_id;
    expect(heard.slice(-2)).toEqual([
      ['created', workspace.id, [contactId]],
      ['submitted', workspace.id, [{ tentId, formId: 'signup', contactId, fields: typed }]],
    ]);
  });

  it('is known by the phone when there is no email that can be read', async () => {
    expect(await send({ email: 'not an address', phone: '+46701745555', name: 'By Phone' })).toEqual(KEPT);
    expect(await send({ phone: '+46 70 174 55 55', company: 'Fjord' })).toEqual(KEPT);
    const { items } = await must(workspace.api.GET('/v1/contacts', { params: { query: { phone: '+46701745555' } } }));
    expect(items).toMatchObject([{ email: null, display_name: 'By Phone', company: 'Fjord' }]);
  });

  it('has a name made up as any other contact, when the form tells none', async () => {
    const email = somebody();
    await send({ email });
    expect((await contactOf(email))?.contact.display_name).toBe(email.split('@')[0]);
  });

  it('says several things under one name', async () => {
    const email = somebody();
    await send([
      ['email', email],
      ['favourite_trail', 'Ridge'],
      ['favourite_trail', 'Lake'],
    ]);
    expect((await contactOf(email))?.contact.custom_fields).toEqual({ favourite_trail: 'Ridge, Lake' });
  });
});

describe('somebody known', () => {
  it('gets a name instead of one that was made of the email', async () => {
    const email = somebody();
    await create({ email });
    await send({ email, name: 'Aiko Tanaka' });
    await send({ email, name: 'Somebody Else' });
    expect((await contactOf(email))?.contact.display_name).toBe('Aiko Tanaka');
  });

  it('goes by the names that forms tell, as long as nobody has said what to show', async () => {
    const fields = ['email', 'first_name', 'last_name'].map((name) => ({ name, type: 'text', label: null, required: false }));
    const to = { tent: await givenTent({ db: service.db, workspaceId: workspace.id }, { forms: [{ formId: 'f', fields }] }), formId: 'f' };
    const [derived, named] = [somebody(), somebody()];
    await create({ email: derived });
    expect((await contactOf(derived))?.contact.display_name).toBe(derived.split('@')[0]);
    await send({ email: derived, first_name: 'Ada' }, to);
    const found = await contactOf(derived);
    expect(found?.contact).toMatchObject({ first_name: 'Ada', display_name: 'Ada' });
    const updated = found?.activities.find(({ type }) => type === 'contact_updated');
    expect((updated?.metadata as { fields?: string[] } | undefined)?.fields?.toSorted()).toEqual(['display_name', 'first_name']);
    await send({ email: derived, last_name: 'Lovelace' }, to);
    expect((await contactOf(derived))?.contact.display_name).toBe('Ada Lovelace');

    await create({ email: named, display_name: 'The Countess' });
    await send({ email: named, first_name: 'Ada' }, to);
    expect((await contactOf(named))?.contact).toMatchObject({ first_name: 'Ada', display_name: 'The Countess' });
  });

  it('gets filled in what was empty, and keeps everything else', async () => {
    const email = somebody();
    await create({ email, display_name: 'Ada', custom_fields: { favourite_trail: 'Lake' }, unsubscribed: true });
    await send({ email, name: 'Somebody Else', company: 'Fjord', phone: '+46701745001', favourite_trail: 'Ridge', party_size: '4' });
    const found = await contactOf(email);
    expect(found?.contact).toMatchObject({
      display_name: 'Ada',
      company: 'Fjord',
      phone: '+46701745001',
      custom_fields: { favourite_trail: 'Lake', party_size: 4 },
      original_source: 'public_api',
      unsubscribed: true,
    });
    expect(typesOf(found)).toEqual(['contact_created', 'contact_updated', 'form_submission']);
    const fields = ['phone', 'company', 'custom_fields.party_size'];
    expect(found?.activities[1]?.metadata).toEqual({
      source: 'tent_form',
      fields: expect.toSatisfy((names) => names.sort().join() === fields.sort().join()),
    });
    expect(lastHeard('updated')).toEqual([{ contactId: found?.contact.contact_id, fields: expect.any(Array) }]);
  });

  it('is not changed by a form that tells nothing new', async () => {
    const email = somebody();
    await create({ email, company: 'Fjord' });
    const before = await contactOf(email);
    const count = heard.filter(([name]) => name === 'updated').length;
    await send({ email, company: 'Glacier' });
    const after = await contactOf(email);
    expect(after?.contact).toEqual({ ...before?.contact, last_activity_at: after?.activities.at(-1)?.timestamp });
    expect(typesOf(after)).toEqual(['contact_created', 'form_submission']);
    expect(heard.filter(([name]) => name === 'updated')).toHaveLength(count);
  });

  it('keeps a phone that somebody else typed: it stays in the timeline', async () => {
    const [owner, other] = [somebody(), somebody()];
    await create({ email: owner, phone: '+46701745002' });
    await send({ email: other, phone: '+46701745002' });
    expect((await contactOf(owner))?.contact.phone).toBe('+46701745002');
    const found = await contactOf(other);
    expect(found?.contact.phone).toBeNull();
    expect(found?.activities.at(-1)?.metadata).toMatchObject({ fields: { phone: '+46701745002' } });
  });

  it('is one person, however often they send within a moment', async () => {
    const email = somebody();
    const forms: Record<string, string>[] = [{}, { company: 'Fjord' }, { company: 'Glacier', name: 'Ada' }, { phone: '+46701745003' }];
    await Promise.all(forms.map((typed) => send({ email, ...typed })));
    const found = await contactOf(email);
    expect(found?.contact).toMatchObject({ company: 'Fjord', phone: '+46701745003' });
    expect(typesOf(found)?.filter((type) => type === 'form_submission')).toHaveLength(4);
    const times = found?.activities.map(({ timestamp }) => timestamp) ?? [];
    expect(times).toEqual(times.toSorted());
    expect(new Set(times.slice(1)).size).toBeGreaterThan(3);
    expect(found?.contact.last_activity_at).toBe(found?.activities.findLast(({ type }) => type === 'form_submission')?.timestamp);
  });
});

describe('what a visitor must not set', () => {
  const forbidden = {
    unsubscribed: 'true',
    marketing_email_subscribed: 'true',
    service_score: '99',
    lead_status: 'won',
    lifecycle_stage: 'customer',
  };

  it('stays in the timeline when the form has a field of that name', async () => {
    const fields = ['email', ...Object.keys(forbidden)].map((name) => ({ name, type: 'hidden', label: null, required: false }));
    const tent = await givenTent({ db: service.db, workspaceId: workspace.id }, { forms: [{ formId: 'sly', fields }] });
    const email = somebody();
    expect(await send({ email, ...forbidden }, { tent, formId: 'sly' })).toEqual(KEPT);
    const found = await contactOf(email);
    expect(found?.contact).toMatchObject({
      unsubscribed: false,
      marketing_email_subscribed: null,
      service_score: null,
      lead_status: '',
      lifecycle_stage: '',
    });
    expect(found?.activities.at(-1)?.metadata).toMatchObject({ fields: forbidden });
  });

  it('is forgotten when the form has no such field', async () => {
    const email = somebody();
    await send({ email, city: 'Umeå', original_source: 'public_api', contact_id: tentId, party_size: 'many' });
    const found = await contactOf(email);
    expect(found?.contact).toMatchObject({ city: null, original_source: 'tent_form', custom_fields: {} });
    expect(found?.activities.at(-1)?.metadata).toMatchObject({ fields: { email, party_size: 'many' } });
  });

  it('cannot be said by names that every object has', async () => {
    const names = ['email', '__proto__', 'constructor', 'toString'];
    const tent = await givenTent(
      { db: service.db, workspaceId: workspace.id },
      {
        forms: [{ formId: 'f', fields: names.map((name) => ({ name, type: 'text', label: null, required: false })) }],
      },
    );
    const email = somebody();
    const typed: [string, string][] = [
      ['email', email],
      ['__proto__', 'a'],
      ['constructor', 'b'],
      ['toString', 'c'],
      ['hasOwnProperty', 'd'],
    ];
    expect(await send(typed, { tent, formId: 'f' })).toEqual(KEPT);
    const found = await contactOf(email);
    expect(found?.contact.custom_fields).toEqual({});
    const metadata = found?.activities.at(-1)?.metadata as { fields: object };
    expect(Object.entries(metadata.fields).sort()).toEqual(typed.slice(0, 4).sort());
  });

  it('is kept back when it does not fit, or its field is archived', async () => {
    const body = { display_name: 'Old habit', value_type: 'string' } as const;
    const { field_definition_id: id } = (await must(workspace.api.POST('/v1/contact-fields', { body }))) as { field_definition_id: string };
    const params = { path: { field_definition_id: id } };
    await must(workspace.api.PATCH('/v1/contact-fields/{field_definition_id}', { params, body: { status: 'archived' } } as never));
    const fields = ['email', 'old_habit', 'vegetarian', 'company'].map((name) => ({ name, type: 'text', label: null, required: false }));
    const tent = await givenTent({ db: service.db, workspaceId: workspace.id }, { forms: [{ formId: 'f', fields }] });
    const [email, other] = [somebody(), somebody()];
    await send({ email, old_habit: 'tea', vegetarian: 'perhaps', company: 'x'.repeat(300) }, { tent, formId: 'f' });
    expect((await contactOf(email))?.contact).toMatchObject({ custom_fields: {}, company: '' });
    await send({ email: other, vegetarian: 'on' }, { tent, formId: 'f' });
    expect((await contactOf(other))?.contact.custom_fields).toEqual({ vegetarian: true });
  });
});

describe('a form that is not taken', () => {
  it("is a robot's: answered as any other, and nothing is kept", async () => {
    const email = somebody();
    expect(await send({ email, [trapOf(SIGNUP)]: 'https://spam.example' })).toMatchObject({ accepted: true, kept: false });
    expect(await contactOf(email)).toBeUndefined();
    expect(await send({ email, [trapOf(SIGNUP)]: ' ' })).toEqual(KEPT);
  });

  it('is one in which nothing is filled in', async () => {
    for (const typed of [{}, { email: '  ' }, { undeclared: 'x' }] as Record<string, string>[])
      expect(await send(typed)).toMatchObject({ accepted: false, reason: 'invalid', issues: [{ path: '' }] });
  });

  it('is unknown: no such form or tent, one that is not live, one of another workspace, no id at all', async () => {
    const unknown = { accepted: false, reason: 'unknown' };
    const email = somebody();
    const down = await givenTent({ db: service.db, workspaceId: workspace.id }, { path: null });
    const foreign = await givenTent({ db: service.db, workspaceId: service.id });
    expect(await send({ email }, { formId: 'other' })).toEqual(unknown);
    expect(await send({ email }, { tent: down })).toEqual(unknown);
    expect(await send({ email }, { tent: foreign })).toEqual(unknown);
    expect(await send({ email }, { workspaceId: service.id })).toEqual(unknown);
    expect(await send({ email }, { tent: 'x' })).toEqual(unknown);
    expect(await contactOf(email)).toBeUndefined();
  });
});

describe('a submission', () => {
  const kept = async (tent: string) =>
    (await service.db.prisma.submission.findMany({ where: { workspaceId: workspace.id, tentId: tent }, orderBy: { id: 'asc' } })).map(
      ({ formId, fields, contactId }) => ({ formId, fields, contactId }),
    );

  it.each<[string, Record<string, string>]>([
    ['no identifier', { name: 'Nobody', favourite_trail: 'Ridge' }],
    ['an email that is none', { email: 'ada at example', name: 'Ada' }],
    ['both wrong', { email: 'ada', phone: '12' }],
  ])('is kept as it was typed without a contact, with %s', async (_what, typed) => {
    const tent = await givenTent({ db: service.db, workspaceId: workspace.id });
    const count = heard.length;
    expect(await send(typed, { tent })).toEqual(KEPT);
    expect(await kept(tent)).toEqual([{ formId: 'signup', fields: typed, contactId: null }]);
    expect(heard.slice(count).flatMap(([, , items]) => items)).toEqual([]);
  });

  it('names the contact that was made of it, one by one within a group', async () => {
    const tent = await givenTent({ db: service.db, workspaceId: workspace.id });
    const email = somebody();
    await Promise.all([send({ email, name: 'Ada' }, { tent }), send({ name: 'Nobody' }, { tent }), send({ email }, { tent })]);
    const contactId = (await contactOf(email))?.contact.contact_id;
    expect(await kept(tent)).toEqual([
      { formId: 'signup', fields: { email, name: 'Ada' }, contactId },
      { formId: 'signup', fields: { name: 'Nobody' }, contactId: null },
      { formId: 'signup', fields: { email }, contactId },
    ]);
  });

  it('follows its tent when that is deleted', async () => {
    const tent = await givenTent({ db: service.db, workspaceId: workspace.id });
    const other = await givenTent({ db: service.db, workspaceId: workspace.id });
    for (const to of [tent, other, tent]) await send({ name: 'Nobody' }, { tent: to });
    await must(workspace.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId: tent } } }));
    await service.drain();
    expect([await kept(tent), await kept(other)]).toMatchObject([[], [{ fields: { name: 'Nobody' } }]]);
  });
});

describe('the fields that ask for an email and a phone', () => {
  const given = (fields: Partial<AskedField>[]) =>
    givenTent(
      { db: service.db, workspaceId: workspace.id },
      {
        forms: [{ formId: 'f', fields: fields.map((field) => ({ name: 'x', type: 'text', label: null, required: false, ...field })) }],
      },
    );

  it.each<[string, Partial<AskedField>]>([
    ['autocomplete', { name: 'field_1', autocomplete: 'section-a billing email' }],
    ['type', { name: 'field_1', type: 'email' }],
    ['name', { name: 'work_email' }],
    ['name in another language', { name: 'correoElectronico' }],
    ['label', { name: 'field_1', label: 'Deine E-Mail-Adresse *' }],
    ['label of another script', { name: 'field_1', label: 'ご連絡用メールアドレス' }],
  ])('are found by their %s', async (_how, field) => {
    const tent = await given([{ name: 'name' }, field]);
    const email = somebody();
    const typed = { name: 'Ada', [field.name as string]: email };
    expect(await send(typed, { tent, formId: 'f' })).toEqual(KEPT);
    const found = await contactOf(email);
    expect(found?.contact.display_name).toBe('Ada');
    expect(found?.activities.at(-1)?.metadata).toMatchObject({ fields: typed });
  });

  it('may be one for either', async () => {
    const tent = await given([{ name: 'field_1', label: 'Email or phone' }]);
    await send({ field_1: '+46701746001' }, { tent, formId: 'f' });
    const email = somebody();
    await send({ field_1: email }, { tent, formId: 'f' });
    const { items } = await must(workspace.api.GET('/v1/contacts', { params: { query: { phone: '+46701746001' } } }));
    expect([items.length, (await contactOf(email))?.contact.email]).toEqual([1, email]);
  });

  it('go by the name before all else, then by autocomplete, type and words; what is seen goes before what is hidden', () => {
    const field = (name: string, more: Partial<AskedField> = {}): AskedField => ({ name, type: 'text', label: null, ...more });
    const [typed, completed, worded] = [
      field('a', { type: 'email' }),
      field('b', { autocomplete: 'email' }),
      field('c', { label: 'E-mail' }),
    ];
    const ways = [worded, typed, completed, field('email')];
    const found = ways.map((_, count) => identifiersOf(ways.slice(0, count + 1)).email);
    expect(found).toEqual(['c', 'a', 'b', 'email']);
    expect(identifiersOf([field('email', { type: 'hidden' }), typed])).toEqual({ email: 'a' });
    expect(identifiersOf([field('email', { type: 'hidden' })])).toEqual({ email: 'email' });
    expect(identifiersOf([field('a', { type: 'tel' }), field('telefon')])).toEqual({ phone: 'a' });
    const none = [field('email', { type: 'checkbox' }), field('mailing_address'), field('note', { label: 'Title' }), field('mobility')];
    expect(identifiersOf(none)).toEqual({});
  });
});

describe('the figures', () => {
  it('count what was kept, once, with the tent and the workspace', async () => {
    const own = await service.workspace();
    const tent = await givenTent({ db: service.db, workspaceId: own.id });
    const to = { tent, workspaceId: own.id };
    await Promise.all([
      send({ email: somebody() }, to),
      send({ email: somebody() }, to),
      send({ name: 'x' }, to),
      send({ email: 'a@b.example', website: 'x' }, to),
    ]);
    const { data } = await own.api.GET('/v1/analytics/tent', { params: { query: { tent_id: tent } } });
    expect(data?.totals).toMatchObject({ submissions: 3, views: 0, conversion_rate: 0 });
    const org = await own.api.GET('/v1/analytics/org', {});
    expect(org.data?.totals.submissions).toBe(3);
    expect(org.data?.tents).toMatchObject([{ tent_id: tent, name: 'Guided hikes', totals: { submissions: 3 } }]);
  });

  it('are not counted when the rest is not written', async () => {
    const own = await service.workspace();
    const tent = await givenTent({ db: service.db, workspaceId: own.id });
    const events = openEvents();
    events.subscribe([subscription(formSubmitted, () => Promise.reject(new Error('A flow is in trouble')))]);
    const broken = createSubmissions({
      db: service.db,
      clock: service.clock,
      events,
      captcha: createCaptcha({ secret: 'secret', clock: service.clock }),
    });
    await expect(broken.submit({ workspaceId: own.id, tentId: tent, formId: 'signup', fields: [['email', somebody()]] })).rejects.toThrow(
      'trouble',
    );
    const { data } = await own.api.GET('/v1/analytics/org', {});
    expect(data?.totals.submissions).toBe(0);
    expect((await must(own.api.GET('/v1/contacts', {}))).items).toEqual([]);
  });
});
