import type { Clock } from '../../src/platform/clock.ts';
import { startWire, type WireConnection } from './smtp-wire.ts';

/** The faults of a relay, in any combination. Without any, it accepts everything. */
export interface RelayTrouble {
  /** Above so many messages within 60 seconds, the relay answers `421` and closes, at MAIL or at RCPT. */
  rate?: { perMinute: number; reply?: string; at?: 'mail' | 'rcpt' };
  /** A new recipient is deferred, and accepted from so many minutes after the first attempt. */
  greylist?: { minutes: number; reply?: string };
  /**
   * The connection is cut at every `every`-th message, or with this chance: after DATA (`content`), after the content and before its
   * acceptance (`dot`), or after its acceptance and before the reply (`taken`).
   */
  cut?: { when: 'content' | 'dot' | 'taken'; every?: number; chance?: number; random?: () => number };
  /** The refusal of a command or a content, for all or some recipients. `421` ends the connection. */
  refuse?: { at: 'mail' | 'rcpt' | 'data' | 'content'; reply: string; whom?: (recipient: string) => boolean };
  /** Connections above the limit get this greeting and are closed. */
  connections?: { most: number; greeting?: string };
  /** Connections are cut immediately, or refused with these words. */
  down?: true | string;
  /** The end of all faults, by the clock. */
  until?: Date;
}

export interface RelayedMessage {
  /** Envelope addresses. */
  from: string;
  to: string;
  /** As it stands in the header, with its brackets. */
  messageId: string;
  raw: string;
  /** The time of acceptance, by the relay's clock. */
  at: Date;
}

export interface Relay {
  url: string;
  port: number;
  /** Accepted messages, in order, including those whose sender was cut off before the reply. */
  messages: RelayedMessage[];
  /** Counts of refusals by their first words: `{ '454 4.7.0': 12 }`. Cuts are counted as `cut`. */
  said: Record<string, number>;
  /** Can be replaced at any time. */
  trouble: RelayTrouble;
  /** The maximum of simultaneous connections, without refused ones. */
  mostConnections: number;
  close(): Promise<void>;
}

const DEFAULTS = {
  rate: '454 4.7.0 Throttling failure: Maximum sending rate exceeded.',
  greylist: '450 4.7.1 Greylisted, please try again later',
  connections: '421 4.7.0 Too many connections',
};

/**
 * A relay before all mail servers with scripted faults that end by the given clock:
 * a test moves it, and need not wait.
 */
