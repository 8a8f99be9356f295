/** The senders of a domain: the SPF record and all records that it includes. */
import { describe, expect, it } from 'vitest';
import type { Dns } from '../../src/workspaces/domain-proof.ts';
import { checkSpf, readSpf } from '../../src/workspaces/spf-check.ts';

/** The examples of RFC 7208 are among them. */
describe('a record can be read', () => {
  it.each([
    'v=spf1',
    'v=spf1 -all',
    'V=SPF1 INCLUDE:_spf.mail.example ~All',
    'v=spf1 ip4:192.0.2.1 ip4:192.0.2.0/24 ip4:0.0.0.0/0 ip6:2001:db8::/32 ip6:::1 ip6:::ffff:192.0.2.1/128 -all',
    'v=spf1 +a -mx ~a:mail.example/24 ?mx:mail.example//64 a/0 mx/28//64 ptr ptr:mail.example ?all',
    'v=spf1 exists:%{ir}.%{v}.arpa.mail.example exists:%{l1r-}.%{d2}.x redirect=_spf.%{d}',
    'v=spf1 include:a%%b%_c.example. exp=explain._spf.%{d} -all',
    'v=spf1 unknown-modifier=x other.one= -all ',
    'v=spf1   a   -all',
    'v=spf1 a:1.example a:mail.1-2 a:xn--bcher-kva.example -all',
  ])('%s', (record) => {
    expect(readSpf(record)).toBeInstanceOf(Array);
  });

  it('with what its terms ask, and whom they let send', () => {
    expect(readSpf('v=spf1 a:Mail.example/24 -include:b.example ip4:192.0.2.1 mx exp=c.example redirect=%{d}.d')).toEqual([
      { kind: 'a', passes: true, domain: 'mail.example' },
      { kind: 'include', passes: false, domain: 'b.example' },
      { kind: 'ip4', passes: true, domain: undefined },
      { kind: 'mx', passes: true, domain: undefined },
      { kind: 'redirect', passes: true, domain: '%{d}.d' },
    ]);
  });
});

describe('a record is void', () => {
  it.each([
    'ip4:192.0.2.256',
    'ip4:192.0.2',
    'ip4:192.0.2.01',
    'ip4:192.0.2.0/33',
    'ip4:192.0.2.0/08',
    'ip4:192.0.2.0/',
    'ip4:2001:db8::1',
    'ip4',
    'ip6:2001:db8::1::1',
    'ip6:12345::1',
    'ip6:2001:db8::/129',
    'ip6:fe80::1%eth0',
    'ip6:192.0.2.1',
    'include:',
    'include',
    'include:localhost',
    'include:mail.123',
    'include:mail.example/24',
    'includes:mail.example',
    'include=mail.example/%',
    'exists:%{x}.mail.example',
    'exists:%{d',
    'exists:mail%.example',
    'a,',
    'a:',
    'a/33',
    'a//129',
    'a:mail.example/33',
    'a:mail.example/24/64',
    'mx:mail..',
    'ptr/24',
    'all:mail.example',
    'all/24',
    '-redirect=mail.example',
    'redirect=',
    'redirect=localhost',
    'exp=',
    '1modifier=x',
    '--all',
    'a\t-all',
    'a:größe.example',
  ])('by the term %s', (term) => {
    expect(readSpf(`v=spf1 ${term} -all`)).toMatch(/^has a term that cannot be read \(/);
  });

  it.each(['redirect', 'exp'])('by %s twice', (modifier) => {
    expect(readSpf(`v=spf1 ${modifier}=a.example ${modifier}=b.example`)).toBe(`has ${modifier} twice`);
  });
});

/** A DNS that has TXT records at names, and addresses and mail servers elsewhere. */
function dns(texts: Record<string, string[]>, { a = [], mx = {} }: { a?: string[]; mx?: Record<string, number> } = {}) {
  const asked: string[] = [];
  const nothing = () => Promise.reject(Object.assign(new Error('query'), { code: 'ENODATA' }));
  const known: Dns = {
    async txt(name) {
      asked.push(name);
      return texts[name]?.map((record) => [record]) ?? nothing();
    },
    mx: async (name) => Array.from({ length: mx[name] ?? 0 }, () => ({ exchange: 'mx.example' })),
    a: async (name) => (a.includes(name) ? ['192.0.2.1'] : nothing()),
    aaaa: async (name) => (a.includes(`${name} v6`) ? ['2001:db8::1'] : nothing()),
  };
  return { known, asked };
}
const check = (texts: Record<string, string[]>, others: Parameters<typeof dns>[1] = {}) =>
  checkSpf(dns(texts, others).known, 'fjord.example');
const record = (text: string, others: Record<string, string[]> = {}) => ({
  'fjord.example': ['something else', `v=spf1 ${text}`],
  ...others,
});
const includes = (count: number) => Array.from({ length: count }, (_, i) => `include:s${i}.example`).join(' ');
const included = (count: number, text = 'ip4:192.0.2.1 -all') =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`s${i}.example`, [`v=spf1 ${text}`]]));

