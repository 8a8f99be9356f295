/** What is read out of records that domains publish. */
import { describe, expect, it } from 'vitest';
import { judgeDmarc, judgeMx, judgeSpf } from '../../src/workspaces/dns-records.ts';

describe('SPF', () => {
  it.each([
    'v=spf1 -all',
    'V=SPF1 include:_spf.mail.example ~all',
    'v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/24 ip6:2001:db8::/32 a mx a:mail.example/24 mx/28//64 ?all',
    'v=spf1 exists:%{i}._spf.mail.example redirect=_spf.mail.example',
    'v=spf1 unknown-modifier=x  -all ',
  ])('can be read: %s', (record) => {
    expect(judgeSpf('fjord.example', ['other', record])).toEqual({ ok: true, text: `fjord.example publishes "${record}"` });
  });

  it.each([
    [[], 'No SPF record was found at fjord.example.'],
    [['v=spf10 -all'], 'No SPF record was found'],
    [['v=spf1 -all', 'v=spf1 a -all'], 'There are 2 SPF records at fjord.example, which makes all of them void'],
    [['v=spf1 ip4:192.0.2.256 -all'], 'has a term that cannot be read (ip4:192.0.2.256)'],
    [['v=spf1 ip4:192.0.2.0/33 -all'], 'has a term that cannot be read'],
    [['v=spf1 include: -all'], 'has a term that cannot be read (include:)'],
    [['v=spf1 includes:mail.example -all'], 'has a term that cannot be read'],
    [['v=spf1 a, mx -all'], 'has a term that cannot be read (a,)'],
    [['v=spf1 redirect=a.example redirect=b.example'], 'has redirect twice'],
    [[`v=spf1 ${'include:a.example '.repeat(11)}-all`], 'asks the DNS 11 times, and 10 are allowed'],
    [['v=spf1 a +all'], 'lets everybody send (+all)'],
    [['v=spf1 a all'], 'lets everybody send (+all)'],
  ])('is told to be wrong: %j', (records, words) => {
    expect(judgeSpf('fjord.example', records)).toEqual({ ok: false, text: expect.stringContaining(words) });
  });
});

describe('DMARC', () => {
  it.each([
    ['_dmarc.mail.fjord.example', 'v=DMARC1; p=none', 'none'],
    ['_dmarc.mail.fjord.example', 'v=DMARC1;p=Reject;sp=none;rua=mailto:dmarc@fjord.example;', 'reject'],
    ['_dmarc.fjord.example', 'v=DMARC1; p=none; sp=quarantine', 'quarantine'],
    ['_dmarc.fjord.example', 'v=DMARC1; p=reject', 'reject'],
  ])('at %s, %s, is the policy %s', (name, record, policy) => {
    expect(judgeDmarc('mail.fjord.example', name, [record])).toEqual({ ok: true, text: `The policy is ${policy}, at ${name}.` });
  });

  it.each([
    [[], 'No DMARC record was found at _dmarc.fjord.example, nor above it.'],
    [['v=DMARC1; p=none', 'v=DMARC1; p=reject'], 'There are 2 DMARC records'],
    [['v=DMARC1; rua=mailto:a@b.example'], 'has no policy'],
    [['v=DMARC1; p=nothing'], 'has no policy'],
    [['v=DMARC1; p=none; p=reject'], 'has no policy'],
  ])('is told to be wrong: %j', (records, words) => {
    expect(judgeDmarc('fjord.example', '_dmarc.fjord.example', records)).toEqual({ ok: false, text: expect.stringContaining(words) });
  });
});

it('a return path needs an MX that takes mail', () => {
  expect(judgeMx('b.example', ['mx1.example', 'mx2.example'])).toEqual({ ok: true, text: 'Bounces go to mx1.example, mx2.example.' });
  expect(judgeMx('b.example', [])).toMatchObject({ ok: false });
  expect(judgeMx('b.example', [''])).toEqual({ ok: false, text: 'The MX record at b.example says that it takes no mail.' });
});
