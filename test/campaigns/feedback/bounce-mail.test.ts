/** Parsing bounce mails. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readBounceMail } from '../../../src/campaigns/feedback/bounce-mail.ts';
import { createReturnPaths } from '../../../src/campaigns/messages/return-path.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { arf, type Bounced, exchange, exim, gmail, postfix, qmail } from '../../support/bounce-mails.ts';
import { expectCpu } from '../../support/cpu.ts';

const NOW = new Date('2026-04-14T09:30:00.000Z');
const AT = new Date('2026-04-14T08:00:05.000Z');
const paths = createReturnPaths('a secret for the tests', 'bounces.example.com');
const OURS = paths.write({ workspaceId: newId(), deliveryId: newId() });
const ADA = 'ada@mail.example';
const of: Bounced = { id: '<01j9zq5t8wn3x7v2kc4b6d8e0f@example.com>', to: 'bounces@example.com', about: ADA };
const ofOurs: Bounced = { ...of, to: OURS };

const read = (raw: string | Buffer, recipient: string | null = null) =>
  readBounceMail({ raw: Buffer.from(raw), recipient, isReturnPath: (address) => paths.read(address) !== null }, NOW);

describe('a report of delivery', () => {
  it.each([
    ['Postfix', postfix, '550 5.1.1 <ada@mail.example>: Recipient address rejected: User unknown'],
    ['Exim', exim, '550 No such user here'],
    ['Exchange', exchange, '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient ada@mail.example not found by SMTP address lookup'],
    ['Gmail', gmail, expect.stringContaining('550-5.1.1 The email account that you tried to reach does not exist.')],
  ])('of %s names the address, the message and the reason', async (_server, write, reason) => {
    expect(await read(write(of))).toEqual([{ kind: 'bounced', address: ADA, reason: reason, at: AT, messageId: of.id, returnPath: null }]);
    expect(await read(write(ofOurs))).toMatchObject([{ kind: 'bounced', returnPath: OURS }]);
  });

  it.each([
    [{ status: '5.2.2', words: '552 5.2.2 Mailbox full' }, 'failed'],
    [{ status: '4.4.7', words: '451 4.4.1 timed out, given up after 5 days' }, 'failed'],
    [{ status: '5.7.1', words: '550 5.7.1 Message rejected as spam' }, 'failed'],
    [{ action: 'delayed', status: '4.4.1' }, 'delayed'],
    [{ action: 'relayed', status: '2.0.0' }, 'delivered'],
    [{ action: 'delivered', status: '2.0.0' }, 'delivered'],
  ])('of %j means %s', async (wording, kind) => {
    expect(await read(postfix(of, wording))).toMatchObject([{ kind, address: ADA }]);
  });

  it('is found by whom the mail server says that it was for', async () => {
    expect(await read(postfix(of), OURS)).toMatchObject([{ returnPath: OURS }]);
    expect(await read(`Delivered-To: ${OURS}\r\n${postfix(of)}`)).toMatchObject([{ returnPath: OURS }]);
    expect(await read(`X-Original-To: <${OURS.toUpperCase()}>\r\n${postfix(of)}`)).toMatchObject([{ returnPath: OURS }]);
    // A mangled return path is reported as it is, so that it is counted.
    const mangled = OURS.replace('+', '+a');
    expect(await read(postfix(of), mangled)).toMatchObject([{ returnPath: mangled }]);
    expect(await read(postfix({ ...of, to: mangled }), OURS)).toMatchObject([{ returnPath: OURS }]);
  });

  it('of several recipients tells of each', async () => {
    const more = [
      '',
      'Final-Recipient: rfc822; bo@mail.example',
      'Action: failed',
      'Status: 5.1.1',
      '',
      '--F00.1/mx',
      'Content-Type: text/rfc822-headers',
    ];
    const both = postfix(of).replace('\r\n--F00.1/mx\r\nContent-Type: text/rfc822-headers', more.join('\r\n'));
    expect((await read(both)).map(({ address }) => address)).toEqual([ADA, 'bo@mail.example']);
  });
});

describe("a bounce in a server's own words", () => {
  it('is believed at a return path of ours', async () => {
    expect(await read(qmail(ofOurs))).toEqual([
      {
        kind: 'bounced',
        address: null,
        reason: `<${ADA}>: Sorry, no mailbox here by that name. (#5.1.1)`,
        at: AT,
        messageId: null,
        returnPath: OURS,
      },
    ]);
    expect(await read(qmail(ofOurs, 'Remote host said: 552 5.2.2 over quota'))).toMatchObject([{ kind: 'failed' }]);
  });

  it('is not believed elsewhere, from a person, as an automatic answer, or without a refusal for good', async () => {
    expect(await read(qmail(of))).toEqual([]);
    expect(await read(qmail(ofOurs, undefined, 'ada@mail.example'))).toEqual([]);
    expect(await read(`Auto-Submitted: auto-replied\r\n${qmail(ofOurs)}`)).toEqual([]);
    // The quoted message below may contain anything.
    expect(await read(qmail(ofOurs, 'Sorry, it did not work out.'))).toEqual([]);
    expect(await read(qmail(ofOurs, 'Remote host said: 451 4.2.0 try again'))).toEqual([]);
  });
});

describe('a complaint', () => {
  it('names whose message it is about', async () => {
    expect(await read(arf(of))).toEqual([
      {
        kind: 'complained',
        address: ADA,
        reason: 'abuse Yahoo!-Mail-Feedback/2.0',
        at: new Date('2026-04-14T08:10:00.000Z'),
        messageId: of.id,
        returnPath: null,
      },
    ]);
  });

  it('that names nobody is found by the return path of the message', async () => {
    expect(await read(arf(of, { from: OURS, rcpt: null }))).toMatchObject([{ kind: 'complained', address: null, returnPath: OURS }]);
  });

  it.each(['not-spam', 'virus', 'auth-failure', 'other'])('of the type %s is none', async (type) => {
    expect(await read(arf(of, { type }))).toEqual([]);
  });
});

describe('whatever else comes', () => {
  it('says nothing: mail from people, and automatic answers to a return path', async () => {
    const away = [
      'From: Ada <ada@mail.example>',
      `To: ${OURS}`,
      'Auto-Submitted: auto-replied',
      'Subject: Out of office',
      '',
      'Back on 5.5.1',
    ];
    expect(await read(away.join('\r\n'))).toEqual([]);
    expect(await read('')).toEqual([]);
  });

  it.runIf(isAtLength)('never throws, however broken a report is', async () => {
    const whole = Buffer.from(postfix(ofOurs));
    const broken = fc
      .tuple(fc.nat(whole.length), fc.nat(whole.length), fc.uint8Array({ maxLength: 40 }))
      .map(([from, to, bytes]) => Buffer.concat([whole.subarray(0, from), bytes, whole.subarray(to)]));
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(broken, fc.uint8Array({ maxLength: 2_000 }).map(Buffer.from)),
        fc.option(fc.string()),
        async (raw, recipient) => {
          for (const event of await read(raw, recipient)) {
            expect(event.reason?.length ?? 0).toBeLessThanOrEqual(500);
            expect(`${event.reason}${event.address}`).not.toMatch(/[\0\r\n]/);
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  it('does not grow with the parts, levels and headers of a mail that is meant to', async () => {
    const level = (n: number): string =>
      n === 0 ? 'x' : `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n${level(n - 1)}\r\n--b${n}--\r\n`;
    const groups = Array.from(
      { length: 5_000 },
      (_, i) => `\r\nFinal-Recipient: rfc822; p${i}@mail.example\r\nAction: failed\r\nStatus: 5.1.1\r\n`,
    );
    const many = `Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\nReporting-MTA: x\r\n${groups.join('')}\r\n--b--\r\n`;
    expect(await read(level(2_000))).toEqual([]);
    expect(await read('a: b\r\n'.repeat(200_000))).toEqual([]);
    expect((await read(many)).length).toBeLessThanOrEqual(100);
  });

  const of5 = (text: string) => text.repeat(Math.ceil((5 * 1024 * 1024) / text.length));
  const status = 'Content-Type: multipart/report; boundary=b\r\n\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n';
  it.each([
    ['empty lines', `From: x\r\n\r\n${of5('\n')}`],
    ['empty lines of HTML', `Content-Type: text/html\r\n\r\n${of5('\r\n')}`],
    ['empty parts', `Content-Type: multipart/mixed; boundary=b\r\n\r\n${of5('--b\r\n')}`],
    ['folded lines', `${status}Final-Recipient: rfc822; a@b.c\r\nAction: failed\r\nDiagnostic-Code: ${of5('\r\n x')}`],
    ['flowed lines', `Content-Type: text/plain; format=flowed; delsp=yes\r\n\r\n${of5('x \r\n')}`],
    ['groups of addresses', `To: ${of5('a:').slice(0, 60 * 1024)}\r\n\r\nx`],
  ])('is read in a moment, also a mail of 5 MiB that is made of %s', async (_what, raw) => {
    const mail = Buffer.from(raw);
    const isReturnPath = (address: string) => address === OURS;
    await expectCpu({ here: 400 }, () => readBounceMail({ raw: mail, recipient: OURS, isReturnPath }, NOW));
  });
});
