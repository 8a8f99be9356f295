import { createPrivateKey, hash, type KeyObject, sign } from 'node:crypto';

export type DkimAlgorithm = 'rsa-sha256' | 'ed25519-sha256';

export interface DkimKey {
  selector: string;
  algorithm: DkimAlgorithm;
  /** A PEM, or what came of one. */
  privateKey: KeyObject | string;
}

/**
 * Signs one message for its domain, once with each key.
 * @param headers the header lines, CRLF between them and none at the end
 * @param body what follows the empty line behind them
 * @returns the lines to put ahead of the headers, CRLF between them
 */
export type Signer = (headers: string, body: string) => Promise<string>;

/** What is signed where it is there. `From` is signed once more than it is there, so that nobody can put a second one beside it. */
const SIGNED = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'reply-to',
  'mime-version',
  'content-type',
  'list-unsubscribe',
  'list-unsubscribe-post',
];
const OVERSIGNED = ['from'];
const LINE = 76;

/**
 * DKIM (RFC 6376, RFC 8463), relaxed for headers and body. RSA takes half a millisecond of a processor: it is done by the
 * threads of the runtime, beside everything else.
 * @throws Error for a key that is none, or not of its algorithm
 */
export function createSigner({ domain, keys }: { domain: string; keys: DkimKey[] }): Signer {
  const prepared = keys.map(({ selector, algorithm, privateKey }) => {
    const key = typeof privateKey === 'string' ? createPrivateKey(privateKey) : privateKey;
    const wanted = algorithm === 'rsa-sha256' ? 'rsa' : 'ed25519';
    if (key.type !== 'private' || key.asymmetricKeyType !== wanted)
      throw new Error(`The DKIM key ${selector} is no private ${wanted} key.`);
    return { algorithm, key, start: `DKIM-Signature: v=1; a=${algorithm}; c=relaxed/relaxed; d=${domain};\r\n s=${selector};` };
  });

  return async (headers, body) => {
    const bodyHash = hash('sha256', relaxedBody(body), 'base64');
    const { names, canonical } = signedHeaders(headers);
    const signatures = prepared.map(async ({ algorithm, key, start }) => {
      const unsigned = `${start} bh=${bodyHash};\r\n h=${names.join(':\r\n  ')};\r\n b=`;
      const signature = await signatureOf(algorithm, key, `${canonical}${relaxedHeader(unsigned)}`);
      return unsigned + signature.replace(new RegExp(`.{${LINE - 4}}(?=.)`, 'g'), '$&\r\n ');
    });
    return (await Promise.all(signatures)).join('\r\n');
  };
}

/** The names in the order in which they are signed, and what is signed of them. */
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

/** Several names stand on one line, so that a signature is not as tall as a message. */
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

/** Runs of blanks are one, those at the ends of lines and empty lines at the end are none. */
function relaxedBody(body: string): string {
  let relaxed = /[ \t]{2}|\t|[ \t]\r\n/.test(body) ? body.replace(/[ \t]+/g, ' ').replace(/ (?=\r\n|$)/g, '') : body;
  if (relaxed.endsWith(' ')) relaxed = relaxed.slice(0, -1);
  let end = relaxed.length;
  while (relaxed.startsWith('\r\n', end - 2) && end >= 2) end -= 2;
  return end === 0 ? '' : `${relaxed.slice(0, end)}\r\n`;
}

function signatureOf(algorithm: DkimAlgorithm, key: KeyObject, data: string): Promise<string> {
  // RFC 8463: what the curve signs is the hash.
  const input = algorithm === 'rsa-sha256' ? Buffer.from(data, 'latin1') : hash('sha256', data, 'buffer');
  return new Promise((resolve, reject) => {
    sign(algorithm === 'rsa-sha256' ? 'sha256' : null, input, key, (error, signature) =>
      error ? reject(error) : resolve(signature.toString('base64')),
    );
  });
}
