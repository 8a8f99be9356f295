/** Files to attach, and documents to attach them to. */
import { type Db, sql } from '../../src/platform/db.ts';
import { fromUlid } from '../../src/platform/ids.ts';
import { expectDocumented, operations } from './client.ts';
import { pathOf } from './requests.ts';
import type { TestWorkspace } from './service.ts';

/** Bytes that begin as a file of the kind does. */
export const HEADS = {
  png: '\x89PNG\r\n\x1a\n',
  jpeg: '\xff\xd8\xff\xe0',
  gif: 'GIF89a',
  webp: 'RIFF\x10\x00\x00\x00WEBPVP8 ',
  avif: '\x00\x00\x00\x1cftypavif\x00\x00\x00\x00avifmif1miaf',
  pdf: '%PDF-1.7\n',
  woff: 'wOFF\x00\x01\x00\x00',
  woff2: 'wOF2\x00\x01\x00\x00',
  ttf: '\x00\x01\x00\x00\x00\x10',
  otf: 'OTTO\x00\x10',
} as const;

export const bytesOf = (kind: keyof typeof HEADS, size = 64): Buffer => {
  const head = Buffer.from(HEADS[kind], 'latin1');
  return Buffer.concat([head, Buffer.alloc(Math.max(size - head.length, 0), 7)]);
};

export const fileOf = (name: string, bytes: Buffer | string, type = ''): File =>
  new File([new Uint8Array(Buffer.from(bytes))], name, { type });
export const png = (name = 'logo.png', size?: number): File => fileOf(name, bytesOf('png', size), 'image/png');

export const formOf = (...files: File[]): FormData => {
  const form = new FormData();
  for (const file of files) form.append('file', file);
  return form;
};

/** Attaches a file repeatedly, as repeated uploads would. */
export const attachAgain = (db: Db, { asset_id }: Pick<Attached, 'asset_id'>, count: number) =>
  db.query(sql`
    INSERT INTO assets SELECT (jsonb_populate_record(NULL::assets, to_jsonb(a) || jsonb_build_object('id', gen_random_uuid()))).*
    FROM (SELECT * FROM assets WHERE id = ${fromUlid(asset_id)}::uuid) a, generate_series(1, ${count}::int)`);

export const operationOf = (operationId: string) => {
  const found = operations.find((operation) => operation.operationId === operationId);
  if (!found) throw new Error(`There is no ${operationId}`);
  return found;
};

export interface Attached {
  asset_id: string;
  file_name: string;
  content_type: string;
  size_bytes: number;
  url: string;
  created_at: string;
}

/** Sends a form to an operation; the answer is checked against the document. */
export async function upload(
  { url, apiKey }: { url: string } & Pick<TestWorkspace, 'apiKey'>,
  operationId: string,
  path: Record<string, string>,
  form: FormData,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: any; assets: Attached[] }> {
  const operation = operationOf(operationId);
  const response = await fetch(`${url}${pathOf(operation, path)}`, {
    method: 'POST',
    body: form,
    headers: { authorization: `Bearer ${apiKey}`, ...headers },
  });
  await expectDocumented(operation, response.clone());
  const body = (await response.json()) as any;
  return { status: response.status, headers: response.headers, body, assets: body.assets ?? [] };
}
