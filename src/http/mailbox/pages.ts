import type { Message } from '../../platform/mailbox/message.ts';
import type { CaughtMail, ListedMail, MailOwner } from '../../platform/mailbox.ts';
import { type Content, Html, html, pageOf } from '../html.ts';
import { MARK_ADDRESS, mark } from '../mark.ts';
import type { Link } from './links.ts';

/** Every link keeps the reader's place, so that opening a message does not lose the list. */
export interface Place {
  search: string;
  before: string | undefined;
  workspace?: string | undefined;
}

export type ListItem = Pick<ListedMail, 'id' | 'receivedAt' | 'recipients' | 'subject'> & { from: string };

export interface List {
  items: ListItem[];
  hasOlder: boolean;
  owners: MailOwner[];
  newest: string | null;
}

export type OpenMail = CaughtMail & { message: Message };

export interface Reading {
  mail: OpenMail;
  view: View;
  links: readonly Link[];
  wantsPictures: boolean;
}

const VIEWS = ['html', 'phone', 'text', 'links', 'headers', 'source'] as const;
export type View = (typeof VIEWS)[number];

const VIEW_NAMES: Record<View, string> = {
  html: 'HTML',
  phone: 'Phone',
  text: 'Text',
  links: 'Links',
  headers: 'Headers',
  source: 'Source',
};
/** 25 MB of base64 help no reader; the whole message can be downloaded. */
const SHOWN_SOURCE_BYTES = 256 * 1024;

export function viewsOf({ html: markup, text }: Message): View[] {
  const has = {
    html: markup !== null,
    phone: markup !== null,
    text: text !== null,
    links: markup !== null || text !== null,
    headers: true,
    source: true,
  };
  return VIEWS.filter((view) => has[view]);
}

export function mailboxPage(list: List, place: Place, baseUrl: string, open?: Reading): string {
  const title = open ? subjectLine(open.mail.subject) : place.search ? `“${place.search}”` : 'Mail';
  const nothing = list.items.length === 0 && !open;
  const isFiltered = Boolean(place.search || place.before || place.workspace);
  const content = nothing
    ? html`<main class="alone">${isFiltered ? nothingFound(place) : nothingYet(baseUrl)}</main>`
    : html`<main class="panes ${open ? 'reading' : 'listing'}">
${messageList(list, place, open?.mail.id)}
${open ? reader(open, place) : nothingOpen}
</main>`;
  return page(title, place, { content, list });
}

export const notFoundPage = (): string =>
  page(
    'Not here',
    { search: '', before: undefined },
    {
      content: html`<main class="alone"><section class="note">
${mark}
<h1>This message is not here</h1>
<p>The mailbox keeps the newest 10,000 messages. It may have been one of the older ones.</p>
<p><a class="button" href="/mailbox">Back to the mailbox</a></p>
</section></main>`,
    },
  );

function page(title: string, place: Place, { content, list }: { content: Html; list?: List }): string {
  const head = html`<meta name="color-scheme" content="light dark">
<script src="/docs/scheme.js"></script>
<link rel="icon" href="${MARK_ADDRESS}">
<link rel="stylesheet" href="/mailbox/style.css">
<script src="/mailbox/keys.js" defer></script>
<script src="/mailbox/live.js" defer></script>`;
  const body = html`<header class="bar">
<a class="brand" href="/mailbox">${mark}<span>Bivouac <b>mailbox</b></span></a>
<form role="search" action="/mailbox"><input type="search" name="q" value="${place.search}" placeholder="Search mail" aria-label="Search subjects, recipients and texts" aria-keyshortcuts="/">
${list && list.owners.length > 1 && ownerChoice(list.owners, place.workspace)}</form>
<a class="button refresh" href="${link('/mailbox', filterOf(place))}">Refresh</a>
${list && list.items.length > 0 && html`<form class="clear" method="post" action="${link('/mailbox/clear', { workspace: place.workspace })}"><button class="button">Clear</button></form>`}
<button type="button" class="scheme" hidden></button>
</header>
${content}`;
  return pageOf({ title: `${title} · Bivouac mailbox`, head, body });
}

const filterOf = ({ search, workspace }: Place) => ({ q: search, workspace });

const ownerChoice = (owners: MailOwner[], chosen: string | undefined): Html => html`<select name="workspace" aria-label="Workspace">
<option value="">All workspaces</option>
${owners.map(({ id, name }) => html`<option value="${id}" ${id === chosen && new Html('selected')}>${name}</option>\n`)}
</select><button class="button">Show</button>`;

