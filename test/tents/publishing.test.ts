/** Tents on the web: where a page goes, what is said about it, and what stays when something is in the way. */
import { brotliDecompressSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { GenerationRefused } from '../../src/content/generation/generator.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { formOf, png } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { draft, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { ask as askPage } from '../support/pages.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { beginEdit, giveTent, giveVersion } from '../support/tents.ts';

let generator: TestGenerator;
let service: TestService;
let ours: TestWorkspace;
let slug: string;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({ PUBLISHED_HOST: 'pages.example.com' }, { generator });
});
afterAll(() => service.stop());
beforeEach(async () => {
  Object.assign(generator, testGenerator(), { generate: generator.generate, hold: generator.hold });
  ours = await service.workspace();
  slug = (await service.db.prisma.workspace.findFirstOrThrow({ where: { id: ours.id } })).slug;
});

type Wanted = { custom_page_alias?: string | null; remove_branding?: boolean };
const at = (tentId: string) => ({ params: { path: { tentId } } });
const ask = (tentId: string, body: Wanted = {}, { api } = ours) => api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body });
const publish = async (tentId: string, body: Wanted = {}, workspace = ours) => (await must(ask(tentId, body, workspace))) as any;
const unpublish = (tentId: string) => must(ours.api.POST('/v1/tents/{tentId}/unpublish', at(tentId)));
const address = (path: string, of = slug) => `http://${of}.pages.example.com/${path}`;
const tent = (html?: string, workspace = ours) => giveTent(service, workspace, html);
const edit = (tentId: string, publish?: { alias: string | null }, prompt = 'Newer') => beginEdit(service, ours, tentId, prompt, publish);

/** The publication of a tent, and the served page. */
async function look(tentId: string) {
  const [row] = await service.db.query<any>(sql`
    SELECT p.status, p.requested_alias AS requested, p.message, p.awaited_generation_id IS NOT NULL AS waits, p.path, p.alias, p.version,
      p.branded, encode(b.html, 'escape') AS html, d.status AS tent
    FROM documents d LEFT JOIN publications p ON p.workspace_id = d.workspace_id AND p.tent_id = d.id
    LEFT JOIN page_bodies b ON b.workspace_id = d.workspace_id AND b.tent_id = d.id
    WHERE d.id = ${tentId}::uuid`);
  return row;
}
/** Addresses that were noted as changed since the last time. */
async function changes(workspace = ours): Promise<(string | null)[]> {
  const rows = await service.db.query<{ path: string | null }>(
    sql`DELETE FROM page_changes WHERE workspace_id = ${workspace.id}::uuid RETURNING path`,
  );
  return rows.map(({ path }) => path).sort();
}

describe('a page with a form', () => {
  test('through which nobody can be reached is published with a warning, and shows which field is what', async () => {
    const form = (id: string, field: string) => `<form id="${id}"><label>Your story ${field}</label></form>`;
    const id = await tent(
      page(form('story', '<textarea name="story"></textarea>') + form('mail', '<input name="a" autocomplete="email">')),
    );
    const { publication, message } = await publish(id);
    expect(publication).toMatchObject({ status: 'published_with_warnings', message: expect.stringContaining('`story`') });
    expect(publication.message).not.toContain('`mail`');
    expect(message).toBe(`The page is published. ${publication.message}`);
    const { forms } = await must(ours.api.GET('/v1/tents/{tentId}', at(id)));
    expect(forms.map(({ email_field, phone_field }) => [email_field, phone_field])).toEqual([
      [null, null],
      ['a', null],
    ]);
  });
});

