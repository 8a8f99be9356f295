import fc from 'fast-check';
import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { type Addressee, type ComposerOptions, createComposer, harmless, messageIdOf } from '../../../src/campaigns/messages/composer.ts';
import { quotedPrintable, quotedPrintableInTurns } from '../../../src/campaigns/messages/quoted-printable.ts';
import { compileLink } from '../../../src/campaigns/tracking/targets.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { takeLinks } from '../../../src/content/versions/links.ts';
import { plainTextOf } from '../../../src/content/versions/plain-text.ts';
import { fromUlid, newId, toUlid } from '../../../src/platform/ids.ts';

const tokens = createTokens('a secret for the tests');

/** The target of a link, as reports show it. */
function linkTarget(
  source: string,
  { custom = {}, ...contact }: { custom?: Record<string, unknown>; [field: string]: unknown },
): string | undefined {
  const link = compileLink(source);
  return (
    'target' in link
      ? link.target
      : link.targetFor({ contact: { custom, ...contact }, campaign: { dynamic: {} }, data: null, workspaceName: 'W' })
  )?.url;
}

describe('quoted-printable', () => {
  const decode = (text: string) =>
    Buffer.from(
      text.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_match, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
      'latin1',
    ).toString();

  it('decodes to what went in, in lines of at most 76 that end in no white space', () => {
    fc.assert(
      fc.property(
        fc
          .string({ unit: 'grapheme', maxLength: 500 })
          .map((text) => text.replaceAll('a', ' ').replaceAll('b', '\n').replaceAll('c', '\t\n')),
        (text) => {
          const encoded = quotedPrintable(text);
          expect(decode(encoded)).toBe(text.replace(/\r\n|\n/g, '\r\n'));
          for (const line of encoded.split('\r\n')) {
            expect(line.length).toBeLessThanOrEqual(76);
            expect(line).not.toMatch(/[ \t]$/);
            expect(line).toMatch(/^[\t\x20-\x7e]*$/);
          }
        },
      ),
    );
  });
});

describe('quoted-printable of what is large', () => {
  it.each([
    ['line ends', 'a\r\n'],
    ['characters of four bytes', '🏕x'],
    ['spaces', ' '],
    ['a long line', 'ab'],
  ])('decodes to what went in, wherever it is cut: %s', async (_, pattern) => {
    for (const shift of ['', 'x', 'xy']) {
      // A little more than the 256 KiB that are encoded at a time.
      const text = `${shift}${pattern.repeat(Math.ceil(300_000 / pattern.length))}\r\nend`;
      const { text: decoded } = await PostalMime.parse(
        `Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n${await quotedPrintableInTurns(text)}`,
      );
      // Not compared by `toBe`, which would print all of it.
      expect(decoded?.trimEnd() === text.replace(/\r\n/g, '\n')).toBe(true);
    }
  });

  it('of nothing is nothing', async () => {
    expect(await quotedPrintableInTurns('')).toBe('');
  });
});

describe('ids', () => {
  it('have two forms that lead to each other, and sort alike', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.uuid(), (a, b) => {
        expect(fromUlid(toUlid(a))).toBe(a);
        expect(toUlid(a)).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
        expect(a < b).toBe(toUlid(a) < toUlid(b));
      }),
    );
  });
});

