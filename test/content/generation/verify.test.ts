import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { verify } from '../../../src/content/generation/verify/verify.ts';
import { isHtmlDocument } from '../../../src/shared/html.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';

type Kind = 'page' | 'email';
const expected = (kind: Kind) => ({ kind, title: 'Juniper Trail', unsubscribeLink: true });

async function verified(answer: string, kind: Kind = 'page') {
  const verdict = await verify(answer, expected(kind));
  if ('problem' in verdict) throw new Error(`not verified: it ${verdict.problem}`);
  return verdict;
}

const problemOf = async (answer: string, kind: Kind = 'page') => {
  const verdict = await verify(answer, expected(kind));
  return 'problem' in verdict ? verdict.problem : undefined;
};

const HEAD = '<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Tents</title></head>';
const page = (body: string) => `<!doctype html>\n<html lang="en">${HEAD}<body>${body}</body></html>`;
const bodyOf = (html: string) => /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1];
const UNSUBSCRIBE = '<a href="{{unsubscribe_url}}">Unsubscribe</a>';

describe('a whole document', () => {
  it('stays as it is, byte for byte', async () => {
    const html = page('<h1 CLASS=a>Tents &amp; more</h1 ><a href=#x>x</a><svg viewBox="0 0 1 1"><path d="M0 0"/></svg>');
    expect(await verified(html)).toEqual({ html, repairs: [] });
  });

  it.each([
    ['a fence', (html: string) => `\`\`\`html\n${html}\n\`\`\``],
    ['chatter on both sides', (html: string) => `Sure! Here is your page:\n\n\`\`\`html\n${html}\n\`\`\`\n\nI hope you like <b>it</b>.`],
    ['chatter without a fence', (html: string) => `Here it is.\n${html}\nAnything else?`],
    ['a byte order mark', (html: string) => `\ufeff${html}`],
  ])('is found within %s', async (_, around) => {
    const html = page('<h1>Tents</h1>');
    expect((await verified(around(html))).html).toBe(html);
  });

  it('is made of a fragment, with what a document needs', async () => {
    const { html } = await verified('```\n<h1>Zelte für die Familie</h1>\n<p>Und das ist nicht alles.</p>\n```');
    expect(html).toMatch(/^<!doctype html>\n<html lang="de">\n<head>\n<meta charset="utf-8">\n<meta name="viewport"[^>]*>\n/);
    expect(html).toContain('<title>Zelte für die Familie</title>\n</head>\n<body>\n<h1>');
    expect(html).toMatch(/<\/body>\n<\/html>$/);
  });

  it.each([
    ['a doctype', page('x').replace('<!doctype html>\n', ''), '<!doctype html>\n<html'],
    ['a language', page('<p>東京の小さな陶芸教室').replace(' lang="en"', ''), '<html lang="ja">'],
    ['a direction', page('<p>خصم على الخيام حتى أبريل').replace(' lang="en"', ''), '<html lang="ar" dir="rtl">'],
    ['a charset', page('x').replace('<meta charset="utf-8">', ''), '<meta charset="utf-8">'],
    ['a viewport', page('x').replace(/<meta name="viewport"[^>]*>/, ''), '<meta name="viewport"'],
    ['a title, from the heading', page('<h1>Tents <em>&amp; more</em></h1>').replace('Tents', ''), '<title>Tents &amp; more</title>'],
    [
      'a title, from what it is for',
      page('<svg><title>Sea</title></svg>').replace('<title>Tents</title>', ''),
      '<title>Juniper Trail</title>',
    ],
    ['a head', '<!doctype html><html lang="en"><body>x</body></html>', '<head>\n<meta charset="utf-8">'],
    ['its end', '<!doctype html><html lang="en"><body>x', 'x\n</body>\n\n</html>'],
  ])('gets %s where it lacks it', async (_, without, has) => {
    const { html } = await verified(without);
    expect(html).toContain(has);
    expect(isHtmlDocument(html)).toBe(true);
    expect((await verified(html)).html).toBe(html);
  });

  it('keeps the doctype of mail programs, and replaces one that is none', async () => {
    const strict = '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-strict.dtd">';
    expect((await verified(page('x').replace('<!doctype html>', strict))).html).toContain(strict);
    const odd = (await verified(page('x').replace('<!doctype html>', '<!doctype svg>'))).html;
    expect(odd).toMatch(/^<!doctype html>\n<html/);
    expect(odd).not.toContain('svg');
  });
});