describe('publishing', () => {
  test('puts the newest version at the default address', async () => {
    const id = await tent(page('<p>First</p>'));
    await changes();
    service.clock.advance({ seconds: 1 });
    const before = service.clock.now().toISOString();
    const answer = await publish(id);
    expect(answer).toEqual({
      id,
      updated_at: (await service.db.prisma.document.findFirstOrThrow({ where: { id } })).updatedAt.toISOString(),
      message: 'The page is published.',
      publication: {
        status: 'published',
        published_url: address(id),
        requested_custom_page_alias: null,
        applied_custom_page_alias: null,
        message: null,
        version: 1,
        published_at: answer.updated_at,
        last_attempt: { status: 'published', message: null, at: answer.updated_at },
      },
    });
    expect(answer.updated_at >= before).toBe(true);
    const live = await look(id);
    expect(live).toMatchObject({ tent: 'published', status: 'published', path: id, alias: null, version: 1, branded: true });
    expect(live.html).toContain('<p>First</p>');
    expect(await changes()).toEqual([id]);
  });

  test('keeps the page compressed beside itself', async () => {
    const id = await tent();
    await publish(id);
    const body = await service.db.prisma.pageBody.findFirstOrThrow({ where: { tentId: id } });
    expect(brotliDecompressSync(body.brotli)).toEqual(Buffer.from(body.html));
  });

  test('puts it at an alias, and at the root', async () => {
    const [first, second] = [await tent(), await tent()];
    await changes();
    expect((await publish(first, { custom_page_alias: 'spring-map' })).publication).toMatchObject({
      published_url: address('spring-map'),
      requested_custom_page_alias: 'spring-map',
      applied_custom_page_alias: 'spring-map',
    });
    expect(await changes()).toEqual([first, 'spring-map'].sort());
    expect((await publish(second, { custom_page_alias: '/' })).publication).toMatchObject({
      published_url: address(''),
      applied_custom_page_alias: '/',
    });
    expect(await changes()).toEqual(['/', second]);
  });

  test('without a version there is nothing to publish', async () => {
    const id = newId();
    await service.db.query(sql`
      INSERT INTO documents (workspace_id, id, kind, name, status, created_by_name, created_at, updated_at)
      VALUES (${ours.id}::uuid, ${id}::uuid, 'tent', 'x', 'draft', 'x', now(), now())`);
    expect(outcome(await ask(id))).toEqual([409, 'conflict']);
    await edit(id, { alias: null });
    expect(outcome(await ask(id))).toEqual([409, 'conflict']);
    expect(await look(id)).toMatchObject({ status: 'pending', tent: 'draft' });
  });

  test('what is not a tent of the workspace is not known', async () => {
    const other = await service.workspace();
    const theirs = await tent(undefined, other);
    const { template_id } = await must(ours.api.POST('/v1/tent-templates', { body: { name: 'x', code: '<!doctype html><p>x</p>' } }));
    const [template] = await service.db.query<{ id: string }>(
      sql`SELECT id::text FROM documents WHERE workspace_id = ${ours.id}::uuid AND kind = 'tent_template'`,
    );
    expect(template_id).toHaveLength(26);
    for (const id of [newId(), theirs, template?.id as string]) {
      expect(outcome(await ask(id))).toEqual([404, 'not_found']);
      expect(outcome(await ours.api.POST('/v1/tents/{tentId}/unpublish', at(id)))).toEqual([404, 'not_found']);
    }
  });

  test.each(['submit', 'v1', 'robots.txt', '01936d2e-b283-71d8-8092-d084939ab171', '.well-known', 'A', 'a/b', ''])(
    'takes no %j as an alias',
    async (alias) => {
      expect(outcome(await ask(await tent(), { custom_page_alias: alias }))).toEqual([400, 'validation_failed']);
    },
  );
});

