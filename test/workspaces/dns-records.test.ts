/** Parsing the published records of domains. */
import { describe, expect, it } from 'vitest';
import { judgeDmarc, judgeMx, organisationOf } from '../../src/workspaces/dns-records.ts';

describe('DMARC', () => {
  it.each([
    ['_dmarc.mail.fjord.example', 'v=DMARC1; p=none', 'none'],
    ['_dmarc.mail.fjord.example', 'v=DMARC1;p=Reject;sp=none;rua=mailto:dmarc@fjord.example;', 'reject'],
    ['_dmarc.fjord.example', 'v=DMARC1; p=none; sp=quarantine', 'quarantine'],
    ['_dmarc.fjord.example', 'v=DMARC1; p=reject', 'reject'],
  ])('at %s, %s, is the policy %s', (name, record, policy) => {
    expect(judgeDmarc('mail.fjord.example', name, [record], 'mail.fjord.example')).toEqual({
      ok: true,
      text: `The policy is ${policy}, at ${name}. Mail passes by DKIM and by SPF.`,
    });
  });

  it.each([
    [[], 'No DMARC record was found at _dmarc.fjord.example, nor above it.'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'There are 2 DMARC records'],
    [['v=DMARC1; rua=mailto:a@b.example'], 'has no policy'],
    [['v=DMARC1; p=nothing'], 'has no policy'],
    [['v=DMARC1; p=none; p=reject'], 'has no policy'],
  ])('is told to be wrong: %j', (records, words) => {
    expect(judgeDmarc('fjord.example', '_dmarc.fjord.example', records, 'fjord.example')).toEqual({
      ok: false,
      text: expect.stringContaining(words),
    });
  });
});

/** SPF speaks for a sender when it was asked of the same organisation (RFC 7489, 3.1.2). */
describe('mail passes DMARC', () => {
  const words = (domain: string, envelope: string, record = 'v=DMARC1; p=none') =>
    judgeDmarc(domain, `_dmarc.${domain}`, [record], envelope).text.replace(/^.*?\. /, '');

  it.each([
    ['fjord.example', 'fjord.example'],
    ['fjord.example', 'bounces.fjord.example'],
    ['mail.fjord.example', 'fjord.example'],
    ['mail.fjord.co.uk', 'bounces.fjord.co.uk'],
  ])('by DKIM and SPF: from %s by way of %s', (domain, envelope) => {
    expect(words(domain, envelope)).toMatch(/^Mail passes by DKIM,? and by SPF/);
    expect(words(domain, envelope, 'v=DMARC1; p=none; aspf=R')).toMatch(/^Mail passes by DKIM,? and by SPF/);
  });

  it.each([
    ['fjord.example', 'bounces.operator.example'],
    ['fjord.co.uk', 'bounces.operator.co.uk'],
    ['fjord.github.io', 'operator.github.io'],
  ])('by DKIM alone: from %s by way of %s', (domain, envelope) => {
    expect(words(domain, envelope)).toBe(`Mail passes by DKIM alone: SPF is asked of ${envelope}, which does not belong to ${domain}.`);
  });

  it('by DKIM alone where the domain wants SPF of itself', () => {
    const strict = 'v=DMARC1; p=none; aspf=s';
    expect(words('fjord.example', 'bounces.fjord.example', strict)).toBe(
      'Mail passes by DKIM alone: SPF is asked of bounces.fjord.example, which has to be fjord.example itself (aspf=s).',
    );
    expect(words('fjord.example', 'fjord.example', strict)).toBe('Mail passes by DKIM and by SPF.');
  });
});

it('a domain belongs to who registered it', () => {
  expect(['a.b.fjord.example', 'fjord.co.uk', 'co.uk'].map(organisationOf)).toEqual(['fjord.example', 'fjord.co.uk', 'co.uk']);
});

it('a return path needs an MX that takes mail', () => {
  expect(judgeMx('b.example', ['mx1.example', 'mx2.example'])).toEqual({ ok: true, text: 'Bounces go to mx1.example, mx2.example.' });
  expect(judgeMx('b.example', [])).toMatchObject({ ok: false });
  expect(judgeMx('b.example', [''])).toEqual({ ok: false, text: 'The MX record at b.example says that it takes no mail.' });
});
