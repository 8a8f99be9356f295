import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { type Clock, later } from '../platform/clock.ts';
import type { WorkspaceId } from '../platform/ids.ts';
import { ToolError } from './api.ts';

/** What a person has agreed to, by name. Always the same facts in the same order. */
export type Facts = Readonly<Record<string, unknown>>;

/** What would leave the service, and the facts that a confirmation depends on. */
export interface Outlook {
  words: string[];
  data: Record<string, unknown>;
  facts: Facts;
}

export interface Action {
  workspaceId: WorkspaceId;
  /** The name of a tool with an identifier, or with its arguments. */
  name: string;
  again: string;
}

/** Long enough to ask a person, too short to be found and used another day. */
export const CONFIRMED_FOR_MINUTES = 30;

type Intent = (string | number)[];

export interface Confirmations {
  /** Permits the action as long as the facts are the same. Short, since an agent has to repeat it. */
  give(action: Action, facts: Facts, intent?: Intent): string;
  /** @throws ToolError for a foreign or expired confirmation, or one of another action or workspace */
  read(action: Action, confirmation: string): { intent: Intent; requireUnchanged(facts: Facts): void };
}

/** The intent, the expiry in seconds, and the concatenated digests of the facts. */
type Content = [intent: Intent, until: number, digests: string];

/** Signed, so that nothing has to be stored meanwhile. */
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
 * The first call of a tool gives a confirmation of exactly its arguments, which the second needs.
 * @param given its arguments, without the confirmation
 * @returns what to answer in place of acting; undefined when it is confirmed
 * @throws ToolError for an invalid confirmation
 */
export function askedFirst(
  { workspaceId, confirmations }: { workspaceId: WorkspaceId; confirmations: Confirmations },
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

/** An agent may repeat keys in another order. */
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

/** 48 bits suffice to notice a change: nobody can try values against a signature that they cannot make. */
const digestOf = (fact: unknown): string =>
  createHash('sha256')
    .update(JSON.stringify(fact) ?? '')
    .digest('base64url')
    .slice(0, DIGEST);
