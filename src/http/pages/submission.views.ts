import { Parser } from 'htmlparser2';
import { type Html, html, pageOf } from '../html.ts';
import type { Fields } from './form-body.ts';
import { type Phrases, phrasesIn } from './phrases.ts';

export interface Around {
  address: string;
  language: string | undefined;
  title: string | undefined;
}

const HEAD_CHARACTERS = 16 * 1024;
const LONGEST_TITLE = 80;

export function headOf(page: Buffer): Pick<Around, 'language' | 'title'> {
  let language: string | undefined;
  let title: string | undefined;
  let isTitle = false;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (name === 'html') language ??= attributes.lang;
      isTitle = name === 'title' && title === undefined;
    },
    ontext(text) {
      if (isTitle) title = (title ?? '') + text;
    },
    onclosetag() {
      isTitle = false;
    },
  });
  parser.end(page.subarray(0, HEAD_CHARACTERS).toString('utf8'));
  return { language, title: [...(title ?? '')].slice(0, LONGEST_TITLE).join('').trim() || undefined };
}

const STYLE = html`
:root { color-scheme: light dark; --ground: #f6f5f2; --card: #fff; --ink: #1c2423; --soft: #57635f; --accent: #1f5c49; --on-accent: #fff; --wrong: #a3331c }
@media (prefers-color-scheme: dark) { :root { --ground: #121816; --card: #1b2421; --ink: #eff3f1; --soft: #a8b6b0; --accent: #8bd0b4; --on-accent: #0e1f18; --wrong: #ffab94 } }
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 18px/1.55 system-ui, sans-serif }
main { width: 100%; max-width: 30rem; padding: clamp(28px, 6vw, 48px); background: var(--card); border-radius: 20px; box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 16px 48px rgb(0 0 0 / .08) }
svg { width: 56px; height: 56px; color: var(--accent) }
svg.wrong { color: var(--wrong) }
h1 { margin: 20px 0 8px; font-size: clamp(1.5rem, 5vw, 1.875rem); line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere }
p.words { white-space: pre-line; overflow-wrap: anywhere }
p { margin: 0 0 28px; color: var(--soft); text-wrap: pretty }
form { margin: 0 0 24px }
button { width: 100%; padding: 14px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer }
:is(button, a):focus-visible { outline: 3px solid var(--accent); outline-offset: 3px }
a { color: var(--accent); font-weight: 600; text-underline-offset: 3px; overflow-wrap: anywhere }
`;

const DONE = html`<svg viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="28" cy="28" r="26" opacity=".35"/><path d="m17 29 8 8 15-18"/></svg>`;
const NOT_DONE = html`<svg class="wrong" viewBox="0 0 56 56" fill="none" stroke="currentColor" stroke-width="3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><circle cx="28" cy="28" r="26" opacity=".35"/><path d="M28 15v17m0 8v.5"/></svg>`;

interface Shown {
  heading: string;
  body: Html;
  head?: Html;
}

function page({ address, title }: Around, { language, phrases }: ReturnType<typeof phrasesIn>, { heading, body, head }: Shown): Buffer {
  const whole = pageOf({
    title: [heading, title && ` · ${title}`],
    head: html`${head}<meta name="robots" content="noindex">\n<style>${STYLE}</style>`,
    body: html`<main>\n${body}\n<a href="${address}">${phrases.back}</a>\n</main>`,
    language,
  });
  return Buffer.from(whole);
}

/** @param words in place of the usual ones */
export function thanksPage(around: Around, words: string | null): Buffer {
  const phrasing = phrasesIn(around.language);
  const { phrases } = phrasing;
  const body = html`${DONE}\n<h1>${phrases.thanks}</h1>\n<p class="words">${words ?? phrases.received}</p>`;
  return page(around, phrasing, { heading: phrases.thanks, body });
}

/** The answer for scripts, which need no page. */
export const receivedIn = ({ language }: Around): string => phrasesIn(language).phrases.received;

/** Leads on at once, and has a link for browsers that do not. */
export function forwardPage(around: Around, url: string): Buffer {
  const phrasing = phrasesIn(around.language);
  const { phrases } = phrasing;
  const body = html`${DONE}\n<h1>${phrases.thanks}</h1>\n<p><a href="${url}">${URL.parse(url)?.host ?? url}</a></p>`;
  return page(around, phrasing, { heading: phrases.thanks, body, head: html`<meta http-equiv="refresh" content="0;url=${url}">\n` });
}

/** Contains the whole input, and sends it with the solution of a challenge. */
export function solvePage(around: Around, { action, fields }: Retry): Buffer {
  const phrasing = phrasesIn(around.language);
  const { phrases } = phrasing;
  const body = html`<h1>${phrases.checking}</h1>
<noscript><p>${phrases.needsScripts}</p></noscript>
<p class="failed" hidden>${phrases.later}</p>
<form method="post" action="${action}" data-challenge="${action}/challenge">
${hiddenIn(fields)}<input type="hidden" name="altcha">
</form>
<script type="module" src="/submit/altcha/solve.js"></script>`;
  return page(around, phrasing, { heading: phrases.checking, body });
}

export type Wrong = 'tooOften' | 'busy' | 'later' | 'tooLarge' | 'noFiles' | 'foreign' | 'unreadable';

export interface Retry {
  action: string;
  fields: Fields;
}

/** With `retry`, the page contains the whole input, to be sent again. */
export function notSentPage(around: Around, wrong: Wrong, retry?: Retry): Buffer {
  const phrasing = phrasesIn(around.language);
  const { phrases } = phrasing;
  const body = html`${NOT_DONE}
<h1>${phrases.notSent}</h1>
<p>${phrases[wrong]}</p>
${retry && again(retry, phrases)}`;
  return page(around, phrasing, { heading: phrases.notSent, body });
}

function again({ action, fields }: Retry, phrases: Phrases): Html {
  return html`<form method="post" action="${action}">
${hiddenIn(fields)}<button>${phrases.sendAgain}</button>
</form>`;
}

/** Only a text area keeps line breaks. */
const hiddenIn = (fields: Fields): Html[] => fields.map(([name, value]) => html`<textarea name="${name}" hidden>\n${value}</textarea>\n`);