describe('what is no document', () => {
  it.each([
    ['words alone', 'I am sorry, I can only write poems.', 'holds no HTML document'],
    ['nothing', '', 'holds no HTML document'],
    ['an empty page', page('<div></div>'), 'has nothing in it that could be seen'],
    ['a style that does not end', '<!doctype html><html><body><h1>x</h1><style>a{', 'breaks off in the middle'],
    ['a comment that does not end', '<!doctype html><html><body><h1>x</h1><!-- a', 'breaks off in the middle'],
    ['a tag that does not end', '<!doctype html><html><body><h1>x</h1><a href="', 'breaks off in the middle'],
    ['two documents', page('one') + page('two'), 'holds something before its <html>, or two documents'],
    ['too much', page('x'.repeat(2 * 1024 * 1024)), 'is larger than 2 MiB'],
    ['a tower', page(`${'<div>'.repeat(260)}x`), 'nests more than 256 elements in one another'],
    [
      'a crowd of attributes',
      page(`<p ${Array.from({ length: 600 }, (_, i) => `a${i}`).join(' ')}>x`),
      'has an element with more than 500 attributes',
    ],
    ['a NUL', page('a\0b'), 'holds characters that no document may hold'],
  ])('is told: %s', async (_, answer, problem) => {
    expect(await problemOf(answer)).toBe(problem);
  });
});

describe('a page', () => {
  it.each([
    ['a script from elsewhere', '<script src="https://cdn.example/x.js"></script>'],
    ['a script by a protocol of the page', '<ScRiPt async SRC=//cdn.example/x.js></sCrIpT >'],
    ['a module that imports', '<script type="module">import x from "https://cdn.example/x.js"</script>'],
    [
      'a script that loads another',
      `<script>document.head.append(Object.assign(document.createElement('script'),{src:'//cdn.example/x.js'}))</script>`,
    ],
    ['a script that hides where it leads', '<script>eval(atob("YWxlcnQoMSk="))</script>'],
    ['an import map', '<script type="importmap">{"imports":{"x":"https://cdn.example/x.js"}}</script>'],
    ['a script in a drawing', '<svg><script href="https://cdn.example/x.js"/></svg>'],
    ['a frame', '<iframe src="https://elsewhere.example"></iframe>'],
    ['a frame of its own', '<iframe srcdoc="<script src=https://cdn.example/x.js></script>"></iframe>'],
    ['an object', '<object data="https://elsewhere.example/x.swf"><embed src="https://elsewhere.example"></object>'],
    ['a base', '<base href="https://elsewhere.example/">'],
    ['a redirect', '<meta http-equiv=" Refresh " content="0;url=https://elsewhere.example">'],
    ['an early module', '<link rel="modulepreload" href="https://cdn.example/x.js">'],
    ['what browsers that run scripts read otherwise', '<noscript><p title="</noscript><img src=x onerror=go()>"></noscript>'],
  ])('loses %s, and says so', async (_, hostile) => {
    const { html, repairs } = await verified(page(`<h1>x</h1>${hostile}<p>y</p>`));
    expect(html).not.toMatch(/elsewhere\.example|cdn\.example|eval|onerror/);
    expect(html).toMatch(/<h1>x<\/h1>[\s\S]*<p>y<\/p>/);
    expect(repairs).toHaveLength(1);
  });

  it.each([
    ['<a href=" java\nscript:alert(1)">x</a>', '<a>x</a>'],
    ['<a href="&#106;avascript:alert(1)" class=b>x</a>', '<a class="b">x</a>'],
    ['<a href="JAVASCRIPT&colon;alert(1)">x</a>', '<a>x</a>'],
    [
      '<svg><a xlink:href="javascript:alert(1)"><set attributeName="href" to="javascript:alert(1)"/></a></svg>',
      '<svg><a><set attributename="href" /></a></svg>',
    ],
    [`<b onclick="fetch('https://elsewhere.example')" title='a "b"'>x</b>`, '<b title="a &quot;b&quot;">x</b>'],
    ['<img src="a.png" onerror="import(`//elsewhere.example/x.js`)">', '<img src="a.png">'],
    ['<p <script onclick="eval(1)">x</p>', '<p>x</p>'],
  ])('loses the attribute of %s', async (given, left) => {
    expect(bodyOf((await verified(page(given))).html)).toBe(left);
  });

  it('keeps small scripts of its own, its data and handlers that stay', async () => {
    const html = page(
      '<button onclick="menu.hidden = !menu.hidden">Menu</button><script>document.createElementNS("http://www.w3.org/2000/svg", "g") // here</script>' +
        '<script type="application/ld+json">{"@context":"https://schema.org"}</script>',
    );
    expect(await verified(html)).toEqual({ html, repairs: [] });
  });

  it('posts its forms to itself', async () => {
    const { html, repairs } = await verified(
      page(
        '<form action="https://elsewhere.example" method=GET id=f><input name=email><button formaction="//elsewhere.example">Go</button></form>',
      ),
    );
    expect(bodyOf(html)).toBe('<form method="post" id="f"><input name=email><button>Go</button></form>');
    expect(repairs).toEqual(['Forms post to their own page.']);
    const own = page('<form method="post" action="/submit/0199/form_1"><input></form>');
    expect((await verified(own)).html).toBe(own);
  });

  it.each([
    ['<p title="a < b">x</p>', '<p title="a &lt; b">x</p>'],
    ['<p>x</p><!-- <b>y</b> --><!-- z -->', '<p>x</p><!-- z -->'],
    ['x<svg><style><![CDATA[a>b{fill:red}]]></style></svg>', 'x<svg><style>a&gt;b{fill:red}</style></svg>'],
    ['x<textarea>a<b>c</textarea>', 'x<textarea>a&lt;b>c</textarea>'],
    [
      `x<style>@media (400px<width) { a { background: url('data:image/svg+xml,<svg></svg>'); color: red } }</style>`,
      `x<style>@media (400px< width) { a { background: url('data:image/svg+xml,\\3c svg>\\3c /svg>'); color: red } }</style>`,
    ],
    ['<form><svg></form><style>a</style>x', '<form method="post"></form><style>a</style>x'],
    ['x<math><mi>y</mi></math>', 'x'],
    ['x<svg><path d="M0"/><div>y</div></svg>', 'x<svg><path d="M0"/></svg>'],
  ])('holds markup nowhere but where it is markup: %s', async (given, left) => {
    expect(bodyOf((await verified(page(given))).html)).toBe(left);
  });

  it('does not become dangerous by what is taken out', async () => {
    const { html } = await verified(page('<p>x</p><<iframe></iframe>img src=x onerror="import(\'//elsewhere.example\')">'));
    expect(bodyOf(html)).toBe(`<p>x</p>< img src=x onerror="import('//elsewhere.example')">`);
  });
});

