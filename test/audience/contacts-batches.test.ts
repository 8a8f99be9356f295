/** Batches whose items collide, with each other and with those of others, held against a model that takes one after the other. */
import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { writeContacts } from '../../src/audience/contacts/contacts.service.ts';
import { openEvents } from '../../src/platform/events.ts';
import { isAtLength, rounds } from '../support/at-length.ts';
import { must, people, prepareBlast, sendNow } from '../support/blast.ts';
import { behind } from '../support/race.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';

type Schemas = components['schemas'];
type Mode = 'create' | 'upsert' | 'update';
type Result = { items: (Schemas['ContactCreated'] | Schemas['ContactUpdated'] | Schemas['ContactRejected'])[] };

let service: TestService;
let workspace: TestWorkspace;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  workspace = await service.workspace();
});

interface Item {
  contact_id?: string;
  email?: string | null;
  phone?: string | null;
  company?: string;
}

const PATHS = { create: '/v1/contacts', upsert: '/v1/contacts/upsert', update: '/v1/contacts/update' } as const;

async function write(mode: Mode, items: Item[], { api }: TestWorkspace, key?: string) {
  const params = { header: key ? { 'Idempotency-Key': key } : {} };
  const { data, response } = await api.POST(PATHS[mode], { body: { items } as never, params });
  return { data: data as Result | undefined, response };
}

const timeline = async (contact_id: string, { api } = workspace) =>
  (await must(api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id }, query: { order: 'asc', limit: 100 } } })))
    .items;

const allOf = async ({ api }: TestWorkspace) =>
  ((await must(api.GET('/v1/contacts', { params: { query: { limit: 100 } } }))) as Schemas['ContactPage']).items;

const phone = (n: number) => `+1415555${2000 + n}`;
const email = (n: number) => `p${n}@example.com`;

describe('one batch', () => {
  interface Person {
    id: string;
    email: string | null;
    phone: string | null;
    company: string;
    writes: number;
  }

  /** The model of an item, as the document describes it. Returns the status or error code, and the person. */
  function act(state: Person[], mode: Mode, item: Item): { outcome: string; person?: Person | undefined } {
    const holder = (name: 'email' | 'phone', value = item[name]) => (value ? state.find((person) => person[name] === value) : undefined);
    if (mode !== 'update' && !item.email && !item.phone) return { outcome: 'validation_failed' };
    const known =
      mode === 'update'
        ? state.find(({ id }) => id === item.contact_id)
        : mode === 'upsert'
          ? holder(item.email ? 'email' : 'phone')
          : undefined;
    if (mode === 'update' && !known) return { outcome: 'not_found' };
    const other = [holder('email'), holder('phone')].find((person) => person && person !== known);
    if (other) return { outcome: 'conflict', person: other };
    const person = known ?? { id: '', email: null, phone: null, company: '', writes: 1 };
    const next = { ...person };
    if (item.email !== undefined) next.email = item.email;
    if (item.phone !== undefined) next.phone = item.phone;
    if (item.company !== undefined) next.company = item.company;
    if (!next.email && !next.phone) return { outcome: 'validation_failed' };
    const changed = next.email !== person.email || next.phone !== person.phone || next.company !== person.company;
    if (known && changed) next.writes += 1;
    Object.assign(person, next);
    if (!known) state.push(person);
    return { outcome: known ? 'updated' : 'created', person };
  }

  const some = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined });
  const identifier = (make: (n: number) => string) => some(fc.oneof({ weight: 6, arbitrary: fc.nat(5).map(make) }, fc.constant(null)));
  const item = fc.record({
    target: fc.nat(6),
    email: identifier(email),
    phone: identifier(phone),
    company: some(fc.constantFrom('', 'Fjord', 'Fell')),
  });
  const batch = fc.record({
    mode: fc.constantFrom<Mode>('create', 'upsert', 'update'),
    items: fc.array(item, { minLength: 1, maxLength: 12 }),
    keyed: fc.boolean(),
  });

  it.runIf(isAtLength)('comes out as if its items were handled one after the other', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 5 }), async (batches) => {
        const apart = await service.workspace();
        const state: Person[] = [];
        for (const [number, { mode, items, keyed }] of batches.entries()) {
          const ids = state.map(({ id }) => id);
          const drafts = items.map(({ target, ...fields }) => {
            const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Item;
            return mode === 'update' ? { ...given, contact_id: ids[target] ?? '01936d2e-0000-7000-8000-000000000000' } : given;
          });
          const { data, response } = await write(mode, drafts, apart, keyed ? `batch${number}` : undefined);
          expect(response.ok).toBe(true);
          const results = data?.items ?? [];
          const expected = drafts.map((draft, index) => {
            const { outcome, person } = act(state, mode, draft);
            const result = results[index] as Result['items'][number];
            if (outcome === 'created' && person) person.id = result.contact_id as string;
            return { outcome, about: person && { ...person } };
          });
          expect(results.map((result) => (result.status === 'rejected' ? result.error_code : result.status))).toEqual(
            expected.map(({ outcome }) => outcome),
          );
          for (const [index, result] of results.entries()) {
            const about = expected[index]?.about;
            if (result.status !== 'rejected') expect(result.contact_id).toBe(about?.id);
            else if (result.error_code === 'conflict') expect(result.existing_contact?.contact_id).toBe(about?.id);
          }
        }
        const plain = (person: { email: string | null; phone: string | null; company: string }, id: string) => ({
          id,
          email: person.email,
          phone: person.phone,
          company: person.company,
        });
        const byId = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);
        const found = (await allOf(apart)).map((contact) => plain(contact, contact.contact_id));
        expect(found.sort(byId)).toEqual(state.map((person) => plain(person, person.id)).sort(byId));
        for (const { id, writes } of state) {
          const entries = await timeline(id, apart);
          expect(entries.map(({ type }) => type)).toEqual(['contact_created', ...Array(writes - 1).fill('contact_updated')]);
        }
      }),
      { numRuns: rounds(12, 60) },
    );
  });
});

