import { createHmac } from 'node:crypto';
import type { VerifySolutionOptions } from 'altcha-lib';
import type { FormPlace } from '../../http/pages/pages.types.ts';
import type { Clock } from '../../platform/clock.ts';
import { later } from '../../platform/clock.ts';

/** A challenge that was solved. It counts once. */
export interface Proof {
  nonce: string;
  expiresAt: Date;
}

/** The field of a form that has the solution, as ALTCHA's widget calls it. */
export const SOLUTION = 'altcha';

const ALGORITHM = 'PBKDF2/SHA-256';
/** Iterations for an attempt; 256 attempts are needed on average. Some tenths of a second for a laptop, two seconds for a phone. */
const COST = 2_000;
const PREFIX = '00';
const VALID_MS = 10 * 60_000;
const LONGEST = 4_096;

type Payload = Pick<VerifySolutionOptions, 'challenge' | 'solution'>;

/** It loads with the first form that has a captcha. */
async function library() {
  const [{ createChallenge, verifySolution }, { deriveKey }] = await Promise.all([
    import('altcha-lib'),
    import('altcha-lib/algorithms/pbkdf2'),
  ]);
  return { createChallenge, verifySolution, deriveKey };
}

/** Challenges are signed and not stored. Each form has a key of its own, so that a solution fits no other form. */
export function createCaptcha({ secret, clock }: { secret: string; clock: Clock }) {
  const keyOf = ({ workspaceId, tentId, formId }: FormPlace): string =>
    createHmac('sha256', secret)
      .update(['bivouac form challenges', workspaceId, tentId, formId].map(encodeURIComponent).join('\n'))
      .digest('base64url');

  return {
    async challenge(place: FormPlace): Promise<object> {
      const { createChallenge, deriveKey } = await library();
      return createChallenge({
        algorithm: ALGORITHM,
        cost: COST,
        keyPrefix: PREFIX,
        expiresAt: later(clock, VALID_MS),
        deriveKey,
        hmacSignatureSecret: keyOf(place),
      });
    },

    /** Undefined for a solution that does not count here. */
    async verify(place: FormPlace, solution: string): Promise<Proof | undefined> {
      const payload = payloadIn(solution);
      const { nonce, expiresAt = 0 } = payload?.challenge.parameters ?? {};
      if (!payload || typeof nonce !== 'string' || expiresAt * 1_000 <= clock.now().getTime()) return undefined;
      const { verifySolution, deriveKey } = await library();
      const { verified } = await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: keyOf(place) });
      return verified ? { nonce, expiresAt: new Date(expiresAt * 1_000) } : undefined;
    },
  };
}

export type Captcha = ReturnType<typeof createCaptcha>;

/** The library checks the signature before it uses anything of the rest. */
function payloadIn(text: string): Payload | undefined {
  if (text.length > LONGEST) return undefined;
  try {
    const payload = JSON.parse(Buffer.from(text, 'base64').toString('utf8'));
    const { parameters, signature } = payload.challenge;
    const isWhole = isObject(parameters) && typeof signature === 'string' && isObject(payload.solution);
    return isWhole ? { challenge: { parameters, signature }, solution: payload.solution } : undefined;
  } catch {
    return undefined;
  }
}

const isObject = (value: unknown): boolean => typeof value === 'object' && value !== null;