describe('tokens', () => {
  const of = { workspaceId: newId(), deliveryId: newId(), messageId: newId(), contactId: newId() };
  const { workspaceId, deliveryId, messageId, contactId } = of;

  it('come back as what they were made of', () => {
    expect(tokens.readOpen(tokens.open(of))).toEqual({ workspaceId, deliveryId });
    expect(tokens.readClick(tokens.click(of, 700))).toEqual({ workspaceId, deliveryId, messageId, position: 700 });
    expect(tokens.readUnsubscribe(tokens.unsubscribe(of))).toEqual({ workspaceId, deliveryId, contactId });
    expect(tokens.readUnsubscribe(tokens.unsubscribe({ ...of, contactId: null }))).toEqual({ workspaceId, deliveryId, contactId: null });
  });

  it('are refused when anything about them was changed', () => {
    const token = tokens.unsubscribe(of);
    for (let i = 0; i < token.length; i++) {
      const changed = token.slice(0, i) + (token[i] === 'A' ? 'B' : 'A') + token.slice(i + 1);
      expect(tokens.readUnsubscribe(changed)).toBeNull();
    }
    expect(tokens.readUnsubscribe(`${token}A`)).toBeNull();
    expect(tokens.readUnsubscribe(`${token}=`)).toBeNull();
    expect(tokens.readClick(tokens.open(of))).toBeNull();
    expect(createTokens('another secret').readOpen(tokens.open(of))).toBeNull();
  });

  it('that were sent keep their meaning', () => {
    const fixed = createTokens('a fixed secret');
    const sent = {
      workspaceId: '01932b1c-7a00-7000-8000-000000000001',
      deliveryId: '01932b1c-7a00-7000-8000-000000000002',
      contactId: '01932b1c-7a00-7000-8000-000000000003',
    };
    const { contactId, ...ref } = sent;
    expect(fixed.readOpen('AZMrHHoAcACAAAAAAAAAAQGTKxx6AHAAgAAAAAAAAAKDJ5-HtPfRxi3Zams')).toEqual(ref);
    expect(fixed.readClick('AZMrHHoAcACAAAAAAAAAAQGTKxx6AHAAgAAAAAAAAAIBLJ1oYZG2C73VoosKYg')).toEqual({
      ...ref,
      messageId: null,
      position: 300,
    });
    expect(fixed.readUnsubscribe('AZMrHHoAcACAAAAAAAAAAQGTKxx6AHAAgAAAAAAAAAIBkyscegBwAIAAAAAAAAADhlrKXDOkPSJOgMZm')).toEqual(sent);
    expect(fixed.readUnsubscribe(fixed.unsubscribe({ ...ref, contactId: null }))).toEqual({ ...ref, contactId: null });
  });

  it('never throw', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(tokens.readOpen(text)).toBeNull();
        expect(tokens.readClick(text)).toBeNull();
        expect(tokens.readUnsubscribe(text)).toBeNull();
      }),
    );
  });
});

