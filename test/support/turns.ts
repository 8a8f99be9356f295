/** Turns of a message in a ledger, with a scripted mail server, a movable clock, and an origin that records calls. */

import type { Halt } from '../../src/campaigns/deliveries/breaker.repo.ts';
import { type DeliverDependencies, deliveryTurns } from '../../src/campaigns/deliveries/deliver.work.ts';
import type { Claimed } from '../../src/campaigns/deliveries/deliveries.repo.ts';
import { LANES, type Lane } from '../../src/campaigns/deliveries/dispatches.repo.ts';
import type { Origin } from '../../src/campaigns/deliveries/origin.ts';
import { createReceiverLookup } from '../../src/campaigns/deliveries/receivers/lookup.ts';
import type { Prepared } from '../../src/campaigns/messages/composers.ts';
import { sql } from '../../src/platform/db.ts';
import type { Ending, OutgoingMessage, Phase } from '../../src/platform/mail/mailer.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import type { TakeTurn } from '../../src/queue/work.ts';
import { type Ledger, NOW } from './ledger.ts';
import { type Line, notingLog } from './log.ts';

/** The limit of turns, against an endless loop. */
const ENOUGH = 2_000;

const refused = (code: number | null, enhanced: string | null, text: string, phase: Phase = 'rcpt', begun = false): Ending => ({
  accepted: false,
  begun,
  reply: { phase, code, enhanced, text },
});

/** One ending of each kind. */
export const ENDINGS = {
  accepted: { accepted: true, begun: true, reply: { phase: 'content', code: 250, enhanced: '2.0.0', text: 'Ok: queued as 4F1A2B' } },
  bounced: refused(550, '5.1.1', 'No such user'),
  failed: refused(552, '5.2.2', 'Mailbox full'),
  deferred: refused(450, '4.2.0', 'Greylisted'),
  doubtful: refused(554, '5.7.1', 'Relay access denied'),
  throttled: refused(421, '4.7.0', 'Too many messages'),
  unreachable: refused(null, null, 'connect ECONNREFUSED', 'connect'),
  credentials: refused(535, '5.7.8', 'Authentication failed', 'auth'),
  lost: refused(null, null, 'The connection was lost', 'content', true),
} satisfies Record<string, Ending>;
export type Kind = keyof typeof ENDINGS;

export interface TurnsUnderTest {
  now: Date;
  stopping: AbortController;
  capacity: number;
  /** The rate of the transport, in messages a second. */
  most: number | null;
  /** The largest message of the mail server, in bytes. */
  largest: number;
  leaseMs: number;
  /** The recipients of sent messages, in order. */
  sent: string[];
  /** The reply of the mail server to a message; the first one is number 1. */
  answer: (to: string, number: number) => Kind | Promise<Kind>;
  /** Writes one message. */
  compose: (item: { email: string }) => OutgoingMessage | Promise<OutgoingMessage>;
  prepare: () => Promise<Prepared | { error: string }>;
  wanted: Origin['stillWanted'];
  /** The answers of the breaker, one to each look; then it lets mail pass. */
  halts: (Halt | null)[];
  /** The calls of the origin, in words. */
  endings: string[];
  logged: Line[];
  metrics: ReturnType<typeof openMetrics>;
  take(lane?: Lane): Promise<boolean>;
  /** As another process has it. */
  another(): TurnsUnderTest['take'];
}

export function turnsUnderTest(ledger: Ledger): TurnsUnderTest {
  const { log, logged } = notingLog();
  const write = ({ email }: { email: string }): OutgoingMessage => ({ from: 'hello@example.com', to: email, raw: 'hello' });
  const message = { workspaceId: ledger.here.workspaceId, operational: false, sample: null } as Prepared['message'];
  const under: TurnsUnderTest = {
    now: NOW,
    stopping: new AbortController(),
    capacity: 1,
    most: null,
    largest: Number.POSITIVE_INFINITY,
    leaseMs: 30_000,
    sent: [],
    answer: () => 'accepted',
    compose: write,
    prepare: async () => ({ message, composer: { links: [], compose: (item: Pick<Claimed, 'email'>) => under.compose(item) } as never }),
    wanted: sql`TRUE`,
    halts: [],
    endings: [],
    logged,
    metrics: openMetrics(),
    take: (lane = 'bulk') => own(lane, under.stopping.signal),
    another: () => {
      const turns = create();
      return (lane = 'bulk') => turns(lane, under.stopping.signal);
    },
  };
  const origin: Origin = {
    name: 'blast',
    get stillWanted() {
      return under.wanted;
    },
    hold: async () => {},
    stopped: async () => void under.endings.push('stopped'),
    ended: async () => void under.endings.push('ended'),
    findHalt: async () => under.halts.shift() ?? null,
    halted: async (_tx, _message, { reason }) => void under.endings.push(`halted: ${reason}`),
    failed: async (_tx, _message, reason) => void under.endings.push(`failed: ${reason}`),
  };
  const dependencies: Omit<DeliverDependencies, 'enqueue'> = {
    db: ledger.db,
    clock: { now: () => under.now },
    log,
    metrics: under.metrics,
    mailer: {
      get capacity() {
        return under.capacity;
      },
      largest: () => under.largest,
      async send({ to, mayBegin }) {
        if (mayBegin?.() === false) return { ...ENDINGS.unreachable, isLate: true };
        under.sent.push(to.replace('@mail.example', ''));
        if (under.sent.length > ENOUGH) throw new Error('enough');
        return ENDINGS[await under.answer(under.sent.at(-1) as string, under.sent.length)];
      },
      close: async () => {},
    },
    transport: {
      name: 'smtp',
      get most() {
        return under.most;
      },
    },
    testWay: () => {
      throw new Error('no test goes out here');
    },
    receivers: createReceiverLookup({ mx: async () => [], close: () => {} }),
    findComposer: () => under.prepare(),
    origins: { blast: origin, test: origin, flow: origin, transactional: origin },
    onComposed: () => {},
    get leaseMs() {
      return under.leaseMs;
    },
  };
  const create = () => {
    const [interactive, bulk] = LANES.map((lane) => deliveryTurns(dependencies, lane)) as [TakeTurn, TakeTurn];
    return (lane: Lane, stopping: AbortSignal) => (lane === 'bulk' ? bulk : interactive)(stopping, Number.POSITIVE_INFINITY);
  };
  const own = create();
  return under;
}
