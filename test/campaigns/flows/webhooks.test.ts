/** A step that sends a request, from the member's arrival to the server's answer. */
import { createHmac } from 'node:crypto';
import { Webhook as Signer } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { components } from '../../../generated/api.d.ts';
import { findSecrets } from '../../../src/campaigns/flows/webhooks/secrets.ts';
import { sql } from '../../../src/platform/db.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { expectSound } from '../../support/flows.ts';
import { type Receiver, startReceiver } from '../../support/receiver.ts';
import { startTestService, type TestService, type TestWorkspace } from '../../support/service.ts';

type StepInput = components['schemas']['FlowStepInput'];
type Webhook = Record<string, unknown>;
type Context = Record<string, string>;

const SECRET = 'a secret that the operator keeps for signing';
const THEIRS = 'the secret of a workspace whose slug goes on';
let service: TestService;
/** The variable of a secret of the workspace. */
const secretOf = (name: string) => `SECRET_${service.slug.toUpperCase().replaceAll('-', '_')}_${name}`;
let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await startTestService({
    OUTBOUND_ALLOW: '127.0.0.1',
  });
  vi.stubEnv(secretOf('CRM_KEY'), SECRET);
  vi.stubEnv(secretOf('2_KEY'), THEIRS);
});
// Waiting retries must not affect the next test.
afterEach(() => db().query(sql`UPDATE flow_runs SET state = 'frozen'`));
beforeEach(() => {
  receiver.received.length = 0;
  receiver.answer = (_request, answer) => void answer.end();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await service.stop();
  await receiver.close();
});

const db = () => service.db;
const hook = (step: Webhook = {}): StepInput =>
  ({ step_id: 'tell', type: 'send_webhook', endpoint_url: `${receiver.url}/hook`, ...step }) as StepInput;

let lists = 0;
async function activeFlow(steps: StepInput[], of: TestWorkspace = service): Promise<string> {
  lists += 1;
  const { list_id } = await must(of.api.POST('/v1/contact-lists', { body: { name: `Trail club ${lists}`, kind: 'static' } }));
  const { flow_id } = await must(
    of.api.POST('/v1/email-flows', { body: { name: 'Tell', triggers: [{ type: 'added_to_static_list', list_id }], steps } }),
  );
  await must(of.api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId: flow_id } } }));
  return flow_id;
}

let people = 0;
async function person(fields: object = {}, of: TestWorkspace = service): Promise<string> {
  people += 1;
  const body = { items: [{ email: `person${people}@example.net`, ...fields }] };
  const { items } = await must(of.api.POST('/v1/contacts', { body }));
  return (items[0] as { contact_id: string }).contact_id;
}

async function enrol(flowId: string, contactId: string, dynamic_context: Context = {}, of: TestWorkspace = service) {
  const params = { path: { flowId, contactId } };
  const { membership_id } = await must(of.api.POST('/v1/email-flows/{flowId}/contacts/{contactId}', { params, body: { dynamic_context } }));
  return membership_id;
}
const memberOf = (flowId: string, membershipId: string, of: TestWorkspace = service) =>
  must(of.api.GET('/v1/email-flows/{flowId}/members/{membershipId}', { params: { path: { flowId, membershipId } } }));

/** Why the last attempt of a flow's one request has failed. */
async function lastError(flowId: string): Promise<string | undefined> {
  const [row] = await db().query<{ error: string }>(
    sql`SELECT response ->> 'error' AS error FROM flow_webhooks WHERE flow_id = ${flowId}::uuid`,
  );
  return row?.error;
}
const NO_SECRET = 'The service has no secret of the name in secret_arn to sign with.';
const pause: StepInput = { step_id: 'pause', type: 'wait', duration_amount: 1, duration_unit: 'days' };

/** Enrols a new contact, sends the request, and returns the member's history. */
async function told(step: Webhook, { fields = {}, context = {} }: { fields?: object; context?: Context } = {}) {
  const flowId = await activeFlow([hook(step)]);
  const contactId = await person(fields);
  const membershipId = await enrol(flowId, contactId, context);
  await service.drain();
  return { flowId, contactId, membershipId, request: receiver.received[0], member: await memberOf(flowId, membershipId) };
}