describe('links', () => {
  const take = (source: string) => {
    const { html, links, open } = takeLinks(source, { link: '[#]', open: '(#)', inLoop: '<#>', end: '' });
    return { html, links, open };
  };

  it('are taken from anchors in every spelling', () => {
    const html = `<A HREF='https://a.example/?x=1&amp;y=2'>a</A><a class=x href=http://b.example>b</a><area href="HTTPS://c.example"/>`;
    expect(take(html)).toEqual({
      html: `<A HREF="[0]">a</A><a class=x href="[1]">b</a><area href="[2]"/>`,
      links: ['https://a.example/?x=1&y=2', 'http://b.example', 'HTTPS://c.example'],
      open: [],
    });
  });

  it('leave everything else alone', () => {
    const html =
      '<a href="mailto:a@b.example">m</a><a href="#top">t</a><a href="{{unsubscribe_url}}">u</a><a href="https://x.example/?u={{ unsubscribe_url }}">v</a><a href="javascript:alert(1)">j</a><img src="https://x.example/i.png"><!-- <a href="https://no.example"> --><p>href="https://no.example"</p>';
    expect(take(html)).toEqual({ html, links: [], open: [] });
  });

  it('are found as the parser finds them, whatever stands in merge tags and other attributes', () => {
    expect(take(`<a title="x href='https://no.example'" href="https://a.example">a</a>`)).toEqual({
      html: `<a title="x href='https://no.example'" href="[0]">a</a>`,
      links: ['https://a.example'],
      open: [],
    });
    const { html, links } = take(
      '<a href="https://a.example/?n={{contact.first_name | default: "a > b"}}&amp;x=1#{{contact.email}}">{{ "<a" }}</a><a href="https://b.example/&#123;&#123;b">b</a>',
    );
    expect(html).toBe('<a href="[0]">{{ "<a" }}</a><a href="[1]">b</a>');
    const contact = { first_name: '', email: 'x@y.example' };
    expect(links.map((link) => linkTarget(link, contact))).toEqual([
      'https://a.example/?n=a > b&x=1#x%40y.example',
      'https://b.example/{{b',
    ]);
  });

  it('are found where they stand behind closing tags with something in them', () => {
    expect(take('<b>x</b href="https://no.example"><a href="https://a.example">a</a ><a href="https://b.example">b</a\n>').html).toBe(
      '<b>x</b href="https://no.example"><a href="[0]">a</a ><a href="[1]">b</a\n>',
    );
  });

  it('are left open where a merge value decides what they are', () => {
    const html =
      '<a href="{{contact.company}}">a</a><img SRC={{contact.custom.x}}><a href="java{{contact.company}}:x" title="{{contact.company}}">b</a><a href="{{contact.company}}" href="{{contact.city}}">c</a><form action=\'{{contact.company}}/x\'></form><a href="/{{contact.company}}">d</a><a href="https://a.example/{{contact.company}}">e</a><p title="href={{contact.company}}">';
    expect(take(html)).toEqual({
      html: '<a href="(0)">a</a><img SRC="(1)"><a href="(2)" title="{{contact.company}}">b</a><a href="(3)" href="{{contact.city}}">c</a><form action="(4)"></form><a href="/{{contact.company}}">d</a><a href="[0]">e</a><p title="href={{contact.company}}">',
      links: ['https://a.example/{{contact.company}}'],
      open: ['{{contact.company}}', '{{contact.custom.x}}', 'java{{contact.company}}:x', '{{contact.company}}', '{{contact.company}}/x'],
    });
  });

  it.each([
    ['https://a.example/?x=javascript:1', true],
    ['HTTP://a.example', true],
    ['mailto:a@b.example', true],
    ['tel:+46701740605', true],
    ['/path:with/colon', true],
    ['?q=a:b', true],
    ['#a:b', true],
    ['fjord.example', true],
    ['', true],
    ['javascript:alert(1)', false],
    [' \tJaVa\nScRiPt:alert(1)', false],
    ['\u0001javascript:alert(1)', false],
    ['java\u0000script:alert(1)', false],
    ['vbscript:x', false],
    ['data:text/html,x', false],
    ['file:///etc/passwd', false],
    ['javascript&colon:', false],
  ])('%j are harmless: %s', (address, expected) => {
    expect(harmless(address)).toBe(expected ? address : '#');
  });

  it('never become what a URL parser takes for a program', () => {
    const noise = fc.constantFrom('', ' ', '\t', '\n', '\r', '\0', '\u0001', '\u00a0', '\ufeff');
    const word = fc.constantFrom('javascript', 'JavaScript', 'vbscript', 'data', 'https', 'blob', 'x');
    fc.assert(
      fc.property(fc.array(fc.tuple(noise, word, noise)), fc.string(), (parts, end) => {
        const address = harmless(`${parts.map(([one, name, other]) => [one, ...name].join('') + other).join('')}:${end}`);
        // A text that is no address leads nowhere.
        const protocol = URL.parse(address, 'https://message.example/')?.protocol ?? 'https:';
        expect(['https:', 'http:', 'mailto:', 'tel:', 'sms:']).toContain(protocol);
      }),
    );
  });

  it('lead to what the sender wrote, whatever a value holds', () => {
    const target = (value: string) =>
      linkTarget('https://a.example/?to={{contact.email}}#{{contact.custom.x}}', { email: value, custom: { x: value } });
    expect(target('a@b.example&x=/../')).toBe('https://a.example/?to=a%40b.example%26x%3D%2F..%2F#a%40b.example%26x%3D%2F..%2F');
    expect(target('{{workspace.name}}')).toBe('https://a.example/?to=%7B%7Bworkspace.name%7D%7D#%7B%7Bworkspace.name%7D%7D');
  });
});