describe('a domain says who may send', () => {
  it('by one record, with all that it leads to', async () => {
    expect(
      await check(record('include:a.example mx -all', { 'a.example': ['v=spf1 a redirect=b.example'], 'b.example': ['v=spf1 -all'] }), {
        a: ['a.example v6'],
        mx: { 'fjord.example': 1 },
      }),
    ).toEqual({
      ok: true,
      text: 'fjord.example publishes "v=spf1 include:a.example mx -all", by which receivers ask the DNS up to 4 of 10 times.',
    });
  });

  it('asking ten times, and finding nothing twice', async () => {
    expect(await check(record(`${includes(10)} -all`, included(10)))).toMatchObject({ ok: true });
    expect(await check(record(`${includes(5)} -all`, included(5, 'ptr -all')))).toMatchObject({ ok: true });
    expect(await check(record('a:x.example exists:y.example mx:z.example -all'), { a: ['x.example'] })).toMatchObject({ ok: true });
    expect(await check(record('mx -all'), { mx: { 'fjord.example': 10 } })).toMatchObject({ ok: true });
  });

  it('without following what depends on the message, or is never come to', async () => {
    const { known, asked } = dns(record('include:%{d}.a.example exists:%{i}.b.example -all include:c.example redirect=d.example'));
    expect(await checkSpf(known, 'fjord.example')).toMatchObject({ ok: true, text: expect.stringContaining('up to 2 of 10') });
    expect(asked).toEqual(['fjord.example']);
  });

  it('also where an included record lets everybody pass whom it does not let send', async () => {
    expect(await check(record('-include:a.example -all', { 'a.example': ['v=spf1 +all'] }))).toMatchObject({ ok: true });
  });
});

describe('a domain is told what is wrong', () => {
  it.each([
    [{}, 'No SPF record was found at fjord.example.'],
    [{ 'fjord.example': ['v=spf10 -all'] }, 'No SPF record was found at fjord.example.'],
    [
      { 'fjord.example': ['v=spf1 -all', 'v=spf1 a -all'] },
      'There are 2 SPF records at fjord.example, which makes all of them void; there must be one.',
    ],
    [record('a +all'), 'The SPF record at fjord.example lets everybody send (+all): "v=spf1 a +all"'],
    [record('all'), 'lets everybody send (+all)'],
    [record('includ:a.example -all'), 'The SPF record at fjord.example has a term that cannot be read (includ:a.example): "'],
    [record('include:a.example -all'), 'The SPF record at fjord.example leads to a.example, which has no SPF record: "'],
    [record('redirect=a.example'), 'leads to a.example, which has no SPF record'],
    [record('include:a.example -all', { 'a.example': ['v=spf1 a -all', 'v=spf1 -all'] }), 'leads to a.example, which has 2 SPF records'],
    [
      record('include:a.example -all', { 'a.example': ['v=spf1 ipv4:192.0.2.1'] }),
      'The SPF record at fjord.example leads to that at a.example, which has a term that cannot be read (ipv4:192.0.2.1): "v=spf1 ipv4:192.0.2.1"',
    ],
    [record('include:a.example -all', { 'a.example': ['v=spf1 all'] }), 'leads to that at a.example, which lets everybody send (+all)'],
    [
      record(`${includes(11)} -all`, included(11)),
      'The SPF record at fjord.example asks the DNS more than 10 times, with all that it leads to: "',
    ],
    [record(`${includes(5)} mx -all`, included(5, 'ptr -all')), 'asks the DNS more than 10 times'],
    [record('include:fjord.example -all'), 'asks the DNS more than 10 times'],
    [
      record('a:x.example exists:y.example mx:z.example -all'),
      'asks for more than 2 names of which the DNS knows nothing, z.example the last',
    ],
  ])('%j', async (texts: Record<string, string[]>, words) => {
    expect(await check(texts)).toEqual({ ok: false, text: expect.stringContaining(words) });
  });

  it('when it has more mail servers than receivers look at', async () => {
    expect(await check(record('mx -all'), { mx: { 'fjord.example': 11 } })).toEqual({
      ok: false,
      text: expect.stringContaining('names the 11 mail servers of fjord.example, and 10 may be'),
    });
  });

  it('but not when the DNS does not answer for what it leads to', async () => {
    const { known } = dns(record('include:a.example -all'));
    const failing = {
      ...known,
      txt: (name: string) =>
        name === 'a.example' ? Promise.reject(Object.assign(new Error('query'), { code: 'ESERVFAIL' })) : known.txt(name),
    };
    await expect(checkSpf(failing, 'fjord.example')).rejects.toThrow(
      'The DNS did not answer for a.example (ESERVFAIL), so nothing is known',
    );
  });
});
