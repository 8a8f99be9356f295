/** Files of emails and of templates of both kinds: taken, refused, served, used, and gone. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attach } from '../../src/content/assets/assets.service.ts';
import { forget, type LooseFile, lockDue, noteLoose } from '../../src/content/assets/loose-files.repo.ts';
import { EMAIL } from '../../src/content/documents/kinds.ts';
import { sql, type Tx } from '../../src/platform/db.ts';
import { type Attached, attachAgain, bytesOf, fileOf, formOf, HEADS, png, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { type TestGenerator, testGenerator } from '../support/generator.ts';
import { behind } from '../support/race.ts';
import { say } from '../support/raw.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { at } from '../support/uploads.ts';

let generator: TestGenerator;
let service: TestService;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({}, { generator });
});
afterAll(() => service.stop());

const CODE = '<!doctype html><html><body><p>Page</p></body></html>';
interface Place {
  id: string;
  upload: (form: FormData, headers?: Record<string, string>, workspace?: TestWorkspace) => ReturnType<typeof upload>;
  list: (workspace?: TestWorkspace) => Promise<Attached[]>;
  remove: () => Promise<unknown>;
  detach: (assetId: string) => Promise<{ data?: object | undefined; response: Response }>;
  iterate: (assetIds: string[]) => Promise<{ error?: any; response: Response }>;
}

const newEmail = async ({ api } = service as TestWorkspace): Promise<Place> => {
  const { email_id: emailId } = await must(api.POST('/v1/emails', { body: { name: 'Letter' } }));
  const at = { params: { path: { emailId } } };
  return {
    id: emailId,
    upload: (form, headers, who = service) =>
      upload({ url: service.url, apiKey: who.apiKey }, 'uploadEmailAssets', { emailId }, form, headers),
    list: async () => (await must(api.GET('/v1/emails/{emailId}/assets', at))).assets,
    remove: () => must(api.DELETE('/v1/emails/{emailId}', at)),
    detach: (asset_id) => api.DELETE('/v1/emails/{emailId}/assets/{asset_id}', { params: { path: { emailId, asset_id } } }),
    iterate: (asset_ids) => api.POST('/v1/emails/{emailId}/messages', { ...at, body: { prompt: 'Use them', asset_ids } }),
  };
};
const newEmailTemplate = async ({ api } = service as TestWorkspace): Promise<Place> => {
  const { template_id: templateId } = await must(api.POST('/v1/email-templates', { body: { name: 'Letter', code: CODE } }));
  const at = { params: { path: { templateId } } };
  return {
    id: templateId,
    upload: (form, headers, who = service) =>
      upload({ url: service.url, apiKey: who.apiKey }, 'uploadEmailTemplateAssets', { templateId }, form, headers),
    list: async () => (await must(api.GET('/v1/email-templates/{templateId}/assets', at))).assets,
    remove: () => must(api.DELETE('/v1/email-templates/{templateId}', at)),
    detach: (asset_id) => api.DELETE('/v1/email-templates/{templateId}/assets/{asset_id}', { params: { path: { templateId, asset_id } } }),
    iterate: (asset_ids) => api.POST('/v1/email-templates/{templateId}/messages', { ...at, body: { prompt: 'Use them', asset_ids } }),
  };
};
const newTentTemplate = async ({ api } = service as TestWorkspace): Promise<Place> => {
  const { template_id: templateId } = await must(api.POST('/v1/tent-templates', { body: { name: 'Page', code: CODE } }));
  const at = { params: { path: { templateId } } };
  return {
    id: templateId,
    upload: (form, headers, who = service) =>
      upload({ url: service.url, apiKey: who.apiKey }, 'uploadTentTemplateAssets', { templateId }, form, headers),
    list: async () => (await must(api.GET('/v1/tent-templates/{templateId}/assets', at))).assets,
    remove: () => must(api.DELETE('/v1/tent-templates/{templateId}', at)),
    detach: (asset_id) => api.DELETE('/v1/tent-templates/{templateId}/assets/{asset_id}', { params: { path: { templateId, asset_id } } }),
    iterate: (asset_ids) => api.POST('/v1/tent-templates/{templateId}/messages', { ...at, body: { prompt: 'Use them', asset_ids } }),
  };
};

const newTent = async ({ api } = service as TestWorkspace): Promise<Place> => {
  const { id: tentId } = await must(api.POST('/v1/tents', { body: { prompt: 'A page for a bakery in Leeds' } }));
  await service.drain();
  const at = { params: { path: { tentId } } };
  return {
    id: tentId,
    upload: (form, headers, who = service) =>
      upload({ url: service.url, apiKey: who.apiKey }, 'uploadTentAssets', { tentId }, form, headers),
    list: async () => (await must(api.GET('/v1/tents/{tentId}/assets', at))).assets,
    remove: () => must(api.DELETE('/v1/tents/{tentId}', at)),
    detach: (asset_id) => api.DELETE('/v1/tents/{tentId}/assets/{asset_id}', { params: { path: { tentId, asset_id } } }),
    iterate: (asset_ids) => api.POST('/v1/tents/{tentId}/edit', { ...at, body: { prompt: 'Use them', asset_ids } }),
  };
};

/** Stored files, and those still being written. */
const files = async (folder: string): Promise<string[]> =>
  readdir(join(fileURLToPath(service.service.config.storageUrl), folder)).catch(() => []);
