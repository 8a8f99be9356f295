import { escapeHtml, plainPage } from '../../shared/html.ts';
import type { Subscription } from './tracking.repo.ts';

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `
:root { color-scheme: light dark; --ground: #f4efe4; --card: #fff; --ink: #1d2b27; --soft: #5a6a64; --accent: #245c4a; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14201c; --card: #1d2b27; --ink: #f1f4f2; --soft: #a9bab3; --accent: #8fd3b6; --accent-ink: #10211b; }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 17px/1.55 system-ui, sans-serif }
main { width: 100%; max-width: 460px; padding: 40px 36px; background: var(--card); border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 40px rgb(0 0 0 / .08) }
h1 { margin: 0 0 12px; font-size: 1.5rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 24px; color: var(--soft) }
p:last-child { margin: 0 }
strong { color: var(--ink); font-weight: 600; overflow-wrap: anywhere }
button { width: 100%; padding: 14px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer }
button:focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
small { display: block; margin-top: 16px; color: var(--soft); text-align: center }
`;

const layout = (title: string, body: string): string => plainPage(title, STYLE, `<main>\n${body}\n</main>`);

export const confirmPage = ({ workspaceName, email }: Subscription): string =>
  layout(
    `Unsubscribe from ${workspaceName}`,
    `<h1>Unsubscribe from ${escapeHtml(workspaceName)}?</h1>
<p>${email ? `We will no longer send newsletters to <strong>${escapeHtml(masked(email))}</strong>.` : 'We will no longer send you newsletters.'}</p>
<form method="post">
<input type="hidden" name="List-Unsubscribe" value="One-Click">
<button type="submit">Unsubscribe</button>
</form>
<small>Changed your mind? Simply close this page.</small>`,
  );

export const donePage = (workspaceName?: string): string =>
  layout(
    'You are unsubscribed',
    `<h1>You are unsubscribed</h1>
<p>${workspaceName ? `${escapeHtml(workspaceName)} will` : 'We will'} not send you newsletters any more. Messages that are on their way already may still arrive.</p>`,
  );

export const gonePage = (): string =>
  layout(
    'This link does not work',
    '<h1>This link does not work</h1>\n<p>It may be incomplete, or what it led to is no longer there. Try it again from the email itself.</p>',
  );

/** For a test that is deleted, with the address that it went to. */
export const testPage = (): string =>
  layout('This was a test', '<h1>This was a test</h1>\n<p>The email was sent to try it out, and is too old for this link to work.</p>');

export const laterPage = (): string =>
  layout('Please try again', '<h1>Please try again</h1>\n<p>We cannot look this up right now. Try it again in a minute.</p>');

/** Enough to recognise one's own address, not enough for a stranger with a forwarded email. */
function masked(email: string): string {
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