export async function startRelay(
  clock: Clock,
  trouble: RelayTrouble = {},
  { pipelining = true, port }: { pipelining?: boolean; port?: number } = {},
): Promise<Relay> {
  const taken: number[] = [];
  const firstSeen = new Map<string, number>();
  const served = new Set<WireConnection>();
  let contents = 0;
  const now = (): number => clock.now().getTime();
  const troubles = (): RelayTrouble => (relay.trouble.until && now() >= relay.trouble.until.getTime() ? {} : relay.trouble);
  const count = (what: string) => {
    relay.said[what] = (relay.said[what] ?? 0) + 1;
  };

  function refuse(connection: WireConnection, reply: string): void {
    count(/^\d{3}(?: \d\.\d+\.\d+)?/.exec(reply)?.[0] ?? reply);
    if (reply.startsWith('421')) connection.hangUp(reply);
    else connection.say(reply);
  }
  /** Above the rate now? Old messages are forgotten. */
  function isTooFast({ rate }: RelayTrouble, at: 'mail' | 'rcpt'): boolean {
    if (!rate || (rate.at ?? 'mail') !== at) return false;
    while (taken[0] !== undefined && taken[0] <= now() - 60_000) taken.shift();
    return taken.length >= rate.perMinute;
  }
  function isUnknown({ greylist }: RelayTrouble, recipient: string): boolean {
    if (!greylist) return false;
    const first = firstSeen.get(recipient);
    if (first === undefined) firstSeen.set(recipient, now());
    return first === undefined || now() < first + greylist.minutes * 60_000;
  }
  /** Whether this message's connection is cut at this point. */
  function isCut({ cut }: RelayTrouble, when: string, connection: WireConnection): boolean {
    if (cut?.when !== when || !(cut.every ? contents % cut.every === 0 : (cut.random ?? Math.random)() < (cut.chance ?? 1))) return false;
    count('cut');
    connection.socket.destroy();
    return true;
  }

  const wire = await startWire(
    {
      greet(connection) {
        const { down, connections } = troubles();
        if (down === true) {
          count('cut');
          connection.socket.destroy();
          return;
        }
        const reply = down ?? (connections && served.size >= connections.most ? (connections.greeting ?? DEFAULTS.connections) : undefined);
        if (reply) {
          count(reply.slice(0, 3));
          connection.hangUp(reply);
          return;
        }
        served.add(connection);
        connection.socket.once('close', () => served.delete(connection));
        relay.mostConnections = Math.max(relay.mostConnections, served.size);
        connection.say('220 relay.example ESMTP');
      },
      line(line, connection) {
        const { state, say } = connection;
        const trouble = troubles();
        const refusal = (at: string, recipient: string) =>
          trouble.refuse?.at === at && (trouble.refuse.whom?.(recipient) ?? true) ? trouble.refuse.reply : undefined;
        const address = /<(.*?)>/.exec(line)?.[1] ?? '';
        switch (line.slice(0, 4).toUpperCase()) {
          case 'EHLO':
            return say(
              `250-relay.example\r\n250-8BITMIME\r\n250-ENHANCEDSTATUSCODES${pipelining ? '\r\n250-PIPELINING' : ''}\r\n250 SIZE 50000000`,
            );
          case 'MAIL': {
            if (state.from !== undefined) return say('503 5.5.1 Nested MAIL');
            const reply = isTooFast(trouble, 'mail') ? (trouble.rate?.reply ?? DEFAULTS.rate) : refusal('mail', address);
            if (reply) return refuse(connection, reply);
            state.from = address;
            return say('250 2.1.0 Sender fine');
          }
          case 'RCPT': {
            if (state.from === undefined) return say('503 5.5.1 MAIL first');
            const reply =
              (isTooFast(trouble, 'rcpt') ? (trouble.rate?.reply ?? DEFAULTS.rate) : refusal('rcpt', address)) ??
              (isUnknown(trouble, address) ? (trouble.greylist?.reply ?? DEFAULTS.greylist) : undefined);
            if (reply) return refuse(connection, reply);
            state.to = address;
            return say('250 2.1.5 Recipient fine');
          }
          case 'DATA': {
            if (state.to === undefined) return say('554 5.5.1 No valid recipients');
            const reply = refusal('data', state.to);
            if (reply) return refuse(connection, reply);
            contents += 1;
            if (isCut(trouble, 'content', connection)) return;
            connection.takeContent();
            return say('354 Go on');
          }
          case 'RSET':
            connection.state = {};
            return say('250 2.0.0 Fine');
          case 'NOOP':
            return say('250 2.0.0 Fine');
          case 'QUIT':
            return connection.hangUp('221 2.0.0 Bye');
          default:
            return say('502 5.5.1 Unknown command');
        }
      },
      content(raw, connection) {
        const { from, to } = connection.state;
        const trouble = troubles();
        connection.state = {};
        if (trouble.refuse?.at === 'content' && (trouble.refuse.whom?.(to) ?? true)) return refuse(connection, trouble.refuse.reply);
        if (isCut(trouble, 'dot', connection)) return;
        taken.push(now());
        relay.messages.push({ from, to, raw, messageId: /^Message-ID: (.+)\r$/im.exec(raw)?.[1] ?? '', at: clock.now() });
        if (isCut(trouble, 'taken', connection)) return;
        connection.say('250 2.0.0 Taken');
      },
    },
    port,
  );
  const relay: Relay = { url: wire.url, port: wire.port, messages: [], said: {}, trouble, mostConnections: 0, close: wire.close };
  return relay;
}