function messageList({ items, hasOlder, newest }: List, place: Place, openId: string | undefined): Html {
  const last = items.at(-1);
  return html`<nav class="list" aria-label="Messages" data-newest="${newest ?? ''}">
${!openId && html`<h1 class="unseen">Messages</h1>`}
${days(items).map(
  ([day, messages]) => html`<section>
<h2>${day}</h2>
<ol>${messages.map((item) => listItem(item, place, item.id === openId))}</ol>
</section>
`,
)}
${items.length === 0 && html`<p class="end">No messages here.</p>`}
${
  (place.before || hasOlder) &&
  html`<p class="paging">
${place.before ? html`<a href="${link('/mailbox', filterOf(place))}">← Newest</a>` : html`<span></span>`}
${hasOlder && last && html`<a rel="next" href="${link('/mailbox', { ...filterOf(place), before: last.id })}">Older →</a>`}
</p>`
}
</nav>`;
}

function listItem({ id, receivedAt, recipients, subject, from }: ListItem, place: Place, isOpen: boolean): Html {
  const [first = 'no recipient', ...others] = recipients;
  return html`<li><a class="item" href="${link(`/mailbox/${id}`, { ...filterOf(place), before: place.before })}" ${isOpen && new Html('aria-current="true" autofocus')}>
<span class="to">${first}${others.length > 0 && html` <i>+${others.length}</i>`}</span>
<time datetime="${receivedAt.toISOString()}">${clockTime.format(receivedAt)}</time>
<span class="subject">${subjectLine(subject)}</span>
<span class="from">${from || 'no sender'}</span>
</a></li>`;
}

const nothingOpen = html`<section class="reader note">
${mark}
<p>Choose a message to read it.</p>
<p class="quiet">Everything Bivouac sends ends up here, and no one else receives it, as long as <code>SMTP_URL</code> is not set.</p>
<p class="quiet keys" hidden><kbd>j</kbd> and <kbd>k</kbd> go down and up, <kbd>Enter</kbd> opens, <kbd>Esc</kbd> goes back, <kbd>/</kbd> searches.</p>
</section>`;

const nothingYet = (baseUrl: string): Html => html`<section class="note">
${mark}
<h1>No mail yet</h1>
<p>Everything Bivouac sends is caught here, and nobody receives it, as long as <code>SMTP_URL</code> is not set. Send a blast, then refresh this page:</p>
<pre>curl -X POST ${baseUrl}/v1/email-blasts/{blastId}/send-now \\
  -H "Authorization: Bearer $BIVOUAC_API_KEY"</pre>
<p class="quiet">How to write an email and choose its readers is in the <a href="${baseUrl}/docs">API reference</a>.</p>
</section>`;

const nothingFound = ({ search }: Place): Html => html`<section class="note">
${mark}
<h1>Nothing found</h1>
<p>${search ? html`No subject, recipient or text contains “${search}”.` : 'There are no older messages.'}</p>
<p><a class="button" href="/mailbox">Show all mail</a></p>
</section>`;

function reader(reading: Reading, place: Place): Html {
  const { mail, view } = reading;
  const { id, message, receivedAt, recipients, subject, sender, raw } = mail;
  const at = (target: View) => link(`/mailbox/${id}`, { view: target, ...filterOf(place), before: place.before });
  const inHeader = `${message.to ?? ''}, ${message.cc ?? ''}`.toLowerCase();
  const hidden = recipients.filter((recipient) => !inHeader.includes(recipient.toLowerCase()));
  return html`<article class="reader view-${view}">
<header>
<a class="back" aria-keyshortcuts="Escape" href="${link('/mailbox', { ...filterOf(place), before: place.before })}">← All messages</a>
<h1>${subjectLine(subject)}</h1>
<dl>
${field('From', message.from ?? (sender || 'no sender'))}
${field('To', message.to ?? recipients.join(', '))}
${message.cc && field('Cc', message.cc)}
${message.to && hidden.length > 0 && field('Also to', hidden.join(', '))}
${field('Date', html`<time datetime="${receivedAt.toISOString()}">${moment.format(message.date ?? receivedAt)}</time>`)}
${
  message.attachments.length > 0 &&
  field(
    'Files',
    message.attachments.map(
      ({ name, bytes }, place) => html`<a class="file" href="/mailbox/${id}/files/${place}" download>${name} <i>${size(bytes)}</i></a> `,
    ),
  )
}
</dl>
<nav class="tabs" aria-label="Views of this message">
${viewsOf(message).map((each) => html`<a class="to-${each}" href="${at(each)}" ${each === view && new Html('aria-current="page"')}>${VIEW_NAMES[each]}</a>`)}
<form method="post" action="/mailbox/${id}/delete"><button class="plain">Delete</button></form>
<a class="download" href="/mailbox/${id}/raw" download>Download <i>${size(raw.length)}</i></a>
</nav>
</header>
${body(reading, place)}
</article>`;
}

