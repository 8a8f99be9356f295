/** Operations on tents while the store of files is away: those that need it fail with a reason, the rest works, and nothing is left over. */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { bytesOf, formOf, operationOf, png, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { beginBulk, giveTemplate, items, readBulk } from '../support/bulk.ts';
import { testGenerator } from '../support/generator.ts';
import { type AskPage, asking } from '../support/pages.ts';
import { request } from '../support/requests.ts';
import { problemsAtRest, servingProblems } from '../support/rest.ts';
import { CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at, create, edit, read } from '../support/tent-requests.ts';

let s3: TestS3;
let service: TestService;
let client: S3Client;
let ask: AskPage;
const generator = testGenerator();
beforeAll(async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  s3 = await startS3();
  service = await startTestService({ STORAGE_URL: `${s3.url}&timeout=4`, PUBLISHED_HOST: 'localhost' }, { generator });
  client = new S3Client({ endpoint: s3.endpoint, region: 'eu-central-1', forcePathStyle: true });
  ask = asking(service);
});
afterEach(() => s3.comeBack());
afterAll(async () => {
  await service.stop();
  client.destroy();
  await s3.close();
  vi.unstubAllEnvs();
});

const objects = async () => ((await client.send(new ListObjectsV2Command({ Bucket: 'files' }))).Contents ?? []).map(({ Key }) => Key);
const attach = (tentId: string, ...files: File[]) => upload(service, 'uploadTentAssets', { tentId }, formOf(...files));
const publish = (tentId: string, alias?: string) =>
  must(service.api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body: alias ? { custom_page_alias: alias } : {} }));
const placeOf = (url: string) => new URL(url).pathname;

/** One that hangs keeps everybody waiting for as long as is waited for it. */
const MANNERS = isAtLength ? (['fails', 'hangs', 'refuses'] as const) : (['fails'] as const);

test.each(MANNERS)('one that %s', async (how) => {
  const before = await objects();
  const { tent_id: tentId, assets } = (await upload(service, 'uploadNewTentAssets', {}, formOf(png('a.png', 5_000), png('b.png')))).body;
  const templateId = await giveTemplate(service);
  await upload(service, 'uploadTentTemplateAssets', { templateId }, formOf(png()));
  const [picture] = assets as { asset_id: string; url: string }[] as [{ asset_id: string; url: string }];
  const stored = await objects();
  expect(stored).toHaveLength(before.length + 3);

  await s3.leave(how);
  // Operations with the store.
  const [refused, empty] = await Promise.all([attach(tentId, png(), png()), upload(service, 'uploadNewTentAssets', {}, formOf(png()))]);
  for (const { status, body, headers } of [refused, empty])
    expect([status, body.error, headers.get('retry-after')]).toEqual([503, expect.stringContaining('store of files'), '5']);
  // No request has waited for deletions in the missing store.
  expect(s3.asked).toEqual(how === 'refuses' ? [] : ['PUT', 'PUT']);
  for (const shown of await Promise.all([
    fetch(`${service.url}${placeOf(picture.url)}`).then(async (answer) => ({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      text: await answer.text(),
    })),
    ask(placeOf(picture.url)),
  ])) {
    expect([shown.status, shown.headers['retry-after'], shown.headers['cache-control'], shown.headers.etag]).toEqual([
      503,
      '5',
      'no-store',
      undefined,
    ]);
    expect(shown.text).toContain('store of files');
  }

  // Operations without it.
  const prompt = 'A page for a bakery in Leeds';
  expect((await create(service, { prompt, tent_id: tentId, asset_ids: [picture.asset_id], auto_publish: true })).response.status).toBe(202);
  await service.drain();
  expect(generator.commissions.at(-1)?.assets).toMatchObject([{ url: picture.url }]);
  const alias = `${how}-hut`;
  await publish(tentId, alias);
  expect((await ask(`/${alias}`)).text).toContain(prompt);
  const { data: copy } = await service.api.POST('/v1/tents/{tentId}/clone', { ...at(tentId), body: {} });
  const copyId = (copy as { tent_id: string }).tent_id;
  await edit(service, copyId, { prompt: 'Shorter', asset_ids: (await read(service, copyId)).assets.map(({ asset_id }) => asset_id) });
  const { bulk_job_id } = await beginBulk(service, { template_id: templateId, auto_publish: true, items: items(3) });
  await service.drain();
  expect(await readBulk(service, bulk_job_id)).toMatchObject({ status: 'completed', completed: 3 });
  await publish(copyId);
  expect((await ask(`/${copyId}`)).text).toContain('Shorter');
  // Work that waits for the store.
  const { body: list } = await request(service.url, operationOf('createContactList'), {
    apiKey: service.apiKey,
    body: { name: how, kind: 'static' },
  });
  const { body: begun } = await request(service.url, operationOf('exportContactList'), {
    apiKey: service.apiKey,
    path: { listId: list.list_id },
  });
  const exported = async () =>
    (
      await request(service.url, operationOf('getContactListExport'), {
        apiKey: service.apiKey,
        path: { listId: list.list_id, exportId: begun.export.export_id },
      })
    ).body.export;
  await must(service.api.DELETE('/v1/tents/{tentId}', at(tentId)));
  await expect.poll(async () => (await ask(`/${alias}`)).status).toBe(404);
  await service.drain();
  expect((await exported()).status).toMatch(/pending|processing/);

  await s3.comeBack();
  expect((await attach(copyId, png('again.png', 3_000))).status).toBe(201);
  const again = (await read(service, copyId)).assets.at(-1) as { url: string };
  expect((await ask(placeOf(again.url))).body.equals(bytesOf('png', 3_000))).toBe(true);
  expect((await ask(placeOf(picture.url))).body.equals(bytesOf('png', 5_000))).toBe(true);
  service.clock.advance({ minutes: 1 });
  await service.drain();
  expect(await exported()).toMatchObject({ status: 'completed' });
  await must(service.api.DELETE('/v1/tents/{tentId}', at(copyId)));
  await must(service.api.DELETE('/v1/tent-templates/{templateId}', { params: { path: { templateId } } }));
  for (const { tent_id } of (await readBulk(service, bulk_job_id)).items) await must(service.api.DELETE('/v1/tents/{tentId}', at(tent_id)));
  // While uploads may still run, files of refused ones cannot be judged.
  service.clock.advance({ hours: 4 });
  await service.drain();
  expect((await objects()).filter((key) => key?.startsWith('assets/'))).toEqual([]);
  await service.db.query(sql`DELETE FROM pgboss.job WHERE state = 'completed'`);
  expect(await problemsAtRest(service)).toEqual([]);
  await expect.poll(() => servingProblems(service, service.service.pagesPort as number)).toEqual([]);
});
