/**
 * Contact sheets of pages and emails: photographs drafts in Chromium, wide, on a phone and in the dark, cut into columns that fit a screen,
 * and measures what can be measured: axe, sideways scrolling at 320 px, weight, and whether the action is seen without scrolling.
 *
 *   node scripts/bench/sheets.ts <folder> <source> [--only=a,b] [--views=wide,phone,dark,night] [--axe]
 *
 * A source is `drafts` (written by hand, in sheet-drafts.ts) or a file of prompts such as `first`.
 */
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { parse } from 'yaml';
import type { Draft, EmailDraft, PageDraft } from '../../src/content/generation/draft/draft.ts';
import { renderEmail } from '../../src/content/generation/draft/email.ts';
import { FONT_PATH, fontFile } from '../../src/content/generation/draft/fonts.ts';
import { renderPage } from '../../src/content/generation/draft/page.ts';
import { fillEmail } from '../../src/content/generation/library/fill-email.ts';
import { fillPage } from '../../src/content/generation/library/fill-page.ts';
import { wordsOf } from '../../src/content/generation/library/library.ts';
import { readBrief } from '../../src/content/generation/reader/read.ts';
import { startBrowser } from '../browser.ts';
import { type Sheet, sheetDrafts } from './sheet-drafts.ts';

interface View {
  width: number;
  height: number;
  scheme: 'light' | 'dark';
  /** Of the picture, so that what lies beside each other on the sheet can be read. */
  scale: number;
}

const VIEWS: Record<string, View> = {
  wide: { width: 1440, height: 900, scheme: 'light', scale: 0.42 },
  dark: { width: 1440, height: 900, scheme: 'dark', scale: 0.42 },
  phone: { width: 390, height: 844, scheme: 'light', scale: 0.72 },
  night: { width: 390, height: 844, scheme: 'dark', scale: 0.72 },
};
const SHEET = { width: 1300, height: 960 };
const AXE = readFileSync(new URL('../../node_modules/axe-core/axe.min.js', import.meta.url), 'utf8');

const RUN_AXE = `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'best-practice'] }).then(({ violations }) =>
  violations.map(({ id, nodes }) => id + ' (' + nodes.length + '): ' + nodes[0].html.slice(0, 160) + ' ' + nodes[0].failureSummary.slice(0, 260)))`;

const SEES_ACTION = `(() => {
  const actions = [...document.querySelectorAll('.hero .act .button, .hero form button, .site .button')].map((action) => action.getBoundingClientRect());
  return actions.length === 0 || actions.some(({ height, bottom }) => height > 0 && bottom <= innerHeight);
})()`;

/** The element that makes the page scroll sideways, or nothing. */
const TOO_WIDE = `(() => {
  const wide = [...document.querySelectorAll('body *')].filter((element) => element.getBoundingClientRect().right > innerWidth + 1);
  const { scrollWidth } = document.documentElement;
  return scrollWidth > innerWidth ? scrollWidth + ' px by ' + wide.at(-1)?.outerHTML.slice(0, 120) : '';
})()`;

const [folder = '/tmp/sheets', source = 'drafts', ...flags] = process.argv.slice(2);
const flag = (name: string): string | undefined => flags.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = flag('only')?.split(',');
const views = (flag('views') ?? 'wide,phone,dark').split(',').filter((one) => one in VIEWS);

function fromPrompts(file: string): Sheet[] {
  const path = new URL(`./prompts/${file}.yaml`, import.meta.url);
  const prompts = parse(readFileSync(path, 'utf8')) as { id: string; kind: string; prompt: string }[];
  return prompts
    .filter(({ kind, id }) => kind !== 'edit' && (!only || only.includes(id)))
    .map(({ id, kind, prompt }) => {
      const around = { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt };
      return kind === 'email'
        ? { id, kind: 'email', draft: fillEmail(readBrief(prompt, 'email'), around) }
        : { id, kind: 'page', draft: fillPage(readBrief(prompt, 'page'), around) };
    });
}

const render = ({ kind, draft }: { kind: 'page' | 'email'; draft: Draft }): string =>
  kind === 'page' ? renderPage(draft as PageDraft, wordsOf(draft.lang)) : renderEmail(draft as EmailDraft, wordsOf(draft.lang));

const sheets = (source === 'drafts' ? sheetDrafts() : fromPrompts(source)).filter(({ id }) => !only || only.includes(id));
const documents = new Map(sheets.map((sheet) => [sheet.id, render(sheet)]));
mkdirSync(folder, { recursive: true });

const server = createServer((request, response) => {
  const path = decodeURIComponent(request.url ?? '/');
  const font = path.startsWith(FONT_PATH) ? fontFile(path.slice(FONT_PATH.length)) : undefined;
  const picture = path.startsWith('/picture/') ? pictureOf(Number(path.split('/')[2])) : undefined;
  if (font) response.writeHead(200, { 'content-type': 'font/woff2' }).end(readFileSync(font));
  else if (picture) response.writeHead(200, { 'content-type': 'image/svg+xml' }).end(picture);
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(documents.get(path.slice(1)) ?? '');
});

