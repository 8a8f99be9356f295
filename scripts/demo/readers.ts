import { setTimeout as delay } from 'node:timers/promises';
import { Parser } from 'htmlparser2';
import { DemoError } from './terminal.ts';

interface Mail {
  id: string;
  received_at: string;
}

interface Message {
  headers: [name: string, value: string][];
  html: string;
}

/** An open or a click that comes sooner counts as a machine's. */
const SOONEST_MS = 2_500;

/** How many read, and how many of those follow a link or unsubscribe. */
export interface Readers {
  openers: number;
  clickers: number;
  leavers: number;
}

/**
 * Plays some recipients of mail since a time, spread over all of them. Resolves with the number of opens; it is 0 if the service sends
 * through a mail server, because the mailbox is empty then.
 */
export async function readMailOf(
  baseUrl: string,
  since: string,
  { openers, clickers, leavers }: Readers,
  show: (text: string) => void,
): Promise<number> {
  const received = await mailSince(baseUrl, since);
  const last = Math.max(0, ...received.map(({ received_at }) => Date.parse(received_at)));
  await delay(Math.max(0, last + SOONEST_MS - Date.now()));
  const reading = Math.min(openers, received.length);
  for (let index = 0; index < reading; index += 1) {
    const mail = received[Math.floor((index * received.length) / reading)];
    if (!mail) break;
    const reader = await readMail(baseUrl, mail);
    await reader.open();
    if (index < clickers) await reader.click(index % 2);
    if (index >= openers - leavers) await reader.unsubscribe();
    show(`${index + 1} of ${reading}`);
  }
  return reading;
}

/** The mailbox asks for its password where one is set. */
function mailboxHeaders(): Record<string, string> {
  const { MAILBOX_PASSWORD: password } = process.env;
  return password ? { authorization: `Basic ${Buffer.from(`:${password}`).toString('base64')}` } : {};
}

/** The mail in the built-in mailbox. It is empty if the service sends through a mail server (SMTP_URL). */
async function mailSince(baseUrl: string, since: string): Promise<Mail[]> {
  const answer = await fetch(`${baseUrl}/mailbox/messages.json?limit=500`, { headers: mailboxHeaders() });
  if (answer.status === 404) return [];
  if (!answer.ok) throw new DemoError(`The mailbox answered ${answer.status}: ${(await answer.text()).trim()}`);
  const { messages } = (await answer.json()) as { messages: Mail[] };
  return messages.filter(({ received_at }) => Date.parse(received_at) >= Date.parse(since));
}

/** The actions of a reader, through the addresses in the message. */
interface Reader {
  open(): Promise<void>;
  /** Follows a link of the email, counted from 0. */
  click(position: number): Promise<void>;
  /** As a mail program does behind its own button (RFC 8058). */
  unsubscribe(): Promise<void>;
}

async function readMail(baseUrl: string, { id }: Mail): Promise<Reader> {
  const answer = await expect(200, `${baseUrl}/mailbox/${id}.json`, { headers: mailboxHeaders() });
  const { headers, html } = (await answer.json()) as Message;
  const unsubscribeUrl = headers.find(([name]) => name.toLowerCase() === 'list-unsubscribe')?.[1].match(/<(https?:[^>]+)>/)?.[1];
  const { images, links } = addressesIn(html);
  const tracked = links.filter((link) => link !== unsubscribeUrl);
  return {
    async open() {
      for (const image of images) await expect(200, image);
    },
    async click(position) {
      await expect(302, tracked[position]);
    },
    async unsubscribe() {
      await expect(200, unsubscribeUrl, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
    },
  };
}

function addressesIn(html: string): { images: string[]; links: string[] } {
  const images: string[] = [];
  const links: string[] = [];
  const parser = new Parser({
    onopentag(name, { src, href }) {
      if (name === 'img' && src) images.push(src);
      if (name === 'a' && href) links.push(href);
    },
  });
  parser.end(html);
  return { images, links };
}

/** Redirects are not followed: where they lead is an invented shop. */
async function expect(status: number, url: string | undefined, init: RequestInit = {}): Promise<Response> {
  if (!url) throw new DemoError('A message lacks an address that it should carry.');
  const answer = await fetch(url, { redirect: 'manual', ...init });
  if (answer.status !== status) throw new DemoError(`${url} answered ${answer.status} instead of ${status}.`);
  return answer;
}