describe('a page that the answer changes', () => {
  const STOOD =
    '<iframe src="https://video.example/1"></iframe><script src="https://stats.example/a.js"></script>' +
    '<form action="https://forms.example/1" method="get"><input name="email"></form><b onclick="fetch(\'https://stats.example\')">Go</b>';
  const changed = (answer: string, start: string, kind: Kind = 'page') => verify(answer, { ...expected(kind), start });
  const FRAMES = 'Embedded frames and objects were left out.';

  it('keeps what stood in it, although none of it could be added', async () => {
    const [start, answer] = [page(`<h1>x</h1>${STOOD}`), page(`<h1>y</h1>${STOOD}<p>More</p>`)];
    expect(await changed(answer, start)).toEqual({ html: answer, repairs: [] });
    const { html, repairs } = await verified(answer);
    expect(html).not.toMatch(/video\.example|stats\.example|forms\.example/);
    expect(repairs).toHaveLength(4);
  });

  it.each([
    ['a frame', '<iframe src="https://elsewhere.example"></iframe>', FRAMES],
    ['the same frame of another address', '<iframe src="https://video.example/12"></iframe>', FRAMES],
    [
      'a script',
      '<script src="https://elsewhere.example/a.js"></script>',
      'Scripts that come from elsewhere, or that mail does not run, were left out.',
    ],
  ])('loses %s that the answer adds, and nothing else', async (_, added, repair) => {
    const start = page(`<h1>x</h1>${STOOD}`);
    const answer = (more: string) => page(`<h1>y</h1>${more}${STOOD}<p>More</p>${more}`);
    const verdict = (await changed(answer(added), start)) as { html: string; repairs: string[] };
    expect(verdict.html).toBe(answer(''));
    expect(verdict.repairs).toContain(repair);
    expect(await changed(verdict.html, start)).toEqual({ html: verdict.html, repairs: [] });
  });

  it('gets nothing that it lacked before', async () => {
    const bare = (body: string) => `<html><body>${body}</body></html>`;
    expect(await changed(bare('<h1>y</h1>'), bare('<h1>x</h1>'))).toEqual({ html: bare('<h1>y</h1>'), repairs: [] });
    // One that was whole stays whole.
    const { html } = (await changed(bare('<h1>y</h1>'), page('<h1>x</h1>'))) as { html: string };
    expect(html).toMatch(/^<!doctype html>[\s\S]*<title>y<\/title>/);
  });

  it('keeps what stands around it, and what cannot be judged', async () => {
    const around = (body: string) => `<!-- ours -->${page(body)}\n<!-- the end -->`;
    expect(await changed(around('<h1>y</h1>'), around('<h1>x</h1>'))).toEqual({ html: around('<h1>y</h1>'), repairs: [] });
    expect(await changed(around('<h1>y</h1>'), page('<h1>x</h1>'))).toEqual({ html: page('<h1>y</h1>'), repairs: [] });
    const deep = (words: string) => page(`${'<div>'.repeat(260)}${words}`);
    expect(await changed(deep('y'), deep('x'))).toEqual({ html: deep('y'), repairs: [] });
  });

  it('is none for an email, whatever stood in that', async () => {
    const letter = page(`<p>x</p><iframe src="https://video.example/1"></iframe>${UNSUBSCRIBE}`);
    expect(await changed(letter, letter, 'email')).toEqual({ html: page(`<p>x</p>${UNSUBSCRIBE}`), repairs: [FRAMES] });
  });
});

