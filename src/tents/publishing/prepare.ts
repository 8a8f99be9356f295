import { createHash } from 'node:crypto';
import { brotliCompressSync, constants } from 'node:zlib';
import { applied } from '../../content/generation/verify/edits.ts';
import type { TentId } from '../../platform/ids.ts';
import type { PageForm } from '../forms/find.ts';
import { changeForms } from '../forms/find.ts';
import { survey } from '../forms/survey.ts';
import { headEdits, type PageHead } from './head.ts';
import { type FileOrigins, toOwnFiles } from './own-files.ts';

export interface Prepared {
  html: Uint8Array;
  brotli: Uint8Array;
  /** Identifies these bytes. */
  etag: string;
  forms: PageForm[];
  /** Fields that ask for something that is refused. */
  switchedOff: number;
}

export interface PrepareOptions {
  tentId: TentId;
  branded: boolean;
  /** The workspace's files that the page names. */
  files?: { keys: readonly string[]; origins: FileOrigins };
  head?: PageHead | undefined;
}

/** Forms go to the tent, files come from the page's own host, the head says what the settings say, and the branding is added. All else stays as it is, byte for byte. */
export function prepare(source: string, { tentId, branded, files, head }: PrepareOptions): Prepared {
  const found = survey(source);
  const { forms, edits, switchedOff } = changeForms(found, (formId) => `/submit/${tentId}/${formId}`);
  if (branded) edits.push({ begin: found.bodyEnd, end: found.bodyEnd, text: BRANDING });
  if (files) edits.push(...toOwnFiles(source, files.keys, files.origins));
  const { edits: ofHead, lead } = head ? headEdits(source, head) : { edits: [], lead: '' };
  // The first of two edits of one place counts: an address within a replaced tag goes with it.
  const html = Buffer.from(lead + applied(source, [...ofHead, ...edits]));
  const etag = createHash('sha256').update(html).digest('base64url');
  return { html, brotli: compressed(html), etag, forms, switchedOff };
}

/** As small as a third of a second makes it: a page is compressed once and sent many times. */
function compressed(html: Buffer): Buffer {
  const quality = html.length <= 128 * 1024 ? 11 : html.length <= 512 * 1024 ? 10 : 9;
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_MODE, BROTLI_PARAM_SIZE_HINT, BROTLI_MODE_TEXT } = constants;
  return brotliCompressSync(html, {
    params: { [BROTLI_PARAM_QUALITY]: quality, [BROTLI_PARAM_MODE]: BROTLI_MODE_TEXT, [BROTLI_PARAM_SIZE_HINT]: html.length },
  });
}

/**
 * The line at the end of a page that names Bivouac. It has its own background and colours, light or dark like the page (`color-scheme`), so
 * that it can be read on any page, and takes the whole width in any layout. A `div` also ends a drawing that was left open.
 */
export const BRANDING = `<div role="complementary" lang="en" dir="ltr" aria-label="Bivouac" style="${style(
  'display:block;position:static;float:none;clear:both;visibility:visible;opacity:1;transform:none;order:2147483647;flex:0 0 100%;' +
    'grid-column:1/-1;width:auto;min-width:0;max-width:none;height:auto;max-height:none;margin:0;padding:12px 16px;border:0;' +
    'box-sizing:border-box;background:Canvas;color:CanvasText;font-family:system-ui,sans-serif;font-size:14px;' +
    'font-style:normal;font-weight:400;text-align:center;text-indent:0;text-transform:none;white-space:normal',
)};line-height:20px;letter-spacing:normal;word-spacing:normal">Made with Bivouac</div>`;

/** Overrides the page's own styles, except the spacing of letters and lines, which readers may adjust. */
function style(declarations: string): string {
  return declarations
    .split(';')
    .map((declaration) => `${declaration}!important`)
    .join(';');
}
