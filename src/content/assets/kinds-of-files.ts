/** A kind of file that may be attached: how its bytes begin, and what it is called. */
interface FileKind {
  contentType: string;
  isOne(head: Buffer): boolean;
  extensions: string;
  /** Other names of the type that clients declare. */
  aliases?: string[];
}

const begins =
  (...bytes: (string | number[])[]) =>
  (head: Buffer): boolean =>
    bytes.some((start) => head.subarray(0, start.length).equals(Buffer.from(start as string, 'latin1')));

const at = (head: Buffer, from: number, to: number): string => head.toString('latin1', from, to);

const KINDS: FileKind[] = [
  { contentType: 'image/png', isOne: begins('\x89PNG\r\n\x1a\n'), extensions: 'png' },
  { contentType: 'image/jpeg', isOne: begins([0xff, 0xd8, 0xff]), extensions: 'jpg jpeg jpe jfif', aliases: ['image/jpg', 'image/pjpeg'] },
  { contentType: 'image/gif', isOne: begins('GIF87a', 'GIF89a'), extensions: 'gif' },
  { contentType: 'image/webp', isOne: (head) => at(head, 0, 4) === 'RIFF' && at(head, 8, 12) === 'WEBP', extensions: 'webp' },
  { contentType: 'image/avif', isOne: isAvif, extensions: 'avif' },
  { contentType: 'application/pdf', isOne: begins('%PDF-'), extensions: 'pdf', aliases: ['application/x-pdf'] },
  { contentType: 'font/woff', isOne: begins('wOFF'), extensions: 'woff', aliases: ['application/font-woff', 'application/x-font-woff'] },
  { contentType: 'font/woff2', isOne: begins('wOF2'), extensions: 'woff2', aliases: ['application/font-woff2'] },
  {
    contentType: 'font/ttf',
    isOne: begins([0, 1, 0, 0], 'true'),
    extensions: 'ttf',
    aliases: ['font/sfnt', 'application/x-font-ttf', 'application/x-font-truetype', 'application/font-sfnt'],
  },
  {
    contentType: 'font/otf',
    isOne: begins('OTTO'),
    extensions: 'otf',
    aliases: ['font/sfnt', 'application/x-font-otf', 'application/x-font-opentype', 'application/font-sfnt', 'application/vnd.ms-opentype'],
  },
];

const TEXT: FileKind = {
  contentType: 'text/plain',
  // The rest is checked while it is read.
  isOne: (head) => !/^\ufeff?\s*<[!?a-z]/i.test(head.toString('utf8')),
  extensions: 'txt text md markdown csv tsv log',
  aliases: ['text/markdown', 'text/csv', 'text/tab-separated-values'],
};

/** Names of active content, refused whatever the bytes are. */
const ACTIVE = new Set('html htm xhtml shtml svg svgz xml xsl js mjs cjs css json php exe'.split(' '));

/** The major brand, and the compatible ones. */
function isAvif(head: Buffer): boolean {
  if (at(head, 4, 8) !== 'ftyp') return false;
  const end = Math.min(head.readUInt32BE(0), head.length);
  for (let place = 8; place + 4 <= end; place += 4) if (/^avi[fs]$/.test(at(head, place, place + 4))) return true;
  return false;
}

export const HEAD_BYTES = 256;

/** Undefined for a type that is refused. Text is still to be read to its end. */
export const typeOf = (head: Buffer): string | undefined => kindOf(head)?.contentType;

const kindOf = (head: Buffer): FileKind | undefined => [...KINDS, TEXT].find(({ isOne }) => isOne(head));

/** Clients declare `application/octet-stream` for an unknown type, and a form without a type means `text/plain`. */
export function isAsClaimed(contentType: string, name: string, declared: string): boolean {
  const kind = [...KINDS, TEXT].find((one) => one.contentType === contentType) as FileKind;
  const says = declared === 'application/octet-stream' || declared === 'text/plain' ? contentType : declared;
  if (says !== contentType && !kind.aliases?.includes(says)) return false;
  const extension = /\.([a-z0-9]+)$/i.exec(name)?.[1]?.toLowerCase();
  if (extension === undefined || kind.extensions.split(' ').includes(extension)) return true;
  return !ACTIVE.has(extension) && ![...KINDS, TEXT].some(({ extensions }) => extensions.split(' ').includes(extension));
}
