/**
 * Forms are found without a tree, and browsers have one: both are shown the same random heaps of tags, and have to see the same
 * forms, before a page is published and after.
 */
import fc from 'fast-check';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import '../support/chance.ts';
import { findForms, trapOf } from '../../src/tents/forms/find.ts';
import { prepare } from '../../src/tents/publishing/prepare.ts';
import { rounds } from '../support/at-length.ts';
import { launchBrowser } from '../support/browser.ts';

let browser: Browser;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  page = await browser.newPage();
});
afterAll(() => page?.close());

/** Elements that contain nothing that follows. */
const LEAVES = [
  ...['<form>', '<form id=a>', '<FORM ID="b" action=//evil.example method=get target=x>', '<form id=a/>', '</form>', '</FORM >'],
  ...['<input name=x>', '<input name=y form=a>', '<input name=z form=none />', '<input name=w form=b>', '<textarea name=t>', '</textarea>'],
  ...['<input type=submit name=s formaction="/x"formtarget=_top>', '<button name=k formaction=//evil.example formmethod=get></button>'],
  ...[
    '<select name=l form=a><option>1</select>',
    '<base href="//evil.example/">',
    '<div></div>',
    '<i id=a></i>',
    '</p>',
    '</div>',
    '</body>',
  ],
  ...[
    // Behind half of a CDATA the drawing is none, so that nothing in it may stay open.
    '<svg><g></g></svg>',
    '<svg><style><form></style><title><input name=q></title></svg>',
    '<math><mi></mi><title/></math>',
    '<template>',
    '</template>',
  ],
  ...['<script>"<form>"</script>', '<style>', '</style>', '<title>', '</title>', '<xmp>', '</xmp>', '<iframe>', '</iframe>'],
  ...['<!--', '-->', '<!-->', '<!x>', '<?y>', '</ >', '<![CDATA[', ']]>', '< ', '>', '"', "'", '&lt;', 'words'],
];
/** Elements that may stay open, so that later content is within the form. */
const HOLDERS = [
  ...[
    '<div>',
    '<p>',
    '<b>',
    '</b>',
    '<a href=x>',
    '</a>',
    '<table>',
    '<tr><td>',
    '</table>',
    '<ul><li>',
    '</ul>',
    '<button name=h formaction=x>',
  ],
  ...['<svg>', '</svg>', '<path/>', '<math>', '</math>'],
];

/** The DOM of a browser, without running scripts. */
const inBrowser = (htmls: string[]) =>
  page.evaluate((sources) => {
    const { DOMParser } = globalThis as any;
    return sources.map((source) => {
      const document = new DOMParser().parseFromString(source, 'text/html');
      const forms = [...document.forms].map((form: any) => {
        const told = (element: any, ...names: string[]): string[] => names.map((name) => element.getAttribute(name));
        const controls: any[] = [...form.elements];
        return {
          names: [...new Set(controls.map(({ name }) => name))] as string[],
          to: told(form, 'action', 'method', 'target'),
          buttons: controls.filter(({ type }) => type === 'submit').map((button) => told(button, 'formaction', 'formmethod', 'formtarget')),
        };
      });
      return {
        forms,
        bases: [...document.querySelectorAll('base[href]')].filter(({ namespaceURI }: any) => namespaceURI.endsWith('xhtml')).length,
      };
    });
  }, htmls);

const HEAPS = rounds(200, 1_000);
const heapsOf = (tags: string[]): string[] =>
  fc
    .sample(fc.array(fc.constantFrom(...tags), { minLength: 3, maxLength: 30 }), {
      numRuns: HEAPS,
      seed: fc.readConfigureGlobal().seed as number,
    })
    .map((some) => `<!doctype html><body>${some.join('')}`)
    // The first that fails is among the smallest.
    .sort((one, other) => one.length - other.length);
const tentId = '01936d2e-b283-71d8-8092-d084939ab171';

test('a heap of tags has the fields that a browser sends', async () => {
  const htmls = heapsOf(LEAVES);
  const seen = await inBrowser(htmls);
  const published = await inBrowser(htmls.map((html) => Buffer.from(prepare(html, { tentId, branded: false }).html).toString()));
  for (const [n, html] of htmls.entries()) {
    const found = findForms(html);
    const names = found.map(({ fields }) => fields.map(({ name }) => name));
    expect(names, html).toEqual(seen[n]?.forms.map((form) => form.names));
    const trapped = published[n]?.forms.map((form) => form.names.toSorted());
    expect(trapped, html).toEqual(names.map((own, m) => [...own, trapOf(found[m] as (typeof found)[number])].toSorted()));
  }
});

test('a heap of tags that is published sends all its forms here', async () => {
  // HTML within drawings is told apart by the tags around it, which browsers overlook when an element in between is open.
  const htmls = heapsOf([...LEAVES, ...HOLDERS]).filter((html) => !/<(svg|math)>.*<title>/s.test(html));
  const pages = htmls.map((html) => prepare(html, { tentId, branded: false }));
  const seen = await inBrowser(pages.map(({ html }) => Buffer.from(html).toString()));
  for (const [n, html] of htmls.entries()) {
    const { forms = [], bases } = seen[n] ?? {};
    const expected = pages[n]?.forms ?? [];
    // One that is taken for a form and is none does no harm.
    const ours = new Set(expected.map(({ formId }) => `/submit/${tentId}/${formId}`));
    for (const { to } of forms) expect([ours.has(to[0] as string), to[1]?.toLowerCase(), to[2]], html).toEqual([true, 'post', null]);
    for (const { buttons } of forms) for (const button of buttons) expect(button, html).toEqual([null, null, null]);
    if (forms.length > 0) expect(bases, html).toBe(0);
  }
});
