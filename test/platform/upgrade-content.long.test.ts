/** Tents, templates and emails of released versions: their versions have no drafts, and are read, edited, restored and listed as before. */
import type pg from 'pg';
import { afterEach, describe, expect, it } from 'vitest';
import { toUlid } from '../../src/platform/ids.ts';
import { migrate } from '../../src/platform/migrations.ts';
import type { TestDatabase } from '../support/database.ts';
import { CARRIED, FIRST, KEY, openRelease } from '../support/releases.ts';
import { startTestService, type TestService } from '../support/service.ts';

let database: TestDatabase;
let client: pg.Client;
afterEach(async () => {
  await client.end();
  await database.drop();
});

/** Where each kind of document is, and where it is edited by words. */
const KINDS: Record<string, { path: string; edit: string }> = {
  email: { path: 'emails', edit: 'messages' },
  email_template: { path: 'email-templates', edit: 'messages' },
  tent_template: { path: 'tent-templates', edit: 'messages' },
  tent: { path: 'tents', edit: 'edit' },
};

interface Kept {
  id: string;
  kind: string;
  version: number;
  html: string;
}

/** The versions that there are, the oldest first. */
async function versions(): Promise<Kept[]> {
  const { rows } = await client.query<Kept>(
    `SELECT d.id, d.kind, v.version, v.html FROM versions v JOIN documents d ON d.workspace_id = v.workspace_id AND d.id = v.document_id
     ORDER BY d.id, v.version`,
  );
  return rows;
}

/** Until nothing is being written: on a busy machine a generation may have to wait for its thread. */
async function settle(service: TestService): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await service.drain();
    const { rowCount } = await client.query("SELECT FROM generations WHERE status IN ('pending', 'generating')");
    if (rowCount === 0) return;
    service.clock.advance({ seconds: 30 });
  }
}

const bodyOf = (html: string): string => /<body>(.*)<\/body>/s.exec(html)?.[1] ?? html;

/** A call of the API of a document. */
function caller({ url }: TestService, { id, kind }: Kept) {
  const { path = '', edit = '' } = KINDS[kind] ?? {};
  const call = async (method: string, rest: string, body?: object) => {
    const headers = { authorization: `Bearer ${KEY}`, ...(body && { 'content-type': 'application/json' }) };
    const response = await fetch(`${url}/v1/${path}/${kind === 'tent_template' ? toUlid(id) : id}${rest}`, {
      method,
      headers,
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, json: () => JSON.parse(text) };
  };
  return { get: (rest: string) => call('GET', rest), post: (rest: string, body: object) => call('POST', rest, body), edit };
}

describe.each(CARRIED)('what was written with $version', (release) => {
  it('comes through as source: it can be listed, read, edited by words and restored', async () => {
    ({ database, client } = await openRelease(release));
    await migrate(database.url);
    const before = await versions();
    expect(before.length).toBeGreaterThan(release === FIRST ? 0 : 3);
    expect((await client.query('SELECT FROM versions WHERE draft IS NOT NULL')).rowCount).toBe(0);
    expect(
      (await client.query("SELECT FROM generations WHERE notes <> '[]' OR summary IS NOT NULL OR start_draft IS NOT NULL")).rowCount,
    ).toBe(0);
    const service = await startTestService({ DATABASE_URL: database.url });
    try {
      // Earlier running work is done or has failed.
      await settle(service);
      for (const [documentId, kept] of Map.groupBy(before, ({ id }) => id)) {
        const first = kept[0] as Kept;
        const { get, post, edit } = caller(service, first);
        const listed = (await get('/generations')).json().generations as {
          id: string;
          version: number | null;
          has_draft: boolean;
          notes: unknown[];
        }[];
        for (const { version } of kept)
          expect([documentId, listed.find((one) => one.version === version)]).toMatchObject([documentId, { has_draft: false, notes: [] }]);
        const draft = await get('/draft');
        expect([draft.status, draft.json().error]).toEqual([404, expect.stringContaining('was saved as HTML')]);
        const last = kept.at(-1) as Kept;
        expect((await get('/content')).text).toBe(last.html);

        const word = />(\w+)<\/(?:h1|body)>/.exec(last.html)?.[1];
        expect((await post(`/${edit}`, { prompt: `change "${word}" to "Autumn"` })).status).toBe(202);
        await settle(service);
        const { generations } = (await get('/generations')).json();
        expect([documentId, generations[0]]).toMatchObject([documentId, { status: 'completed', error_message: null }]);
        const edited = (await get('/content')).text;
        expect(edited).toContain('Autumn');
        expect(edited.replaceAll('Autumn', word as string)).toContain(bodyOf(last.html));

        const restored = await post('/restore', { version: first.version });
        expect([restored.status, restored.json()]).toMatchObject([
          200,
          { type: 'restored', has_draft: false, summary: `Restored version ${first.version}.` },
        ]);
        expect((await get('/content')).text).toBe(first.html);
      }
      // Existing data are unchanged.
      expect(await versions()).toEqual(expect.arrayContaining(before));
    } finally {
      await service.stop();
    }
  });
});
