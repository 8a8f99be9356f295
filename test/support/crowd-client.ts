/** The random actions of a crowd's client: a tent's whole life, in any order. */
import { formOf, operationOf, png } from './assets.ts';
import { page } from './generator.ts';
import { type AskOptions, ask as askPage } from './pages.ts';
import { request } from './requests.ts';

export interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  body: any;
}

/** The shared memory of all clients. */
export interface Memory {
  /** Requested tents, by name. */
  tents: Map<string, { made: boolean; deletion?: 'asked' | 'done' }>;
  /** Addresses in sent forms, and whether the answer accepted them. */
  forms: Map<string, boolean>;
  /** Accepted bulk jobs, with the key of their workspace. */
  jobs: { id: string; apiKey: string; items: number }[];
}

export interface ClientOptions extends Memory {
  url: string;
  pagesPort: number;
  workspace: { slug: string; apiKey: string };
  /** Numbers from 0 to 1. */
  chance: () => number;
  /** A new number. */
  newNumber: () => number;
  /** Sends a request, with a key until it is answered. Undefined if the outcome is unknown. */
  ask(kind: string, isKeyed: boolean, send: () => Promise<Answer>): Promise<Answer | undefined>;
  surprised(what: string): void;
}

const FORM = '<form id="signup"><input name="email" type="email"><input name="name"></form>';
const ALIASES = ['hut', 'ridge', 'mill', 'lake', '/'];

