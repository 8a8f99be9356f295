import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import fc from 'fast-check';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { describe, expect, it } from 'vitest';
import { createComposer } from '../../../src/campaigns/messages/composer.ts';
import { createSigner, type DkimKey } from '../../../src/campaigns/messages/dkim.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const curve = generateKeyPairSync('ed25519');
const keys: DkimKey[] = [
  { selector: 'r1', algorithm: 'rsa-sha256', privateKey: rsa.privateKey.export({ type: 'pkcs8', format: 'pem' }) as string },
  { selector: 'e1', algorithm: 'ed25519-sha256', privateKey: curve.privateKey },
];
const signer = createSigner({ domain: 'example.com', keys });

const base64 = (key: KeyObject) => key.export({ type: 'spki', format: 'der' });
const records: Record<string, string> = {
  'r1._domainkey.example.com': `v=DKIM1; k=rsa; p=${base64(rsa.publicKey).toString('base64')}`,
  'e1._domainkey.example.com': `v=DKIM1; k=ed25519; p=${base64(curve.publicKey).subarray(-32).toString('base64')}`,
};
const resolver = async (name: string): Promise<string[][]> => {
  const record = records[name];
  if (!record) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
  return [[record]];
};

/** The verdict of another library on each signature. */
async function verdicts(raw: string): Promise<string[]> {
  const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), { resolver });
  return results.map(({ status }: { status: { result: string } }) => status.result);
}

const signed = async (headers: string, body: string) =>
  `${await signer.sign(headers, await signer.hashOf(body))}\r\n${headers}\r\n\r\n${body}`;
const HEADERS =
  'From: "A"  <a@example.com>\r\nTo: b@example.org\r\nSubject: Hi\r\n  there\r\nDate: Tue, 14 Apr 2026 09:30:00 +0000\r\nMessage-ID: <1@example.com>';

describe('a DKIM signature', () => {
  it.each([
    ['nothing', ''],
    ['one line', 'Hi\r\n'],
    ['no end of line', 'Hi'],
    ['blanks at the ends of lines', 'Hi  \r\n\t\r\nthere \t\r\n'],
    ['runs of blanks', 'a  b\t\tc \t d\r\n'],
    ['empty lines at the end', 'Hi\r\n\r\n\r\n \r\n\r\n'],
    ['empty lines alone', '\r\n\r\n'],
    ['a long line', `${'x'.repeat(990)}\r\n`],
    ['lines with dots', '.\r\n..\r\n'],
  ])('is good for a body of %s', async (_what, body) => {
    expect(await verdicts(await signed(HEADERS, body))).toEqual(['pass', 'pass']);
  });

  /** A body is hashed 256 KiB at a time. */
  const STRETCH = 256 * 1024;
  it.runIf(isAtLength).each([
    ['lines', 'a line  of\twords \r\n'],
    ['empty lines', '\r\n'],
    ['lines of blanks', ' \t \r\n'],
    ['one line that never ends', 'x  y'],
  ])('is good for a large body of %s, wherever it is taken apart', async (_what, line) => {
    const ENDS = ['', '.', ' \r\n\r\n'];
    const filled = line.repeat(Math.ceil((rounds(1.1, 2.2) * STRETCH) / line.length));
    for (let shift = 0; shift < line.length; shift++)
      for (const end of isAtLength ? ENDS : [ENDS[shift % ENDS.length]])
        expect(await verdicts(await signed(HEADERS, `${'x'.repeat(shift)}${filled}${end}`))).toEqual(['pass', 'pass']);
    for (const length of [STRETCH - 1, STRETCH, STRETCH + 1])
      expect(await verdicts(await signed(HEADERS, `${'x'.repeat(length - 2)}\r\n${line}end`))).toEqual(['pass', 'pass']);
  });

  it('has lines of no more than 78, and no more headers than can be added to a message without it being seen', async () => {
    const raw = await signed(HEADERS, 'Hi\r\n');
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(78);
    expect(await verdicts(`From: eve@example.net\r\n${raw}`)).not.toContain('pass');
    expect(await verdicts(raw.replace('b@example.org', 'c@example.org'))).not.toContain('pass');
  });

  it('is refused to a key of another kind', () => {
    expect(() =>
      createSigner({ domain: 'example.com', keys: [{ selector: 's', algorithm: 'rsa-sha256', privateKey: curve.privateKey }] }),
    ).toThrow('The DKIM key s is no private rsa key.');
  });

  it.runIf(isAtLength)('of a composed message is good whatever its values are, and bad when one byte of it is another', async () => {
    const composer = await createComposer(
      {
        workspaceId: newId(),
        id: newId(),
        operational: false,
        tracked: true,
        workspaceName: 'Fjord',
        subject: '{{contact.first_name}}',
        fromName: 'Fjord',
        fromAddress: 'hello@example.com',
        previewText: null,
        replyTo: 'reply@example.com',
        html: '<body><p>Hi   {{contact.first_name}}</p>\n\n <a href="https://shop.example">x</a></body>',
        plainText: 'Hi {{contact.first_name}}   \n\n{{contact.custom.note}}\n\n\n',
      },
      { tokens: createTokens('a secret'), baseUrl: 'https://api.example.com', signer },
    );
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 200 }),
      fc.constantFrom('', '.', ' ', '\t \r\n', 'مرحبا', '山'.repeat(200), `${' '.repeat(300)}\n`, 'a'.repeat(2_000)),
    );
    await fc.assert(
      fc.asyncProperty(text, text, fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }), async (name, note, where) => {
        const contact = { first_name: name, display_name: name, custom: { note } };
        const { raw } = (await composer.compose(
          { deliveryId: newId(), contactId: newId(), email: 'b@example.org', contact },
          new Date(),
        )) as {
          raw: string;
        };
        expect(await verdicts(raw)).toEqual(['pass', 'pass']);
        expect(raw).toMatch(/h=[^;]*\blist-id:\s*feedback-id;/);
        // Of what is signed, one that is not a blank: blanks may be changed on the way.
        const from = raw.indexOf('\r\nTo: ') + 2;
        let at = from + Math.floor(where * (raw.length - from));
        while (/[\s]/.test(raw.charAt(at))) at -= 1;
        const flipped = raw.slice(0, at) + String.fromCharCode(raw.charCodeAt(at) ^ 1) + raw.slice(at + 1);
        expect(await verdicts(flipped)).not.toContain('pass');
      }),
      { numRuns: rounds(20, 60) },
    );
  });
});
