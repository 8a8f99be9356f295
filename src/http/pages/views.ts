import { html, pageOf } from '../html.ts';

const STYLE = html`
:root { color-scheme: light dark; --ground: #f4efe4; --ink: #1d2b27; --soft: #55645e; --accent: #245c4a }
@media (prefers-color-scheme: dark) { :root { --ground: #14201c; --ink: #f1f4f2; --soft: #a9bab3; --accent: #8fd3b6 } }
body { margin: 0; min-height: 100vh; min-height: 100svh; display: grid; place-items: center; padding: 24px; box-sizing: border-box; background: var(--ground); color: var(--ink); font: 18px/1.55 system-ui, sans-serif }
main { max-width: 30rem; text-align: center }
svg { width: 112px; height: 64px; color: var(--accent) }
h1 { margin: 24px 0 8px; font-size: 1.625rem; line-height: 1.2; text-wrap: balance }
p { margin: 0 0 24px; color: var(--soft); text-wrap: balance }
a { color: var(--accent); font-weight: 600; text-underline-offset: 3px }
`;

const DRAWING = html`<svg viewBox="0 0 112 64" fill="none" stroke="currentColor" stroke-width="3" stroke-linejoin="round" stroke-linecap="round" aria-hidden="true"><path d="M4 40 30 14l14 14 8-8 12 12" opacity=".45"/><path d="M40 60 68 22l28 38Z"/><path d="m68 22-8 38h16l-8-38-4-6m4 6 4-6"/><path d="M20 60h88" opacity=".45"/></svg>`;

function smallPage(title: string, words: string, home = false): Buffer {
  const head = html`<meta name="robots" content="noindex">\n<style>${STYLE}</style>`;
  const body = html`<main>
${DRAWING}
<h1>${title}</h1>
<p>${words}</p>
${home && html`<a href="/">Go to the home page</a>`}
</main>`;
  return Buffer.from(pageOf({ title, head, body }));
}

const notFound = (home: boolean) =>
  smallPage('There is no page here', 'The address may be mistyped, or what stood here has been taken down.', home);
export const NOT_FOUND = notFound(false);
export const NOT_FOUND_WITH_HOME = notFound(true);
export const GONE = smallPage('This page is no longer here', 'What stood here was here for a time, and the time is over.');
export const UNAVAILABLE = smallPage('This page is resting', 'It cannot be shown right now. Please try again in a moment.');
export const FAILED = smallPage('Something went wrong', 'The page cannot be shown, and the fault is ours. Please try again later.');
export const REFUSED = smallPage('This cannot be understood', 'The request is not one that a browser would send.');
export const NOT_ALLOWED = smallPage('Pages are here to be read', 'Nothing can be sent to this address.');
