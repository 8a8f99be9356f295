/** A page from a prompt to the people who send its form, and the figures of that. */
import { type IncomingMessage, request } from 'node:http';
import { type Client, type components, poll, unwrap, waitForTent } from '../../src/client/index.ts';
import { SOON } from './patience.ts';
import { count, DemoError, heading, step } from './terminal.ts';

const PROMPT = `A sign-up page for guided ridge hikes in May, every Saturday at 7:00 from the old mill, 12 people at most, €25.
A form asks for name, email, favourite trail and number of guests. Friendly tone, green and sand.`;
/** The fields of the form besides name and email; contacts get custom fields of these names. */
const FIELDS = [
  { api_name: 'favourite_trail', display_name: 'Favourite trail', value_type: 'string' },
  { api_name: 'guests', display_name: 'Guests', value_type: 'number' },
] as const;
const VISITORS = 40;
/** Every so many visitors send the form. */
const SENDING = 4;
const TRAILS = ['Ridge walk', 'Lake loop', 'Old mill path'];
const SITES = ['https://news.example/spring', 'https://trailforum.example/t/88', undefined];
const NAMES = [
  'Maya Lindqvist',
  'Tom Okafor',
  'Inés Prado',
  'Jonas Weber',
  'Aiko Mori',
  'Lena Novak',
  'Sam Brooks',
  'Noor Haddad',
  'Ida Berg',
  'Raj Patel',
];

type Tent = components['schemas']['Tent'];
type Form = NonNullable<Tent['forms']>[number];

/** A page that is live, and its form. */
export interface LivePage {
  tentId: string;
  url: string;
  form: Form;
}

export async function makePage(api: Client, name: string): Promise<LivePage> {
  await makeFields(api);
  const tentId = await step(
    'Writing a page',
    () => write(api, name),
    () => 'from a prompt',
  );
  const params = { path: { tentId } };
  await step(
    'Publishing it',
    () => unwrap(api.POST('/v1/tents/{tentId}/publish', { params, body: { custom_page_alias: null } })),
    ({ publication }) => (publication?.status === 'published' ? 'live' : 'live, with a warning'),
  );
  const { publication, forms } = await unwrap(api.GET('/v1/tents/{tentId}', { params }));
  const url = publication?.published_url;
  const [form] = forms ?? [];
  if (!url || !form) throw new DemoError('The page has no address or no form.');
  return { tentId, url, form };
}

/** Plays its visitors. Resolves with how many sent the form. */
export const visitPage = (page: LivePage): Promise<number> =>
  step(
    'Visiting it',
    (show) => visit(page, show),
    (sent) => `${VISITORS} people looked at it, ${sent} sent its form`,
  );

/** Its figures, in lines. They are a second or two behind. */
export async function pageReport(api: Client, { tentId, url }: LivePage, name: string): Promise<string> {
  const { totals, referrers } = await poll(
    () => unwrap(api.GET('/v1/analytics/tent', { params: { query: { tent_id: tentId } } })),
    ({ totals }) => totals.views >= VISITORS,
    SOON,
  );
  const { views, unique_visitors, submissions, conversion_rate } = totals;
  const sent = `${(conversion_rate * 100).toFixed(0)} % of the visitors sent one`;
  const lines = [`  views ${count(views)}, visitors ${count(unique_visitors)}, forms ${count(submissions)}, ${sent}`];
  for (const { referrer, views } of referrers) lines.push(`  ${count(views).padStart(4)} from ${referrer ?? 'nowhere that they told'}`);
  return `${heading(`The page "${name}"`)}  ${url}\n\n${lines.join('\n')}`;
}

/** The fields that the form fills, but for those that an earlier run has made. */
async function makeFields(api: Client): Promise<void> {
  const { fields } = await unwrap(api.GET('/v1/contact-fields'));
  const known = new Set(fields.map(({ api_name }) => api_name));
  const items = FIELDS.filter(({ api_name }) => !known.has(api_name));
  if (items.length > 0) await unwrap(api.POST('/v1/contact-fields', { body: { items } }));
}

async function write(api: Client, name: string): Promise<string> {
  const started = await unwrap(api.POST('/v1/tents', { body: { name, prompt: PROMPT } }));
  const { id } = await waitForTent(api, started, SOON);
  return id;
}

/** Plays visitors: all of them look, some fill in the form as its fields ask, without a script. */
async function visit({ url, form }: LivePage, show: (text: string) => void): Promise<number> {
  let sent = 0;
  for (let visitor = 0; visitor < VISITORS; visitor += 1) {
    const site = SITES[visitor % SITES.length];
    const headers = { 'User-Agent': `Mozilla/5.0 (X11; Linux x86_64; rv:140.${visitor}) Gecko/20100101 Firefox/140.${visitor}` };
    await browse(url, 'GET', { ...headers, ...(site && { Referer: site }) });
    if (visitor % SENDING === 0) {
      const typed = new URLSearchParams();
      for (const { name, type } of form.fields) typed.set(name, answerTo(name, type, sent));
      const type = { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' };
      const status = await browse(form.submit_url, 'POST', { ...headers, ...type }, typed.toString());
      if (status !== 303) throw new DemoError(`The form was answered with ${status}.`);
      sent += 1;
    }
    show(`${visitor + 1} of ${VISITORS}`);
  }
  return sent;
}

function answerTo(name: string, type: string, visitor: number): string {
  const person = NAMES[visitor % NAMES.length] as string;
  if (type === 'email') return `${person.split(' ')[0]?.normalize('NFD').replace(/\W/g, '').toLowerCase()}@ridge.example`;
  if (type === 'number') return String(visitor % 4);
  if (type === 'checkbox') return 'on';
  return name === 'name' ? person : (TRAILS[visitor % TRAILS.length] as string);
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
