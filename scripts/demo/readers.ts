import { Parser } from 'htmlparser2';
import { DemoError } from './terminal.ts';

export interface Mail {
  id: string;
  received_at: string;
}

interface Message {
  headers: [name: string, value: string][];
  html: string;
}

/** The newest messages in the built-in mailbox, or why there are none to see. */
export async function openMailbox(baseUrl: string): Promise<Mail[] | string> {
  const answer = await fetch(`${baseUrl}/mailbox/messages.json?limit=500`);
  if (answer.ok) return ((await answer.json()) as { messages: Mail[] }).messages;
  if (answer.status === 404) return 'The service sends through a mail server of yours (SMTP_URL), so there is no mailbox to read.';
  return (await answer.text()).trim();
}

/** What one reader does with a message, through the addresses in it: those that everybody has who gets the mail. */
export interface Reader {
  open(): Promise<void>;
  /** Follows a link of the email, counted from 0. */
  click(position: number): Promise<void>;
  /** As a mail program does behind its own button (RFC 8058). */
  unsubscribe(): Promise<void>;
}

export async function readMail(baseUrl: string, { id }: Mail): Promise<Reader> {
  const answer = await expect(200, `${baseUrl}/mailbox/${id}.json`);
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
