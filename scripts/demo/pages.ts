/** A page from a prompt to the first people who send its form, and the figures of that. */
import { type IncomingMessage, request } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { components } from '../../generated/api.d.ts';
import { type Api, ask } from './service.ts';
import { count, DemoError, heading, step } from './terminal.ts';

const PROMPT = `A sign-up page for guided ridge hikes in May, every Saturday at 7:00 from the old mill, 12 people at most, €25.
A form asks for name, email, favourite trail and number of guests. Friendly tone, green and sand.`;
const POLL_MS = 500;
const PATIENCE_MS = 120_000;
const VISITORS = 40;
/** Every so many visitors send the form. */
const SENDING = 4;
const TRAILS = ['Ridge walk', 'Lake loop', 'Old mill path'];
const SITES = ['https://news.example/spring', 'https://trailforum.example/t/88', undefined];

type Tent = components['schemas']['Tent'];

export async function demoPages(api: Api, name: string): Promise<void> {
  const tentId = await step(
    'Writing a page',
    () => write(api, name),
    () => 'from a prompt',
  );
  const params = { path: { tentId } };
  await step(
    'Publishing it',
    () => ask(api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias: null } })),
    ({ publication }) => (publication?.status === 'published' ? 'live' : 'live, with a warning'),
  );
  const tent: Tent = await ask(api.GET('/v1/tents/{tentId}', { params }));
  const url = tent.publication?.published_url;
  const [form] = tent.forms ?? [];
  if (!url || !form) throw new DemoError('The page has no address or no form.');
  const before = (await ask(api.GET('/v1/analytics/tent', { params: { query: { tent_id: tentId } } }))).totals;
  const sent = await step(
    'Visiting it',
    (show) => visit(url, form, show),
    (forms) => `${VISITORS} people looked at it, ${forms} sent its form`,
  );
  const figures = await step(
    'Counting',
    () => counted(api, tentId, before.views + VISITORS),
    ({ totals }) => `${count(totals.views)} views`,
  );
  const { items } = await ask(api.GET('/v1/contacts', { params: { query: { search: 'ridge.example', limit: 3 } } }));

  const { views, unique_visitors, submissions, conversion_rate } = figures.totals;
  console.log(`\n${heading(name)}\n`);
  console.log(
    `  views ${count(views)}, visitors ${count(unique_visitors)}, forms ${count(submissions)}, ${(conversion_rate * 100).toFixed(0)} % of the visitors sent one`,
  );
  for (const { referrer, views } of figures.referrers)
    console.log(`  ${count(views).padStart(4)} from ${referrer ?? 'nowhere that they told'}`);
  console.log(`\n${heading(`Contacts, some of the ${count(sent)}`)}\n`);
  for (const { display_name, email, original_source } of items) console.log(`  ${display_name} <${email}>, from ${original_source}`);
  console.log(`\nThe page: ${heading(url)}`);
}

async function write(api: Api, name: string): Promise<string> {
  const { id: tentId } = await ask(api.POST('/v1/tents', { body: { name, prompt: PROMPT } }));
  for (const since = performance.now(); performance.now() - since < PATIENCE_MS; await delay(POLL_MS)) {
    const { generation } = await ask(api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } }));
    if (generation?.status === 'completed') return tentId;
    if (generation?.status === 'failed') throw new DemoError(`The page could not be written: ${generation.error_message}`);
  }
  throw new DemoError('The page is not written yet. Does a worker run (ROLE=all or worker)?');
}

type Form = NonNullable<Tent['forms']>[number];

/** Plays visitors: all of them look, some fill in the form as its fields ask, without a script. */
async function visit(url: string, form: Form, show: (text: string) => void): Promise<number> {
  const mark = Date.now().toString(36);
  let sent = 0;
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const site = SITES[visitor % SITES.length];
    const headers = { 'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.${visitor}) Gecko/20100101 Firefox/140.${visitor}` };
    await browse(url, 'GET', { ...headers, ...(site && { Referer: site }) });
    if (visitor % SENDING === 0) {
      const typed = new URLSearchParams();
      for (const { name, type } of form.fields) typed.set(name, valueFor(name, type, `${mark}.${visitor}`));
      const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
      const status = await browse(form.submit_url, 'POST', { ...headers, ...type }, typed.toString());
      if (status !== 303) throw new DemoError(`The form was answered with ${status}.`);
      sent += 1;
    }
    show(`${visitor + 1} of ${VISITORS}`);
  }
  return sent;
}

function valueFor(name: string, type: string, mark: string): string {
  if (type === 'email') return `visitor.${mark}@ridge.example`;
  if (type === 'number') return '2';
  if (type === 'checkbox') return 'on';
  return name === 'name' ? `Visitor ${mark}` : (TRAILS[mark.length % TRAILS.length] as string);
}

/** Names below `localhost` are this machine, as browsers know by themselves. Resolves with the status. */
function browse(address: string, method: string, headers: Record<string, string>, body = ''): Promise<number> {
  const { hostname, host, port, pathname } = new URL(address);
  const name = hostname.endsWith('.localhost') ? '127.0.0.1' : hostname;
  return new Promise((resolve, reject) => {
    const answered = (answer: IncomingMessage) => void answer.resume().once('end', () => resolve(answer.statusCode ?? 0));
    const sending = request({ hostname: name, port, path: pathname, method, headers: { Host: host, ...headers } }, answered);
    sending.once('error', (error) => reject(new DemoError(`The page cannot be reached at ${address}: ${error.message}`)));
    sending.end(body);
  });
}

/** Figures are a second or two behind. */
async function counted(api: Api, tentId: string, views: number): Promise<components['schemas']['TentAnalytics']> {
  const read = () => ask(api.GET('/v1/analytics/tent', { params: { query: { tent_id: tentId } } }));
  for (const since = performance.now(); ; await delay(POLL_MS)) {
    const figures = await read();
    if (figures.totals.views >= views || performance.now() - since > 10_000) return figures;
  }
}
