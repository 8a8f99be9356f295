import type { components } from '../../../generated/api.d.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Issue } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { writeContacts } from '../contacts/contacts.service.ts';
import { holdMatching } from '../visitors/visitors.repo.ts';
import { readAddresses } from './address-list.ts';
import * as repo from './suppressions.repo.ts';

export type AddItem = components['schemas']['SuppressionAddItem'];

/** What became of an item. */
export type Outcome =
  | (repo.SuppressionKey & { status: 'added' | 'known' })
  /** With what is wrong with it. */
  | { status: 'rejected'; issues: Issue[] };

/**
 * Suppresses addresses, each item on its own.
 * @param itemIssues what the document says is wrong with an item, or null
 */
export async function addSuppressions(
  ctx: Ctx,
  { items, itemIssues }: { items: AddItem[]; itemIssues: (Issue[] | null)[] },
): Promise<Outcome[]> {
  const judged = items.map((item, index) => judge(item, itemIssues[index] ?? null));
  const good = judged.flatMap((item) => ('issues' in item ? [] : [{ ...item, source: 'api' }]));
  const added = new Set(good.length === 0 ? [] : (await repo.addSuppressions(ctx, good)).map(nameOf));
  return judged.map((item) => {
    if ('issues' in item) return { status: 'rejected', issues: item.issues };
    const { address, reason } = item;
    // The first of several that say the same is the one that was added.
    return { address, reason, status: added.delete(nameOf(item)) ? 'added' : 'known' };
  });
}

const nameOf = ({ address, reason }: repo.SuppressionKey): string => `${address} ${reason}`;

function judge(
  { address: given, reason = 'manual', detail = null }: AddItem,
  issues: Issue[] | null,
): { issues: Issue[] } | Omit<repo.NewSuppression, 'source'> {
  if (issues) return { issues };
  const address = normaliseEmail(given);
  if (!address) return { issues: [{ path: 'address', message: 'is not a valid email address' }] };
  return { address, reason, detail };
}

/** What became of an address. */
export interface Removal {
  removed: repo.SuppressionKey[];
}

/**
 * Lets addresses be mailed again, in the order in which they are given. Contacts who were unsubscribed are subscribed again where that is
 * the reason, or one of all; everybody who has one of the addresses, or gets it, is held meanwhile, so that nobody is unsubscribed
 * without a row that says so.
 */
export function removeSuppressions(
  ctx: Ctx,
  events: Events,
  { addresses: given, reason }: { addresses: string[]; reason?: repo.Reason | undefined },
): Promise<Removal[]> {
  const wanted = given.map(normaliseEmail);
  const addresses = [...new Set(wanted.filter((address) => address !== null))];
  return transaction(ctx, async (tx) => {
    const removed: repo.SuppressionKey[] = [];
    if (reason === undefined || reason === 'unsubscribed') {
      const held = await holdMatching(tx, addresses);
      const left = held.filter(({ unsubscribed }) => unsubscribed);
      // The row goes with the change of the contact.
      const items = left.map(({ id }) => ({ contact_id: id, unsubscribed: false }));
      await writeContacts(tx, events, { mode: 'update', items, itemIssues: items.map(() => null), mayResubscribe: true });
      removed.push(...left.map(({ email }) => ({ address: email as string, reason: 'unsubscribed' as const })));
    }
    removed.push(...(await repo.removeSuppressions(tx, addresses, reason)));
    return wanted.map((address) => ({ removed: removed.filter((row) => row.address === address) }));
  });
}

export interface ImportCounts {
  added: number;
  known: number;
  invalid: number;
  /** Numbers of lines, the first being 1: of those without an address the first. */
  invalidLines: number[];
}

/**
 * Suppresses a list of addresses for one reason: all of them or none.
 * @throws validation_failed when it cannot be read
 */
export async function importSuppressions(ctx: Ctx, { list, reason }: { list: Buffer; reason: repo.Reason }): Promise<ImportCounts> {
  const { addresses, lines, invalid, invalidLines } = await readAddresses(list);
  const added = await repo.importSuppressions(ctx, { addresses, reason, source: 'import' });
  return { added, known: lines - invalid - added, invalid, invalidLines };
}
