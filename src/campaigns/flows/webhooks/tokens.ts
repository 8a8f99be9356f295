import { createSealing } from '../../../platform/sealing.ts';
import type { FlowRef } from '../engine/runs.ts';
import { WebhookError } from './request.ts';

/** What the kept form of a token begins with. No token that clients send has a colon. */
const MARK = 'sealed:';

/** A step of a flow. */
export type TokenPlace = FlowRef & { stepId: string };

/** Tokens of webhooks as the database keeps them: sealed, each for its step. */
export interface Tokens {
  seal(place: TokenPlace, token: string): string;
  /**
   * The token itself. One that versions before 1.2 wrote is plain until it is sealed.
   * @throws WebhookError when it was stored under another secret
   */
  open(place: TokenPlace, kept: string): string;
}

export const isSealed = (kept: string): boolean => kept.startsWith(MARK);

export function createTokenSealing(secret: string): Tokens {
  const sealing = createSealing(secret, 'bivouac webhook tokens');
  const nameOf = ({ workspaceId, flowId, stepId }: TokenPlace) => `${workspaceId}/${flowId}/${stepId}`;
  return {
    seal: (place, token) => `${MARK}${sealing.seal(nameOf(place), Buffer.from(token)).toString('base64')}`,
    open(place, kept) {
      if (!isSealed(kept)) return kept;
      try {
        return sealing.open(nameOf(place), Buffer.from(kept.slice(MARK.length), 'base64')).toString();
      } catch {
        throw new WebhookError('The token of the step cannot be read: it was stored under another APP_SECRET. Send it again.');
      }
    },
  };
}