/** Returns a function that does one random action. */
export function newClient({
  url,
  pagesPort,
  workspace,
  chance,
  newNumber,
  ask,
  surprised,
  tents,
  forms,
  jobs,
}: ClientOptions): () => Promise<void> {
  const { slug, apiKey } = workspace;
  const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
  const maybe = <Value extends object>(value: Value): Partial<Value> => (chance() < 0.5 ? value : {});
  const mine: { id: string; name?: string; live: boolean; assets: string[] }[] = [];
  const lists: string[] = [];
  let templateId: string | undefined;

  const call = (operationId: string, { path = {}, body }: { path?: Record<string, string>; body?: unknown } = {}) => {
    const operation = operationOf(operationId);
    const isKeyed = operation.method === 'post' && chance() < 0.6;
    const headers: Record<string, string> = isKeyed ? { 'idempotency-key': `key ${newNumber()}` } : {};
    // A form body can be read once; other bodies are copied, so that a repeat is identical.
    const said = typeof body === 'function' ? undefined : structuredClone(body);
    const given = () => (typeof body === 'function' ? body() : said);
    const send = async () => {
      const { response, body: answered } = await request(url, operation, {
        apiKey,
        path,
        headers,
        body: given(),
      });
      return { status: response.status, headers: response.headers, body: answered };
    };
    return ask(operationId, isKeyed, send);
  };
  const newName = () => {
    const name = `Tent ${newNumber()}`;
    tents.set(name, { made: false });
    return name;
  };
  const made = (name: string, id: string | undefined, assets: string[] = []) => {
    if (!id) return;
    tents.set(name, { made: true });
    mine.push({ id, name, live: false, assets });
  };
  const wish = () => maybe({ auto_publish: true, ...maybe({ custom_page_alias: one(ALIASES) }) });
  const prompt = () => `A landing page, ${newNumber()}</p>${FORM}<p>`;
  const some = () => one(mine);
  const file = () => formOf(png('logo.png', 2_000), png('hut.png', 90_000));

  const acts: [weight: number, act: () => Promise<unknown>][] = [
    [
      4,
      async () => {
        const name = newName();
        const answer = await call('createTent', { body: { name, prompt: prompt(), ...maybe({ template_id: templateId }), ...wish() } });
        made(name, answer?.body.id);
      },
    ],
    [
      2,
      async () => {
        const upload = await call('uploadNewTentAssets', { body: file });
        if (!upload?.body.tent_id) return;
        const { tent_id, assets } = upload.body;
        const asset_ids = assets.map(({ asset_id }: { asset_id: string }) => asset_id);
        const name = newName();
        const answer = await call('createTent', { body: { name, prompt: prompt(), tent_id, asset_ids, ...wish() } });
        // Without a known outcome, the client reads the tent by its name.
        made(name, answer?.body.id, asset_ids);
      },
    ],
    [
      4,
      async () => {
        const tent = some();
        if (tent)
          await call('editTent', {
            path: { tentId: tent.id },
            body: { prompt: prompt(), ...maybe({ asset_ids: tent.assets }), ...wish() },
          });
      },
    ],
    [
      2,
      async () => {
        const tent = some();
        const name = newName();
        const answer = tent && (await call('cloneTent', { path: { tentId: tent.id }, body: { name } }));
        made(name, answer?.body.tent_id, []);
      },
    ],
    [
      8,
      async () => {
        const tent = some();
        const body = { ...maybe({ custom_page_alias: one([...ALIASES, null]) }), ...maybe({ remove_branding: chance() < 0.5 }) };
        const answer = tent && (await call('publishTent', { path: { tentId: tent.id }, body }));
        if (tent && answer?.status === 200) tent.live = true;
      },
    ],
    [
      2,
      async () => {
        const tent = some();
        if (tent) await call('unpublishTent', { path: { tentId: tent.id }, body: undefined });
      },
    ],
    [
      2,
      async () => {
        const tent = some();
        if (!tent) return;
        mine.splice(mine.indexOf(tent), 1);
        const known = tent.name === undefined ? undefined : tents.get(tent.name);
        if (known) known.deletion = 'asked';
        const answer = await call('deleteTent', { path: { tentId: tent.id } });
        if (known && answer?.status === 200) known.deletion = 'done';
      },
    ],
    [
      2,
      async () => {
        const tent = some();
        const answer = tent && (await call('uploadTentAssets', { path: { tentId: tent.id }, body: file }));
        for (const { asset_id } of answer?.body.assets ?? []) tent?.assets.push(asset_id);
        // A request names twenty at most.
        tent?.assets.splice(20);
      },
    ],
    [
      1,
      async () => {
        if (!templateId) return;
        const items = Array.from({ length: 1 + Math.floor(chance() * 5) }, (_, n) => ({
          tent_name: `Hut ${n}`,
          input_data: { hut: `Hut ${n}` },
          ...maybe({ instructions: prompt() }),
        }));
        const answer = await call('createBulkJob', { body: { template_id: templateId, auto_publish: true, items } });
        if (!answer?.body.bulk_job_id) return;
        jobs.push({ id: answer.body.bulk_job_id, apiKey, items: items.length });
        for (const { tent_id } of answer.body.items) if (tent_id) mine.push({ id: tent_id, live: false, assets: [] });
      },
    ],
    [
      2,
      async () => {
        const tent = some();
        if (tent) await call('getTent', { path: { tentId: tent.id } });
      },
    ],
    [
      8,
      async () => {
        const tent = one(mine.filter(({ live }) => live));
        if (!tent) return;
        const email = `visitor${newNumber()}@mail.example`;
        forms.set(email, false);
        const answer = await visit('form', `/submit/${tent.id}/signup`, {
          method: 'POST',
          headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
          body: new URLSearchParams({ email, name: 'Noor' }).toString(),
        });
        if (answer?.status === 200) forms.set(email, true);
      },
    ],
    [
      8,
      async () => {
        const address = one([
          ...mine.map(({ id }) => `/${id}`),
          ...ALIASES.map((alias) => (alias === '/' ? alias : `/${alias}`)),
        ]) as string;
        const answer = await visit('page', address);
        if (answer?.status === 200 && !answer.body.endsWith('</html>')) surprised(`page: half a page at ${address}`);
      },
    ],
    [
      1,
      async () => {
        const items = [{ email: `person${newNumber()}@mail.example` }, { email: 'everybody@mail.example' }];
        const people = await call('upsertContacts', { body: { items } });
        const list =
          lists.length > 0
            ? one(lists)
            : (await call('createContactList', { body: { name: `List ${newNumber()}`, kind: 'static' } }))?.body.list_id;
        if (!people?.body.items || !list) return;
        if (!lists.includes(list)) lists.push(list);
        const contact_ids = people.body.items.map(({ contact_id }: { contact_id: string }) => contact_id);
        await call('addContactListMembers', { path: { listId: list }, body: { contact_ids } });
        if (chance() < 0.5) await call('deleteContact', { path: { contact_id: contact_ids[0] } });
      },
    ],
  ];

  function visit(kind: string, path: string, options: AskOptions = {}): Promise<Answer | undefined> {
    const n = newNumber();
    const visitor = { 'user-agent': 'Mozilla/5.0 Firefox/140.0', 'x-forwarded-for': `198.${n >> 16}.${(n >> 8) & 255}.${n & 255}` };
    return ask(kind, false, async () => {
      const headers = { ...visitor, ...options.headers };
      const { status, text } = await askPage(pagesPort, path, { ...options, host: `${slug}.localhost`, headers });
      return { status, headers: new Headers(), body: text.startsWith('{') ? JSON.parse(text) : text };
    });
  }

  async function newTemplate(): Promise<string | undefined> {
    const made = await call('createTentTemplate', { body: { name: 'Hut', code: page(`<h1>{{hut}}</h1>${FORM}`) } });
    const id = made?.body.template_id;
    if (!id) return undefined;
    const approved = await call('approveTentTemplate', { path: { templateId: id }, body: undefined });
    return approved?.status === 200 ? id : undefined;
  }
  const whole = acts.reduce((sum, [weight]) => sum + weight, 0);
  return async () => {
    templateId ??= await newTemplate();
    let place = chance() * whole;
    for (const [weight, act] of acts) {
      place -= weight;
      if (place < 0) return void (await act());
    }
  };
}
