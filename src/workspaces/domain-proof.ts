import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { AdminError } from './workspaces.service.ts';

/** The TXT records of a name, each in its pieces. */
export type LookUp = (name: string) => Promise<string[][]>;

export interface Dns {
  txt: LookUp;
  mx(name: string): Promise<{ exchange: string; priority?: number }[]>;
  a(name: string): Promise<string[]>;
  aaaa(name: string): Promise<string[]>;
}

export interface OpenDns extends Dns {
  /** Ends the look-ups under way. */
  close(): void;
}

/**
 * @param servers such as `192.0.2.1`, `192.0.2.1:5353` or `[2001:db8::1]:53`; none: those of the system
 * @param timeoutMs of the first of two tries: a person waits at a terminal
 */
export function openDns(servers: string[], { timeoutMs = 5_000 } = {}): OpenDns {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (servers.length > 0) resolver.setServers(servers);
  return {
    txt: (name) => resolver.resolveTxt(name),
    mx: (name) => resolver.resolveMx(name),
    a: (name) => resolver.resolve4(name),
    aaaa: (name) => resolver.resolve6(name),
    close: () => resolver.cancel(),
  };
}

export class Unanswered extends AdminError {
  constructor(name: string, cause: unknown) {
    const code = (cause as { code?: string }).code ?? 'no answer';
    super(`The DNS did not answer for ${name} (${code}), so nothing is known; try again later.`);
  }
}

/** There is no such name, nothing of that type at it, or there cannot be such a name. */
const NOT_THERE = ['ENOTFOUND', 'ENODATA', 'EBADNAME'];

/** Empty when the answer is that there is nothing of that name and type. @throws Unanswered */
export async function found<Kind>(name: string, asking: Promise<Kind[]>): Promise<Kind[]> {
  try {
    return await asking;
  } catch (error) {
    if (NOT_THERE.includes((error as { code?: string }).code ?? '')) return [];
    throw new Unanswered(name, error);
  }
}

/** The TXT records of a name, each in one piece. @throws Unanswered */
export const textsAt = async (lookUp: LookUp, name: string): Promise<string[]> =>
  (await found(name, lookUp(name))).map((parts) => parts.join(''));

/** The token that the owner of a domain publishes. */
export const newProof = (): string => `bivouac-verification=${randomBytes(16).toString('hex')}`;

/** @throws AdminError when no TXT record of that name holds the proof, or the DNS does not answer */
export async function checkProof(name: string, proof: string, lookUp: LookUp): Promise<void> {
  const records = await textsAt(lookUp, name);
  if (records.length === 0) throw new AdminError(`No TXT record was found at ${name}.`);
  if (!records.includes(proof)) throw new AdminError(`The TXT record at ${name} does not hold ${proof}.`);
}