describe('a member that comes to a step with a webhook', () => {
  it.runIf(isAtLength)('is told of with its contact, once, and goes on', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(202).end('{"ok": true}');
    const { flowId, contactId, membershipId, request, member } = await told({ step_id: 'tell crm' });
    const contact = await must(service.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id: contactId } } }));
    expect(request).toMatchObject({ method: 'POST', path: '/hook', headers: { 'content-type': 'application/json' } });
    expect(request?.headers.authorization).toBeUndefined();
    expect(request?.json).toEqual({
      event: 'flow.step',
      flow_id: flowId,
      step_id: 'tell crm',
      membership_id: membershipId,
      occurred_at: member.steps[0]?.started_at,
      contact: { ...contact, last_activity_at: expect.any(String) },
    });
    expect(member).toMatchObject({ status: 'completed', wait_until: null });
    expect(member.steps).toMatchObject([
      { status: 'completed', outcome: 'delivered', error: null, response: { status: 202, body: '{"ok": true}' } },
    ]);
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    await expectSound(db());
    expect(await db().query(sql`SELECT FROM flow_webhooks WHERE flow_id = ${flowId}::uuid`)).toEqual([]);
    const metrics = await fetch(`${service.url}/metrics`).then((answer) => answer.text());
    expect(metrics).toMatch(/^bivouac_webhooks_total{outcome="delivered"} \d/m);
  });

  it.runIf(isAtLength)('is told of with fields of the step, which may replace others, and with tags in them', async () => {
    const code = 'a"b\\c \r\n</script>{{contact.email}} 🏕';
    const { request } = await told(
      {
        method: 'put',
        custom_fields: {
          event: 'mine',
          contact: null,
          greeting: 'Hi {{contact.first_name}}!',
          nested: { list: ['{{campaign.dynamic.code}}', { deep: '{{workspace.name | upcase}}' }, 7, true, null] },
          '{{contact.email}}': '{{contact.nothing | default: "none"}}',
        },
      },
      { fields: { first_name: 'Zoë "Z"' }, context: { code } },
    );
    expect(request?.method).toBe('PUT');
    expect(request?.json).toMatchObject({
      event: 'mine',
      contact: null,
      greeting: 'Hi Zoë "Z"!',
      nested: { list: [code, { deep: 'JUNIPER TRAIL' }, 7, true, null] },
      '{{contact.email}}': 'none',
    });
  });

  it.runIf(isAtLength)('is told of in the query of a get, which has no body', async () => {
    const { flowId, membershipId, request, member } = await told(
      {
        method: 'get',
        endpoint_url: `${receiver.url}/hook?have=1&name={{contact.first_name}}#part`,
        custom_fields: { count: 3, yes: true, nothing: null, many: [1], text: 'a b&c=d', step_id: 'own' },
      },
      { fields: { first_name: 'Zoë & Co' } },
    );
    expect(request).toMatchObject({ method: 'GET', path: '/hook', body: '' });
    expect(Object.fromEntries(request?.query ?? [])).toEqual({
      have: '1',
      name: 'Zoë & Co',
      event: 'flow.step',
      flow_id: flowId,
      step_id: 'own',
      membership_id: membershipId,
      occurred_at: member.steps[0]?.started_at,
      count: '3',
      yes: 'true',
      text: 'a b&c=d',
    });
  });

  it.runIf(isAtLength)('is told of at an address that its values cannot change but where tags stand', async () => {
    const code = '../x?y#z@evil.example:1/ \r\nHost: evil %2e';
    const { request } = await told(
      { endpoint_url: `${receiver.url}/people/{{campaign.dynamic.code}}/of?c={{campaign.dynamic.code}}` },
      { context: { code } },
    );
    expect(request?.path).toBe(`/people/${encodeURIComponent(code)}/of`);
    expect(request?.query.get('c')).toBe(code);

    receiver.received.length = 0;
    const { member } = await told({ endpoint_url: `${receiver.url}/people/{{contact.company}}/of` }, { fields: { company: '..' } });
    expect(receiver.received).toEqual([]);
    expect(member.status).toBe('waiting');
  });

  it.runIf(isAtLength)('is told of with the token that the step has', async () => {
    const { request } = await told({ auth_type: 'jwt', token: 'abc.def-1' });
    expect(request?.headers.authorization).toBe('Bearer abc.def-1');
  });

  it.runIf(isAtLength)('is told of with a token that is signed for the attempt', async () => {
    const { request, flowId } = await told({ auth_type: 'jwt', secret_arn: 'arn:aws:secretsmanager:eu:1:secret:prod/crm-key' });
    const [header = '', claims = '', signature = '', ...more] = request?.headers.authorization?.replace('Bearer ', '').split('.') ?? [];
    expect(more).toEqual([]);
    expect(signature).toBe(createHmac('sha256', SECRET).update(`${header}.${claims}`).digest('base64url'));
    const read = (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString());
    expect(read(header)).toEqual({ alg: 'HS256', typ: 'JWT' });
    const { iat, ...said } = read(claims);
    expect(said).toEqual({ iss: 'bivouac', sub: flowId, aud: new URL(receiver.url).origin, exp: iat + 300 });
    expect(Math.abs(iat * 1_000 - service.clock.now().getTime())).toBeLessThan(60_000);
  });

  it.runIf(isAtLength)('is told of with a body that is signed as Standard Webhooks describes', async () => {
    const { request } = await told({ auth_type: 'standard_webhooks', secret_arn: 'arn:aws:secretsmanager:eu:1:secret:prod/crm-key' });
    const { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signature, authorization } = request?.headers ?? {};
    expect(authorization).toBeUndefined();
    const at = new Date(Number(timestamp) * 1_000);
    expect(signature).toBe(new Signer(SECRET, { format: 'raw' }).sign(String(id), at, String(request?.body)));
    expect(Math.abs(at.getTime() - service.clock.now().getTime())).toBeLessThan(60_000);
  });

  it.runIf(isAtLength)('is told of with no secret that could be that of another workspace', async () => {
    const other = await service.workspace();
    const mine = { auth_type: 'jwt', secret_arn: '2-key' };
    const { flowId, member } = await told(mine);
    expect(member.status).toBe('completed');
    // Now the variable is also what this one calls `key`.
    await db().query(sql`UPDATE workspaces SET slug = ${`${service.slug}-2`} WHERE id = ${other.id}::uuid`);
    receiver.received.length = 0;
    const membershipId = await enrol(flowId, await person());
    await service.drain();
    expect(receiver.received).toEqual([]);
    expect(await memberOf(flowId, membershipId)).toMatchObject({ status: 'waiting', wait_until: expect.any(String) });
    expect(await lastError(flowId)).toBe(NO_SECRET);
    expect(await findSecrets(db(), `${service.slug}-2`, ['x:y/key', 'z'])).toEqual(new Map([['x:y/key', THEIRS]]));
    await expect(told(mine)).rejects.toThrow('The operator of the service keeps no secret of this name.');
    await db().query(sql`UPDATE workspaces SET slug = 'workspace-x' WHERE id = ${other.id}::uuid`);
  });

  it.runIf(isAtLength)('is not told of while its secret is missing', async () => {
    vi.stubEnv(secretOf('LATER'), SECRET);
    const flowId = await activeFlow([hook({ auth_type: 'jwt', secret_arn: 'arn:aws:secretsmanager:eu:1:secret:later' })]);
    vi.stubEnv(secretOf('LATER'), undefined);
    await enrol(flowId, await person());
    await service.drain();
    expect(receiver.received).toEqual([]);
    expect(await lastError(flowId)).toBe(NO_SECRET);
  });
});

