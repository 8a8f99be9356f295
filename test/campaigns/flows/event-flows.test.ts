/** Flows and custom events: contacts that an event lets in, waits for an event, and its values in steps. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { valuesOf } from '../../../src/campaigns/flows/engine/visits.repo.ts';
import { enter } from '../../../src/campaigns/flows/listening/inbox.repo.ts';
import type { ArmedTrigger } from '../../../src/campaigns/flows/trigger.kind.ts';
import { sql, transaction } from '../../../src/platform/db.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { activeFlow, emailStep, type FlowMail, startFlowMail } from '../../support/flow-mail.ts';
import type { FlowRef, StepGiven } from '../../support/flows.ts';
import { givenContacts } from '../../support/given.ts';

let mail: FlowMail;
beforeAll(async () => {
  mail = await startFlowMail();
});
beforeEach(() => {
  mail.sink.messages.length = 0;
});
afterAll(() => mail.stop());

const api = () => mail.service.api;
const person = async (values = {}) => (await givenContacts({ db: mail.service.db, workspaceId: mail.service.id }, 1, values))[0] as string;
const send = (contact_id: string, name: string, properties: Record<string, unknown> = {}) =>
  must(api().POST('/v1/events', { body: { items: [{ name, contact: { contact_id }, properties }] } }));
const flow = async (steps: object[], trigger: object): Promise<FlowRef> => ({
  workspaceId: mail.service.id,
  flowId: await activeFlow(api(), steps as StepGiven[], trigger),
});
const pause = { type: 'wait', step_id: 'pause', duration_amount: 300, duration_unit: 'days' };
const waitFor = (event_name: string, more: object = {}) => ({ type: 'wait', step_id: 'listen', event_name, ...more });
const said = async () => Promise.all(mail.sink.messages.map(async ({ raw }) => (await PostalMime.parse(raw)).html ?? ''));
const steps = async (ref: FlowRef) => (await mail.positions(ref)).map(({ stepId }) => stepId);
/** Where the first link of a mail leads. */
async function targetIn(html: string): Promise<string | null> {
  const [, link = ''] = /href="([^"]+\/t\/c\/[^"]+)"/.exec(html) ?? [];
  const clicked = await fetch(link.replace(/^https?:\/\/[^/]+/, mail.service.url), { redirect: 'manual' });
  return clicked.headers.get('location');
}
let counter = 0;
const named = (what: string) => `${what}-${++counter}`;