describe('an email', () => {
  const email = (body: string) => page(`${body}${UNSUBSCRIBE}`);

  it('keeps its merge tags and its unsubscribe link as they are written', async () => {
    const html = email('<p title="{{ a | default: "x>y" }}">Hello {{contact.first_name | default: "<you>"}}</p>');
    expect(await verified(html, 'email')).toEqual({ html, repairs: [] });
  });

  it('keeps the conditions of Outlook', async () => {
    const html = email(
      '<!--[if mso]><table><tr><td><![endif]--><p>x</p><!--[if !mso]><!--><b>y</b><!--<![endif]--><!--[if mso]></td></tr></table><![endif]-->',
    );
    expect(await verified(html, 'email')).toEqual({ html, repairs: [] });
  });

  it('has no scripts, handlers, frames or form fields at all', async () => {
    const { html } = await verified(
      email('<p onclick="x()">a</p><script>x()</script><form><input></form><select><option>b</select><button>Go</button>'),
      'email',
    );
    expect(bodyOf(html)).toBe(`<p>a</p>Go${UNSUBSCRIBE}`);
  });

  it.each([
    ['without one', '<p>Hola y gracias por todo lo que haces con las tiendas</p>'],
    ['with a hidden one', `<p>Hola y los amigos</p><div style="display: none">${UNSUBSCRIBE}</div>`],
    ['with one that shows nothing', '<p>Hola y los amigos</p><a href="{{unsubscribe_url}}"> </a>'],
    ['with one whose words are hidden', '<p>Hola y los amigos</p><a href="{{unsubscribe_url}}"><span hidden>Baja</span></a>'],
    ['with one in a comment', `<p>Hola y los amigos</p><!-- ${UNSUBSCRIBE} -->`],
  ])('gets a visible unsubscribe link %s, in its language', async (_, body) => {
    const { html, repairs } = await verified(page(body).replace(' lang="en"', ''), 'email');
    expect(html).toMatch(/<a href="{{unsubscribe_url}}"[^>]*>Darse de baja<\/a><\/p>\n<\/body>/);
    expect(repairs).toEqual(['An unsubscribe link was added at the foot.']);
  });

  it('needs none when it is no marketing', async () => {
    const html = page('<p>Your receipt</p>');
    expect(await verify(html, { ...expected('email'), unsubscribeLink: false })).toEqual({ html, repairs: [] });
  });

  it('is told of merge tags that cannot be sent', async () => {
    expect(await problemOf(email('<p>{{ contact.first_name '), 'email')).toMatch(/^holds a malformed merge tag at line 2/);
    expect(await problemOf(email('<p>{% if x %}a{% endif %}</p>'), 'email')).toMatch(/no name that emails have/);
    expect(await problemOf(email('{{a}}'.repeat(2_001)), 'email')).toBe('holds more than 2000 merge tags');
  });
});