const stored = () => files('assets');
const loose = async () => Number((await service.db.query<{ n: number }>(sql`SELECT count(*)::int AS n FROM loose_files`))[0]?.n);
const served = (url: string, options: RequestInit = {}) => fetch(at(service.url, url), options);
const issue = ({ status, body }: { status: number; body: any }) => [status, body.error_code, body.details?.issues?.[0]?.path];

/** Every test begins and ends without orphaned files. */
let before: string[];
beforeEach(async () => {
  await service.drain();
  before = await stored();
});
const added = async () => (await stored()).filter((name) => !before.includes(name));
const expectNothingLeft = async () => {
  await expect.poll(added).toEqual([]);
  await expect.poll(() => files('partial')).toEqual([]);
  await expect.poll(loose).toBe(0);
};

describe.each([
  ['email', newEmail, 'email_id', [409, 'asset_not_found']],
  ['email template', newEmailTemplate, 'template_id', [409, 'asset_not_found']],
  ['tent template', newTentTemplate, 'template_id', [409, 'asset_not_found']],
  ['tent', newTent, 'tent_id', [404, 'not_found']],
] as const)('the files of an %s', (_kind, create, idName, ofAnother) => {
  test.runIf(isAtLength)('are attached in the order of the form, and listed', async () => {
    const place = await create();
    const first = await place.upload(formOf(png('logo.png', 5_000), fileOf('notes.txt', 'Grüße', 'text/plain')));
    expect([first.status, first.body[idName]]).toEqual([201, place.id]);
    expect(first.assets).toMatchObject([
      { file_name: 'logo.png', content_type: 'image/png', size_bytes: 5_000 },
      { file_name: 'notes.txt', content_type: 'text/plain', size_bytes: 7 },
    ]);
    const second = await place.upload(formOf(png('logo.png')));
    expect(await place.list()).toEqual([...first.assets, ...second.assets]);
    expect(await added()).toHaveLength(3);
    expect(await loose()).toBe(0);
    expect(Buffer.from(await (await served(first.assets[0]?.url as string)).arrayBuffer())).toEqual(bytesOf('png', 5_000));
  });

  test.runIf(isAtLength)('go with it', async () => {
    const place = await create();
    const { assets } = await place.upload(formOf(png(), png()));
    await place.remove();
    expect((await served(assets[0]?.url as string)).status).toBe(404);
    await service.drain();
    await expectNothingLeft();
  });

  test('are deleted one by one, and stay where another has them', async () => {
    const [place, other] = [await create(), await create()];
    const { assets } = await place.upload(formOf(png('a.png'), png('b.png')));
    const [first, second] = assets as [Attached, Attached];
    expect((await other.detach(first.asset_id)).response.status).toBe(404);
    expect((await place.detach(first.asset_id)).data).toEqual({ asset_id: first.asset_id, deleted: true });
    expect(await place.list()).toEqual([second]);
    expect((await place.detach(first.asset_id)).response.status).toBe(404);
    expect([(await served(first.url)).status, (await served(second.url)).status]).toEqual([404, 200]);
    await service.drain();
    expect(await added()).toHaveLength(1);
    await place.remove();
  });

  test.runIf(isAtLength)('are of one workspace', async () => {
    const place = await create();
    const stranger = await service.workspace({ name: 'Stranger' });
    expect(issue(await place.upload(formOf(png()), {}, stranger))).toEqual([404, 'not_found', undefined]);
    await expectNothingLeft();
    expect(await place.list()).toEqual([]);
    const { assets } = await place.upload(formOf(png()));
    const theirs = await create(stranger);
    const taken = await theirs.iterate([assets[0]?.asset_id as string]);
    expect([taken.response.status, taken.error.error_code]).toEqual(ofAnother);
  });

  test.runIf(isAtLength)('reach the generator, each once, and those of another are refused', async () => {
    const place = await create();
    const other = await create();
    const { assets } = await place.upload(formOf(png('one.png'), png('two.png')));
    const [one, two] = assets as [Attached, Attached];
    const foreign = (await other.upload(formOf(png()))).assets[0] as Attached;
    const refused = await place.iterate([one.asset_id, foreign.asset_id, foreign.asset_id]);
    expect([refused.response.status, refused.error.error_code]).toEqual(ofAnother);
    expect(refused.error.details.issues.map(({ path }: { path: string }) => path)).toEqual(['asset_ids.1']);
    generator.commissions.length = 0;
    expect((await place.iterate([two.asset_id, one.asset_id, two.asset_id])).response.status).toBe(202);
    await service.drain();
    expect(generator.commissions[0]?.assets).toEqual([
      { url: two.url, fileName: 'two.png', contentType: 'image/png' },
      { url: one.url, fileName: 'one.png', contentType: 'image/png' },
    ]);
  });

  test('are there once, however often the request comes with its key', async () => {
    const place = await create();
    const key = { 'idempotency-key': crypto.randomUUID() };
    const first = await place.upload(formOf(png('a.png'), png('b.png')), key);
    const again = await place.upload(formOf(png('a.png'), png('b.png')), key);
    expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(again.body).toEqual(first.body);
    for (const form of [formOf(png('a.png')), formOf(png('a.png'), png('c.png')), formOf(png('a.png'), png('b.png', 65))])
      expect(issue(await place.upload(form, key))).toEqual([400, 'idempotency_key_mismatch', undefined]);
    expect(await place.list()).toEqual(first.assets);
    expect(await added()).toHaveLength(2);
    await expect.poll(loose).toBe(0);
    const both = await Promise.all(
      [1, 2].map(() => place.upload(formOf(png('x.png')), { 'idempotency-key': `${key['idempotency-key']}2` })),
    );
    expect(both.map(({ status }) => status).sort()).toEqual(expect.arrayContaining([201]));
    expect(await place.list()).toHaveLength(3);
  });

  test('are 100 at most', async () => {
    const place = await create();
    const [first] = (await place.upload(formOf(png()))).assets as [Attached];
    await attachAgain(service.db, first, 94);
    const full = await place.upload(formOf(...Array.from({ length: 6 }, () => png())));
    expect(issue(full)).toEqual([409, 'conflict', 'file']);
    expect(full.body.error).toBe('At most 100 files can be attached here, and 95 are.');
    expect((await place.upload(formOf(...Array.from({ length: 5 }, () => png())))).status).toBe(201);
    expect(await place.list()).toHaveLength(100);
    expect(await added()).toHaveLength(6);
    await place.remove();
    await service.drain();
    await expectNothingLeft();
  });

  test.each([
    ['a file over 10 MiB', () => formOf(png(), png('large.png', 10 * 1024 * 1024 + 1)), [413, 'payload_too_large', 'file.1']],
    ['what is not taken', () => formOf(png(), fileOf('a.bin', Buffer.from([1, 0, 2, 255]))), [415, 'unsupported_media_type', 'file.1']],
    ['no file', () => formOf(), [400, 'validation_failed', 'file']],
  ] as const)('are refused all together with %s', async (_what, form, expected) => {
    const place = await create();
    expect(issue(await place.upload(form()))).toEqual(expected);
    expect(await place.list()).toEqual([]);
    await expectNothingLeft();
  });
});

