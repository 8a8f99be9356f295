/** Warnings about HTML that does not work where it is shown. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LARGEST_MAIL_BYTES } from '../../../src/content/versions/html.ts';
import { mailWarnings, pageWarnings, type Warning } from '../../../src/content/versions/warnings.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { startTestService, type TestService } from '../../support/service.ts';

type Code = Warning['code'];
const codesOf = (warnings: readonly { code: Code; message: string }[]) => warnings.map(({ code }) => code);
const HIDDEN = '<div style="display:none">Spring is here</div>';

describe('of an email', () => {
  it.each<[string, Code[]]>([
    ['<p>Hi</p><a href="https://shop.example">Go</a><input name="email"><iframe src="http://video.example/1"></iframe>', []],
    ['<script>go()</script>', ['script_not_run']],
    ['<SCRIPT src="https://stats.example/a.js"></SCRIPT>', ['script_not_run']],
    ['<p onclick="go()">Hi</p>', ['script_not_run']],
    ['<img src="a.png" OnError=go()>', ['script_not_run']],
    // None of these is a handler, and what stands in a comment or a text is no markup.
    ['<p on="x" on-1="x" data-onclick="x">Hi</p><!-- <script></script> -->&lt;form>', []],
    ['<form action="https://shop.example"><input></form>', ['form_not_sent']],
    ['<form onsubmit="go()"></form>', ['script_not_run']],
    ['<form></form><script></script><form></form><p onclick="x"></p>', ['form_not_sent', 'script_not_run']],
    // The quotes and brackets of a merge tag are none of the HTML's.
    ['<p title="{{contact.first_name | default: "<form><script>"}}">Hi</p>', []],
    [`<body>${HIDDEN}<p>Hi</p></body>`, []],
  ])('with %s: %j', (html, codes) => {
    expect(codesOf(mailWarnings(html, null))).toEqual(codes);
  });

  it.each<[string, string | null, Code[]]>([
    [`<body>${HIDDEN}<p>Hi</p></body>`, 'Read on', ['preheader_replaced']],
    [`<body>${HIDDEN}<p>Hi</p></body>`, '', []],
    [`<body><p>Hi</p>${HIDDEN}</body>`, 'Read on', []],
    ['<body><div data-preheader style="display:none">Ours</div><p>Hi</p></body>', 'Read on', []],
    [`<script></script><body>${HIDDEN}<form></form></body>`, 'Read on', ['script_not_run', 'form_not_sent', 'preheader_replaced']],
  ])('with %s and the preview text %j: %j', (html, previewText, codes) => {
    expect(codesOf(mailWarnings(html, previewText))).toEqual(codes);
  });

  it('that is larger than a message may be, in bytes', () => {
    const of = (size: number) => `<p>é${'x'.repeat(size - Buffer.byteLength('<p>é'))}`;
    expect(codesOf(mailWarnings(of(LARGEST_MAIL_BYTES), null))).toEqual([]);
    expect(codesOf(mailWarnings(of(LARGEST_MAIL_BYTES + 1), null))).toEqual(['too_large_to_send']);
  });
});

describe('of a page', () => {
  it.each<[string, Code[]]>([
    ['<script>go()</script><p onclick="go()">Hi</p><form><input type="email"></form>', []],
    ['<script src="a.js"></script><script src="/a.js?x=https://stats.example"></script><script src="./a:b.js"></script>', []],
    ['<script src="https://stats.example/a.js"></script>', ['script_blocked']],
    ['<script src="//stats.example/a.js"></script>', ['script_blocked']],
    // As browsers read them.
    ['<script src="\\\\stats.example/a.js"></script>', ['script_blocked']],
    ['<script src=" \n ht\ntps://stats.example/a.js"></script>', ['script_blocked']],
    ['<script src="data:text/javascript,go()"></script>', ['script_blocked']],
    ['<iframe src="https://video.example/1"></iframe><iframe src="//video.example/1"></iframe><iframe src="about:blank"></iframe>', []],
    ['<iframe srcdoc="<p>Hi</p>"></iframe><iframe></iframe>', []],
    ['<iframe src="http://video.example/1"></iframe>', ['frame_blocked']],
    ['<iframe src="\tHT\nTP://video.example/1"></iframe>', ['frame_blocked']],
    ['<iframe src="data:text/html,Hi"></iframe>', ['frame_blocked']],
    ['<frameset><frame src="http://video.example/1"></frameset>', ['frame_blocked']],
    ['<object data="a.pdf"></object>', ['embed_blocked']],
    ['<embed src="a.swf"><applet></applet>', ['embed_blocked']],
    ['<link rel="stylesheet" href="https://styles.example/a.css"><link rel="icon" href="http://styles.example/a.ico">', []],
    ['<link rel="alternate StyleSheet" href=" http://styles.example/a.css">', ['style_blocked']],
    ['<base href="https://shop.example/">', ['base_ignored']],
    ['<form action="/submit/x/y"></form><form action="?a=https://shop.example"></form>', []],
    ['<form action="https://forms.example/1"></form>', ['form_redirected']],
    ['<form action="mailto:us@shop.example"></form>', ['form_redirected']],
    ['<input type="text"><input name="file"><textarea></textarea>', []],
    ['<input type="file">', ['field_switched_off']],
    ['<input type=" PassWord ">', ['field_switched_off']],
    ['<!-- <base> --><p>&lt;base></p><style>/* <base> */</style>', []],
    [
      '<input type="file"><base><form action="//a.example"></form><base><embed><script src="//a.example"></script><iframe src="http://a.example">',
      ['field_switched_off', 'base_ignored', 'form_redirected', 'embed_blocked', 'script_blocked', 'frame_blocked'],
    ],
  ])('with %j: %j', (html, codes) => {
    expect(codesOf(pageWarnings(html))).toEqual(codes);
  });
});

