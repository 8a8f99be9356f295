/** Services as separate processes that send from one database through one mail server, to be killed and replaced. */
import { afterAll } from 'vitest';
import { type Database, sql } from '../../src/platform/db.ts';
import { addDomain } from '../../src/workspaces/sending-domains.ts';
import { type ApiClient, createClient } from './client.ts';
import { haveLeft, openTestDatabase, urlAs } from './database.ts';
import { givenWorkspace } from './given.ts';
import { type ServiceProcess, startProcess } from './process.ts';
import { type SmtpSink, startSmtp } from './smtp.ts';

/** The most messages under way at a kill: two for each of 10 connections, and 200 outcomes not yet written. */
export const IN_FLIGHT = 220;

export interface Sender extends ServiceProcess {
  /** With the key of the workspace. */
  api: ApiClient;
}

export interface Senders {
  db: Database;
  /** One workspace, which may send as `example.com`. */
  workspaceId: string;
  token: string;
  sink: SmtpSink;
  /** Called for each message, before it is accepted. */
  onMessage: () => void;
  /** Each process has its own name in the database. Processes that run after the last test are killed. */
  start(): Promise<Sender>;
  /** Ends the claims of dead processes, without the minute that their leases take. */
  forgetClaims(): Promise<void>;
}

/** Call it at the top of the file. */
export async function openSenders(): Promise<Senders> {
  const { url, db } = await openTestDatabase();
  const { id: workspaceId, token } = await givenWorkspace(db);
  await addDomain(db, { workspaceId, domain: 'example.com', verified: true }, new Date());
  const sink = await startSmtp({ accept: () => senders.onMessage() });
  const running = new Set<ServiceProcess>();
  let lives = 0;
  afterAll(async () => {
    await Promise.all([...running].map(({ kill }) => kill()));
    await sink.close();
  });
  const senders: Senders = {
    db,
    workspaceId,
    token,
    sink,
    onMessage: () => {},
    async start() {
      const name = `life-${++lives}`;
      const service = await startProcess({ DATABASE_URL: urlAs(name, url), SMTP_URL: sink.url, RATE_LIMIT_RPS: '0' });
      running.add(service);
      return {
        ...service,
        api: createClient(service.url, token),
        async kill() {
          running.delete(service);
          await service.kill();
          await haveLeft(db, name);
        },
        async terminate() {
          running.delete(service);
          return service.terminate();
        },
      };
    },
    async forgetClaims() {
      await db.query(sql`UPDATE claims SET lease_until = now() - interval '1 second', last_call = true`);
    },
  };
  return senders;
}

/** The Message-IDs under which each person was mailed. */
export function idsByPerson(messages: SmtpSink['messages']): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  for (const { to, messageId } of messages) ids.set(to, (ids.get(to) ?? new Set()).add(messageId));
  return ids;
}