describe('what a file is', () => {
  let place: Place;
  beforeAll(async () => {
    place = await newEmail();
  });

  test.each(
    Object.entries({
      png: 'image/png',
      jpeg: 'image/jpeg',
      gif: 'image/gif',
      webp: 'image/webp',
      avif: 'image/avif',
      pdf: 'application/pdf',
    }).concat(Object.entries({ woff: 'font/woff', woff2: 'font/woff2', ttf: 'font/ttf', otf: 'font/otf' })),
  )('is told from its bytes: %s', async (kind, type) => {
    const bytes = bytesOf(kind as keyof typeof HEADS);
    for (const [name, declared] of [
      [`a.${kind}`, type],
      ['nameless', 'application/octet-stream'],
      ['a.unheard-of', ''],
    ] as const)
      expect((await place.upload(formOf(fileOf(name, bytes, declared)))).assets, name).toMatchObject([{ content_type: type }]);
  });

  test.each([
    ['an empty one', fileOf('a.png', ''), 400],
    ['a JPEG that is called a PNG', fileOf('a.png', bytesOf('jpeg'), 'image/jpeg'), 415],
    ['a JPEG that is declared as a PNG', fileOf('a', bytesOf('jpeg'), 'image/png'), 415],
    ['text that is called a picture', fileOf('a.gif', 'hello'), 415],
    ['an SVG', fileOf('a.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>', 'image/svg+xml'), 415],
    ['an SVG that is called text', fileOf('a.txt', '\ufeff \n<svg onload="x"/>', 'text/plain'), 415],
    ['HTML', fileOf('a.html', '<!doctype html>', 'text/html'), 415],
    ['HTML that is called text', fileOf('a.txt', '<!-- --><p>', 'text/plain'), 415],
    ['text that is called a page', fileOf('a.html', 'hello', 'text/plain'), 415],
    ['a script', fileOf('a.js', 'alert(1)', 'text/javascript'), 415],
    ['text that is no UTF-8', fileOf('a.txt', Buffer.from('Gr\xfc\xdfe', 'latin1')), 415],
    ['text that is no UTF-8 much later', fileOf('a.txt', Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0xff])])), 415],
    ['text that ends within a letter', fileOf('a.txt', Buffer.from('Grü').subarray(0, 3)), 415],
    ['text with a NUL', fileOf('a.txt', 'a\0b'), 415],
    ['a program', fileOf('a', '\x7fELF\x02\x01\x01\x00'), 415],
    ['an archive', fileOf('a.zip', 'PK\x03\x04\x00\x00', 'application/zip'), 415],
  ] as const)('keeps out %s', async (_what, file, status) => {
    expect((await place.upload(formOf(file))).status).toBe(status);
    await expectNothingLeft();
  });

  test('may be text that begins with a bracket', async () => {
    expect((await place.upload(formOf(fileOf('a.md', '<3 you', 'text/markdown')))).assets).toMatchObject([{ content_type: 'text/plain' }]);
  });

  test('keeps its name, without folders, and refuses one that is none', async () => {
    const { assets } = await place.upload(formOf(png('../../Menü „Mai“ 100%.png'), png('C:\\x\\y.png'), png('e\u0301.png')));
    expect(assets.map(({ file_name }) => file_name)).toEqual(['Menü „Mai“ 100%.png', 'y.png', '\u00e9.png']);
    for (const { url } of assets) expect((await served(url)).status).toBe(200);
    expect(issue(await place.upload(formOf(png(''))))).toEqual([400, 'validation_failed', 'file']);
    for (const name of [' ', `${'a'.repeat(252)}.png`, 'a\u202eb\u0007.png', '/'])
      expect(issue(await place.upload(formOf(png(name)))), name).toEqual([400, 'validation_failed', 'file.0']);
    expect((await place.upload(formOf(png(`${'a'.repeat(251)}.png`)))).status).toBe(201);
  });
});

