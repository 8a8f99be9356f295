import { escapeHtml, plainPage } from '../../shared/html.ts';

export const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";

const STYLE = `
:root { color-scheme: light dark; --ground: #f4efe4; --card: #fff; --ink: #1d2b27; --soft: #5a6a64; --line: #d9d3c5; --accent: #245c4a; --accent-ink: #fff; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #14201c; --card: #1d2b27; --ink: #f1f4f2; --soft: #a9bab3; --line: #3a4b45; --accent: #8fd3b6; --accent-ink: #10211b; }
}
* { box-sizing: border-box }
body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 24px; background: var(--ground); color: var(--ink); font: 17px/1.55 system-ui, sans-serif }
main { width: 100%; max-width: 460px; padding: 40px 36px; background: var(--card); border-radius: 16px; box-shadow: 0 1px 2px rgb(0 0 0 / .06), 0 12px 40px rgb(0 0 0 / .08) }
h1 { margin: 0 0 12px; font-size: 1.5rem; line-height: 1.25; text-wrap: balance }
p { margin: 0 0 24px; color: var(--soft) }
p:last-child { margin: 0 }
strong { color: var(--ink); font-weight: 600; overflow-wrap: anywhere }
a { color: var(--accent) }
button { width: 100%; padding: 14px 20px; border: 0; border-radius: 10px; background: var(--accent); color: var(--accent-ink); font: inherit; font-weight: 600; cursor: pointer }
button.second { margin-bottom: 16px; background: none; color: var(--accent); border: 1px solid var(--accent) }
:is(button, input, select, summary, a):focus-visible { outline: 3px solid var(--ink); outline-offset: 2px }
small { display: block; margin-top: 16px; color: var(--soft); text-align: center }
fieldset { margin: 0 0 24px; padding: 0; border: 0 }
legend { margin: 0 0 8px; padding: 0; font-weight: 600 }
.choice { display: flex; gap: 12px; align-items: flex-start; padding: 10px 0; border-top: 1px solid var(--line); cursor: pointer }
.choice input { flex: none; width: 20px; height: 20px; margin: 3px 0 0; accent-color: var(--accent) }
.choice span { min-width: 0; overflow-wrap: anywhere }
.choice em { display: block; color: var(--soft); font-style: normal; font-size: .9rem }
.field { display: block; margin: 0 0 24px; font-weight: 600 }
.apart { margin: 0 0 24px }
.apart .choice { border-bottom: 1px solid var(--line) }
select { display: block; width: 100%; margin-top: 8px; padding: 10px 12px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--ink); font: inherit }
details { margin: 28px 0 0 }
summary { padding: 4px 0; font-weight: 600; cursor: pointer }
dl { margin: 12px 0 0; font-size: .95rem }
dt { color: var(--soft) }
dd { margin: 0 0 10px; overflow-wrap: anywhere }
[role=status] { margin: 0 0 20px; padding: 12px 16px; border-radius: 10px; background: var(--ground); color: var(--ink) }
@media (max-width: 480px) { main { padding: 32px 22px } }
`;

/** A page for a recipient of mail, without any request of its own. @param body HTML */
export const recipientPage = (title: string, body: string, language?: string): string =>
  plainPage(title, STYLE, `<main>\n${body}\n</main>`, language);

export interface Words {
  name?: string;
  email?: string | null;
  topics?: string;
}

/** Puts values into a phrase, as text. */
export const inText = (phrase: string, { name = '', email = '', topics = '' }: Words): string =>
  phrase.replace(/\{(name|email|topics)\}/g, (_tag, key: string) => (key === 'name' ? name : key === 'email' ? masked(email) : topics));

/** The same as HTML, with the address set off. */
export const inHtml = (phrase: string, { name = '', email = '', topics = '' }: Words): string =>
  escapeHtml(phrase).replace(/\{(name|email|topics)\}/g, (_tag, key: string) =>
    key === 'name' ? escapeHtml(name) : key === 'email' ? `<strong>${escapeHtml(masked(email))}</strong>` : escapeHtml(topics),
  );

/** Enough to recognise one's own address, not enough for a stranger with a forwarded email. */
function masked(email: string | null): string {
  if (!email) return '•••';
  const at = email.lastIndexOf('@');
  return `${email.slice(0, 1)}•••${email.slice(at)}`;
}
