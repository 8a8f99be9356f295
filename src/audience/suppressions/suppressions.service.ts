import type { components } from '../../../generated/api.d.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { Issue } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { writeContacts } from '../contacts/contacts.service.ts';
import { holdMatching } from '../visitors/visitors.service.ts';
import { readAddresses } from './address-list.ts';
import * as repo from './suppressions.repo.ts';

export type AddItem = components['schemas']['SuppressionAddItem'];

type Given = Omit<repo.NewSuppression, 'source' | 'reason'> & { reason: NonNullable<AddItem['reason']> };

export type Outcome = (Pick<Given, 'address' | 'reason'> & { status: 'added' | 'known' }) | { status: 'rejected'; issues: Issue[] };

/** @param itemIssues the schema's issues of each item, or null */
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
    // Of several equal items the first one was added.
    return { address, reason, status: added.delete(nameOf(item)) ? 'added' : 'known' };
  });
}

const nameOf = ({ address, reason }: repo.SuppressionKey): string => `${address} ${reason}`;

function judge({ address: given, reason = 'manual', detail = null }: AddItem, issues: Issue[] | null): { issues: Issue[] } | Given {
  if (issues) return { issues };
  const address = normaliseEmail(given);
  if (!address) return { issues: [{ path: 'address', message: 'is not a valid email address' }] };
  return { address, reason, detail };
}

/**
 * Returns the removed rows of each address. Contacts that were unsubscribed are subscribed again if the reason allows it. All contacts that have one
 * of the addresses are locked meanwhile, so that none is unsubscribed without a row that says so.
 */
export function removeSuppressions(
  ctx: Ctx,
  events: Events,
  { addresses: given, reason }: { addresses: string[]; reason?: repo.Reason | undefined },
): Promise<repo.SuppressionKey[][]> {
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
    return wanted.map((address) => removed.filter((row) => row.address === address));
  });
}

/**
 * All of them or none.
 * @throws validation_failed when the list cannot be read
 */
export async function importSuppressions(ctx: Ctx, { list, reason }: { list: Buffer; reason: repo.Reason }) {
  const { addresses, lines, invalid, invalidLines } = await readAddresses(list);
  const added = await repo.importSuppressions(ctx, { addresses, reason, source: 'import' });
  return { added, known: lines - invalid - added, invalid, invalidLines };
}