describe('publishing again', () => {
  test('says that nothing has changed', async () => {
    const id = await tent();
    const first = await publish(id, { custom_page_alias: 'a' });
    const before = await look(id);
    await changes();
    service.clock.advance({ seconds: 1 });
    for (const body of [{}, { custom_page_alias: 'a' }, { remove_branding: false }]) {
      expect(await publish(id, body)).toEqual({
        id,
        updated_at: first.updated_at,
        message: 'The newest version is live at this address already.',
        publication: { status: 'published', published_url: address('a') },
      });
    }
    expect(await look(id)).toEqual(before);
    expect(await changes()).toEqual([]);
  });

  test('puts a newer version in its place, at its address', async () => {
    const id = await tent();
    const first = await publish(id, { custom_page_alias: 'a', remove_branding: true });
    await giveVersion(service, ours, id, page('<p>Second</p>'));
    await changes();
    service.clock.advance({ seconds: 1 });
    const second = await publish(id);
    expect(second.publication).toMatchObject({ version: 2, published_url: address('a'), requested_custom_page_alias: 'a' });
    expect(second.publication.published_at > first.publication.published_at).toBe(true);
    const live = await look(id);
    expect(live.html).toBe(page('<p>Second</p>'));
    expect(live.branded).toBe(false);
    expect(await changes()).toEqual([id, 'a'].sort());
  });

  test('moves the page, and gives the alias up', async () => {
    const id = await tent();
    const first = await publish(id, { custom_page_alias: 'a' });
    await changes();
    service.clock.advance({ seconds: 1 });
    const moved = await publish(id, { custom_page_alias: 'b' });
    expect(moved.publication).toMatchObject({ published_url: address('b'), published_at: first.publication.published_at });
    expect(moved.updated_at > first.updated_at).toBe(true);
    expect(await changes()).toEqual([id, 'a', 'b'].sort());
    expect((await publish(id, { custom_page_alias: null })).publication).toMatchObject({
      published_url: address(id),
      requested_custom_page_alias: null,
      applied_custom_page_alias: null,
    });
    // The address before leads to the new one, too.
    expect(await changes()).toEqual([id, 'a', 'b'].sort());
  });
});

describe('an alias that another page has', () => {
  test('leaves a new page at its default address', async () => {
    const [first, second] = [await tent(), await tent()];
    await publish(first, { custom_page_alias: 'a' });
    const answer = await publish(second, { custom_page_alias: 'a' });
    expect(answer).toMatchObject({
      message: 'The page is published at its default address, since another page is live at a.',
      publication: {
        status: 'published_with_warnings',
        published_url: address(second),
        requested_custom_page_alias: 'a',
        applied_custom_page_alias: null,
        message: 'Another page is live at a.',
      },
    });
    // The same again is no news, unless the alias is named: then it is tried again.
    expect((await publish(second)).publication).toEqual({ status: 'published_with_warnings', published_url: address(second) });
    expect((await publish(second, { custom_page_alias: 'a' })).publication.status).toBe('published_with_warnings');
    expect((await publish(second, { custom_page_alias: null })).publication).toMatchObject({ status: 'published', message: null });
  });

  test('leaves a live page where it is', async () => {
    const [first, second] = [await tent(), await tent()];
    await publish(first, { custom_page_alias: 'a' });
    await publish(second, { custom_page_alias: 'b' });
    expect(await publish(second, { custom_page_alias: 'a' })).toMatchObject({
      message: 'The page is published at the address it has, since another page is live at a.',
      publication: {
        status: 'published_with_warnings',
        published_url: address('b'),
        requested_custom_page_alias: 'a',
        applied_custom_page_alias: 'b',
      },
    });
  });

  test('is not taken later by itself, and is free for whoever asks', async () => {
    const [first, second, third] = [await tent(), await tent(), await tent()];
    await publish(first, { custom_page_alias: 'a' });
    await publish(second, { custom_page_alias: 'a' });
    await unpublish(first);
    expect(await look(second)).toMatchObject({ path: second, alias: null, status: 'published_with_warnings' });
    expect((await publish(third, { custom_page_alias: 'a' })).publication.applied_custom_page_alias).toBe('a');
    await service.db.query(sql`DELETE FROM documents WHERE id = ${third}::uuid`);
    expect((await publish(second, { custom_page_alias: 'a' })).publication.applied_custom_page_alias).toBe('a');
  });

  test('is another one in another workspace', async () => {
    const other = await service.workspace();
    const [first, second] = [await tent(), await tent(undefined, other)];
    await publish(first, { custom_page_alias: 'a' });
    expect((await publish(second, { custom_page_alias: 'a' }, other)).publication.status).toBe('published');
  });
});

