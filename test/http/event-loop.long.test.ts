/**
 * Requests that are made to cost, to a service in a process of its own: its event loop never stands still for one of them, none meets
 * an error of the service's own, and memory stays bounded. `FUZZ_REQUESTS=20000` sends so many, by `FUZZ_SEED`, and prints a table.
 */

import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freePort } from '../../scripts/free-port.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { must } from '../support/blast.ts';
import { type ApiClient, createClient } from '../support/client.ts';
import { openTestDatabase } from '../support/database.ts';
import { page } from '../support/generator.ts';
import { givenWorkspace } from '../support/given.ts';
import { type HostileRequest, hostileRequests, type Target } from '../support/hostile.ts';
import { ask } from '../support/pages.ts';
import { type ServiceProcess, startProcess } from '../support/process.ts';
import { givenTent } from '../tents/given.ts';

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 170);
const SEED = Number(process.env.FUZZ_SEED ?? 19);
/** Processor time of one turn of the loop. */
const MOST_MS = 50;
const MOST_RESIDENT_MB = 512;
/** The collector of garbage has its turn at some time: what the input itself costs, it costs each time. */
const TRIES = 3;

const { url: databaseUrl, db } = await openTestDatabase();
const { id: workspaceId, slug, token } = await givenWorkspace(db, { plan: 'paid', credits: 1_000_000 });
let running: ServiceProcess;
let watchPort: number;
let pagesPort: number;
let api: ApiClient;
let target: Target;

beforeAll(async () => {
  [watchPort, pagesPort] = [await freePort(), await freePort()];
  running = await startProcess(
    { DATABASE_URL: databaseUrl, RATE_LIMIT_RPS: '0', PAGES_PORT: String(pagesPort), WATCH_PORT: String(watchPort) },
    fileURLToPath(new URL('../support/watched-service.ts', import.meta.url)),
  );
  api = createClient(running.url, token);
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
  target = await givenTarget();
});
afterAll(() => running?.kill());

/** One of each that requests are about: templates full of tags, a message that values make large, a flow that leads everywhere. */
async function givenTarget(): Promise<Target> {
  const headers = { subject: 'Hi', from_name: 'A', from_address: 'a@example.com', reply_to_email: 'a@example.com' };
  const { email_id: emailId } = await must(api.POST('/v1/emails', { body: { name: 'x', ...headers } }));
  const message = '<p>{{contact.custom.story}}</p>'.repeat(1_500);
  await must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId } }, body: { code: message } }));

  const template = { name: 'x', code: '<p>{{k}}</p>'.repeat(1_900) };
  const { template_id: templateId } = await must(api.POST('/v1/email-templates', { body: template }));
  await must(api.POST('/v1/email-templates/{templateId}/approve', { params: { path: { templateId } } }));
  const pageTemplate = { name: 'x', code: page('{{k}}'.repeat(20_000)) };
  const { template_id: pageTemplateId } = await must(api.POST('/v1/tent-templates', { body: pageTemplate }));
  await must(api.POST('/v1/tent-templates/{templateId}/approve', { params: { path: { templateId: pageTemplateId } } }));

  await must(api.POST('/v1/contact-fields', { body: { items: [{ display_name: 'Story', value_type: 'string' }] } }));
  const somebody = { email: 'long@mail.example', custom_fields: { story: 'é'.repeat(8_000) } };
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [somebody] } }));

  const condition = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' };
  const steps = Array.from({ length: 40 }, (_, i) => ({
    ...{ step_id: `s${i}`, type: 'condition_check', condition },
    ...{ true_step_id: `s${(i + 1) % 40}`, false_step_id: `s${(i * 17 + 20) % 40}` },
  }));
  const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body: { name: 'Maze', steps: steps as never } }));
  const { drawing_url } = await must(api.GET('/v1/email-flows/{flowId}/graph', { params: { path: { flowId } } }));
  const { pathname, search } = new URL(drawing_url);
  const contactId = (items[0] as { contact_id: string }).contact_id;
  return { tentId: await givenTent(db, workspaceId), emailId, templateId, pageTemplateId, contactId, flowId, drawing: pathname + search };
}

async function send({ method, path, headers, body, isVisitor }: HostileRequest): Promise<number> {
  if (isVisitor) return (await ask(pagesPort, path, { method, host: `${slug}.localhost`, headers, body })).status;
  const answer = await fetch(running.url + path, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body }),
    redirect: 'manual',
  });
  await answer.arrayBuffer();
  return answer.status;
}

/** The longest turn of the loop since it was asked the last time, and the most memory that the process has had. */
async function watch(): Promise<{ longest: number; residentMb: number }> {
  return (await (await fetch(`http://127.0.0.1:${watchPort}`)).json()) as { longest: number; residentMb: number };
}

interface Sent {
  status: number;
  /** Of the loop. */
  stretch: number;
  ms: number;
}

async function measured(request: HostileRequest): Promise<Sent> {
  await watch();
  const before = performance.now();
  const status = await send(request);
  const ms = performance.now() - before;
  return { status, ms, stretch: (await watch()).longest };
}

/** The least of some tries, where one takes too long. */
async function settled(request: HostileRequest): Promise<Sent> {
  let least = await measured(request);
  for (let tries = 1; tries < TRIES && least.stretch >= MOST_MS; tries++) {
    const again = await measured(request);
    least = { ...again, stretch: Math.min(least.stretch, again.stretch) };
  }
  return least;
}

test('no request makes the event loop stand, or meets an error of our own', { timeout: Math.max(120_000, REQUESTS * 2_000) }, async () => {
  // What is compiled when it is first met is not what a request costs.
  for (const request of hostileRequests(SEED + 1, 34, target)) await send(request);
  const wrong: string[] = [];
  const table = new Map<string, Sent[]>();
  for (const request of hostileRequests(SEED, REQUESTS, target)) {
    const sent = await settled(request);
    table.set(request.family, [...(table.get(request.family) ?? []), sent]);
    const isWrong = sent.stretch >= MOST_MS || (sent.status >= 500 && sent.status !== 503);
    if (isWrong) wrong.push(`${request.family}, ${request.about}: ${sent.status}, ${sent.stretch.toFixed(0)} ms`);
  }
  const { residentMb } = await watch();
  if (process.env.FUZZ_REQUESTS || process.env.SHOW) show(table, residentMb);
  expect(wrong).toEqual([]);
  expect(residentMb).toBeLessThan(MOST_RESIDENT_MB);
});

function show(table: Map<string, Sent[]>, residentMb: number): void {
  const rows = [...table].sort().map(([family, all]) => {
    const of = (is: (status: number) => boolean) => all.filter(({ status }) => is(status)).length;
    const stretches = all.map(({ stretch }) => stretch);
    return {
      ...{ family, sent: all.length, taken: of((status) => status < 400), refused: of((status) => status >= 400 && status < 500) },
      ...{ '503': of((status) => status === 503), '5xx': of((status) => status >= 500 && status !== 503) },
      'longest turn, ms': Math.round(Math.max(...stretches)),
      'slowest answer, ms': Math.round(Math.max(...all.map(({ ms }) => ms))),
    };
  });
  console.table(rows);
  console.log(`At most ${Math.round(residentMb)} MiB resident.`);
}
