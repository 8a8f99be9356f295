/** Drafts and generations of the four kinds of documents, by the operations that each of them has. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { operations } from '../support/client.ts';
import { page as html, testGenerator } from '../support/generator.ts';
import { request } from '../support/requests.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({}, { generator: testGenerator() });
});
afterAll(() => service.stop());

const page = { lang: 'en', title: 'A hut', blocks: [{ kind: 'hero', id: 'top', heading: 'A hut' }] };
const letter = { ...page, subject: 'A hut' };

/** Calls an operation by its name. The answer is checked against the document. */
async function call(operationId: string, path: Record<string, string>, options: { body?: unknown; query?: Record<string, string> } = {}) {
  const operation = operations.find((found) => found.operationId === operationId);
  if (!operation) throw new Error(`There is no operation "${operationId}".`);
  const { response, body } = await request(service.url, operation, { apiKey: service.apiKey, path, body: options.body, ...options });
  return { status: response.status, body };
}

describe.each([
  { noun: 'Email', id: 'emailId', key: 'email_id', draft: letter, prompt: 'iterateEmail' },
  { noun: 'EmailTemplate', id: 'templateId', key: 'template_id', draft: letter, prompt: 'iterateEmailTemplate' },
  { noun: 'Tent', id: 'tentId', key: 'id', draft: page, prompt: 'editTent' },
  {
    noun: 'TentTemplate',
    id: 'templateId',
    key: 'template_id',
    draft: page,
    prompt: 'iterateTentTemplate',
    html: { code: html('<p>A hut</p>') },
  },
])('$noun', ({ noun, id, key, draft, prompt, html }) => {
  const drafted = noun === 'Tent' || noun === 'Email';
  const heading = (value: string) => ({ body: { operations: [{ op: 'set', path: 'top.heading', value }] } });

  /** One with a draft as its newest version. */
  async function given(): Promise<Record<string, string>> {
    if (drafted) return { [id]: (await call(`create${noun}FromDraft`, {}, { body: { draft } })).body[key] };
    const path = { [id]: (await call(`create${noun}`, {}, { body: { name: 'A hut', ...html } })).body[key] };
    expect((await call(`save${noun}Draft`, path, { body: { draft } })).status).toBe(200);
    return path;
  }

  it('has a draft that is saved, changed and restored, and a history that can be paged', async () => {
    const path = await given();
    const { version } = (await call(`edit${noun}Draft`, path, heading('A house'))).body;
    expect((await call(`get${noun}Draft`, path)).body).toMatchObject({ version, draft: { blocks: [{ heading: 'A house' }] } });
    const back = await call(`restore${noun}`, path, { body: { version: version - 1 } });
    expect(back).toMatchObject({ status: 200, body: { type: 'restored', version: version + 1 } });
    expect((await call(`get${noun}Draft`, path)).body.draft.blocks[0].heading).toBe('A hut');

    const newest = await call(`list${noun}Generations`, path, { query: { limit: '2' } });
    expect(newest.body.generations.map((entry: { version: number }) => entry.version)).toEqual([version + 1, version]);
    const [{ generation_id: generationId }] = newest.body.generations;
    const rest = await call(`list${noun}Generations`, path, { query: { limit: '2', cursor: newest.body.next_cursor } });
    expect(rest.body.generations[0].version).toBe(version - 1);
    expect((await call(`list${noun}Generations`, path, { query: { cursor: 'none' } })).body.error_code).toBe('invalid_cursor');

    expect((await call(`get${noun}Generation`, { ...path, generationId })).body).toMatchObject({
      summary: `Restored version ${version - 1}.`,
    });
    const content = await call(`get${noun}GenerationContent`, { ...path, generationId });
    expect([content.status, content.body]).toEqual([200, expect.stringContaining('A hut')]);
  });

  it('shows the differences of two versions', async () => {
    const path = await given();
    const { version } = (await call(`edit${noun}Draft`, path, heading('A house'))).body;
    const newest = await call(`get${noun}Diff`, path);
    expect(newest).toMatchObject({ status: 200, body: { from: { version: version - 1 }, to: { version }, diff_truncated: false } });
    expect(newest.body.changes).toContainEqual({ part: 'section', change: 'changed', before: 'hero: A hut', after: 'hero: A house' });
    expect(newest.body.diff).toMatch(/^-.*A hut/m);
    expect(newest.body.diff).toMatch(/^\+.*A house/m);

    const same = await call(`get${noun}Diff`, path, { query: { from: `${version}`, to: `${version}` } });
    expect(same.body).toMatchObject({ changes: [], diff: '', lines_added: 0, lines_removed: 0 });
    const back = await call(`get${noun}Diff`, path, { query: { from: `${version}`, to: `${version - 1}` } });
    expect(back.body).toMatchObject({ lines_added: newest.body.lines_removed, lines_removed: newest.body.lines_added });
    const missing = await call(`get${noun}Diff`, path, { query: { to: '99' } });
    expect([missing.status, missing.body.error_code]).toEqual([404, 'not_found']);
  });

  it('is not saved, changed or restored while it is being written', async () => {
    const path = await given();
    expect((await call(prompt, path, { body: { prompt: 'Shorter' } })).status).toBe(202);
    const answers = [
      await call(`save${noun}Draft`, path, { body: { draft } }),
      await call(`edit${noun}Draft`, path, heading('A house')),
      await call(`restore${noun}`, path, { body: { version: 1 } }),
    ];
    expect(answers.map(({ status, body }) => [status, body.error_code])).toEqual(Array(3).fill([409, 'generation_in_progress']));
    await service.drain();
    expect((await call(`save${noun}Draft`, path, { body: { draft } })).status).toBe(200);
  });
});
