/** Pictures between an author, a model and storage: those that are attached, and the one at the top of a new page. */
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { PageDraft } from '../../../../src/content/generation/draft/draft.ts';
import { sql } from '../../../../src/platform/db.ts';
import type { Resource } from '../../../../src/workspaces/budget/resources.ts';
import { updateWorkspace } from '../../../../src/workspaces/workspaces.service.ts';
import { type Attached, bytesOf, formOf, png, upload } from '../../../support/assets.ts';
import { must } from '../../../support/blast.ts';
import { startTestService, type TestService } from '../../../support/service.ts';
import { at as addressOf } from '../../../support/uploads.ts';
import { answerWith, PAGE as GIVEN, KEY } from './given.ts';
import { type Behaviour, refuses, says, sends, startServer, type TestServer } from './server.ts';

/** Nothing of it stands there twice. */
const PAGE: PageDraft = {
  ...GIVEN,
  blocks: GIVEN.blocks.map((block) => (block.kind === 'footer' ? { kind: 'footer', id: 'footer' } : block)),
};
const MADE = bytesOf('png', 5_000);
const USAGE = { input_tokens: 50, output_tokens: 4_000, total_tokens: 4_050 };
const image = (bytes = MADE) =>
  sends(JSON.stringify({ created: 1, data: [{ b64_json: bytes.toString('base64') }], usage: USAGE }), 'application/json');
const writes = (draft: PageDraft) => says(answerWith(draft), { usage: [900, 80] });
const changes = (heading: string) =>
  says({ web_content: true, summary: 'Done.', operations: [{ op: 'set', path: 'top.heading', value: { string: heading } }] });

let server: TestServer;
let service: TestService;
beforeAll(async () => {
  server = await startServer();
  const model = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: server.baseUrl, AI_MODEL: 'some-model', AI_API_KEY: KEY };
  service = await startTestService({ ...model, AI_IMAGE_MODEL: 'some-painter' });
});
afterAll(async () => {
  await service.stop();
  await server.close();
});

let makes: Behaviour;
let answers: Behaviour[];
beforeEach(() => {
  server.asked.length = 0;
  makes = image();
  answers = [writes(PAGE)];
  server.behave((asked, response, provider) => {
    const text = answers.length > 1 ? answers.shift() : answers[0];
    return isForPicture(asked) ? makes(asked, response, provider) : text?.(asked, response, provider);
  });
});
const isForPicture = ({ path }: { path: string }) => path === '/v1/images/generations';
const asked = () => ({ pictures: server.asked.filter(isForPicture), texts: server.asked.filter((one) => !isForPicture(one)) });

const PROMPT = 'page for a dog walking business in Leeds with a contact form';
const at = (tentId: string) => ({ params: { path: { tentId } } });
const begin = async (prompt = PROMPT) => (await must(service.api.POST('/v1/tents', { body: { prompt } }))).id;
const create = async (prompt?: string) => {
  const tentId = await begin(prompt);
  await service.drain();
  return tentId;
};
const edit = async (tentId: string, asset_ids: string[] = []) => {
  await must(service.api.POST('/v1/tents/{tentId}/edit', { ...at(tentId), body: { prompt: 'A shorter headline', asset_ids } }));
  await service.drain();
};
const assetsOf = async (tentId: string): Promise<Attached[]> =>
  (await must(service.api.GET('/v1/tents/{tentId}/assets', at(tentId)))).assets;
const heroOf = async (tentId: string) => {
  const { draft } = (await must(service.api.GET('/v1/tents/{tentId}/draft', at(tentId)))) as { draft: PageDraft };
  return draft.blocks.find((block) => block.kind === 'hero');
};
const generationOf = async (tentId: string) => {
  const { generations } = await must(service.api.GET('/v1/tents/{tentId}/generations', at(tentId)));
  return generations[0] as (typeof generations)[0];
};
const attach = async (tentId: string, ...files: File[]) => (await upload(service, 'uploadTentAssets', { tentId }, formOf(...files))).assets;