describe('taking a page down', () => {
  test('frees its addresses and forgets the wish', async () => {
    const id = await tent();
    await publish(id, { custom_page_alias: 'a' });
    await changes();
    const before = await service.db.prisma.document.findFirstOrThrow({ where: { id } });
    service.clock.advance({ seconds: 1 });
    const answer = await unpublish(id);
    const { updatedAt } = await service.db.prisma.document.findFirstOrThrow({ where: { id } });
    expect(answer).toEqual({ id, updated_at: updatedAt.toISOString(), message: 'The page is taken down.' });
    expect(updatedAt > before.updatedAt).toBe(true);
    expect(await look(id)).toMatchObject({ tent: 'draft', status: null, html: null });
    expect(await changes()).toEqual([id, 'a'].sort());
  });

  test('is harmless when it is not live', async () => {
    const id = await tent();
    const { updatedAt } = await service.db.prisma.document.findFirstOrThrow({ where: { id } });
    service.clock.advance({ seconds: 1 });
    expect(await unpublish(id)).toEqual({
      id,
      updated_at: updatedAt.toISOString(),
      message: 'The page was not published; nothing has changed.',
    });
  });

  test.runIf(isAtLength)('cancels a wish that waits', async () => {
    const id = await tent();
    await edit(id, { alias: 'a' });
    expect((await unpublish(id)).message).toBe('The page was not published, and no longer waits to be.');
    await service.drain();
    expect(await look(id)).toMatchObject({ tent: 'draft', status: null });
    expect(await service.db.prisma.version.count({ where: { documentId: id } })).toBe(2);

    await publish(id);
    await edit(id, { alias: 'a' });
    expect((await unpublish(id)).message).toBe('The page is taken down.');
    await service.drain();
    expect(await look(id)).toMatchObject({ tent: 'draft', status: null });
  });

  test('leaves a wish that has failed as it is', async () => {
    const id = await tent();
    generator.answer = () => Promise.reject(new GenerationRefused('No.'));
    await edit(id, { alias: 'a' });
    await service.drain();
    await unpublish(id);
    expect(await look(id)).toMatchObject({ status: 'failed', message: 'No.' });
  });

  test('deleting a tent takes its page down', async () => {
    const id = await tent();
    await publish(id, { custom_page_alias: 'a' });
    await changes();
    await service.db.query(sql`DELETE FROM documents WHERE id = ${id}::uuid`);
    expect(await changes()).toEqual([id, 'a'].sort());
    expect(await service.db.prisma.pageBody.count({ where: { tentId: id } })).toBe(0);
  });
});

describe('what is published when it is written', () => {
  test('waits, and is live in the moment in which the version is there', async () => {
    const id = await tent();
    await edit(id, { alias: 'a' });
    expect(await look(id)).toMatchObject({ status: 'pending', requested: 'a', path: null, tent: 'draft' });
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'published', requested: 'a', waits: false, path: 'a', version: 2, tent: 'published' });
    expect((await look(id)).html).toContain('<p>Newer</p>');
  });

  test('leaves what is live until then, and replaces it where it is', async () => {
    const id = await tent(page('<p>Older</p>'));
    await publish(id, { custom_page_alias: 'a', remove_branding: true });
    await edit(id, { alias: null });
    expect(await look(id)).toMatchObject({ status: 'pending', requested: null, path: 'a', version: 1, tent: 'published' });
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'published', requested: 'a', path: 'a', version: 2, branded: false });
    expect((await look(id)).html).toBe(page('<p>Newer</p>'));
  });

  test.runIf(isAtLength)('without a wish nothing is published', async () => {
    const id = await tent();
    await publish(id, { custom_page_alias: 'a' });
    await edit(id);
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'published', path: 'a', version: 1 });
    const fresh = await tent();
    await edit(fresh);
    await service.drain();
    expect(await look(fresh)).toMatchObject({ status: null, tent: 'draft' });
  });

  test('gets its default address when the alias is taken by then', async () => {
    const [first, second] = [await tent(), await tent()];
    await edit(second, { alias: 'a' });
    await publish(first, { custom_page_alias: 'a' });
    await service.drain();
    expect(await look(second)).toMatchObject({
      status: 'published_with_warnings',
      requested: 'a',
      path: second,
      message: 'Another page is live at a.',
    });
  });

  test('fails with the reason of the generation, and leaves what is live', async () => {
    const id = await tent();
    await publish(id, { custom_page_alias: 'a' });
    const before = await look(id);
    generator.answer = () => Promise.reject(new GenerationRefused('What was asked for cannot be written.'));
    await edit(id, { alias: 'b' });
    await changes();
    await service.drain();
    const failed = { status: 'failed', requested: 'b', message: 'What was asked for cannot be written.', waits: false };
    expect(await look(id)).toEqual({ ...before, ...failed });
    expect(await changes()).toEqual([]);
    // The next wish is a new one.
    expect((await publish(id)).publication).toMatchObject({ status: 'published', requested_custom_page_alias: 'a', message: null });
  });

  test('fails when its run has died twice', async () => {
    const id = await tent();
    await edit(id, { alias: 'a' });
    await service.db.query(sql`
      UPDATE generations SET status = 'generating', attempts = 2, claimed_by = ${newId()}::uuid, lease_until = ${service.clock.now()}::timestamptz
      WHERE document_id = ${id}::uuid AND status = 'pending'`);
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'failed', message: expect.stringContaining('interrupted twice'), waits: false });
  });

  test.runIf(isAtLength)('goes on waiting when the page is published meanwhile', async () => {
    const id = await tent(page('<p>Older</p>'));
    await edit(id, { alias: 'b' });
    expect((await publish(id, { custom_page_alias: 'a' })).publication).toMatchObject({
      status: 'published',
      published_url: address('a'),
      requested_custom_page_alias: 'a',
      version: 1,
    });
    expect(await look(id)).toMatchObject({ status: 'pending', requested: 'b', waits: true, path: 'a', version: 1, tent: 'published' });
    expect((await publish(id)).publication).toEqual({ status: 'published', published_url: address('a') });
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'published', requested: 'b', path: 'b', version: 2 });
  });

  test.runIf(isAtLength)('goes to where the page was published meanwhile, when it has no alias of its own', async () => {
    const id = await tent();
    await edit(id, { alias: null });
    await publish(id, { custom_page_alias: 'a' });
    await service.drain();
    expect(await look(id)).toMatchObject({ status: 'published', requested: 'a', path: 'a', version: 2 });
  });
});

