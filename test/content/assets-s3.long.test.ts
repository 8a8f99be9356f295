/** Files of documents in an S3-compatible store. */
import { ListObjectsV2Command, S3Client } from '@aws-sdk/client-s3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { bytesOf, fileOf, formOf, png, upload } from '../support/assets.ts';
import { must } from '../support/blast.ts';
import { CREDENTIALS, startS3, type TestS3 } from '../support/s3.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { at } from '../support/uploads.ts';

let s3: TestS3;
let service: TestService;
let client: S3Client;
beforeAll(async () => {
  for (const [name, value] of Object.entries(CREDENTIALS)) vi.stubEnv(name, value);
  s3 = await startS3();
  service = await startTestService({ STORAGE_URL: s3.url });
  client = new S3Client({ endpoint: s3.endpoint, region: 'eu-central-1', forcePathStyle: true });
});
afterAll(async () => {
  await service.stop();
  client.destroy();
  await s3.close();
  vi.unstubAllEnvs();
});

/** Those beside the mark of the installation. */
const objects = async () => {
  const { Contents = [] } = await client.send(new ListObjectsV2Command({ Bucket: 'files' }));
  return Contents.map(({ Key }) => Key).filter((key) => key !== 'installation');
};

test('they are kept, served whole and in parts, and gone with the document', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Letter' } }));
  const { assets } = await upload(service, 'uploadEmailAssets', { emailId }, formOf(png('a.png', 3_000_000), fileOf('a.txt', 'hello')));
  expect(await objects()).toHaveLength(2);
  const [picture, text] = assets.map(({ url }) => at(service.url, url)) as [string, string];
  const { headers, ...answer } = await fetch(picture).then(async (response) => ({
    headers: response.headers,
    bytes: Buffer.from(await response.arrayBuffer()),
  }));
  expect(answer.bytes.equals(bytesOf('png', 3_000_000))).toBe(true);
  expect(headers.get('content-type')).toBe('image/png');
  const part = await fetch(text, { headers: { range: 'bytes=1-3' } });
  expect([part.status, await part.text()]).toEqual([206, 'ell']);
  await must(service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }));
  await service.drain();
  expect(await objects()).toEqual([]);
});

test('a refused upload leaves none', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Letter' } }));
  const { status } = await upload(service, 'uploadEmailAssets', { emailId }, formOf(png(), fileOf('a.html', 'hello')));
  expect([status, await objects()]).toEqual([415, []]);
});

test('a store that cannot be reached asks to come again, and the sweep finishes when it is back', async () => {
  const { email_id: emailId } = await must(service.api.POST('/v1/emails', { body: { name: 'Letter' } }));
  await upload(service, 'uploadEmailAssets', { emailId }, formOf(png()));
  const send = vi.spyOn(S3Client.prototype, 'send').mockRejectedValue(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }));
  const { status, headers } = await upload(service, 'uploadEmailAssets', { emailId }, formOf(png()));
  expect([status, Number(headers.get('retry-after')) > 0]).toEqual([503, true]);
  await must(service.api.DELETE('/v1/emails/{emailId}', { params: { path: { emailId } } }));
  await service.drain();
  send.mockRestore();
  expect(await objects()).toHaveLength(1);
  await service.drain();
  expect(await objects()).toEqual([]);
});
