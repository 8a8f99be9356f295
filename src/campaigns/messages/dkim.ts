import { createHash, createPrivateKey, hash, type KeyObject, sign } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';

type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

export interface DkimKey {
  selector: string;
  algorithm: DkimAlgorithm;
  privateKey: KeyObject | string;
}

export interface Signer {
  /** A large body is hashed piece by piece, with pauses. @param body the part behind the empty line */
  hashOf(body: string): Promise<string>;
  /** @param headers the header lines, CRLF between them and none at the end @returns the lines to put ahead of the headers */
  sign(headers: string, bodyHash: string): Promise<string>;
}

/** `From` is signed once more than it occurs, so that a second one cannot be added. */
const SIGNED = [
  'from',
  'to',
  'cc',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'list-id',
  'feedback-id',
];
const OVERSIGNED = ['from'];
const LINE = 76;
const STRETCH = 256 * 1024;

/**
 * DKIM (RFC 6376, RFC 8463), relaxed for headers and body. RSA takes half a millisecond: the threads of the runtime do it.
 * @throws Error for an invalid key, or one of another algorithm
 */
export function createSigner({ domain, keys }: { domain: string; keys: DkimKey[] }): Signer {
  const prepared = keys.map(({ selector, algorithm, privateKey }) => {
    const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
    const wanted = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
    if (key.type !== 'private' || key.asymmetricKeyType !== wanted)
      throw new Error(`The DKIM key ${selector} is no private ${wanted} key.`);
    return { algorithm, key, start: `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n s=${selector};` };
  });

  return { hashOf, sign: signWithEach };

  async function signWithEach(headers: string, bodyHash: string): Promise<string> {
    const { names, canonical } = signedHeaders(headers);
    const signatures = prepared.map(async ({ algorithm, key, start }) => {
      const unsigned = `${start} bh=${bodyHash};\r\n h=${names.join(':\r\n  ')};\r\n b=`;
      const signature = await signatureOf(algorithm, key, `${canonical}${relaxedHeader(unsigned)}`);
      return unsigned + signature.replace(new RegExp(`.{${LINE - 4}}(?=.)`, 'g'), '$&\r\n ');
    });
    return (await Promise.all(signatures)).join('\r\n');
  }
}

async function hashOf(body: string): Promise<string> {
  const end = endOf(body);
  if (end <= STRETCH) return hash('sha256', relaxed(body, 0, end), 'base64');
  const hashed = createHash('sha256');
  for (let from = 0; from < end; ) {
    const to = pieceEnd(body, from, end);
    hashed.update(relaxed(body, from, to));
    from = to;
    await setImmediate();
  }
  return hashed.digest('base64');
}

function signedHeaders(headers: string): { names: string[]; canonical: string } {
  const found = new Map<string, string[]>();
  for (const line of headers.split(/\r\n(?![ \t])/)) {
    const name = line.slice(0, line.indexOf(':')).trim().toLowerCase();
    if (SIGNED.includes(name)) found.set(name, [...(found.get(name) ?? []), line]);
  }
  const names: string[] = [];
  let canonical = '';
  for (const name of SIGNED) {
    // Of several with one name the last is signed first.
    for (const line of (found.get(name) ?? []).reverse()) {
      names.push(name);
      canonical += `${relaxedHeader(line)}\r\n`;
    }
    if (OVERSIGNED.includes(name)) names.push(name);
  }
  return { names: inLines(names), canonical };
}

/** Several names a line, so that a signature stays short. */
function inLines(names: string[]): string[] {
  const lines: string[] = [];
  for (const name of names) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + name.length + 1 < LINE - 4) lines[lines.length - 1] = `${last}:${name}`;
    else lines.push(name);
  }
  return lines;
}

function relaxedHeader(line: string): string {
  const colon = line.indexOf(':');
  const value = line
    .slice(colon + 1)
    .replace(/\r\n/g, '')
    .replace(/[ \t]+/g, ' ');
  return `${line.slice(0, colon).trim().toLowerCase()}:${value.replace(/^ | $/g, '')}`;
}

/** Blanks and empty lines at the end do not count. */
function endOf(body: string): number {
  let end = body.length;
  for (;;) {
    const last = body.charAt(end - 1);
    if (last === ' ' || last === '\t') end -= 1;
    else if (end >= 2 && body.startsWith('\r\n', end - 2)) end -= 2;
    else return end;
  }
}

/** Behind a line, since blanks at its end do not count. */
function pieceEnd(body: string, from: number, end: number): number {
  if (end - from <= STRETCH) return end;
  const before = body.lastIndexOf('\r\n', from + STRETCH - 2);
  const line = before >= from ? before : body.indexOf('\r\n', from + STRETCH);
  return line < 0 || line + 2 > end ? end : line + 2;
}

/** Whole lines: runs of blanks become one, those at the ends of lines go. The last line is ended. */
function relaxed(body: string, from: number, to: number): string {
  const lines = body.slice(from, to);
  const ended = lines === '' || lines.endsWith('\r\n') ? lines : `${lines}\r\n`;
  return /[ \t]{2}|\t|[ \t]\r\n/.test(ended) ? ended.replace(/[ \t]+/g, ' ').replace(/ (?=\r\n)/g, '') : ended;
}

function signatureOf(algorithm: DkimAlgorithm, key: KeyObject, data: string): Promise<string> {
  // RFC 8463: the curve signs the hash.
  const input = algorithm === 'rsa-sha256' ? Buffer.from(data, 'latin1') : hash('sha256', data, 'buffer');
  return new Promise((resolve, reject) => {
    sign(algorithm === 'rsa-sha256' ? 'sha256' : null, input, key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    );
  });
}