describe('what is told of a live page', () => {
  const told = async (id: string) => (await must(ours.api.GET('/v1/tents/{tentId}', at(id)))).publication;

  test.runIf(isAtLength)('stays, whatever becomes of later wishes, which are told beside it', async () => {
    const [holder, id] = [await tent(), await tent()];
    await publish(holder, { custom_page_alias: 'a' });
    await publish(id, { custom_page_alias: 'a' });
    const live = {
      status: 'published_with_warnings',
      published_url: address(id),
      requested_custom_page_alias: 'a',
      message: 'Another page is live at a.',
      version: 1,
    };
    expect(await told(id)).toMatchObject({ ...live, last_attempt: { status: live.status, message: live.message } });

    service.clock.advance({ minutes: 1 });
    await edit(id, { alias: 'b' });
    expect(await told(id)).toMatchObject({ ...live, last_attempt: { status: 'pending', message: null, at: expect.any(String) } });
    generator.answer = () => Promise.reject(new GenerationRefused('No.'));
    await service.drain();
    const failed = await told(id);
    expect(failed).toMatchObject({ ...live, last_attempt: { status: 'failed', message: 'No.' } });
    expect((failed?.last_attempt.at ?? '') > (failed?.published_at ?? '')).toBe(true);
    const { tents } = await must(ours.api.GET('/v1/tents', { params: { query: { status: 'published' } } }));
    expect(tents.find((one) => one.id === id)?.publication).toEqual(failed);

    // An edit that publishes nothing changes nothing of it.
    generator.answer = testGenerator().answer;
    await edit(id);
    await service.drain();
    expect(await told(id)).toEqual(failed);
    await publish(id, { custom_page_alias: 'b' });
    expect(await told(id)).toMatchObject({ status: 'published', version: 2, last_attempt: { status: 'published', message: null } });
  });

  test('is that of the newest wish while none is live', async () => {
    const id = await tent();
    await edit(id, { alias: 'a' });
    const none = { published_url: null, requested_custom_page_alias: 'a', version: null };
    expect(await told(id)).toMatchObject({ ...none, status: 'pending', last_attempt: { status: 'pending' } });
    generator.answer = () => Promise.reject(new GenerationRefused('No.'));
    await service.drain();
    expect(await told(id)).toMatchObject({ ...none, status: 'failed', message: 'No.', last_attempt: { status: 'failed', message: 'No.' } });
  });
});