describe('a request that fails', () => {
  it.runIf(isAtLength)('is repeated five times over half an hour, with the same names, and then given up', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(503).end(`Try ${receiver.received.length}\0${'é'.repeat(2_000)}`);
    const flowId = await activeFlow([hook({ next_step_id: 'pause' }), pause]);
    const membershipId = await enrol(flowId, await person());
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt++) {
      await service.drain();
      expect(receiver.received).toHaveLength(attempt);
      const { status, current_step_id, wait_until } = await memberOf(flowId, membershipId);
      expect({ status, current_step_id }).toEqual({ status: 'waiting', current_step_id: 'tell' });
      const wait = Math.round((Date.parse(wait_until as string) - service.clock.now().getTime()) / 1_000);
      waits.push(wait);
      service.clock.advance({ seconds: wait - 15 });
      await service.drain();
      expect(receiver.received).toHaveLength(attempt);
      service.clock.advance({ seconds: 16 });
    }
    await service.drain();
    expect(receiver.received).toHaveLength(6);
    const total = waits.reduce((sum, wait) => sum + wait, 0);
    expect(total).toBeGreaterThan(1_700);
    expect(total).toBeLessThan(1_900);
    const bodies = new Set(receiver.received.map(({ body }) => body));
    expect(bodies.size).toBe(1);
    const { steps, current_step_id } = await memberOf(flowId, membershipId);
    expect(current_step_id).toBe('pause');
    expect(steps[0]).toMatchObject({
      status: 'failed',
      outcome: 'failed',
      error: 'The server answered with 503.',
      response: { status: 503, body: `Try 6\ufffd${'é'.repeat(994)}`.slice(0, 1_000) },
    });
    service.clock.advance({ hours: 2 });
    await service.drain();
    expect(receiver.received).toHaveLength(6);
    await expectSound(db());
  });

  it.runIf(isAtLength)('may succeed when it is repeated', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(receiver.received.length < 3 ? 500 : 200).end();
    const { flowId, membershipId } = await told({});
    for (let repeat = 0; repeat < 2; repeat++) {
      service.clock.advance({ minutes: 2 });
      await service.drain();
    }
    expect((await memberOf(flowId, membershipId)).steps).toMatchObject([{ outcome: 'delivered', response: { status: 200, body: null } }]);
    expect(receiver.received).toHaveLength(3);
  });

  it.runIf(isAtLength)('says why: a redirect, a connection that is cut, an address that is not public', async () => {
    receiver.answer = (_request, answer) => void answer.writeHead(301, { location: `${receiver.url}/elsewhere` }).end();
    expect(await lastError((await told({})).flowId)).toBe('The server answered with 301, and redirects are not followed.');
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_request, answer) => void answer.destroy();
    expect(await lastError((await told({})).flowId)).toBe('The connection was cut off before there was a whole answer.');
    // As one that was allowed when the step was written.
    const flowId = await activeFlow([hook()]);
    await db().query(sql`
      UPDATE flows SET steps = jsonb_set(steps, '{0,endpoint_url}', '"http://169.254.169.254/latest"') WHERE id = ${flowId}::uuid`);
    await enrol(flowId, await person());
    await service.drain();
    const [visit] = await db().query<{ error: string; attempts: number }>(sql`
      SELECT details ->> 'error' AS error, (details -> 'attempts')::int AS attempts FROM flow_visits WHERE flow_id = ${flowId}::uuid`);
    // It ends immediately.
    expect(visit).toEqual({ error: expect.stringMatching(/^The address must lead to a public host/), attempts: 1 });
  });
});

