/**
 * Clients who do at random what clients do with tents, all at once, while somebody kills the service beneath them. What it has
 * answered, they remember. Those who sent a key ask again until they have an answer; the others never learn what came of it.
 */
import { formOf, operationOf, png } from './assets.ts';
import { page } from './generator.ts';
import { ask as askPage } from './pages.ts';
import { request } from './requests.ts';

export interface CrowdOptions {
  url: string;
  pagesPort: number;
  workspaces: { slug: string; apiKey: string }[];
  clients: number;
  seed: number;
  /** Resolves while there is somebody to ask. */
  open: () => Promise<unknown>;
}

interface Answer {
  status: number;
  headers: { get(name: string): string | null };
  body: any;
}

/** What a keyed request was answered, and how to send it once more. */
export interface Kept {
  kind: string;
  answer: Answer;
  again: () => Promise<Answer>;
}

export interface Crowd {
  /** Makes an end of it, when everybody has an answer. */
  leave(): Promise<void>;
  /** How often what was answered, by kind of request: `{createTent: {202: 5, cut: 1}}`. */
  figures: Record<string, Record<string, number>>;
  /** Answers that nobody has foreseen. */
  surprises: string[];
  kept: Kept[];
  /** Names of tents that were asked for, and whether it was said that they are made. */
  tents: Map<string, { made: boolean; deleted: boolean }>;
  /** Addresses that were typed into forms, and whether they were said to be taken. */
  forms: Map<string, boolean>;
  /** Bulk jobs that were taken on, with the key of their workspace. */
  jobs: { id: string; apiKey: string; items: number }[];
}

/** What a client may hear besides a success. Anything else is a mistake. */
const EXPECTED: Record<string, string[]> = {
  createTent: ['insufficient_credits', 'not_found'],
  editTent: ['insufficient_credits', 'not_found', 'generation_in_progress', 'validation_failed'],
  cloneTent: ['not_found', 'conflict'],
  publishTent: ['not_found', 'conflict', 'mutation_lease_held', 'publish_limit_exceeded'],
  unpublishTent: ['not_found', 'mutation_lease_held'],
  deleteTent: ['not_found', 'mutation_lease_held'],
  uploadTentAssets: ['not_found', 'validation_failed'],
  getTent: ['not_found'],
  form: ['not_found'],
  page: ['404'],
};
const ALWAYS = ['unavailable', 'idempotency_in_progress', 'contended'];

export const FORM = '<form id="signup"><input name="email" type="email"><input name="name"></form>';
const ALIASES = ['hut', 'ridge', 'mill', 'lake', '/'];

/** Numbers from 0 to 1 that are the same each time (mulberry32). */
export function chanceFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

let counter = 0;