describe('whoever asks right after the answer', () => {
  const get = async (path: string) => {
    const host = `${slug}.pages.example.com`;
    const { status, headers } = await askPage(service.service.pagesPort as number, `/${path}`, { host });
    return headers.location ?? status;
  };

  // Several times, since a look at what has changed may come just in between.
  test.each(['', 'a key', 'another key'])('gets what is live now: %s', async (key) => {
    const wish = (custom_page_alias: string | null) => ({ ...at(id), body: { custom_page_alias }, headers: keyed() });
    const keyed = () => (key ? { 'Idempotency-Key': newId() } : {});
    const id = await tent();
    expect([await get('a'), await get(id)]).toEqual([404, 404]);
    await must(ours.api.POST('/v1/tents/{tentId}/publish', wish('a') as never));
    expect([await get('a'), await get(id), await get('b')]).toEqual([200, '/a', 404]);
    await must(ours.api.POST('/v1/tents/{tentId}/publish', wish('b') as never));
    expect([await get('a'), await get(id), await get('b')]).toEqual(['/b', '/b', 200]);
    await must(ours.api.POST('/v1/tents/{tentId}/unpublish', { ...at(id), headers: keyed() } as never));
    expect([await get('b'), await get(id)]).toEqual([404, 404]);
    await edit(id, { alias: 'c' });
    expect(await get('c')).toBe(404);
    await service.drain();
    expect([await get('c'), await get(id)]).toEqual([200, '/c']);
    await must(ours.api.DELETE('/v1/tents/{tentId}', { params: { path: { tentId: 'c' } } }));
    expect([await get('c'), await get(id)]).toEqual([404, 404]);
  });
});

describe('the files of a page', () => {
  const attached = async (workspace: TestWorkspace, name: string): Promise<URL> => {
    const id = await tent(undefined, workspace);
    const headers = { authorization: `Bearer ${workspace.apiKey}` };
    const answer = await fetch(`${service.url}/v1/tents/${id}/assets`, { method: 'POST', headers, body: formOf(png(name)) });
    const { assets } = (await answer.json()) as { assets: { url: string }[] };
    return new URL(assets[0]?.url as string);
  };

  test('come from its own host, where they are; what is read without the page names that host', async () => {
    const { origin, pathname } = await attached(ours, 'my map.png');
    const url = `${origin}${pathname}`;
    const other = (await attached(await service.workspace(), 'theirs.png')).href;
    const html = page(
      `<meta property="og:image" content="${url}"><style>a>b{background:url(${url})}</style>` +
        `<script type="application/ld+json">{"image":"${url}"}</script><script>show('${url}')</script>` +
        `<svg><image href="${url}"/></svg><img alt="a > b" srcset="${url} 1x, ${url} 2x" src=${url}><img src="${other}">` +
        `<p>${url}</p><a href="${origin}/docs">x</a>`,
    );
    const id = await tent(html);
    await publish(id, { remove_branding: true });
    const home = `http://${slug}.pages.example.com${pathname}`;
    const served = page(
      `<meta property="og:image" content="${home}"><style>a>b{background:url(${pathname})}</style>` +
        `<script type="application/ld+json">{"image":"${home}"}</script><script>show('${pathname}')</script>` +
        `<svg><image href="${pathname}"/></svg><img alt="a > b" srcset="${pathname} 1x, ${pathname} 2x" src=${pathname}><img src="${other}">` +
        `<p>${url}</p><a href="${origin}/docs">x</a>`,
    );
    expect((await look(id)).html).toBe(served);
  });

  test('are served by their names, at hosts of their workspace only', async () => {
    const other = await service.workspace();
    const { pathname } = await attached(ours, 'my map.png');
    const status = async (path: string, of = slug) =>
      (await askPage(service.service.pagesPort as number, path, { host: `${of}.pages.example.com` })).status;
    expect([await status(pathname), await status(pathname, other.slug)]).toEqual([200, 404]);
    expect((await fetch(service.url + pathname)).status).toBe(200);
    for (const name of ['other.png', 'my%20map.html', 'My%20map.png', 'my%20map.png%00', '']) {
      const renamed = pathname.replace(/[^/]+$/, name);
      expect([await status(renamed), (await fetch(service.url + renamed)).status], name).toEqual([404, 404]);
    }
  });
});