describe('batches at once', () => {
  const AT_ONCE = rounds(8, 20);

  it.runIf(isAtLength)(
    `${AT_ONCE} with the same 100 people, in other orders and with crossed identifiers, all come to their end`,
    async () => {
      const shuffled = (seed: number) => Array.from({ length: 100 }, (_, i) => (i * 37 + seed * 13) % 100);
      for (let round = 0; round < rounds(1, 3); round++) {
        const apart = await service.workspace();
        const answers = await Promise.all(
          Array.from({ length: AT_ONCE }, (_, i) => {
            const items = shuffled(i).map((n) => ({
              email: email(n),
              // A third of the items agree on the phones; the others give them to other people.
              ...(i % 3 < 2 && { phone: phone(i % 3 === 0 ? n : (n + i) % 100) }),
              company: `Company ${i}`,
            }));
            return write(i % 5 === 4 ? 'create' : 'upsert', items, apart, i % 2 ? `r${round}-${i}` : undefined);
          }),
        );
        expect(answers.filter(({ response }) => !response.ok).map(({ response }) => response.status)).toEqual([]);
        const results = answers.flatMap(({ data }) => data?.items ?? []);
        expect(results.length).toBe(AT_ONCE * 100);
        const made = results.filter(({ status }) => status === 'created');
        expect(new Set(made.map(({ contact_id }) => contact_id)).size).toBe(made.length);
        const contacts = await allOf(apart);
        expect(contacts.length).toBe(made.length);
        const values = contacts.flatMap((contact) => [contact.email, contact.phone]).filter(Boolean);
        expect(new Set(values).size).toBe(values.length);
        for (const { contact_id, updated_at } of contacts) {
          const entries = await timeline(contact_id, apart);
          expect(entries.map(({ type }) => type)).toEqual(['contact_created', ...Array(entries.length - 1).fill('contact_updated')]);
          const times = entries.map(({ timestamp }) => timestamp);
          expect(times).toEqual([...times].sort());
          expect(times.at(-1)).toBe(updated_at);
        }
      }
    },
  );

  it('of updates, upserts and deletions of the same 100 people all come to their end', async () => {
    const { data } = await write(
      'create',
      Array.from({ length: 100 }, (_, n) => ({ email: email(n), phone: phone(n) })),
      workspace,
    );
    const ids = (data?.items ?? []).map(({ contact_id }) => contact_id as string);
    const answers = await Promise.all(
      Array.from({ length: AT_ONCE }, (_, i) => {
        const key = i % 2 ? `m${i}` : undefined;
        const order = Array.from({ length: 100 }, (_, n) => (n * 41 + i * 7) % 100);
        if (i % 4 === 3)
          return workspace.api.POST('/v1/contacts/delete', { body: { contact_ids: order.slice(0, 20).map((n) => ids[n] as string) } });
        if (i % 4 === 2)
          return write(
            'upsert',
            order.map((n) => ({ email: email(n), company: `Company ${i}` })),
            workspace,
            key,
          );
        // Identifiers go round: each takes the one that a neighbour may just be letting go.
        const items = order.map((n) => ({
          contact_id: ids[n] as string,
          ...(i % 4 ? { phone: phone((n + i) % 120) } : { email: email((n + i) % 120) }),
        }));
        return write('update', items, workspace, key);
      }),
    );
    expect(answers.filter(({ response }) => !response.ok).map(({ response }) => response.status)).toEqual([]);
    for (const { contact_id } of await allOf(workspace)) expect((await timeline(contact_id))[0]?.type).toBe('contact_created');
  });
});

