/** A service with the hooks of all providers, sent mails, and their recorded results. */
import { createReturnPaths } from '../../src/campaigns/messages/return-path.ts';
import { sql } from '../../src/platform/db.ts';
import { toUlid } from '../../src/platform/ids.ts';
import { must, prepareBlast, sendNow } from './blast.ts';
import { postfix } from './bounce-mails.ts';
import * as hooks from './hooks.ts';
import { type Line, notingLog } from './log.ts';
import { givenMailed, type Mailed } from './mailed.ts';
import { startTestService, type TestService } from './service.ts';
import { startSmtp } from './smtp.ts';

const BOUNCE_DOMAIN = 'bounces.example.com';
const BOUNCES_SECRET = 'the-secret-of-the-mail-server';
const paths = createReturnPaths('a secret for the tests', BOUNCE_DOMAIN);

/** All providers may post. */
export const HOOKS = {
  BOUNCE_DOMAIN,
  HOOK_SES_TOPICS: hooks.TOPIC,
  HOOK_SENDGRID_PUBLIC_KEY: hooks.SENDGRID_KEY,
  HOOK_POSTMARK_CREDENTIALS: hooks.POSTMARK,
  HOOK_MAILGUN_SIGNING_KEY: hooks.MAILGUN_KEY,
  HOOK_BOUNCES_SECRET: BOUNCES_SECRET,
};

/** Gives the certificate of SNS, and refuses to fetch anything else. */
export const fetchCertificate = async ({ href }: URL): Promise<string> => {
  if (href !== hooks.CERTIFICATE_AT) throw new Error(`Nobody was to ask for ${href}.`);
  return hooks.snsSigner.certificate;
};

/** A bounce mail, as the mail server posts it. */
export const returned = (raw: string): hooks.Posted => ({
  headers: { 'content-type': 'message/rfc822', authorization: `Bearer ${BOUNCES_SECRET}` },
  body: raw,
});

/** A sent delivery. */
export interface Sent {
  id: string;
  contactId: string;
  email: string;
  /** Its Message-ID. */
  messageId: string;
  shownId: string;
}

/** The bounce report of each provider, with `550 5.1.1`. */
export const BOUNCES: [string, (of: Pick<Sent, 'messageId' | 'email'>, now: Date) => hooks.Posted][] = [
  ['ses', ({ messageId, email }, now) => hooks.fromSns({ Message: JSON.stringify(hooks.sesBounce(messageId, email)) }, now)],
  ['sendgrid', ({ messageId, email }, now) => hooks.fromSendgrid([hooks.sendgridEvent(messageId, email)], now)],
  ['postmark', ({ messageId, email }) => hooks.fromPostmark(hooks.postmarkEvent(messageId, email))],
  ['mailgun', ({ messageId, email }, now) => hooks.fromMailgun(hooks.mailgunEvent(messageId, email), now)],
  ['bounces', ({ messageId, email }) => returned(postfix({ id: messageId, to: 'b@example.com', about: email }))],
];

export const TAKEN = { status: 200, body: { received: true } };

export interface FeedbackService extends TestService {
  /** Envelope senders at the mail server. */
  senders: string[];
  /** The lines of the log. */
  logged: Line[];
  /** Sends a blast to two new contacts. */
  sendTwo(): Promise<{ blastId: string; ada: Sent; bo: Sent }>;
  /** Writes the rows of such a blast directly, in a tenth of the time. */
  givenTwo(): Promise<{ blastId: string; ada: Sent; bo: Sent }>;
  post(provider: string, posted: hooks.Posted, query?: string): Promise<{ status: number; body: unknown }>;
  /** The return path of a delivery. */
  pathTo(of: Sent): string;
  delivery(of: Sent): Promise<Record<string, unknown> | undefined>;
  suppressions(of: Sent): Promise<Record<string, unknown>[]>;
  /** The timeline entries of bounces and complaints. */
  entries(of: Sent): Promise<{ type: string; metadata: unknown }[]>;
  /** All that may change, as one text. */
  state(...of: Sent[]): Promise<string>;
  /** A figure of `/metrics`, by its name and labels. */
  figure(line: string): Promise<number>;
}

export async function startFeedbackService(): Promise<FeedbackService> {
  const senders: string[] = [];
  const { log, logged } = notingLog();
  const sink = await startSmtp({
    onMailFrom({ address }, _session, callback) {
      senders.push(address);
      callback();
    },
  });
  const service = await startTestService({ SMTP_URL: sink.url, ...HOOKS }, { fetchText: fetchCertificate, log });
  const { db } = service;

  async function sent(blastId: string): Promise<{ blastId: string; ada: Sent; bo: Sent }> {
    const rows = await db.query<Sent>(sql`
      SELECT id::text, contact_id::text AS "contactId", email FROM deliveries WHERE message_id = ${blastId}::uuid ORDER BY email`);
    const [ada, bo] = rows.map((row) => {
      const shownId = toUlid(row.id);
      return { ...row, shownId, messageId: `<${shownId.toLowerCase()}@example.com>` };
    }) as [Sent, Sent];
    return { blastId, ada, bo };
  }

  const delivery: FeedbackService['delivery'] = async ({ id }) =>
    (
      await db.query<Record<string, unknown>>(sql`
        SELECT status, error, sent_at, delivered_at, bounced_at, complained_at FROM deliveries WHERE id = ${id}::uuid`)
    )[0];
  const suppressions: FeedbackService['suppressions'] = ({ email }) =>
    db.query(sql`SELECT workspace_id::text, reason, source, detail FROM suppressions WHERE address = ${email} ORDER BY reason`);
  const entries: FeedbackService['entries'] = async ({ contactId: contact_id }) => {
    const { items } = await must(service.api.GET('/v1/contacts/{contact_id}/activities', { params: { path: { contact_id } } }));
    return items
      .filter(({ type }) => type === 'email_bounced' || type === 'email_complained')
      .map(({ type, metadata }) => ({ type, metadata }));
  };

  return {
    ...service,
    senders,
    logged,
    async sendTwo() {
      const emails = ['ada', 'bo'].map((name) => `${name}.${Math.random().toString(36).slice(2)}@mail.example`);
      const { blastId } = await prepareBlast(service.api, emails);
      await sendNow(service.api, blastId);
      await service.drain();
      return sent(blastId);
    },
    async givenTwo() {
      const [{ messageId }] = (await givenMailed({ db, workspaceId: service.id }, 2, [])) as [Mailed, Mailed];
      await db.query(sql`
        INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, wake_at)
        VALUES (${service.id}::uuid, ${messageId}::uuid, 'blast', 'bulk', true, 'ended', now())`);
      return sent(messageId);
    },
    async post(provider, { headers, body }, query = '') {
      const response = await fetch(`${service.url}/hooks/${provider}${query}`, { method: 'POST', headers, body });
      return { status: response.status, body: await response.json() };
    },
    pathTo: ({ id }) => paths.write({ workspaceId: service.id, deliveryId: id }),
    delivery,
    suppressions,
    entries,
    async state(...of) {
      const known = [];
      for (const one of of) known.push(await delivery(one), await suppressions(one), await entries(one));
      return JSON.stringify(known);
    },
    async figure(line) {
      const text = await (await fetch(`${service.url}/metrics`)).text();
      const found = text.split('\n').find((other) => other.startsWith(`${line} `));
      return Number(found?.slice(line.length) ?? 0);
    },
    async stop() {
      await service.stop();
      await sink.close();
    },
  };
}
