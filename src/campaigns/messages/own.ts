import type { MergeValues } from '../../shared/merge-tags.ts';
import { personHeader, textHeader } from './mime.ts';
import { base64Lines, type EncodedFile } from './structure.ts';

/** What a message to one person has beside its text. */
export interface OwnMessage {
  to: { email: string; name: string };
  copies: { id: string; type: 'cc' | 'bcc'; email: string; name: string | null }[];
  data: NonNullable<MergeValues['data']> | null;
  headers: (readonly [name: string, value: string])[];
  /** Without their content, in the order in which it is stored. */
  files: { fileName: string; contentType: string; contentId: string | null; bytes: number }[];
}

/** The headers that only such a message has, as lines. */
export function ownHeaders({ copies, headers }: OwnMessage): string[] {
  const cc = copies
    .filter(({ type }) => type === 'cc')
    .map(({ email, name }) => personHeader('Cc', name ?? '', email).slice('Cc: '.length));
  return [...(cc.length > 0 ? [`Cc: ${cc.join(',\r\n ')}`] : []), ...headers.map(([name, value]) => headerLine(name, value))];
}

const LINE = 76;

/** Words of ASCII stay as they are, however long: an identifier that is encoded names nothing. */
function headerLine(name: string, value: string): string {
  if (!/^[\x20-\x7e]*$/.test(value)) return textHeader(name, value);
  let line = `${name}:`;
  let column = line.length;
  for (const word of value.trim().split(/ +/)) {
    const fits = column + 1 + word.length <= LINE || column === name.length + 1;
    line += `${fits ? ' ' : '\r\n '}${word}`;
    column = fits ? column + 1 + word.length : 1 + word.length;
  }
  return line;
}

/** The files of a message, cut out of what is stored, ready to be sent. @throws Error when some of it is missing */
export async function encodedFiles({ files }: OwnMessage, stored: Buffer): Promise<EncodedFile[]> {
  const encoded: EncodedFile[] = [];
  let at = 0;
  for (const { bytes, ...file } of files) {
    encoded.push({ ...file, encoded: await base64Lines(stored.subarray(at, at + bytes)) });
    at += bytes;
  }
  if (at !== stored.length) throw new Error('its attachments are incomplete');
  return encoded;
}
