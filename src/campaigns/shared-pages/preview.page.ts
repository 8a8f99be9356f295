import { type Content, type Html, html } from '../../shared/markup.ts';
import { footerOf, sharedPage, statusOf, type Zone } from './layout.ts';
import type { Opened } from './opening.ts';
import type { Preview } from './preview.service.ts';

const VIEW_NAMES = { wide: 'Wide', phone: 'Phone', dark: 'Dark', text: 'Plain text' };
export type View = keyof typeof VIEW_NAMES;

/** What the frame of a page loads: the document alone. */
export const FRAMES = { frame: 'light', 'frame-dark': 'dark' } as const;
export type Scheme = (typeof FRAMES)[keyof typeof FRAMES];

export function viewIn({ choices }: Opened, { mail }: Preview): View {
  const asked = choices.get('view') ?? 'wide';
  return Object.hasOwn(VIEW_NAMES, asked) && (asked !== 'text' || mail) ? (asked as View) : 'wide';
}

export function previewPage(preview: Preview, opened: Opened, { view, zone }: { view: View; zone: Zone }): string {
  const { document, mail } = preview;
  return sharedPage(
    `${document.name} · preview`,
    html`<header>
<h1><bdi>${document.name}</bdi></h1>
<p class="about">${statusOf(document.status)} ${kindOf(preview)}, version ${preview.version}${standing(preview)}</p>
${mail && mailHead(preview, mail)}
<nav class="views" aria-label="Views">
${(Object.keys(VIEW_NAMES) as View[])
  .filter((each) => each !== 'text' || mail)
  .map(
    (each) => html`<a href="${opened.withChoice('view', each)}"${each === view && html` aria-current="page"`}>${VIEW_NAMES[each]}</a>\n`,
  )}</nav>
</header>
<main>
${view === 'text' ? plainText(mail?.text ?? '') : frame(preview, opened, view)}
</main>
${footerOf(opened.expiresAt, zone, preview.contact === null ? 'this preview' : 'this preview with the values of this contact')}`,
  );
}

const kindOf = ({ kind }: Preview): string =>
  ({ email: 'Email', email_template: 'Email template', tent_template: 'Page template', tent: 'Page' })[kind.name];

function standing({ document: { currentVersion, approvedVersion }, version }: Preview): Content {
  const notes = [
    ...(approvedVersion !== null && approvedVersion !== version ? [`version ${approvedVersion} is the approved one`] : []),
    ...(currentVersion !== null && currentVersion > version ? [`version ${currentVersion} is newer`] : []),
  ];
  return notes.length > 0 && `; ${notes.join('; ')}`;
}

function mailHead({ kind, document, contact }: Preview, mail: NonNullable<Preview['mail']>): Html {
  const { fromName, fromAddress } = document;
  const sender = fromAddress === null ? fromName : `${fromName ?? ''} <${fromAddress}>`.trim();
  const values = contact ?? (kind.sendsTags ? 'Merge tags show their defaults' : 'Merge tags are shown as written');
  return html`<dl class="mail">
${field('Subject', mail.subject || 'Not set yet')}
${field('From', sender ?? 'Not set yet')}
${mail.previewText && field('Preview text', mail.previewText)}
${field(contact === null ? 'Values' : 'Written to', values)}
</dl>`;
}

const field = (name: string, value: Content): Html => html`<div><dt>${name}</dt><dd><bdi>${value}</bdi></dd></div>`;

const plainText = (text: string): Html => html`<pre class="text" tabindex="0" role="region" aria-label="Plain text">${text}</pre>`;

function frame({ html: markup, document }: Preview, opened: Opened, view: View): Html {
  const source = opened.withChoice('view', view === 'dark' ? 'frame-dark' : 'frame');
  // The sandbox lets links open a tab and nothing else: no script, no form, no access to this page.
  return html`${view === 'dark' && !SCHEME.test(markup) && html`<p class="about">This has no colours of its own for dark screens; programs and browsers show it as it is, or choose some.</p>\n`}<div class="frame ${view}" role="region" aria-label="${VIEW_NAMES[view]} preview" tabindex="0"><iframe src="${source}" title="${document.name}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>
<p class="about">Scripts and forms do not work in a preview.</p>`;
}

/** Bounded repetitions: the text is anyone's. */
const SCHEME = /\(\s{0,9}prefers-color-scheme\s{0,9}:\s{0,9}(dark|light)\s{0,9}\)/i;
const SCHEMES = new RegExp(SCHEME.source, 'gi');

/** A document that leaves the colours of links and fields to the browser. */
const DECLARED = /(?<!prefers-)color-scheme/i;

/** A page cannot choose the colours of a document in its frame, so the document's own questions are answered here. */
export function inScheme(markup: string, scheme: Scheme): string {
  const answered = markup.replace(SCHEMES, (_question, asked: string) =>
    asked.toLowerCase() === scheme ? '(min-width: 0)' : '(max-width: 0)',
  );
  return DECLARED.test(markup)
    ? answered.replace(/<\/head\s*>/i, (end) => `<style>:root { color-scheme: only ${scheme} !important }</style>${end}`)
    : answered;
}

/** Bounded likewise. Anchors within a document stay in the frame; what leads elsewhere opens a tab. */
const OUTWARD = /<a\b(?=[^>]{0,2000}\shref\s{0,9}=\s{0,9}["']?(?![#"']))/gi;

export const withNewTabs = (markup: string): string => markup.replace(OUTWARD, '<a target="_blank" rel="noopener noreferrer"');