const field = (name: string, value: Content): Html => html`<div><dt>${name}</dt><dd>${value}</dd></div>`;

function body({ mail: { id, message, raw, subject }, view, links, wantsPictures }: Reading, place: Place): Html {
  if (view === 'links') return linkList(id, links);
  if (view === 'html' || view === 'phone') {
    // The sandbox lets links open a tab and nothing else: no script, no form, no access to this page.
    const pictures = wantsPictures ? 'all' : undefined;
    const isHolding = !wantsPictures && hasRemotePictures(message.html ?? '');
    const all = link(`/mailbox/${id}`, { view, ...filterOf(place), before: place.before, pictures: 'all' });
    return html`${isHolding && html`<p class="held">Pictures of other sites are not loaded. <a href="${all}">Load them</a></p>`}
<div class="frame"><iframe src="${link(`/mailbox/${id}/html`, { pictures })}" title="${subjectLine(subject)}" sandbox="allow-popups allow-popups-to-escape-sandbox"></iframe></div>`;
  }
  if (view === 'headers') {
    return html`<table class="fields"><tbody>${message.headers.map(([name, value]) => html`<tr><th scope="row">${name}</th><td>${value}</td></tr>\n`)}</tbody></table>`;
  }
  if (view === 'text') return html`<pre class="text">${withLinks(message.text ?? '')}</pre>`;
  const source = Buffer.from(raw.subarray(0, SHOWN_SOURCE_BYTES)).toString('utf8');
  return html`<pre class="source">${source}</pre>
${raw.length > SHOWN_SOURCE_BYTES && html`<p class="end">This is the beginning. <a href="/mailbox/${id}/raw" download>Download all ${size(raw.length)}</a></p>`}`;
}

const hasRemotePictures = (markup: string): boolean =>
  /<img\b[^>]*\bsrc\s*=\s*["']?(?:https?:)?\/\/|url\(\s*["']?(?:https?:)?\/\//i.test(markup);

const linkList = (id: string, links: readonly Link[]): Html =>
  links.length === 0
    ? html`<p class="end">There is no link in this message.</p>`
    : html`<form class="check" method="post" action="/mailbox/${id}/check-links"><button class="button">Check links</button>
<span class="quiet">Asks for each web address once, the first 50, from this service.</span></form>
<table class="fields links"><tbody>${links.map(
        ({ url, fault, outcome }) =>
          html`<tr><td>${/^(https?|mailto|tel):/i.test(url) ? html`<a href="${url}" target="_blank" rel="noopener noreferrer">${url}</a>` : url}</td>
<td class="${outcome?.isFine === false || fault ? 'bad' : 'good'}">${[outcome?.words, fault].filter(Boolean).join(' ') || 'Not checked yet.'}</td></tr>\n`,
      )}</tbody></table>`;

const withLinks = (text: string): Content[] =>
  text
    .split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]])/)
    .map((part, index) => (index % 2 === 1 ? html`<a href="${part}" target="_blank" rel="noopener noreferrer">${part}</a>` : part));

/** Links open a tab of their own. Goes after the doctype, without which browsers draw in quirks mode. */
export function withNewTabs(markup: string): string {
  const doctype = /<!doctype[^>]*>/i.exec(markup);
  const end = doctype ? doctype.index + doctype[0].length : 0;
  return `${markup.slice(0, end)}<base target="_blank">${markup.slice(end)}`;
}

const subjectLine = (subject: string): string => subject || '(no subject)';

function link(path: string, parameters: Record<string, string | undefined>): string {
  const given = Object.entries(parameters).filter((entry): entry is [string, string] => Boolean(entry[1]));
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}

// The reader is at this machine, and in its time zone.
const clockTime = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' });
const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'medium' });

function days(items: ListItem[]): [day: string, items: ListItem[]][] {
  return [...Map.groupBy(items, ({ receivedAt }) => dayName.format(receivedAt))];
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${Math.round(bytes / 1_000)} KB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}