describe('a form', () => {
  let place: Place;
  beforeAll(async () => {
    place = await newEmail();
  });

  test.runIf(isAtLength)('holds ten files at most, of 10 MiB each', async () => {
    expect(issue(await place.upload(formOf(...Array.from({ length: 11 }, () => png()))))).toEqual([400, 'validation_failed', 'file']);
    await expectNothingLeft();
    expect((await place.upload(formOf(png('edge.png', 10 * 1024 * 1024)))).status).toBe(201);
  });

  test.each([
    ['a field', (form: FormData) => form.append('note', 'hello')],
    ['a file under another name', (form: FormData) => form.append('files', png())],
  ])('holds nothing else: %s', async (_what, spoil) => {
    const form = formOf(png());
    spoil(form);
    expect(issue(await place.upload(form))).toEqual([400, 'validation_failed', 'file']);
    await expectNothingLeft();
  });

  const raw = (body: string, type = 'multipart/form-data; boundary=x', headers: Record<string, string> = {}) =>
    fetch(`${service.url}/v1/emails/${place.id}/assets`, {
      method: 'POST',
      body: Buffer.from(body, 'latin1'),
      headers: { authorization: `Bearer ${service.apiKey}`, 'content-type': type, ...headers },
    });
  const part = `--x\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n${HEADS.png}\r\n`;

  test.each([
    ['no boundary', part, 'multipart/form-data'],
    ['another boundary', `${part}--x--\r\n`, 'multipart/form-data; boundary=y'],
    ['no end', part, undefined],
    ['nothing', '', undefined],
    ['headers without end', `--x\r\nContent-Disposition: form-data; name="file"; filename="${'a'.repeat(100_000)}"`, undefined],
    ['a part within no form', '--x\r\nContent-Type: image/png\r\n\r\nhello\r\n--x--\r\n', undefined],
  ])('that is none is refused: %s', async (_what, body, type) => {
    const response = await raw(body, type);
    expect([response.status, ((await response.json()) as any).error_code]).toEqual([400, 'validation_failed']);
    await expectNothingLeft();
  });

  test('comes as it is', async () => {
    const response = await raw(`${part}--x--\r\n`, undefined, { 'content-encoding': 'gzip' });
    expect(response.status).toBe(415);
    expect((await raw(`${part}--x--\r\n`)).status).toBe(201);
  });

  const head = (length: string) =>
    `POST /v1/emails/${place.id}/assets HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${service.apiKey}\r\n` +
    `Content-Type: multipart/form-data; boundary=x\r\n${length}\r\n\r\n`;

  test('that says it is too large is refused before it comes', async () => {
    const { hears } = say(service.url, head(`Content-Length: ${101 * 1024 * 1024 + 1}`));
    expect(await hears(/\r\n\r\n\{.*\}/)).toMatch(/^HTTP\/1\.1 413 .*payload_too_large/s);
  });

  test('that is cut leaves nothing behind', async () => {
    const listed = await place.list();
    const { socket } = say(service.url, head('Content-Length: 1000000'));
    // One file is whole, and the second is being written.
    socket.write(Buffer.from(part + part.slice(0, -2), 'latin1'));
    socket.write(Buffer.alloc(200_000, 7));
    await expect.poll(added).toHaveLength(1);
    await expect.poll(() => files('partial')).toHaveLength(1);
    socket.destroy();
    await expectNothingLeft();
    expect(await place.list()).toEqual(listed);
  });
});

