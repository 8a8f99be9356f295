/**
 * The pictures of the README, from the running service: tells the story of the demo, then photographs its page, a mail, its flow and
 * the reference into docs/pictures, or the folder that is named.
 *
 *   npm run pictures
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../src/config.ts';
import { startBrowser } from './browser.ts';
import { tellStory } from './demo/story.ts';

const PATIENCE_MS = 30_000;
const WINDOW = { width: 1280, height: 800 };

const folder = process.argv[2] ?? 'docs/pictures';
mkdirSync(folder, { recursive: true });
const config = readConfig(process.env);
const { pageUrl, drawingUrl } = await tellStory(config);
const { messages } = (await (await fetch(`${config.baseUrl}/mailbox/messages.json?limit=1`)).json()) as { messages: { id: string }[] };
const browser = await startBrowser(PATIENCE_MS);
try {
  const context = await browser.newContext({ viewport: WINDOW });
  context.setDefaultTimeout(PATIENCE_MS);
  const page = await context.newPage();
  const PICTURES = {
    page: pageUrl,
    flow: drawingUrl,
    mail: `${config.baseUrl}/mailbox/${messages[0]?.id}`,
    reference: `${config.baseUrl}/docs/email-blasts#sendEmailBlastNow`,
  };
  for (const [name, url] of Object.entries(PICTURES)) {
    await page.goto(url, { waitUntil: 'networkidle' });
    await page.screenshot({ path: join(folder, `${name}.png`) });
    console.log(join(folder, `${name}.png`));
  }
} finally {
  await browser.close();
}
