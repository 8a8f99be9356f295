import { setImmediate } from 'node:timers/promises';

/** A file of a message, with its content in base64. */
export interface EncodedFile {
  fileName: string;
  contentType: string;
  /** By which the HTML shows it; null for one that stands beside the text. */
  contentId: string | null;
  /** Lines with CRLF between them. */
  encoded: string;
}

/** What stands around the two texts of a message, the same for everybody. */
export interface Structure {
  /** Those of the headers that say what the body is. */
  headers: string;
  beforeText: string;
  /** Null: there is no HTML. */
  beforeHtml: string | null;
  end: string;
}

/** No encoded text holds these two signs in a row, and no boundary begins with another one. */
const BOUNDARIES = { alternative: '=_bivouac', related: '=_related', mixed: '=_mixed' };

const TEXT_HEADERS = (type: string) => `Content-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable`;

/** Text, or text and HTML; around them the files that the HTML shows, and around all the files that stand beside. */
export function structureOf(hasHtml: boolean, files: readonly EncodedFile[] = []): Structure {
  const shown = files.filter(({ contentId }) => contentId !== null);
  const beside = files.filter(({ contentId }) => contentId === null);
  const within = hasHtml ? bothTexts() : { headers: TEXT_HEADERS('text/plain'), beforeText: '', beforeHtml: null, end: '' };
  const structure = enclosed(enclosed(within, 'related', shown), 'mixed', beside);
  return files.length > 0 || hasHtml ? structure : { ...structure, end: '\r\n' };
}

function bothTexts(): Structure {
  const boundary = BOUNDARIES.alternative;
  const partHead = (type: string) => `--${boundary}\r\n${TEXT_HEADERS(type)}\r\n\r\n`;
  return {
    headers: `Content-Type: multipart/alternative; boundary="${boundary}"`,
    beforeText: partHead('text/plain'),
    beforeHtml: `\r\n${partHead('text/html')}`,
    end: `\r\n--${boundary}--\r\n`,
  };
}

function enclosed(within: Structure, kind: 'related' | 'mixed', files: readonly EncodedFile[]): Structure {
  if (files.length === 0) return within;
  const boundary = BOUNDARIES[kind];
  const parts = files.map((file) => `\r\n--${boundary}\r\n${fileHeaders(file)}\r\n\r\n${file.encoded}`).join('');
  return {
    headers: `Content-Type: multipart/${kind}; boundary="${boundary}"`,
    beforeText: `--${boundary}\r\n${within.headers}\r\n\r\n${within.beforeText}`,
    beforeHtml: within.beforeHtml,
    end: `${within.end}${parts}\r\n--${boundary}--\r\n`,
  };
}

function fileHeaders({ fileName, contentType, contentId }: EncodedFile): string {
  const charset = /^text\//i.test(contentType) ? '; charset=utf-8' : '';
  return [
    `Content-Type: ${contentType}${charset}`,
    'Content-Transfer-Encoding: base64',
    `Content-Disposition: ${contentId === null ? 'attachment' : 'inline'};\r\n ${fileNameParameter(fileName)}`,
    ...(contentId === null ? [] : [`Content-ID: <${contentId}>`]),
  ].join('\r\n');
}

/** Of a piece of an encoded name, so that a line stays short. */
const PIECE = 60;

/** RFC 2183, and RFC 2231 for names that are more than a short text in ASCII. */
function fileNameParameter(name: string): string {
  if (/^[\x20-\x7e]*$/.test(name) && name.length <= PIECE) return `filename="${name.replace(/[\\"]/g, '\\$&')}"`;
  const pieces: string[] = [''];
  for (const character of name) {
    const written = percentEncoded(character);
    if ((pieces.at(-1) as string).length + written.length > PIECE) pieces.push('');
    pieces[pieces.length - 1] += written;
  }
  if (pieces.length === 1) return `filename*=utf-8''${pieces[0]}`;
  return pieces.map((piece, i) => `filename*${i}*=${i === 0 ? "utf-8''" : ''}${piece}`).join(';\r\n ');
}

const percentEncoded = (character: string): string =>
  /[A-Za-z0-9._-]/.test(character)
    ? character
    : [...Buffer.from(character)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`).join('');

/** Of a line of base64 (RFC 2045), and the bytes that it holds. */
const LINE = 76;
const LINE_BYTES = (LINE / 4) * 3;
/** Lines that are encoded at a stretch. */
const STRETCH = 4_000;

/** Base64 in lines, a piece at a time: others wait for no longer than one takes. */
export async function base64Lines(content: Buffer): Promise<string> {
  const pieces: string[] = [];
  for (let from = 0; from < content.length; from += STRETCH * LINE_BYTES) {
    if (from > 0) await setImmediate();
    const text = content.subarray(from, from + STRETCH * LINE_BYTES).toString('base64');
    const lines: string[] = [];
    for (let at = 0; at < text.length; at += LINE) lines.push(text.slice(at, at + LINE));
    pieces.push(lines.join('\r\n'));
  }
  return pieces.join('\r\n');
}
