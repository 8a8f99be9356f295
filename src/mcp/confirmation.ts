import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later } from '../platform/clock.ts';
import { ToolError } from './api.ts';

/** What a person has seen and agrees to: each thing by the words for it, and what it is. Always the same things, in the same order. */
export type Facts = Readonly<Record<string, unknown>>;

/** What would leave the service: in words, as data, and the facts that a confirmation holds on to. */
export interface Outlook {
  words: string[];
  data: Record<string, unknown>;
  facts: Facts;
}

/** Who may use a confirmation, and for what. */
export interface Action {
  workspaceId: string;
  /** What is done, with everything that decides it: the name of a tool and an identifier, or its arguments. */
  name: string;
  /** How an agent gets a new confirmation. */
  again: string;
}

/** Long enough to ask a person, too short to be found and used another day. */
export const CONFIRMED_FOR_MINUTES = 30;

/** What is kept in a confirmation for its use, as JSON. */
type Intent = (string | number)[];

export interface Confirmations {
  /** A text that lets this be done, as long as the facts are these. It is short, since an agent has to repeat it. */
  give(action: Action, facts: Facts, intent?: Intent): string;
  /** @throws ToolError when it is not ours, is for another action or another workspace, or its time is over */
  read(action: Action, confirmation: string): { intent: Intent; requireUnchanged(facts: Facts): void };
}

/** What is in a confirmation: the intent, until when it counts in seconds, and the digests of the facts, one behind the other. */
type Content = [intent: Intent, until: number, digests: string];

/** Signed, so that only what was shown can be done, and nothing has to be stored until then. */
export function createConfirmations(secret: string, clock: Clock): Confirmations {
  const key = createHmac('sha256', secret).update('bivouac confirmations').digest();
  const macOf = ({ workspaceId, name }: Action, payload: string): Buffer =>
    createHmac('sha256', key).update(`${workspaceId}.${name}.${payload}`).digest().subarray(0, 16);

  return {
    give(action, facts, intent = []) {
      const until = Math.floor(later(clock, CONFIRMED_FOR_MINUTES * 60_000).getTime() / 1_000);
      const content: Content = [intent, until, Object.values(facts).map(digestOf).join('')];
      const payload = Buffer.from(JSON.stringify(content)).toString('base64url');
      return `${payload}.${macOf(action, payload).toString('base64url')}`;
    },

    read(action, confirmation) {
      const [payload = '', signature = '', ...more] = confirmation.split('.');
      const given = Buffer.from(signature, 'base64url');
      const mac = macOf(action, payload);
      if (more.length > 0 || given.length !== mac.length || !timingSafeEqual(given, mac))
        throw new ToolError(
          `This confirmation was given for something else or to another workspace, or was changed. Nothing was done. ${action.again}`,
        );
      const [intent, until, digests] = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Content;
      if (until * 1_000 <= clock.now().getTime())
        throw new ToolError(`This confirmation is older than ${CONFIRMED_FOR_MINUTES} minutes. Nothing was done. ${action.again}`);
      return {
        intent,
        requireUnchanged(facts) {
          const changed = Object.entries(facts).flatMap(([name, fact], i) =>
            digests.slice(i * DIGEST, (i + 1) * DIGEST) === digestOf(fact) ? [] : [name],
          );
          if (changed.length > 0)
            throw new ToolError(
              `Nothing was done: something has changed since it was shown: ${changed.join(', ')}. ${action.again} Show what it says, and ask again.`,
            );
        },
      };
    },
  };
}

/**
 * Lets a tool do something only with a confirmation of exactly that, which its first call gives.
 * @param given its arguments, without the confirmation
 * @returns what to say in place of doing it; undefined when it is confirmed
 * @throws ToolError when the confirmation does not count
 */
export function askedFirst(
  { workspaceId, confirmations }: { workspaceId: string; confirmations: Confirmations },
  tool: string,
  { idempotency_key: _key, ...given }: Record<string, unknown>,
  { words, data, facts }: Outlook,
  confirmation: unknown,
): { words: string; data: Record<string, unknown> } | undefined {
  const again = `Call ${tool} without a confirmation for a new one.`;
  const action = { workspaceId, name: `${tool}.${JSON.stringify(sorted(given))}`, again };
  if (confirmation !== undefined) {
    confirmations.read(action, String(confirmation)).requireUnchanged(facts);
    return undefined;
  }
  const next =
    'Nothing has been done. Show this to the person you work for and ask. With a yes, call again with the same arguments and this ' +
    `"confirmation", within ${CONFIRMED_FOR_MINUTES} minutes.`;
  return {
    words: [...words, next].join('\n'),
    data: { confirmation_required: true, ...data, confirmation: confirmations.give(action, facts) },
  };
}

/** With its keys in one order: an agent may repeat them in another. */
const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : value !== null && typeof value === 'object'
      ? Object.fromEntries(
          Object.entries(value)
            .sort()
            .map(([name, of]) => [name, sorted(of)]),
        )
      : value;

const DIGEST = 8;

/** 48 bits are enough to notice a change: nobody can try values against a signature that they cannot make. */
const digestOf = (fact: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(fact) ?? '')
    .digest('base64url')
    .slice(0, DIGEST);