describe('a request that is not due any more', () => {
  const failing = () => {
    receiver.answer = (_request, answer) => void answer.writeHead(500).end();
  };

  it.runIf(isAtLength)('is not sent while its flow is paused, and is when it goes on', async () => {
    failing();
    const flowId = await activeFlow([hook()]);
    const params = { path: { flowId } };
    const membershipId = await enrol(flowId, await person());
    await service.drain();
    await must(service.api.POST('/v1/email-flows/{flowId}/pause', { params }));
    service.clock.advance({ hours: 1 });
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    receiver.answer = (_request, answer) => void answer.end();
    await must(service.api.POST('/v1/email-flows/{flowId}/activate', { params }));
    await service.drain();
    expect(receiver.received).toHaveLength(2);
    expect((await memberOf(flowId, membershipId)).status).toBe('completed');
  });

  it.each(['removed', 'contact deleted', 'archived', 'deleted'].slice(0, rounds(2, 4)))('is never sent again: %s', async (how) => {
    failing();
    const flowId = await activeFlow([hook()]);
    const contactId = await person();
    await enrol(flowId, contactId);
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    const params = { path: { flowId } };
    if (how === 'removed')
      await must(service.api.DELETE('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
    if (how === 'contact deleted') await must(service.api.POST('/v1/contacts/delete', { body: { contact_ids: [contactId] } }));
    if (how === 'archived' || how === 'deleted') await must(service.api.POST('/v1/email-flows/{flowId}/pause', { params }));
    if (how === 'archived') await must(service.api.POST('/v1/email-flows/{flowId}/archive', { params }));
    if (how === 'deleted') await must(service.api.DELETE('/v1/email-flows/{flowId}', { params }));
    service.clock.advance({ hours: 1 });
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    expect(await db().query(sql`SELECT FROM flow_webhooks WHERE flow_id = ${flowId}::uuid`)).toEqual([]);
    await expectSound(db());
  });

  it.runIf(isAtLength)('says nothing of a member that left while it was under way', async () => {
    const flowId = await activeFlow([hook()]);
    const contactId = await person();
    const membershipId = await enrol(flowId, contactId);
    receiver.answer = async (_request, answer) => {
      await must(service.api.DELETE('/v1/email-flows/{flowId}/contacts/{contactId}', { params: { path: { flowId, contactId } } }));
      answer.end('late');
    };
    await service.drain();
    expect(receiver.received).toHaveLength(1);
    expect(await memberOf(flowId, membershipId)).toMatchObject({
      status: 'dropped',
      drop_reason: 'removed',
      steps: [{ status: 'cancelled', outcome: null, response: null }],
    });
    await expectSound(db());
  });
});

describe('a webhook that is written', () => {
  const write = (step: Webhook) => service.api.POST('/v1/email-flows', { body: { name: 'Tell', steps: [hook(step)] } });
  const NOT_PUBLIC = 'must lead to a public host, and not to a private, local or reserved address';

  it.each([
    ['endpoint_url', 'http://169.254.169.254/latest/meta-data', NOT_PUBLIC],
    ['endpoint_url', 'http://0x7f.1/', null],
    ['endpoint_url', 'https://[::1]:8080/', NOT_PUBLIC],
    ['endpoint_url', 'http://localhost:5432/', NOT_PUBLIC],
    ['endpoint_url', 'http://{{contact.company}}/', 'must be an http or https URL'],
    ['endpoint_url', 'http://example.com{{contact.company}}/', 'must be an http or https URL'],
    ['endpoint_url', 'http://example.com:{{contact.company}}/', 'must be an http or https URL'],
    ['endpoint_url', 'http://me:{{contact.company}}@example.com/', 'must be an http or https URL'],
    ['endpoint_url', '{{contact.company}}://example.com/', 'must be an http or https URL'],
    ['endpoint_url', 'https://user@example.com/', 'must be an http or https URL'],
    ['endpoint_url', 'https://example.com/{{contact.first_name | shout}}', 'there is no filter "shout"'],
    ['endpoint_url', 'https://example.com/{{}}', 'it is empty'],
    ['custom_fields.a.0.b', { a: [{ b: '{{contact.' }] }, '"}}" is missing'],
    ['custom_fields', { a: 'é'.repeat(8_190) }, 'must be at most 16384 bytes of JSON'],
  ])('is refused at %s: %j', async (field, value, reason) => {
    const { error } = await write({ [field.split('.')[0] as string]: value });
    if (reason === null) return expect(error).toBeUndefined();
    expect(error).toMatchObject({ error_code: 'validation_failed' });
    const issues = (error as { details: { issues: { path: string; message: string }[] } }).details.issues;
    expect(issues.find(({ path }) => path === `steps.0.${field}`)?.message).toContain(reason);
  });

  it('may have tags in its path and query, and a name that leads nowhere yet', async () => {
    const { data } = await write({
      endpoint_url:
        'https://nobody.invalid/a/{{ contact.first_name | default: "x" }}?{{contact.email}}={{campaign.dynamic.code}}#{{workspace.name}}',
      custom_fields: { a: 'é'.repeat(8_187) },
    });
    expect(data?.steps).toHaveLength(1);
  });
});