describe('a served file', () => {
  let assets: Attached[];
  const url = (n: number) => (assets[n] as Attached).url;
  beforeAll(async () => {
    const place = await newEmail();
    const pdf = fileOf('Menü.pdf', bytesOf('pdf'), 'application/pdf');
    ({ assets } = await place.upload(formOf(png(), pdf, fileOf('a.txt', 'Grüße <b>', 'text/plain'))));
  });

  test('is shown anywhere, and runs nowhere', async () => {
    const { headers } = await served(url(0));
    expect(Object.fromEntries(headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': '64',
      'content-disposition': 'inline',
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      'cache-control': 'public, max-age=86400, immutable',
    });
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none';.*sandbox$/);
    expect(headers.has('set-cookie')).toBe(false);
    expect((await served(url(1))).headers.get('content-disposition')).toBe(
      `attachment; filename="Men_.pdf"; filename*=UTF-8''Men%C3%BC.pdf`,
    );
    const text = await served(url(2));
    expect([text.headers.get('content-type'), await text.text()]).toEqual(['text/plain; charset=utf-8', 'Grüße <b>']);
  });

  test('is not sent again to who has it, and in parts to who asks for one', async () => {
    const etag = (await served(url(0))).headers.get('etag') as string;
    const known = await served(url(0), { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } });
    expect([known.status, await known.text()]).toEqual([304, '']);
    const head = await served(url(0), { method: 'HEAD' });
    expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([200, '64', '']);
    const part = await served(url(2), { headers: { range: 'bytes=8-10' } });
    expect([part.status, part.headers.get('content-range'), await part.text()]).toEqual([206, 'bytes 8-10/11', '<b>']);
    expect((await served(url(2), { headers: { range: 'bytes=11-' } })).status).toBe(416);
    for (const headers of [{ range: 'bytes=8-10', 'if-range': '"other"' }, { range: 'bytes=0-1,3-4' }, { range: 'pages=1' }])
      expect((await served(url(2), { headers: headers as never })).status).toBe(200);
  });

  test('has an address that nobody can guess', async () => {
    const [, , key] = new URL(url(0)).pathname.split('/') as [string, string, string];
    expect(key).toMatch(/^[0-9a-f]{32}$/);
    for (const other of [key.toUpperCase(), `${key.slice(1)}0`, `${key}0`, '..', '%2e%2e%2fassets'])
      expect((await fetch(`${service.url}/assets/${other}/logo.png`)).status, other).toBe(404);
    expect((await fetch(`${service.url}/assets/${key}`)).status).toBe(404);
    expect((await fetch(`${service.url}/assets/${key}/logo.png`, { method: 'POST' })).status).toBeGreaterThanOrEqual(404);
  });
});