describe('the trigger event_received', () => {
  it.runIf(isAtLength)('lets in the contact of an event of its name that fits its filters, by the first that fits', async () => {
    const name = named('order');
    const filters = [
      { property: 'total', operator: 'greater_than', value: 10 },
      { property: 'plan', operator: 'equals', value: 'Pro' },
    ];
    const html = '<p>{{contact.first_name}}: {{event.id}} {{event.note | default: "none"}} {{event.from.city}} {{event.items}}.</p>';
    const ref = await flow([await emailStep({ api: api() }, html), pause], { type: 'event_received', name, property_filters: filters });
    const [ada, bo] = [await person({ firstName: 'Ada' }), await person()];
    const fits = { total: 11, plan: 'PRO', note: '<b>{{contact.email}}</b>', from: { city: 'Oslo' }, items: ['a', 2] };
    const all = [
      { total: 10, plan: 'pro' },
      { ...fits, id: 1 },
      { ...fits, id: 2 },
    ].map((properties) => ({ name, contact: { contact_id: ada }, properties }));
    await must(api().POST('/v1/events', { body: { items: all } }));
    await send(bo, name, { total: 11, plan: 'free' });
    await send(bo, named('other'), fits);
    await mail.settle();
    expect((await mail.positions(ref)).map(({ contactId }) => contactId)).toEqual([ada]);
    // Prompts of pages and requests of webhooks get the same values.
    const [member] = await mail.service.db.query<{ id: string; visit: number }>(sql`
      SELECT member_id::text AS id, visit FROM flow_positions WHERE flow_id = ${ref.flowId}::uuid`);
    const visit = { ...(member as { id: string; visit: number }), contactId: ada };
    const values = await valuesOf({ db: mail.service.db, workspaceId: mail.service.id }, [visit]);
    expect(values.get(visit.id)?.event).toEqual({ ...fits, id: 1 });
    // A tag in a value is text.
    expect(await said()).toEqual([expect.stringContaining('Ada: 1 &lt;b&gt;{{contact.email}}&lt;/b&gt; Oslo a, 2.')]);
  });

  it('lets in a contact that the event makes once, though another trigger fits too', async () => {
    const name = named('signup');
    const { flow_id: flowId } = await must(
      api().POST('/v1/email-flows', {
        body: {
          name: 'Both',
          triggers: [{ type: 'contact_created' }, { type: 'event_received', name }],
          steps: [pause as never],
          reentry_policy: 'allow',
        },
      }),
    );
    await must(api().POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
    const contact = { email: `${name}@mail.example` };
    await must(api().POST('/v1/events', { body: { items: [{ name, contact, create_contact: true }] } }));
    const inbox = await mail.service.db.query(sql`SELECT entered_via FROM flow_inbox WHERE flow_id = ${flowId}::uuid`);
    expect(inbox).toEqual([{ entered_via: 'contact_created' }]);
    await must(api().POST('/v1/email-flows/{flowId}/pause', { params: { path: { flowId } } }));
  });

  it('is unfinished without a name, and refuses filters that cannot be asked', async () => {
    const body = { name: 'Draft', triggers: [{ type: 'event_received' as const }], steps: [pause as never] };
    const { activation_readiness } = await must(api().POST('/v1/email-flows', { body }));
    expect(activation_readiness?.missing).toMatchObject([{ trigger: 0, field: 'name', code: 'required' }]);
    const filters = [{ property: 'a', operator: 'contains' as const, value: true }];
    const wrong = { ...body, triggers: [{ type: 'event_received' as const, name: 'a', property_filters: filters }] };
    const { error } = await api().POST('/v1/email-flows', { body: wrong });
    expect(JSON.stringify(error)).toContain('triggers.0.property_filters.0.value');
  });
});

it('values of an entry that are too large together are left out', async () => {
  const name = named('large');
  const ref = await flow([pause], { type: 'event_received', name });
  const [trigger] = await mail.service.db.query<ArmedTrigger>(sql`
    SELECT flow_id::text AS "flowId", position, subject, trigger, NULL AS field FROM flow_triggers WHERE flow_id = ${ref.flowId}::uuid`);
  const contactIds = [await person(), await person()];
  const contexts = [
    { event: { first: 'é'.repeat(8_000), second: 'é'.repeat(9_000), third: 1 } },
    { event: { all: 'x'.repeat(32_000) }, submission: { more: 'y'.repeat(1_000) } },
  ];
  const scope = { db: mail.service.db, workspaceId: mail.service.id, now: mail.service.clock.now() };
  await transaction(scope, (tx) => enter(tx, [{ ...(trigger as ArmedTrigger), contactIds, contexts, day: null }]));
  const rows = await mail.service.db.query<{ kept: string[]; size: number }>(sql`
    SELECT ARRAY(SELECT root.key || '.' || value.key FROM jsonb_each(context) AS root, jsonb_each(root.value) AS value ORDER BY 1) AS kept
    FROM flow_inbox WHERE flow_id = ${ref.flowId}::uuid ORDER BY contact_id`);
  expect(rows.map(({ kept }) => kept)).toEqual([['event.first', 'event.third'], ['event.all']]);
});

describe('a wait for an event', () => {
  const trigger = { type: 'event_received', name: 'begin' };

  it.runIf(isAtLength)('ends with the first fitting event that comes after its member, and later steps have its properties', async () => {
    const name = named('paid');
    const html = '<p>{{event.id}}</p><a href="https://shop.example/?id={{event.id}}">Go</a>';
    const filters = { property_filters: [{ property: 'ok', operator: 'equals', value: true }] };
    const before = await emailStep({ api: api() }, html, { step_id: 'before' });
    const after = await emailStep({ api: api() }, html, { step_id: 'after' });
    const ref = await flow([before, waitFor(name, filters), after, pause], { ...trigger, name: named('begin') });
    const ada = await person();
    await send(ada, name, { ok: true, id: 'too early' });
    mail.service.clock.advance({ minutes: 1 });
    await send(ada, `begin-${counter}`, { id: 'entry' });
    await mail.settle();
    expect([await steps(ref), await said()]).toEqual([['listen'], [expect.stringContaining('entry')]]);

    mail.service.clock.advance({ minutes: 1 });
    await send(ada, name, { ok: false, id: 'other' });
    await send(await person(), name, { ok: true, id: 'of another' });
    await mail.move();
    expect(await steps(ref)).toEqual(['listen']);
    await send(ada, name, { ok: true, id: 'first' });
    await send(ada, name, { ok: true, id: 'second' });
    await mail.settle();
    expect(await steps(ref)).toEqual(['pause']);
    expect((await said()).map((html) => /<p>(.*?)<\/p>/.exec(html)?.[1])).toEqual(['entry', 'first']);
    expect(await mail.history(ref, ada)).toEqual(['before sent', 'listen received', 'after sent']);
    // A link of the email before the wait leads where it did.
    const targets = await Promise.all((await said()).map(targetIn));
    expect(targets).toEqual(['https://shop.example/?id=entry', 'https://shop.example/?id=first']);
  });

  it.runIf(isAtLength)('ends by its timeout, with an exit of its own', async () => {
    const timeout = { timeout_amount: 1, timeout_unit: 'hours', timeout_step_id: 'late', next_step_id: 'pause' };
    const begin = named('begin');
    const late = { ...pause, step_id: 'late' };
    const ref = await flow([waitFor(named('paid'), timeout), pause, late], { ...trigger, name: begin });
    const ada = await person();
    await send(ada, begin);
    await mail.settle();
    expect(await steps(ref)).toEqual(['listen']);
    mail.service.clock.advance({ minutes: 61 });
    await mail.settle();
    expect([await steps(ref), await mail.history(ref, ada)]).toEqual([['late'], ['listen timed_out']]);
  });

  it.runIf(isAtLength)('sees at the next look an event that came while its member did, and while the flow was paused', async () => {
    const name = named('paid');
    const begin = named('begin');
    const ref = await flow([waitFor(name), pause], { ...trigger, name: begin });
    const ada = await person();
    await send(ada, begin);
    await mail.settle();
    mail.service.clock.advance({ seconds: 1 });
    await send(ada, name);
    // As if the member's place had not been there yet when the event looked for it.
    await mail.service.db.query(sql`DELETE FROM flow_inbox WHERE flow_id = ${ref.flowId}::uuid`);
    await mail.move();
    expect(await steps(ref)).toEqual(['listen']);
    mail.service.clock.advance({ minutes: 2 });
    await mail.settle();
    expect(await steps(ref)).toEqual(['pause']);
  });

  it('is unfinished without a name, takes patches, and is drawn with its words', async () => {
    const { flow_id: flowId } = await must(api().POST('/v1/email-flows', { body: { name: 'Draft' } }));
    const at = { params: { path: { flowId } } };
    const step = { step_id: 'listen', type: 'wait' as const, event_name: null };
    const added = await must(api().POST('/v1/email-flows/{flowId}/steps', { ...at, body: { step } }));
    const gaps = ({ activation_readiness }: typeof added) => activation_readiness?.missing.filter(({ step_id }) => step_id === 'listen');
    expect(gaps(added)).toMatchObject([{ field: 'event_name', code: 'required' }]);
    const patch = {
      event_name: 'paid',
      property_filters: [{ property: 'ok', operator: 'exists' as const }],
      timeout_amount: 2,
      timeout_unit: 'days' as const,
    };
    const params = { params: { path: { flowId, stepId: 'listen' } } };
    const patched = await must(api().PATCH('/v1/email-flows/{flowId}/steps/{stepId}', { ...params, body: { step: patch } } as never));
    expect(gaps(patched as typeof added)).toEqual([]);
    expect((patched as typeof added).steps).toMatchObject([{ ...patch, timeout_step_id: null }]);
    const graph = await must(api().GET('/v1/email-flows/{flowId}/graph', at));
    expect(JSON.stringify(graph)).toContain('Waits for “paid”, at most 2 days');
  });
});

it.runIf(isAtLength)('a condition asks for events, and a watched one wakes its member', async () => {
  const [begin, name] = [named('begin'), named('paid')];
  const condition = { kind: 'condition', source: 'event', name, operator: 'has_activity', count: { operator: 'at_least', value: 2 } };
  const ref = await flow([{ type: 'wait', step_id: 'until', condition }, pause], { type: 'event_received', name: begin });
  const ada = await person();
  await send(ada, begin);
  await mail.settle();
  await send(ada, name);
  await mail.move();
  expect(await steps(ref)).toEqual(['until']);
  await send(ada, name);
  await mail.move();
  expect(await steps(ref)).toEqual(['pause']);
});

it('a tag of an event is warned of where nothing supplies it', async () => {
  const url = 'https://crm.example.com/?e={{event.id}}';
  const call = (step_id: string, next_step_id: string | null) => ({ type: 'send_webhook', step_id, endpoint_url: url, next_step_id });
  const body = {
    name: 'Tags',
    triggers: [{ type: 'contact_created' }],
    steps: [call('one', 'listen'), { ...waitFor('paid'), next_step_id: 'two' }, call('two', null)],
  };
  const { activation_readiness } = await must(api().POST('/v1/email-flows', { body: body as never }));
  expect(activation_readiness?.warnings).toMatchObject([{ step_id: 'one', field: 'endpoint_url', code: 'entry_tag' }]);
  const triggers = [{ type: 'event_received', name: 'begin' }];
  const fine = await must(api().POST('/v1/email-flows', { body: { ...body, triggers } as never }));
  expect(fine.activation_readiness?.warnings).toEqual([]);
});
