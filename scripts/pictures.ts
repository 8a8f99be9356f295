/**
 * The pictures of the README and the guides, into docs/pictures or the folder that is named.
 *
 *   npm run pictures                       all of them. The service has to run: its demo leaves the flow, the mail and the reference
 *   npm run pictures -- sentences          the pages that the library writes from a sentence. They need no service
 *   npm run pictures -- prompts [folder]   contact sheets of the bench's prompts, into /tmp/sheets or the folder
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { readConfig } from '../src/config.ts';
import { FONT_PATH, fontFile } from '../src/content/generation/draft/fonts.ts';
import { rendered } from '../src/content/generation/draft/render.ts';
import { fillPage } from '../src/content/generation/library/fill-page.ts';
import { readBrief } from '../src/content/generation/reader/read.ts';
import { startBrowser } from './browser.ts';
import { tellStory } from './demo/story.ts';

const PATIENCE_MS = 30_000;
const WINDOW = { width: 1280, height: 800 };

/** Pages by the sentences that they are written from, as the README and the guide quote them. */
const SENTENCES = {
  page: 'A campsite by the lake near Annecy, tents only, open from May to September. Booking by form with name, email, dates and number of tents.',
  'page-books': 'A second-hand bookshop in Galway called The Dog-Eared Page, open Tuesday to Saturday, 10 to 6.',
  'page-cafe': 'Cosy café in Ghent with its own roastery, called Kaffeine. Dark and elegant.',
};

/** A host that no request leaves the browser for. */
const HERE = 'http://pictures.test';

const [first = '', second] = process.argv.slice(2);
const isMode = first === 'sentences' || first === 'prompts';
const folder = (isMode ? second : first) || (first === 'prompts' ? '/tmp/sheets' : 'docs/pictures');
mkdirSync(folder, { recursive: true });

if (first === 'prompts') photographPrompts();
else await photograph(first === 'sentences' ? {} : await addresses());

function photographPrompts(): void {
  for (const file of ['first', 'second']) {
    const sheets = ['scripts/bench/sheets.ts', join(folder, file), file, '--views=wide,phone,dark'];
    execFileSync(process.execPath, [...sheets, '--tiles'], { stdio: 'inherit' });
    execFileSync(process.execPath, sheets, { stdio: 'inherit' });
  }
}

/** Runs the demo, and returns the addresses of its results. */
async function addresses(): Promise<Record<string, string>> {
  const config = readConfig(process.env);
  const { drawingUrl } = await tellStory(config);
  const { messages } = (await (await fetch(`${config.baseUrl}/mailbox/messages.json?limit=1`)).json()) as { messages: { id: string }[] };
  return {
    flow: drawingUrl,
    mail: `${config.baseUrl}/mailbox/${messages[0]?.id}`,
    reference: `${config.baseUrl}/docs/email-blasts#sendEmailBlastNow`,
  };
}

async function photograph(pages: Readonly<Record<string, string>>): Promise<void> {
  const browser = await startBrowser(PATIENCE_MS);
  try {
    const context = await browser.newContext({ viewport: WINDOW, reducedMotion: 'reduce' });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await serveSentences(page);
    const all = { ...Object.fromEntries(Object.keys(SENTENCES).map((name) => [name, `${HERE}/${name}`])), ...pages };
    for (const [name, url] of Object.entries(all)) {
      await page.goto(url, { waitUntil: 'networkidle' });
      await page.screenshot({ path: join(folder, `${name}.png`) });
      console.log(join(folder, `${name}.png`));
    }
  } finally {
    await browser.close();
  }
}

async function serveSentences(page: Page): Promise<void> {
  const documents = new Map<string, string>(Object.entries(SENTENCES).map(([name, sentence]) => [`/${name}`, pageFrom(sentence)]));
  await page.route(`${HERE}/**`, (route) => {
    const { pathname } = new URL(route.request().url());
    const font = pathname.startsWith(FONT_PATH) ? fontFile(pathname.slice(FONT_PATH.length)) : undefined;
    if (font) return route.fulfill({ contentType: 'font/woff2', body: readFileSync(font) });
    const body = documents.get(pathname);
    return body === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
}

function pageFrom(prompt: string): string {
  const around = { name: undefined, logoUrl: undefined, primary: undefined, assets: [], prompt };
  return rendered(fillPage(readBrief(prompt, 'page'), around), 'page').html;
}