describe('the timeline', () => {
  it('begins with the creation, even when a request that began earlier has to wait for it', async () => {
    const items = [{ email: email(0), company: 'Later' }];
    const { data } = await behind(
      service.db,
      (tx) => {
        const now = new Date(service.clock.now().getTime() + 60_000);
        return writeContacts({ db: tx, workspaceId: workspace.id, now }, openEvents(), {
          mode: 'upsert',
          items: [{ email: email(0), unsubscribed: false }],
          itemIssues: [null],
        });
      },
      () => write('upsert', items, workspace),
    );
    const [result] = data?.items ?? [];
    expect(result).toMatchObject({ status: 'updated', contact: { company: 'Later' } });
    const entries = await timeline(result?.contact_id as string);
    expect(entries.map(({ type }) => type)).toEqual(['contact_created', 'contact_updated']);
    const [created, updated] = entries.map(({ timestamp }) => Date.parse(timestamp)) as [number, number];
    expect(updated).toBe(created + 1);
    const { contact } = result as Schemas['ContactUpdated'];
    expect(Date.parse(contact.updated_at)).toBe(updated);
  });

  it.runIf(isAtLength)('shows what others have changed in the same moment', async () => {
    const { data } = await write('create', [{ email: email(0) }], workspace);
    const contact_id = data?.items[0]?.contact_id as string;
    const moments = new Set<string>();
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        const answer = await write('update', [{ contact_id, company: `Company ${i}` }], workspace);
        moments.add(answer.data?.items[0]?.contact?.updated_at as string);
      }),
    );
    expect((await timeline(contact_id)).map(({ type }) => type)).toEqual(['contact_created', ...Array(20).fill('contact_updated')]);
    // A version shown twice would mean that one of the answers had missed a change.
    const { data: contact } = await workspace.api.GET('/v1/contacts/{contact_id}', { params: { path: { contact_id } } });
    expect(moments).toContain(contact?.updated_at);
  });

  it.runIf(isAtLength)('has the sending of an email before its delivery', async () => {
    const { blastId } = await prepareBlast(workspace.api, people(5));
    await sendNow(workspace.api, blastId);
    await service.drain();
    for (const { contact_id, last_activity_at } of await allOf(workspace)) {
      const entries = await timeline(contact_id);
      expect(entries.map(({ type }) => type)).toEqual(['contact_created', 'email_sent', 'email_delivered']);
      expect(entries.at(-1)?.timestamp).toBe(last_activity_at);
    }
  });
});
