import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later } from '../platform/clock.ts';
import { ToolError } from './api.ts';

/** What somebody has seen and is to agree to: each thing by the words that tell of it, and what it is. Always the same, in the same order. */
export type Facts = Readonly<Record<string, unknown>>;

/** Who may use a confirmation, and for what. */
export interface Whose {
  workspaceId: string;
  blastId: string;
}

/** How it is sent when the confirmation is used. */
export interface Intent {
  operational: boolean;
  /** When to send it; without one at once. */
  sendAt?: string | undefined;
}

/** Long enough to ask a person, too short to be found and used another day. */
export const CONFIRMED_FOR_MINUTES = 30;

export interface Confirmations {
  /** A text that lets exactly this be sent, by this workspace. It is short, since an agent has to repeat it. */
  give(whose: Whose, intent: Intent, facts: Facts): string;
  /** @throws ToolError when it is not ours, is for another blast or of another workspace, or its time is over */
  read(whose: Whose, confirmation: string): { intent: Intent; changedIn: (facts: Facts) => string[] };
}

/** What is in a confirmation: the intent, until when it counts in seconds, and the digests of the facts, one behind the other. */
type Content = [operational: 0 | 1, sendAt: string | 0, until: number, digests: string];

/** Signed, so that only what was prepared and shown can be sent, and nothing has to be kept until then. */
export function createConfirmations(secret: string, clock: Clock): Confirmations {
  const key = createHmac('sha256', secret).update('bivouac confirmations').digest();
  const macOf = ({ workspaceId, blastId }: Whose, payload: string): Buffer =>
    createHmac('sha256', key).update(`${workspaceId}.${blastId}.${payload}`).digest().subarray(0, 16);

  return {
    give(whose, { operational, sendAt }, facts) {
      const until = Math.floor(later(clock, CONFIRMED_FOR_MINUTES * 60_000).getTime() / 1_000);
      const content: Content = [operational ? 1 : 0, sendAt ?? 0, until, Object.values(facts).map(digestOf).join('')];
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${payload}.${macOf(whose, payload).toString('base64url')}`;
    },

    read(whose, confirmation) {
      const [payload = '', signature = '', ...more] = confirmation.split('.');
      const given = Buffer.from(signature, 'base64url');
      const mac = macOf(whose, payload);
      if (more.length > 0 || given.length !== mac.length || !timingSafeEqual(given, mac))
        throw new ToolError(
          'This confirmation was not given out to this workspace for this blast, or was changed. Nothing was sent. Call prepare_blast for one.',
        );
      const [operational, sendAt, until, digests] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Content;
      if (until * 1_000 <= clock.now().getTime())
        throw new ToolError(
          `This confirmation is older than ${CONFIRMED_FOR_MINUTES} minutes. Nothing was sent. Call prepare_blast again and show what it says.`,
        );
      return {
        intent: { operational: operational === 1, sendAt: sendAt || undefined },
        changedIn: (facts) =>
          Object.entries(facts).flatMap(([name, fact], i) =>
            digests.slice(i * DIGEST, (i + 1) * DIGEST) === digestOf(fact) ? [] : [name],
          ),
      };
    },
  };
}

const DIGEST = 8;

/** 48 bits are enough to notice a change: nobody can try values against a signature that they cannot make. */
const digestOf = (fact: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(fact) ?? '')
    .digest('base64url')
    .slice(0, DIGEST);