/** Lets a crowd in. It goes on until it is told to leave. */
export function letIn({ url, pagesPort, workspaces, clients, seed, open }: CrowdOptions): Crowd {
  const figures: Crowd['figures'] = {};
  const surprises: string[] = [];
  const kept: Kept[] = [];
  const tents: Crowd['tents'] = new Map();
  const forms: Crowd['forms'] = new Map();
  const jobs: Crowd['jobs'] = [];
  let leaving = false;

  const note = (kind: string, what: string) => {
    figures[kind] ??= {};
    figures[kind][what] = (figures[kind][what] ?? 0) + 1;
  };

  const surprised = (what: string) => {
    // One of a kind tells enough.
    if (surprises.length < 20) surprises.push(what.slice(0, 500));
  };

  /** Asks, with a key until there is an answer. Undefined: nobody knows what came of it. */
  async function ask(kind: string, isKeyed: boolean, send: () => Promise<Answer>): Promise<Answer | undefined> {
    for (;;) {
      await open();
      try {
        const answer = await send();
        const code = answer.body?.error_code as string | undefined;
        note(kind, code ?? String(answer.status));
        if (answer.status < 400) {
          if (isKeyed) kept.push({ kind, answer, again: send });
          return answer;
        }
        if (!ALWAYS.includes(code as string)) {
          if (!EXPECTED[kind]?.includes(code ?? String(answer.status)))
            surprised(`${kind}: ${answer.status} ${JSON.stringify(answer.body)}`);
          return answer;
        }
      } catch (error) {
        if (!isCutOff(error)) {
          surprised(`${kind}: ${(error as Error).message}`);
          return undefined;
        }
        note(kind, 'cut off');
      }
      if (!isKeyed) return undefined;
    }
  }

  async function client(chance: () => number): Promise<void> {
    const { slug, apiKey } = workspaces[Math.floor(chance() * workspaces.length)] as { slug: string; apiKey: string };
    const one = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(chance() * items.length)];
    const maybe = <Value extends object>(value: Value): Partial<Value> => (chance() < 0.5 ? value : {});
    const mine: { id: string; name?: string; live: boolean; assets: string[] }[] = [];
    const lists: string[] = [];
    let templateId: string | undefined;

    const call = (operationId: string, { path = {}, body }: { path?: Record<string, string>; body?: unknown } = {}) => {
      const operation = operationOf(operationId);
      const isKeyed = operation.method === 'post' && chance() < 0.6;
      counter += 1;
      const headers: Record<string, string> = isKeyed ? { 'idempotency-key': `key ${counter}` } : {};
      // A form is read once for each time that it is sent.
      const send = async () => {
        const { response, body: said } = await request(url, operation, {
          apiKey,
          path,
          headers,
          body: typeof body === 'function' ? body() : body,
        });
        return { status: response.status, headers: response.headers, body: said };
      };
      return ask(operationId, isKeyed, send);
    };
    const newName = () => {
      counter += 1;
      const name = `Tent ${counter}`;
      tents.set(name, { made: false, deleted: false });
      return name;
    };
    const made = (name: string, id: string | undefined, assets: string[] = []) => {
      if (!id) return;
      tents.set(name, { made: true, deleted: false });
      mine.push({ id, name, live: false, assets });
    };
    const wish = () => maybe({ auto_publish: true, ...maybe({ custom_page_alias: one(ALIASES) }) });
    const prompt = () => `A landing page, ${(counter += 1)}</p>${FORM}<p>`;
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
          // Whoever does not know asks for it: it has its name, or is still without.
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
          if (known) known.deleted = true;
          await call('deleteTent', { path: { tentId: tent.id } });
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
          const email = `visitor${(counter += 1)}@mail.example`;
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
          const items = [{ email: `person${(counter += 1)}@mail.example` }, { email: 'everybody@mail.example' }];
          const people = await call('upsertContacts', { body: { items } });
          const list =
            lists.length > 0
              ? one(lists)
              : (await call('createContactList', { body: { name: `List ${(counter += 1)}`, kind: 'static' } }))?.body.list_id;
          if (!people?.body.items || !list) return;
          if (!lists.includes(list)) lists.push(list);
          const contact_ids = people.body.items.map(({ contact_id }: { contact_id: string }) => contact_id);
          await call('addContactListMembers', { path: { listId: list }, body: { contact_ids } });
          if (chance() < 0.5) await call('deleteContact', { path: { contact_id: contact_ids[0] } });
        },
      ],
    ];

    async function visit(kind: string, path: string, options: Parameters<typeof askPage>[2] | object = {}) {
      counter += 1;
      const headers = {
        'user-agent': 'Mozilla/5.0 Firefox/140.0',
        'x-forwarded-for': `198.${counter >> 16}.${(counter >> 8) & 255}.${counter & 255}`,
      };
      const given = options as { headers?: object };
      const answer = await ask(kind, false, async () => {
        const { status, text } = await askPage(pagesPort, path, {
          ...options,
          host: `${slug}.localhost`,
          headers: { ...headers, ...given.headers },
        });
        return { status, headers: new Headers(), body: text.startsWith('{') ? JSON.parse(text) : text };
      });
      return answer;
    }

    const whole = acts.reduce((sum, [weight]) => sum + weight, 0);
    while (!leaving) {
      if (templateId === undefined) templateId = await template();
      let place = chance() * whole;
      const [, act] = acts.find(([weight]) => (place -= weight) < 0) as (typeof acts)[number];
      await act();
    }

    async function template(): Promise<string | undefined> {
      const made = await call('createTentTemplate', { body: { name: 'Hut', code: page(`<h1>{{hut}}</h1>${FORM}`) } });
      const id = made?.body.template_id;
      if (!id) return undefined;
      const approved = await call('approveTentTemplate', { path: { templateId: id }, body: undefined });
      return approved?.status === 200 ? id : undefined;
    }
  }

  const all = Promise.all(
    Array.from({ length: clients }, (_, n) => client(chanceFrom(seed + n)).catch((error) => surprised(`a client gave up: ${error.stack}`))),
  );
  return {
    figures,
    surprises,
    kept,
    tents,
    forms,
    jobs,
    async leave() {
      leaving = true;
      await all;
    },
  };
}

/** The connection ended before the answer did. */
function isCutOff(error: unknown): boolean {
  const { message, code, cause } = error as { message: string; code?: string; cause?: { code?: string } };
  return /fetch failed|terminated|socket hang up|aborted/.test(message) || /^ECONN|EPIPE|UND_ERR_SOCKET/.test(code ?? cause?.code ?? '');
}
