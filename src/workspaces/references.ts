import type { components } from '../../generated/api.d.ts';
import { type Scope, sql, type Tx } from '../platform/db.ts';
import { DomainError, type ErrorCode } from '../shared/errors.ts';

/*
 * The register of references. Flows and lists have a column `uses`, written with their definition, with a key for each thing that the
 * definition names; blasts name their list and email in columns. This file has the keys and the lock; `campaigns/users.repo.ts`, which sees
 * every kind of user, finds the users of a thing.
 */

export type UsedBy = components['schemas']['UsedBy'];

type ThingKind = 'list' | 'field' | 'field_name' | 'email' | 'topic' | 'email_template' | 'tent_template' | 'tent';

/** The id is written as the API writes it; fields that are named by their `api_name` have a kind of their own. */
export const keyOf = (kind: ThingKind, id: string): string => `${kind}:${id}`;

/** Every key by which definitions name one thing. */
export type Thing = [string, ...string[]];
export const thing = (kind: ThingKind, id: string): Thing => [keyOf(kind, id)];
export const fieldThing = ({ id, apiName }: { id: string; apiName: string }): Thing => [keyOf('field', id), keyOf('field_name', apiName)];

/** Those that need the thing now come first: at most 20, and the count of all. */
export interface Users {
  users: UsedBy[];
  count: number;
}

/**
 * In the order of the things, in one statement.
 * @param options.live only scheduled, sending and paused blasts, and active flows
 */
export type FindUsers = (ctx: Scope, things: Thing[], options?: { live?: boolean }) => Promise<Users[]>;

export const toUsers = ({ users, count }: Users) => ({ used_by: users, used_by_count: count });

export async function showUsers(ctx: Scope, findUsers: FindUsers, thing: Thing) {
  const [users] = await findUsers(ctx, [thing]);
  return toUsers(users ?? { users: [], count: 0 });
}

/**
 * Takes the workspace's lock on references until the transaction ends, before any other lock. `using` is for a transaction that makes a
 * blast or a flow live, or changes what a live one names; several run side by side. `removing` is for one that takes a thing away: it sees
 * every live user, and no user goes live before it ends.
 */
export async function lockReferences({ db, workspaceId }: Scope<Tx>, purpose: 'using' | 'removing'): Promise<void> {
  const key = sql`hashtextextended('references ' || ${workspaceId}::text, 0)`;
  await db.query(
    purpose === 'using'
      ? sql`SELECT 1 AS locked FROM pg_advisory_xact_lock_shared(${key})`
      : sql`SELECT 1 AS locked FROM pg_advisory_xact_lock(${key})`,
  );
}

export interface Removal {
  thing: Thing;
  /** In the message: `This list`. */
  name: string;
  /** The code of the refusal, by the first live user. */
  code?: Record<'email_blast' | 'email_flow', ErrorCode>;
}

/**
 * Nothing live needs the thing, nor will before the transaction ends. Call it before any other lock.
 * @throws DomainError `in_use`, or the removal's own code, with `details.used_by`
 */
export async function beginRemoval(tx: Scope<Tx>, findUsers: FindUsers, { thing, name, code }: Removal): Promise<void> {
  await lockReferences(tx, 'removing');
  const [found] = await findUsers(tx, [thing], { live: true });
  const [first] = found?.users ?? [];
  if (!found || !first) return;
  const message = `${name} is needed by ${describe(first)}${found.count > 1 ? ` and ${found.count - 1} more` : ''}. ${REMEDY[first.type]}`;
  const own = first.type === 'contact_list' ? undefined : code?.[first.type];
  throw new DomainError(own ?? 'in_use', message, toUsers(found));
}

const NOUN: Record<UsedBy['type'], string> = { email_blast: 'blast', email_flow: 'flow', contact_list: 'list' };
const REMEDY: Record<UsedBy['type'], string> = {
  email_blast: 'Unschedule or cancel the blast, or let it finish, first.',
  email_flow: 'Pause the flow first.',
  contact_list: 'Change the list first.',
};

const describe = ({ type, name, status }: UsedBy): string => `the ${status ? `${status} ` : ''}${NOUN[type]} "${name}"`;