describe('copies', () => {
  test.runIf(isAtLength)('have the files of the original, and keep them when it goes', async () => {
    const template = await newEmailTemplate();
    const { assets } = await template.upload(formOf(png('a.png'), png('b.png')));
    const at = { params: { path: { templateId: template.id } } };
    await must(service.api.POST('/v1/email-templates/{templateId}/approve', at));
    const clone = await must(service.api.POST('/v1/email-templates/{templateId}/clone', at));
    const seeded = await must(service.api.POST('/v1/emails', { body: { name: 'x', template_id: template.id } }));
    const asked = await must(service.api.POST('/v1/emails', { body: { name: 'x', template_id: template.id, prompt: 'Shorter' } }));
    const ofEmail = async (emailId: string) =>
      (await must(service.api.GET('/v1/emails/{emailId}/assets', { params: { path: { emailId } } }))).assets;
    const ofClone = async () =>
      (await must(service.api.GET('/v1/email-templates/{templateId}/assets', { params: { path: { templateId: clone.template_id } } })))
        .assets;
    for (const copies of [await ofClone(), await ofEmail(seeded.email_id), await ofEmail(asked.email_id)]) {
      expect(copies.map(({ file_name, url }) => [file_name, url])).toEqual(assets.map(({ file_name, url }) => [file_name, url]));
      expect(copies.map(({ asset_id }) => asset_id)).not.toEqual(assets.map(({ asset_id }) => asset_id));
    }
    await template.remove();
    await service.drain();
    expect((await served((assets[0] as Attached).url)).status).toBe(200);
    expect(await added()).toHaveLength(2);
    await must(service.api.DELETE('/v1/email-templates/{templateId}', { params: { path: { templateId: clone.template_id } } }));
    for (const { email_id } of [seeded, asked])
      await must(service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId: email_id } } }));
    await service.drain();
    expect((await served((assets[0] as Attached).url)).status).toBe(404);
    await expectNothingLeft();
  });

  test('of tent templates too', async () => {
    const template = await newTentTemplate();
    const { assets } = await template.upload(formOf(png('a.png')));
    const clone = await must(service.api.POST('/v1/tent-templates/{templateId}/clone', { params: { path: { templateId: template.id } } }));
    const path = { templateId: clone.template_id };
    const { assets: copies } = await must(service.api.GET('/v1/tent-templates/{templateId}/assets', { params: { path } }));
    expect(copies.map(({ url }) => url)).toEqual(assets.map(({ url }) => url));
  });
});

test.runIf(isAtLength)('what the sweep has taken for left behind is not attached', async () => {
  const place = await newEmail();
  const { db, id: workspaceId } = service;
  const key = 'assets/00000000000000000000000000000000';
  const file = { key, name: 'a.png', contentType: 'image/png', sizeBytes: 1, sha256: '' };
  const now = service.clock.now();
  await noteLoose({ db, workspaceId }, key, now);
  let sweep: { tx: Tx; due: LooseFile[] };
  const attaching = behind(
    db,
    async (tx) => {
      sweep = { tx, due: await lockDue(tx, now, 100) };
      expect(sweep.due).toMatchObject([{ key, needed: false }]);
    },
    () => attach({ db, workspaceId, now }, EMAIL, place.id, [file]),
    // It has deleted the file.
    () => forget(sweep.tx, sweep.due),
  );
  await expect(attaching).rejects.toMatchObject({ code: 'contended' });
  expect(await place.list()).toEqual([]);
});

test('two sweeps share what is due, and each forgets its own', async () => {
  const { db, id: workspaceId } = service;
  const now = service.clock.now();
  const keys = ['assets/11111111111111111111111111111111', 'assets/22222222222222222222222222222222'];
  for (const key of keys) await noteLoose({ db, workspaceId }, key, now);
  await db.transaction(async (tx) => {
    const mine = await lockDue(tx, now, 1);
    const others = await db.transaction((other) => lockDue(other, now, 100));
    expect([...mine, ...others].map(({ key }) => key).sort()).toEqual(keys);
    await forget(tx, mine);
    expect((await lockDue(tx, now, 100)).map(({ key }) => key)).toEqual(others.map(({ key }) => key));
    await forget(tx, others);
  });
});
