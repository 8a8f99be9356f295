import { plainPage } from '../../shared/html.ts';
import { type Content, type Html, html } from '../../shared/markup.ts';
import { pageStyle } from '../page-style.ts';

const { style: STYLE, source: STYLE_SOURCE } = pageStyle(new URL('style.css', import.meta.url));

/** Only this style sheet and frames of this origin: nothing in a name can run or be fetched. */
export const PAGE_POLICY = `default-src 'none'; style-src ${STYLE_SOURCE}; frame-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`;

export const sharedPage = (title: string, body: Html): string => plainPage(title, STYLE, body.markup);

export const messagePage = (title: string, text: string): string =>
  sharedPage(
    title,
    html`<main class="message">
<h1>${title}</h1>
<p class="about">${text}</p>
</main>`,
  );

/** Times in the zone of the workspace, which is named beside them. */
export interface Zone {
  name: string;
  time: (at: Date) => Html;
}

export function zoneOf(timezone: string): Zone {
  const name = isKnownZone(timezone) ? timezone : 'UTC';
  const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: name });
  return { name, time: (at) => html`<time datetime="${at.toISOString()}">${format.format(at)}</time>` };
}

/** The database may have zones that this runtime lacks. */
function isKnownZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone });
    return true;
  } catch {
    return false;
  }
}

export const footerOf = (expiresAt: Date, zone: Zone, shows: string): Html => html`<footer>
<p>This address works until ${zone.time(expiresAt)} (${zone.name}), unless it is revoked before. Anyone who has it sees ${shows}.</p>
</footer>`;

export const statusOf = (status: Content): Html => html`<span class="status">${status}</span>`;