describe('the answer to a save', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const EVERYTHING = `<!doctype html><html><body>${HIDDEN}<p onclick="go()">Hi</p><form></form><base></body></html>`;

  it.runIf(isAtLength)('an email is what mail programs do not do, with words for each, and the HTML is kept all the same', async () => {
    const { api } = service;
    const { email_id } = await must(api.POST('/v1/emails', { body: { name: 'Spring', preview_text: 'Read on' } }));
    const at = { params: { path: { emailId: email_id } } };
    const save = (code: string) => must(api.POST('/v1/emails/{emailId}/save-code', { ...at, body: { code } }));
    const saved = await save(EVERYTHING);
    expect(saved).toMatchObject({ version: 2, warnings: mailWarnings(EVERYTHING, 'Read on') });
    expect(codesOf(saved.warnings)).toEqual(['script_not_run', 'form_not_sent', 'preheader_replaced']);
    for (const { message } of saved.warnings) expect(message).toMatch(/^[A-Z].*\.$/);
    const { data } = await api.GET('/v1/emails/{emailId}/content', { ...at, parseAs: 'text' });
    expect(data).toContain('<p onclick="go()">Hi</p><form></form><base>');

    // A large one is judged elsewhere.
    const large = EVERYTHING.replace('Hi', 'x'.repeat(LARGEST_MAIL_BYTES));
    expect(codesOf((await save(large)).warnings)).toEqual(['script_not_run', 'form_not_sent', 'preheader_replaced', 'too_large_to_send']);
    await must(api.PATCH('/v1/emails/{emailId}', { ...at, body: { preview_text: null } }));
    expect(codesOf((await save(EVERYTHING)).warnings)).toEqual(['script_not_run', 'form_not_sent']);
    expect((await save('<p>Hi</p>')).warnings).toEqual([]);
  });

  it('a template of emails is the same but for the preheader, and a template of pages is what pages do not do', async () => {
    const { api } = service;
    const letter = await must(api.POST('/v1/email-templates', { body: { name: 'Letter', default_preview_text: 'Read on' } }));
    const atLetter = { params: { path: { templateId: letter.template_id } } };
    const page = await must(api.POST('/v1/tent-templates', { body: { name: 'Page', code: '<!doctype html><p>Hi</p>' } }));
    const atPage = { params: { path: { templateId: page.template_id } } };
    const saved = [
      await must(api.POST('/v1/email-templates/{templateId}/save-code', { ...atLetter, body: { code: EVERYTHING } })),
      await must(api.POST('/v1/tent-templates/{templateId}/save-code', { ...atPage, body: { code: EVERYTHING } })),
    ];
    expect(saved.map(({ warnings }) => codesOf(warnings))).toEqual([['script_not_run', 'form_not_sent'], ['base_ignored']]);
  });
});
