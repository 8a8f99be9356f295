import type { Clock } from '../../src/platform/clock.ts';
import { startWire, type WireConnection } from './smtp-wire.ts';

/** A receiver behind the mail server, which passes its replies on. */
export interface SimulatedReceiver {
  domains: string[];
  /** Above so many messages within 60 seconds, this refusal. */
  limit?: { perMinute: number; reply: string; at: 'rcpt' | 'content' };
  /** A new recipient is deferred, and accepted from so many minutes after the first attempt. */
  greylist?: { minutes: number; reply: string };
}

export interface Receivers {
  url: string;
  /** Accepted messages, in order. */
  messages: { to: string; messageId: string; receiver: string; at: number }[];
  /** How many refusals each receiver gave. */
  refusals: Record<string, number>;
  byName: Record<string, SimulatedReceiver>;
  close(): Promise<void>;
}

/** In the words of their documentation. */
export const WORDS = {
  google:
    '421 4.7.28 Gmail has detected an unusual rate of unsolicited mail originating from your IP address. To protect our users from spam, mail sent from your IP address has been temporarily rate limited.',
  microsoft: '451 4.7.500 Server busy. Please try again later from [192.0.2.1]. (S77719)',
  microsoftReputation: '451 4.7.650 The mail server [192.0.2.1] has been temporarily rate limited due to IP reputation. (S775)',
  yahoo:
    '421 4.7.0 [TSS04] Messages from 192.0.2.1 temporarily deferred due to unexpected volume or user complaints - 4.16.55.1; see https://postmaster.yahooinc.com/error-codes',
  greylist: '450 4.2.0 <someone>: Recipient address rejected: Greylisted, see http://postgrey.schweikert.ch/help',
};

/** A mail server that hands each message to its receiver while the sender waits, and answers in the receiver's words. */
export async function startReceivers(clock: Clock, byName: Record<string, SimulatedReceiver>): Promise<Receivers> {
  const taken = new Map<string, number[]>();
  const firstSeen = new Map<string, number>();
  const now = (): number => clock.now().getTime();

  const receiverOf = (to: string): string => {
    const domain = to.slice(to.lastIndexOf('@') + 1);
    return Object.entries(receivers.byName).find(([, { domains }]) => domains.includes(domain))?.[0] ?? domain;
  };
  function refuse(connection: WireConnection, receiver: string, reply: string): void {
    receivers.refusals[receiver] = (receivers.refusals[receiver] ?? 0) + 1;
    if (reply.startsWith('421')) connection.hangUp(reply);
    else connection.say(reply);
  }
  function refusalOf(to: string, at: 'rcpt' | 'content'): string | undefined {
    const name = receiverOf(to);
    const { limit, greylist } = receivers.byName[name] ?? {};
    const times = taken.get(name) ?? [];
    while (times[0] !== undefined && times[0] <= now() - 60_000) times.shift();
    taken.set(name, times);
    if (limit?.at === at && times.length >= limit.perMinute) return limit.reply;
    if (!greylist || at !== 'rcpt') return undefined;
    const first = firstSeen.get(to) ?? now();
    firstSeen.set(to, first);
    return now() < first + greylist.minutes * 60_000 ? greylist.reply : undefined;
  }

  const wire = await startWire({
    line(line, connection) {
      const { state, say } = connection;
      const address = /<(.*?)>/.exec(line)?.[1] ?? '';
      switch (line.slice(0, 4).toUpperCase()) {
        case 'EHLO':
          return say('250-receivers.example\r\n250-ENHANCEDSTATUSCODES\r\n250-PIPELINING\r\n250 8BITMIME');
        case 'MAIL':
          state.to = undefined;
          return say('250 2.1.0 Fine');
        case 'RCPT': {
          const refusal = refusalOf(address, 'rcpt');
          if (refusal) return refuse(connection, receiverOf(address), refusal);
          state.to = address;
          return say('250 2.1.5 Fine');
        }
        case 'DATA':
          if (state.to === undefined) return say('503 5.5.1 No recipient');
          connection.takeContent();
          return say('354 Go on');
        case 'QUIT':
          return connection.hangUp('221 2.0.0 Bye');
        default:
          return say('250 2.0.0 Fine');
      }
    },
    content(raw, connection) {
      const { to } = connection.state as { to: string };
      const receiver = receiverOf(to);
      const refusal = refusalOf(to, 'content');
      if (refusal) return refuse(connection, receiver, refusal);
      taken.get(receiver)?.push(now());
      receivers.messages.push({ to, receiver, messageId: /^Message-ID: (.+)\r$/im.exec(raw)?.[1] ?? '', at: now() });
      connection.say('250 2.0.0 Taken');
    },
  });
  const receivers: Receivers = { url: wire.url, messages: [], refusals: {}, byName, close: wire.close };
  return receivers;
}
