import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { applied } from '../../content/generation/verify/edits.ts';
import type { PageForm } from '../forms/find.ts';
import { changeForms } from '../forms/find.ts';
import { survey } from '../forms/survey.ts';
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

/**
 * The line at the end of a page that names Bivouac. It brings its own ground and colours, light or dark as the page says that it
 * is (`color-scheme`), so that it can be read on any page, and lies across the whole width, whatever the body's layout is. A `div` also
 * ends a drawing that nobody has closed.
 */
export const BRANDING = `<div role="complementary" lang="en" dir="ltr" aria-label="Bivouac" style="${style(
  'display:block;position:static;float:none;clear:both;visibility:visible;opacity:1;transform:none;order:2147483647;flex:0 0 100%;' +
    'grid-column:1/-1;width:auto;min-width:0;max-width:none;height:auto;max-height:none;margin:0;padding:12px 16px;border:0;' +
    'box-sizing:border-box;background:Canvas;color:CanvasText;font-family:system-ui,sans-serif;font-size:14px;' +
    'font-style:normal;font-weight:400;text-align:center;text-indent:0;text-transform:none;white-space:normal',
)};line-height:20px;letter-spacing:normal;word-spacing:normal">Made with Bivouac</div>`;

/** Stronger than the page's own. Not so the space between letters and lines, which people may set as they read best. */
function style(declarations: string): string {
  return declarations
    .split(';')
    .map((declaration) => `${declaration}!important`)
    .join(';');
}
