import { randomBytes } from 'node:crypto';
import { resolveTxt } from 'node:dns/promises';
import { AdminError } from './workspaces.service.ts';

/** Asks the DNS for the TXT records of a name, each in its pieces. */
export type LookUp = (name: string) => Promise<string[][]>;

/** What the owner of a domain publishes to show that it is theirs. */
export const newProof = (): string => `bivouac-verification=${randomBytes(16).toString('hex')}`;

/** @throws AdminError when no TXT record of that name holds the proof */
export async function checkProof(name: string, proof: string, lookUp: LookUp = resolveTxt): Promise<void> {
  let records: string[][];
  try {
    records = await lookUp(name);
  } catch (error) {
    throw new AdminError(`No TXT record was found at ${name} (${(error as { code?: string }).code ?? 'no answer'}).`);
  }
  if (!records.some((parts) => parts.join('') === proof)) throw new AdminError(`The TXT record at ${name} does not hold ${proof}.`);
}
