import { randomBytes } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { AdminError } from './workspaces.service.ts';

/** Asks the DNS for the TXT records of a name, each in its pieces. */
export type LookUp = (name: string) => Promise<string[][]>;

/** Asks twice, for five seconds each: who waits sits before a terminal. */
const resolver = new Resolver({ timeout: 5_000, tries: 2 });
const resolveTxt: LookUp = (name) => resolver.resolveTxt(name);

/** What is asked of the DNS. An MX is its host. */
export interface Dns {
  txt: LookUp;
  mx(name: string): Promise<{ exchange: string }[]>;
}
export const systemDns: Dns = { txt: resolveTxt, mx: (name) => resolver.resolveMx(name) };

/** What the owner of a domain publishes to show that it is theirs. */
export const newProof = (): string => `bivouac-verification=${randomBytes(16).toString('hex')}`;

/** Whether a failed question was answered: there is nothing of that name and type. Anything else says nothing about it. */
export const isNotThere = (error: unknown): boolean => ['ENOTFOUND', 'ENODATA'].includes((error as { code?: string }).code ?? '');

/** For a question that the DNS has not answered. */
export const unanswered = (name: string, error: unknown): string =>
  `The DNS did not answer for ${name} (${(error as { code?: string }).code ?? 'no answer'}), so nothing is known; try again later.`;

/** @throws AdminError when no TXT record of that name holds the proof, or the DNS does not say */
export async function checkProof(name: string, proof: string, lookUp: LookUp = resolveTxt): Promise<void> {
  let records: string[][];
  try {
    records = await lookUp(name);
  } catch (error) {
    if (!isNotThere(error)) throw new AdminError(unanswered(name, error));
    throw new AdminError(`No TXT record was found at ${name} (${(error as { code?: string }).code}).`);
  }
  if (!records.some((parts) => parts.join('') === proof)) throw new AdminError(`The TXT record at ${name} does not hold ${proof}.`);
}
