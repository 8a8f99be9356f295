import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { applied } from '../../content/generation/verify/edits.ts';
import { changeForms } from '../forms/find.ts';
import type { PageForm } from '../forms/form.types.ts';
import { survey } from '../forms/survey.ts';
import { BRANDING } from './branding.ts';
import { type FileOrigins, toOwnFiles } from './own-files.ts';

/** A page as it is served. */
export interface Prepared {
  html: Uint8Array;
  /** The same, compressed. */
  brotli: Uint8Array;
  /** Names these bytes. */
  etag: string;
  forms: PageForm[];
  /** How many fields were switched off because nobody may send what they ask for. */
  switchedOff: number;
}

export interface PrepareOptions {
  tentId: string;
  branded: boolean;
  /** The files of the workspace that the page names, and where they are. */
  files?: { keys: readonly string[]; origins: FileOrigins };
}

/**
 * Makes a page of a tent ready to be served: its forms come to the tent, its files from its own host, and it names Bivouac unless that
 * is left out. Everything else stays as it is, byte for byte.
 */
export function prepare(source: string, { tentId, branded, files }: PrepareOptions): Prepared {
  const found = survey(source);
  const { forms, edits, switchedOff } = changeForms(found, (formId) => `/submit/${tentId}/${formId}`);
  if (branded) edits.push({ begin: found.bodyEnd, end: found.bodyEnd, text: BRANDING });
  if (files) edits.push(...toOwnFiles(source, files.keys, files.origins));
  const html = Buffer.from(applied(source, edits));
  const etag = createHash('sha256').update(html).digest('base64url');
  return { html, brotli: compressed(html), etag, forms, switchedOff };
}

/** As small as a third of a second makes it: it is done once, and sent many times. */
function compressed(html: Buffer): Buffer {
  const quality = html.length <= 128 * 1024 ? 11 : html.length <= 512 * 1024 ? 10 : 9;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotliCompressSync(html, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: html.length },
  });
}