/** Forbidden parts, as found by an independent reader that shares only the tokens with the check. */
function dangersIn(html: string, kind: Kind): string[] {
  const dangers: string[] = [];
  const parser = new Parser({
    onopentag(name, attributes) {
      if (/^(iframe|frame|object|embed|base|noscript|math|xmp)$/.test(name)) dangers.push(name);
      if (name === 'script' && (kind === 'email' || 'src' in attributes || 'href' in attributes)) dangers.push(name);
      if (kind === 'email' && /^(form|input|select|textarea|button)$/.test(name)) dangers.push(name);
      for (const [attribute, value] of Object.entries(attributes)) {
        if (/^on/.test(attribute) && (kind === 'email' || /["'`]\/\//.test(value))) dangers.push(attribute);
        if (/^\s*javascript:/i.test(value)) dangers.push(value);
        if (name === 'form' && attribute === 'action' && /\/\//.test(value)) dangers.push(value);
      }
    },
  });
  parser.end(html);
  return dangers;
}

it('verifying twice changes nothing, and what comes out is a whole document without what is from elsewhere', async () => {
  const piece = fc.oneof(
    { weight: 2, arbitrary: fc.string({ maxLength: 12 }) },
    fc.constantFrom(
      ...[
        '<',
        '>',
        '"',
        "'",
        '&',
        '</',
        '<!--',
        '-->',
        '<![CDATA[',
        ']]>',
        '<?xml ?>',
        '<!doctype html>',
        '<!doctype x>',
        '```html\n',
        '\n```',
        '{{x}}',
      ],
      ...[
        '<html>',
        '<html lang=de>',
        '</html>',
        '<head>',
        '</head>',
        '<body>',
        '</body>',
        '<body class=x>',
        '</body >',
        '<title>',
        '</title>',
        '<h1>',
        '</h1>',
      ],
      ...[
        '<script>',
        '</script>',
        '<script src=//e.example/x>',
        '<script/src=x>',
        "import('//e.example/x')",
        '<style>',
        '</style>',
        '<svg>',
        '</svg>',
        '<svg/>',
      ],
      ...[
        '<iframe src=x>',
        '</iframe>',
        '<noscript>',
        '</noscript>',
        '<template>',
        '<base href=//e>',
        '<meta http-equiv=refresh content=0>',
        '<object>',
        '<embed>',
      ],
      ...[
        '<a href="javascript:x">',
        '<a href=javascript:x',
        '</a >',
        '<p onclick="x(`//e`)">',
        '<p onclick=go()>',
        '<img/onerror=x(`//e`) src>',
        '<div hidden>',
        '</div>',
      ],
      ...[
        '<form action=//e>',
        '<form>',
        '</form>',
        '<button>',
        '</button>',
        '<input>',
        '<select>',
        '<textarea>',
        '</textarea>',
        '<plaintext>',
        '<math>',
        '<p>',
        '</p>',
      ],
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { maxLength: 25 }), fc.constantFrom<Kind>('page', 'email'), async (pieces, kind) => {
      const once = await verify(pieces.join(''), expected(kind));
      if ('problem' in once) return;
      expect(await verify(once.html, expected(kind))).toEqual({ html: once.html, repairs: [] });
      expect(isHtmlDocument(once.html)).toBe(true);
      expect(once.html).toMatch(/<html[^>]* lang="?\w+[\s\S]*<\/html>$/i);
      expect(dangersIn(once.html, kind)).toEqual([]);
      if (kind === 'email') expect(once.html).toContain('{{unsubscribe_url}}');
    }),
    { numRuns: rounds(100, 500) },
  );
});

it.runIf(isAtLength)('lets others run while it reads 2 MiB of what is hard to read', async () => {
  const rest = 2 * 1024 * 1024 - 1_000;
  const fill = (text: string) => text.repeat(Math.floor(rest / text.length));
  for (const hard of [
    fill('<'),
    fill('<p>'),
    fill('</a '),
    fill('<script src=x></script>'),
    `<a href="${fill('&amp;')}">x</a>`,
    `<p onclick="${fill('( ')}">x`,
  ]) {
    let turns = 0;
    let done = false;
    const count = () => {
      turns += 1;
      if (!done) setImmediate(count);
    };
    count();
    await verify(page(`x${hard}`), expected('page'));
    done = true;
    // At least one turn for each 32 KiB.
    expect(turns).toBeGreaterThan(64);
  }
});