/** Stored files, notes of loose ones, and what the workspace has stored. */
const stored = async () => {
  const folder = join(fileURLToPath(service.service.config.storageUrl), 'assets');
  const [loose] = await service.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM loose_files`);
  return [...(await readdir(folder).catch(() => [])), `${loose?.n} loose`];
};
const used = async (resource: Resource) => (await must(service.api.GET('/v1/workspace'))).usage[resource];
const limit = async (resource: Resource, most: number) => {
  const set = (limited: number | undefined) =>
    updateWorkspace(service.db, service.id, { limits: new Map([[resource, limited]]) }, service.clock.now());
  onTestFinished(async () => void (await set(undefined)));
  await set(most);
};

describe('attached pictures', () => {
  const shown = () => asked().texts.map(({ body }) => JSON.stringify(body).split('"type":"image_url"').length - 1);

  it('reach the model, as many bytes as it takes', async () => {
    const tentId = await create();
    const MIB = 1024 * 1024;
    const files = await attach(tentId, png('a.png'), png('huge.png', 5 * MIB + 1), png('b.png', 5 * MIB), png('c.png', 4 * MIB));
    answers = [changes('Walks')];
    server.asked.length = 0;
    await edit(
      tentId,
      files.map(({ asset_id }) => asset_id),
    );
    expect(await generationOf(tentId)).toMatchObject({ status: 'completed', error_message: null, version: 2 });
    expect(shown()).toEqual([2]);
    const sent = JSON.stringify(asked().texts[0]?.body);
    expect(sent).toContain(`data:image/png;base64,${bytesOf('png').toString('base64')}`);
    expect(sent).toContain(bytesOf('png', 5 * MIB).toString('base64'));
    for (const { url } of files) expect(sent).toContain(url);
  });

  it('are left out where the server refuses them', async () => {
    const tentId = await create();
    const [file] = await attach(tentId, png('a.png'));
    answers = [refuses(400, 'Could not process image'), changes('Walks')];
    server.asked.length = 0;
    await edit(tentId, [file?.asset_id as string]);
    expect(await generationOf(tentId)).toMatchObject({ status: 'completed', error_message: null, version: 2 });
    expect(shown()).toEqual([1, 0]);
  });

  it('are left out where their files are gone', async () => {
    const tentId = await create();
    const [file] = await attach(tentId, png('a.png'));
    const key = new URL(file?.url as string).pathname.split('/')[2] as string;
    await rm(join(fileURLToPath(service.service.config.storageUrl), 'assets', key));
    answers = [changes('Walks')];
    server.asked.length = 0;
    await edit(tentId, [file?.asset_id as string]);
    expect(await generationOf(tentId)).toMatchObject({ status: 'completed', error_message: null, version: 2 });
    expect(shown()).toEqual([0]);
  });
});

describe('the picture of a new page', () => {
  it('is an asset that the hero shows, with words and counted tokens', async () => {
    const tokens = await used('model_tokens');
    answers = [writes({ ...PAGE, blocks: PAGE.blocks.map((block) => (block.kind === 'hero' ? { ...block, layout: 'plain' } : block)) })];
    const bytes = await used('stored_bytes');
    const tentId = await create();
    const assets = await assetsOf(tentId);
    expect(assets).toMatchObject([{ file_name: 'hero.png', content_type: 'image/png', size_bytes: MADE.length }]);
    const [{ url }] = assets as [Attached];
    const hero = await heroOf(tentId);
    expect(hero).toMatchObject({ picture: { url, alt: 'Illustration: Dog walking in Leeds' } });
    expect(hero).not.toHaveProperty('layout');
    const { data } = await service.api.GET('/v1/tents/{tentId}/content', { ...at(tentId), parseAs: 'text' });
    expect(data).toContain(`<img src="${url}" alt="Illustration: Dog walking in Leeds"`);
    expect(Buffer.from(await (await fetch(addressOf(service.url, url))).arrayBuffer()).equals(MADE)).toBe(true);
    expect((await used('model_tokens')) - tokens).toBe(980 + 4_050);
    expect((await used('stored_bytes')) - bytes).toBeGreaterThan(MADE.length);
    expect(await generationOf(tentId)).toMatchObject({
      notes: [],
      usage: { model: 'some-model', input_tokens: 950, output_tokens: 4_080 },
    });
    expect(await stored()).toContain('0 loose');
  });

  it('is made once: neither for an edit, nor for an email, nor where there is one or none is wanted', async () => {
    const tentId = await create();
    answers = [changes('Walks')];
    await edit(tentId);
    expect(asked().pictures).toHaveLength(1);
    const drawn = { drawing: 'meadow' as const };
    answers = [writes({ ...PAGE, blocks: PAGE.blocks.map((block) => (block.kind === 'hero' ? { ...block, picture: drawn } : block)) })];
    expect(await heroOf(await create())).toMatchObject({ picture: drawn });
    answers = [writes(PAGE)];
    expect(await heroOf(await create(`${PROMPT}. No pictures.`))).not.toHaveProperty('picture');
    const blocks = [{ kind: 'hero', heading: 'Stoves' }, { kind: 'footer' }];
    answers = [says(answerWith({ lang: 'en', title: 'Stoves', subject: 'Stoves', blocks }))];
    await must(service.api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A letter about stoves' } }));
    await service.drain();
    expect(asked().pictures).toHaveLength(1);
  });

  it.each([
    ['the server refuses it', () => refuses(400, 'Your request was rejected by the safety system.')],
    ['the server makes something else', () => image(Buffer.from('<svg onload="x()">'))],
    ['it is too large to be stored', () => image(bytesOf('png', 10 * 1024 * 1024 + 1))],
  ])('is missed, with a note, where %s', async (_, behaviour) => {
    const before = await stored();
    makes = behaviour();
    const tentId = await create();
    expect(await generationOf(tentId)).toMatchObject({ status: 'completed', error_message: null, version: 1 });
    expect(await heroOf(tentId)).not.toHaveProperty('picture');
    const text = 'No picture could be made for the top of the page. Attach a file of your own, and ask for it to be put there.';
    expect((await generationOf(tentId)).notes).toEqual([{ code: 'left_out', text, place: 'top' }]);
    expect(await assetsOf(tentId)).toEqual([]);
    expect(await stored()).toEqual(before);
  });

  it('is missed where the workspace has no room for it', async () => {
    const before = await stored();
    const bytes = await used('stored_bytes');
    makes = image(bytesOf('png', 1024 * 1024));
    await limit('stored_bytes', bytes + 512 * 1024);
    const tentId = await create();
    const [note] = (await generationOf(tentId)).notes;
    expect(note).toMatchObject({
      code: 'left_out',
      text: expect.stringContaining('bytes stored are used. Delete what you no longer need'),
    });
    expect(await heroOf(tentId)).not.toHaveProperty('picture');
    expect(await stored()).toEqual(before);
    expect((await used('stored_bytes')) - bytes).toBeLessThan(512 * 1024);
  });

  it('is not asked for where the text has used up the tokens', async () => {
    await limit('model_tokens', (await used('model_tokens')) + 100);
    const tentId = await create();
    const [note] = (await generationOf(tentId)).notes;
    expect(note).toMatchObject({ code: 'left_out', text: expect.stringContaining('model tokens a day are used') });
    expect(asked().pictures).toEqual([]);
  });

  it('leaves nothing behind when the generation is cancelled meanwhile', async () => {
    const before = await stored();
    const bytes = await used('stored_bytes');
    const tokens = await used('model_tokens');
    const begun = Promise.withResolvers<void>();
    const going = Promise.withResolvers<void>();
    makes = async (...given) => {
      begun.resolve();
      await going.promise;
      return image()(...given);
    };
    const tentId = await begin();
    const draining = service.drain();
    await begun.promise;
    const { generation_id: generationId } = await generationOf(tentId);
    await must(service.api.POST('/v1/tents/{tentId}/generations/{generationId}/cancel', { params: { path: { tentId, generationId } } }));
    going.resolve();
    await draining;
    expect(await generationOf(tentId)).toMatchObject({ status: 'failed', version: null });
    expect(await assetsOf(tentId)).toEqual([]);
    expect(await stored()).toEqual(before);
    expect(await used('stored_bytes')).toBe(bytes);
    // They are paid for.
    expect((await used('model_tokens')) - tokens).toBe(980 + 4_050);
  });
});