describe('a message', () => {
  const workspaceId = newId();
  const blast = {
    id: newId(),
    workspaceId,
    operational: false,
    tracked: true,
    workspaceName: 'Juniper & Trail',
    subject: 'Hej {{contact.first_name | default: "du"}}, våren är här',
    fromName: 'Juniper "Trail" Åre',
    fromAddress: 'hello@example.com',
    previewText: null,
    replyTo: 'reply@example.com',
    html: '<html><body><h1>Hi {{contact.first_name}}</h1><a href="https://shop.example/a?b=1&amp;c=2">Shop</a></body></html>',
    plainText: 'Hi {{contact.first_name}} & friends',
  };
  const addressee = (first_name: string, display_name = 'Maya "M" Lindqvist'): Addressee => ({
    deliveryId: newId(),
    contactId: newId(),
    email: 'maya@example.org',
    contact: { first_name, display_name, custom: {} },
  });
  const how = { tokens, baseUrl: 'https://api.example.com' };
  const write = async (overrides: Partial<typeof blast>, who = addressee('Maya'), options: Partial<ComposerOptions> = {}) => {
    const composer = await createComposer({ ...blast, ...overrides }, { ...how, ...options });
    const { raw } = (await composer.compose(who, new Date('2026-04-14T09:30:00Z'))) as { raw: string };
    return { raw, who, parsed: await PostalMime.parse(raw) };
  };
  const header = (parsed: Awaited<ReturnType<typeof write>>['parsed'], name: string) =>
    parsed.headers.find(({ key }) => key === name)?.value;

  it('carries the headers, both parts, the tracked link, the pixel and the way out', async () => {
    const { parsed, who } = await write({});
    expect(parsed.subject).toBe('Hej Maya, våren är här');
    expect(parsed.from).toEqual({ name: 'Juniper "Trail" Åre', address: 'hello@example.com' });
    expect(parsed.to).toEqual([{ name: 'Maya "M" Lindqvist', address: 'maya@example.org' }]);
    expect(parsed.replyTo?.[0]?.address).toBe('reply@example.com');
    expect(parsed.messageId).toBe(messageIdOf(who.deliveryId, 'hello@example.com'));
    expect(parsed.date).toBe('2026-04-14T09:30:00.000Z');
    const unsubscribe = header(parsed, 'list-unsubscribe') as string;
    expect(unsubscribe).toMatch(/^<https:\/\/api\.example\.com\/u\/[\w-]+>$/);
    expect(header(parsed, 'list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
    expect(parsed.html).toContain('<h1>Hi Maya</h1>');
    expect(parsed.html).toContain(unsubscribe.slice(1, -1));
    expect(parsed.html).toContain('Juniper &amp; Trail');
    expect(parsed.html).toMatch(/<a href="https:\/\/api\.example\.com\/t\/c\/[\w-]+">Shop<\/a>/);
    expect(parsed.html).toMatch(/<img src="https:\/\/api\.example\.com\/t\/o\/[\w-]+"[^>]*><\/body>/);
    expect(parsed.text).toContain('Hi Maya & friends');
    expect(parsed.text).toContain(unsubscribe.slice(1, -1));
  });

  it('names its stream to receivers, in the same form for ever', async () => {
    const ids = { id: '01936d2e-7e40-7d94-8c5e-9c405f6e7d31', workspaceId: '01936d2e-0000-7d94-8c5e-AAAABBBBCCCC' };
    const topicId = '01936d2e-1111-7d94-8c5e-111122223333';
    const of = async (overrides: object) => {
      const { parsed } = await write({ ...ids, ...overrides });
      return [header(parsed, 'feedback-id'), header(parsed, 'list-id')];
    };
    expect(await of({})).toEqual([
      '01jdpjwzj0fpa8rqmw81fpwz9h:all:marketing:aaaabbbbcccc',
      '"Juniper & Trail" <all.aaaabbbbcccc.example.com>',
    ]);
    expect(await of({ topicId })).toEqual([
      '01jdpjwzj0fpa8rqmw81fpwz9h:111122223333:marketing:aaaabbbbcccc',
      '"Juniper & Trail" <111122223333.aaaabbbbcccc.example.com>',
    ]);
    expect(await of({ operational: true })).toEqual(['01jdpjwzj0fpa8rqmw81fpwz9h:all:operational:aaaabbbbcccc', undefined]);
    expect(await of({ workspaceName: 'Eve\r\nBcc: victim@example.net' })).toEqual([
      '01jdpjwzj0fpa8rqmw81fpwz9h:all:marketing:aaaabbbbcccc',
      '"Eve Bcc: victim@example.net" <all.aaaabbbbcccc.example.com>',
    ]);
  });

  it('escapes values in the HTML part alone, and evaluates none', async () => {
    const { parsed } = await write({}, addressee('<b>{{workspace.name}}</b>'));
    expect(parsed.html).toContain('Hi &lt;b&gt;{{workspace.name}}&lt;/b&gt;');
    expect(parsed.text).toContain('Hi <b>{{workspace.name}}</b>');
  });

  it('lets no value start a header', async () => {
    const who = addressee('Eve\r\nBcc: victim@example.net', 'Eve\r\nX-Evil: 1');
    const { parsed, raw } = await write({}, who);
    expect(header(parsed, 'bcc')).toBeUndefined();
    expect(header(parsed, 'x-evil')).toBeUndefined();
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/^(Bcc|X-Evil):/im);
    expect(parsed.subject).toBe('Hej Eve Bcc: victim@example.net, våren är här');
  });

  it('leaves footer and list headers out of operational mail, and adds no second way out', async () => {
    const operational = await write({ operational: true });
    expect(operational.parsed.html).not.toContain('Unsubscribe');
    expect(header(operational.parsed, 'list-unsubscribe')).toBeUndefined();
    expect(header(operational.parsed, 'list-unsubscribe-post')).toBeUndefined();
    const own = await write({ html: '<body><a href="{{ unsubscribe_url }}">Leave</a></body>', plainText: 'Leave: {{unsubscribe_url}}' });
    expect(own.parsed.html?.match(/\/u\//g)).toHaveLength(1);
    expect(own.parsed.text?.match(/\/u\//g)).toHaveLength(1);
  });

  it.each([
    ['<p>Hi. <a class="x" href=" {{ unsubscribe_url }}"><b>Leave</b> us</a></p>', '<p>Hi. </p>'],
    ['<A HREF="{{unsubscribe_url}}">Leave</A ><p>Hi</p><a href="{{-unsubscribe_url-}}">Leave</a>', '<p>Hi</p>'],
    ['<map><area href="{{unsubscribe_url}}" alt="Leave"></map>', '<map></map>'],
    ['<p><a href="{{unsubscribe_url}}">Hi</p><p>there</p>', '<p>Hi</p><p>there</p>'],
    ['<a href="{{unsubscribe_url}}">Hi <p>there', 'Hi <p>there'],
    ['<p title="{{ unsubscribe_url }}">{{ "<a>" }} Hi</p>', '<p title="">&lt;a&gt; Hi</p>'],
  ])('takes its own way out of operational mail: %s', async (own, left) => {
    const { parsed } = await write({ operational: true, html: `<body>${own}</body>` });
    expect(parsed.html?.replace(/<img [^>]*>/, '').trim()).toBe(`<body>${left}</body>`);
  });

  it.each([
    ['Hi.\n\nUnsubscribe: {{unsubscribe_url}}', 'Hi.'],
    ['You know Fjord. No more of these: {{ unsubscribe_url }}\nBergen', 'You know Fjord. \nBergen'],
    ['At https://fjord.example | Leave {{unsubscribe_url}}', 'At https://fjord.example |'],
    ['Dear {{contact.first_name}} {{unsubscribe_url}}', 'Dear Maya'],
    ['{{unsubscribe_url}}Hi', 'Hi'],
  ])('and of its plain text: %j', async (plainText, left) => {
    const { parsed } = await write({ operational: true, plainText });
    expect(parsed.text?.trim()).toBe(left);
  });

  it.each([
    ['in a comment', '<!-- <a href="{{unsubscribe_url}}">Leave</a> -->'],
    ['in text that is hidden', '<div style="display:none"><a href="{{unsubscribe_url}}">Leave</a></div>'],
    ['in text without a size', '<a href="{{unsubscribe_url}}" style="font-size:0">Leave</a>'],
    ['around nothing', '<a href="{{unsubscribe_url}}"> </a>'],
    ['around a picture that says nothing', '<a href="{{unsubscribe_url}}"><img src="https://a.example/x.png" alt=""></a>'],
    ['in another attribute', '<p title="{{unsubscribe_url}}">x</p>'],
    ['of an element that leads nowhere', '<link href="{{unsubscribe_url}}">x'],
    [
      'hidden by a rule',
      '<style>.quiet, p { color: red } .x .quiet{DISPLAY : none}</style><a class="b quiet" href="{{unsubscribe_url}}">Leave</a>',
    ],
    [
      'hidden by a rule on a phone',
      '<style>@media (max-width:600px){ #foot>td{max-height:0;} }</style><td id="foot"><a href="{{unsubscribe_url}}">Leave</a></td>',
    ],
    [
      'hidden by a rule for its elements',
      '<a href="{{unsubscribe_url}}">Leave</a><style>/* a{} */ td,table a:not(.y) { font-size: 0 }</style>',
    ],
    ['hidden by a rule for whatever fits', '<style>[class~="x"]{visibility:hidden}</style><a href="{{unsubscribe_url}}">Leave</a>'],
    ['as a part of a longer address', '<a href="https://a.example/?u={{unsubscribe_url}}">Leave</a>'],
  ])('adds the way out to marketing mail whose own is %s', async (_where, own) => {
    const { parsed } = await write({ html: `<body>${own}</body>` });
    expect(parsed.html).toMatch(/<a href="https:\/\/api\.example\.com\/u\/[\w-]+"[^>]*>Unsubscribe<\/a><\/div>/);
  });

  it.each([
    ['a link', '<a href="{{ unsubscribe_url }}">Leave</a>'],
    [
      'a link in a row without a size',
      '<td style="font-size:0px"><div style="font-size:13px"><a href="{{unsubscribe_url}}">Leave</a></div></td>',
    ],
    [
      'a link beside what a rule hides',
      '<style>.pre{display:none}#x{opacity:0} a{color:red}/* a{display:none} */</style><p class="pre">x</p><a href="{{unsubscribe_url}}">Leave</a>',
    ],
    ['a picture with words', '<a href="{{unsubscribe_url}}"><img src="https://a.example/x.png" alt="Leave"></a>'],
    ['a link behind something hidden', '<div hidden>x</div><a href="{{unsubscribe_url}}"><b>Leave</b></a>'],
  ])('adds none where %s is there', async (_what, own) => {
    const { parsed } = await write({ html: `<body><table>${own}</table></body>` });
    expect(parsed.html).not.toContain('Unsubscribe</a>');
  });

  it('takes any name of a workspace, and finds the end of the body behind letters that grow in lower case', async () => {
    const { parsed } = await write({ workspaceName: 'Braces {{ & {% co', html: '<html><body><p>İİİ</p></body></html>' });
    expect(parsed.html).toContain('>Braces {{ &amp; {% co</bdi>.');
    expect(parsed.html).toMatch(/<p>İİİ<\/p><div .*<\/div><img [^>]*><\/body><\/html>/);
  });

  it('folds no header into a line of spaces', async () => {
    const { raw, parsed } = await write({ subject: `a${' '.repeat(300)}b` }, addressee('Maya', `a${' '.repeat(200)}b`));
    expect(raw.split('\r\n\r\n')[0]).not.toMatch(/\r\n[ \t]*\r\n/);
    expect(parsed.subject).toBe('a b');
    expect(parsed.to?.[0]).toEqual({ name: 'a b', address: 'maya@example.org' });
  });

  const long = { ...addressee('é'.repeat(10_000)), contactId: null };

  it('that values make too large is refused', async () => {
    const composer = await createComposer({ ...blast, html: '<p>{{contact.first_name}}</p>'.repeat(1_990), subject: 'Hi' }, how);
    await expect(composer.compose(long, new Date())).rejects.toThrow(
      /^the HTML comes to more than 1048576 bytes; make it shorter, or the values of its merge tags$/,
    );
    await expect(composer.compose(addressee('Maya'), new Date(), 20_000)).rejects.toThrow('more than 20000 bytes');
  });

  it.each([
    ['its text', { plainText: '{{contact.first_name}}'.repeat(200) }, 'the plain text comes to more than 1048576 bytes'],
    ['its subject', { subject: '{{contact.first_name}}{{contact.first_name}}' }, 'comes to more than 10000 characters'],
    [
      'an address in it',
      { tracked: false, html: `<a href="https://a.example/${'{{contact.first_name}}'.repeat(3)}">x</a>` },
      'comes to more than 10000 characters',
    ],
    ['all of its HTML', { html: 'x'.repeat(1024 * 1024 + 1) }, 'the HTML comes to more than 1048576 bytes'],
  ])('that is too large by %s is refused', async (_what, overrides, words) => {
    await expect(write({ subject: 'Hi', ...overrides }, long)).rejects.toThrow(words);
  });

  it('keeps long and foreign headers within the limits of mail', async () => {
    const { raw, parsed } = await write({ subject: '日本語の件名 '.repeat(40), fromName: '山'.repeat(100) });
    expect(parsed.subject).toBe('日本語の件名 '.repeat(40).trim());
    expect(parsed.from?.name).toBe('山'.repeat(100));
    for (const line of raw.split('\r\n')) expect(line.length).toBeLessThanOrEqual(998);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: this is the test for 7-bit
    expect(raw).toMatch(/^[\x00-\x7f]*$/);
  });

  it.each([
    ['default: "</body>"', '<body><p>Hi {{ contact.nickname | default: "</body>" }}</p></body>', '&lt;/body&gt;'],
    ['default: "</BODY "', '<p>Hi {{ contact.nickname | default: "</BODY " }}', '&lt;/BODY'],
    ['a title', '<body><p title="</body>">Hi</p></body>', 'title="</body>"'],
  ])('is composed whatever holds what looks like the end of the body: %s', async (_where, html, kept) => {
    const { parsed } = await write({ html });
    expect(parsed.html).toContain(kept);
    expect(parsed.html).toMatch(/Unsubscribe<\/a><\/div><img [^>]*>(<\/body>)?\s*$/);
  });

  it.each([
    ['a hidden element that nobody closed', '<body><p>Hi</p><div style="display:none">x</body>'],
    ['a hidden element, and no body at all', '<p>Hi</p><div hidden><p>x'],
    ['a comment without an end', '<p>Hi</p><!-- <b>x</b>'],
    ['a style sheet without an end', '<p>Hi</p><style>p {}'],
    ['a tag that is none yet', '<p>Hi</p><p title="x'],
    ['an end of the body in a comment', '<body><p>Hi</p><!-- </body> -->'],
  ])('shows the way out although its HTML ends in %s', async (_what, html) => {
    const { parsed } = await write({ html });
    const seen = plainTextOf(parsed.html as string);
    expect(seen).toContain('Hi');
    expect(seen).toMatch(/Unsubscribe: https:\/\/api\.example\.com\/u\//);
  });

  it('takes a link in what is no part of a mail for none that is seen', async () => {
    for (const html of [
      '<noscript><a href="{{unsubscribe_url}}">x</a></noscript>',
      '<template><a href="{{unsubscribe_url}}">x</a></template>',
    ])
      expect((await write({ html })).parsed.html).toContain('Unsubscribe</a></div>');
    expect((await write({ plainText: 'See {{ "{{unsubscribe_url" }}' })).parsed.text).toMatch(/Unsubscribe: https/);
  });

  it('makes no address of ours from what an author or a value says', async () => {
    const said = 'bivouac-address:0: bivouac-address:open: [link-0]';
    const { parsed, who } = await write({ html: `<p>${said} {{contact.first_name}}</p>`, plainText: said }, addressee(said));
    expect(parsed.html).toContain(`<p>${said} ${said}</p>`);
    expect(who.contact.first_name).toBe(said);
  });

  it('names the address that it goes to, and fills in what a flow knows', async () => {
    const who = { ...addressee('Maya'), email: 'new@fjord.example', campaign: { dynamic: { code: 'SPRING' } } };
    who.contact = { ...who.contact, email: 'old@example.org', email_domain: 'example.org' };
    const { parsed } = await write({ plainText: '{{contact.email}} {{contact.email_domain}} {{campaign.dynamic.code}}' }, who);
    expect(parsed.text).toContain('new@fjord.example fjord.example SPRING');
  });

  it('offers to unsubscribe with one click only where that is a secure address', async () => {
    const { parsed } = await write({}, undefined, { baseUrl: 'http://localhost:3000' });
    expect(header(parsed, 'list-unsubscribe')).toMatch(/^<http:\/\/localhost:3000\/u\//);
    expect(header(parsed, 'list-unsubscribe-post')).toBeUndefined();
  });

  it('that is not tracked has its links as they were written, no pixel, and for a test nobody to unsubscribe', async () => {
    const who = { ...addressee('Maya & co'), contactId: null };
    const html = '<body><a href="https://shop.example/?a=1&amp;n={{contact.first_name}}">Shop</a></body>';
    const { parsed } = await write({ tracked: false, html }, who);
    expect(parsed.html).toContain('<a href="https://shop.example/?a=1&amp;n=Maya &amp; co">Shop</a>');
    expect(parsed.html).not.toMatch(/\/t\/[oc]\//);
    const token = /\/u\/([\w-]+)/.exec(header(parsed, 'list-unsubscribe') as string)?.[1] as string;
    expect(tokens.readUnsubscribe(token)).toMatchObject({ contactId: null });
  });

  it('goes out under the address by which what bounces finds it', async () => {
    const composer = await createComposer(blast, { ...how, returnPath: (id) => `bounce+${id}@bounces.example` });
    const who = addressee('Maya');
    expect(await composer.compose(who, new Date())).toMatchObject({ from: `bounce+${who.deliveryId}@bounces.example`, to: who.email });
  });
});