/** Stands in for a photograph. */
function pictureOf(seed: number): string {
  const hue = (seed * 67) % 360;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1600 1067" width="1600" height="1067"><defs><linearGradient id="g" x2="1" y2="1"><stop stop-color="hsl(${hue} 45% 62%)"/><stop offset="1" stop-color="hsl(${(hue + 50) % 360} 40% 28%)"/></linearGradient></defs><rect width="1600" height="1067" fill="url(#g)"/><circle cx="${400 + ((seed * 211) % 800)}" cy="420" r="230" fill="hsl(${(hue + 30) % 360} 60% 75%)" opacity=".6"/><path d="M0 ${700 + ((seed * 37) % 120)}Q500 520 900 760T1600 640V1067H0Z" fill="hsl(${(hue + 180) % 360} 30% 22%)" opacity=".7"/></svg>`;
}

await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const browser = await startBrowser(30_000);
let findings = 0;
try {
  for (const sheet of sheets) {
    const html = (documents.get(sheet.id) as string).replaceAll('https://pictures.example/', `${base}/picture/`);
    documents.set(sheet.id, html);
    const weight = Buffer.byteLength(html) / 1024;
    if (weight > (sheet.kind === 'page' ? 80 : 60) && !sheet.long) say(sheet.id, `weighs ${weight.toFixed(1)} kB`);
    if (!flags.includes('--tiles')) for (const view of views) await photograph(browser, sheet, view);
    if (flags.includes('--axe')) await measure(browser, sheet);
  }
  if (flags.includes('--tiles')) for (const view of views) await tile(browser, sheets, view);
} finally {
  await browser.close();
  server.close();
}
console.log(`${sheets.length} documents, ${findings} findings`);

function say(id: string, finding: string): void {
  findings++;
  console.log(`${id}: ${finding}`);
}

async function photograph(browser: Browser, { id }: Sheet, name: string): Promise<void> {
  const { width, height, scheme, scale } = VIEWS[name] as View;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  await page.goto(`${base}/${id}`, { waitUntil: 'networkidle' });
  await loadPictures(page);
  const shot = await page.screenshot({ fullPage: true });
  const tall = await page.evaluate<number>('document.documentElement.scrollHeight');
  await context.close();
  const columns = Math.min(Math.ceil((tall * scale) / SHEET.height), Math.floor(SHEET.width / (width * scale + 8)));
  const cells = Array.from({ length: columns }, (_, i) => `<div style="background-position:0 ${-i * SHEET.height}px"></div>`).join('');
  const sheet = await browser.newPage({
    viewport: { width: Math.round(columns * (width * scale + 8)), height: Math.min(SHEET.height, Math.ceil(tall * scale)) },
  });
  await sheet.setContent(
    `<style>body{margin:0;display:flex;gap:8px;background:#f0f}div{flex:none;width:${width * scale}px;height:${SHEET.height}px;background:#f0f url(data:image/png;base64,${shot.toString('base64')}) no-repeat;background-size:${width * scale}px auto}</style>${cells}`,
  );
  await sheet.screenshot({ path: join(folder, `${id}-${name}.png`) });
  await sheet.close();
}

/** The openings of many documents on one sheet. */
async function tile(browser: Browser, sheets: readonly Sheet[], name: string): Promise<void> {
  const { width, height, scheme } = VIEWS[name] as View;
  const scale = width > 600 ? 0.28 : 0.4;
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: scheme,
    deviceScaleFactor: scale,
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  const shots: string[] = [];
  for (const { id } of sheets) {
    await page.goto(`${base}/${id}`, { waitUntil: 'networkidle' });
    await loadPictures(page);
    shots.push(`<img src="data:image/png;base64,${(await page.screenshot()).toString('base64')}" title="${id}">`);
  }
  await context.close();
  const [across, down] = width > 600 ? [3, 4] : [8, 3];
  for (let i = 0; i * across * down < shots.length; i++) {
    const viewport = { width: Math.round(across * (width * scale + 6)), height: Math.round(down * (height * scale + 6)) };
    const sheet = await browser.newPage({ viewport });
    await sheet.setContent(
      `<style>body{margin:0;display:flex;flex-wrap:wrap;gap:6px;background:#f0f}</style>${shots.slice(i * across * down, (i + 1) * across * down).join('')}`,
    );
    await sheet.screenshot({ path: join(folder, `tiles-${name}-${i + 1}.png`), fullPage: true });
    await sheet.close();
  }
}

/** Pictures that load when they come into view are there in a photograph of the whole page. */
async function loadPictures(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    for (const image of document.images) image.loading = 'eager';
    await Promise.all([...document.images].map((image) => image.decode().catch(() => undefined)));
    await document.fonts.ready;
  })()`);
}

async function measure(browser: Browser, { id, kind }: Sheet): Promise<void> {
  for (const name of Object.keys(VIEWS)) {
    const { width, height, scheme } = VIEWS[name] as View;
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: scheme,
      reducedMotion: 'reduce',
      bypassCSP: true,
    });
    const page = await context.newPage();
    await page.goto(`${base}/${id}`, { waitUntil: 'load' });
    await page.evaluate(AXE);
    const violations: string[] = await page.evaluate(RUN_AXE);
    for (const violation of violations) say(id, `${name}: axe ${violation}`);
    if (kind === 'page' && scheme === 'light') {
      const seen = await page.evaluate<boolean>(SEES_ACTION);
      if (!seen) say(id, `${name}: the action is below the fold`);
    }
    if (width === 390) {
      await page.setViewportSize({ width: 320, height: 640 });
      const over = await page.evaluate<string>(TOO_WIDE);
      if (over) say(id, `${name}: scrolls sideways at 320: ${over}`);
    }
    await context.close();
  }
}