describe('the free plan', () => {
  const free = async () => {
    ours = await service.workspace({ plan: 'free' });
  };

  test('has room for one page', async () => {
    await free();
    const [first, second] = [await tent(), await tent()];
    await publish(first);
    const refused = await ask(second);
    expect(refused.response.status).toBe(429);
    expect(refused.error).toEqual({
      error: 'The workspace cannot publish another tent.',
      error_code: 'publish_limit_exceeded',
      message: 'The free plan has room for 1 published tent. Take another one down first, or change the plan.',
      limit: 1,
      current: 1,
      documentation_url: expect.stringMatching(/\/errors#publish_limit_exceeded$/),
    });
    expect(await look(second)).toMatchObject({ status: null, tent: 'draft' });
    // The one that is there may change and move.
    await giveVersion(service, ours, first, page('<p>Second</p>'));
    expect((await publish(first, { custom_page_alias: 'a' })).publication).toMatchObject({ version: 2, status: 'published' });
    await unpublish(first);
    expect((await publish(second)).publication.status).toBe('published');
  });

  test('publishes nothing else when it is written', async () => {
    await free();
    const [first, second] = [await tent(), await tent()];
    await publish(first);
    await edit(second, { alias: 'a' });
    await service.drain();
    expect(await look(second)).toMatchObject({
      status: 'failed',
      requested: 'a',
      message: 'The free plan has room for 1 published tent. Take another one down first, or change the plan.',
      path: null,
      tent: 'draft',
    });
    expect(await service.db.prisma.version.count({ where: { documentId: second } })).toBe(2);
  });

  test('has pages that name Bivouac', async () => {
    await free();
    const id = await tent();
    const note = 'Pages of the free plan carry the line that names Bivouac.';
    expect(await publish(id, { remove_branding: true })).toMatchObject({
      message: `The page is published. ${note}`,
      publication: { status: 'published', message: note },
    });
    expect((await look(id)).html).toContain('Made with Bivouac');
    expect((await publish(id, { remove_branding: true })).message).toBe(`The newest version is live at this address already. ${note}`);

    await updateWorkspace(service.db, ours.id, { plan: 'paid' }, new Date());
    expect((await publish(id)).publication).toEqual({ status: 'published', published_url: expect.any(String) });
    await publish(id, { remove_branding: true });
    expect((await look(id)).html).not.toContain('Bivouac');
  });

  test('begins with what is live on a paid plan', async () => {
    const [first, second, third] = [await tent(), await tent(), await tent()];
    await publish(first, { remove_branding: true });
    await publish(second, { remove_branding: true });
    await updateWorkspace(service.db, ours.id, { plan: 'free' }, new Date());
    expect(await look(second)).toMatchObject({ path: second, branded: false });
    const refused = await ask(third);
    expect([refused.response.status, refused.error]).toEqual([429, expect.objectContaining({ limit: 1, current: 2 })]);
    expect((await publish(second)).publication).toMatchObject({ status: 'published', version: 1 });
    expect(await look(second)).toMatchObject({ branded: true });
    expect(await look(first)).toMatchObject({ branded: false });
  });
});

test('forms that ask for files or passwords say so', async () => {
  const id = await tent(page('<form><input name="email"><input type="file" name="cv"><input type="password" name="secret"></form>'));
  const note = 'Forms take no files and no passwords; the fields that ask for them are switched off.';
  expect(await publish(id)).toMatchObject({
    message: `The page is published. ${note}`,
    publication: { status: 'published', message: note },
  });
  const { forms } = await service.db.prisma.publication.findFirstOrThrow({ where: { tentId: id } });
  expect(forms).toEqual([{ formId: 'form', fields: [{ name: 'email', type: 'text', label: null, required: false }] }]);
});

test.runIf(isAtLength)('what a remote generator writes is published with its forms', async () => {
  const id = await tent();
  generator.answer = async () => draft(page('<form method="post" id="signup"><input name="email"></form>'));
  await edit(id, { alias: null });
  await service.drain();
  expect((await look(id)).html).toContain(`action="/submit/${id}/signup"`);
});
