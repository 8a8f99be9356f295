import type { ContactList } from '../../../generated/prisma/client.ts';
import { type IdSpan, type Membership, membersOf } from '../../audience/contact-lists/members.repo.ts';
import { type Ctx, join, type Sql, sql } from '../../platform/db.ts';

export type AudienceList = Pick<ContactList, 'id' | 'name' | 'kind' | 'rules' | 'memberCount'>;

/** The members of any of the lists, each once, who are on none of those that are left out. */
export interface Audience {
  /** In the order of the request; the first is the blast's `audience_list_id`. */
  lists: [AudienceList, ...AudienceList[]];
  excluded: AudienceList[];
}

/** One static list: its own index finds its members. Those of any other audience are found among the contacts. */
export function staticListOf({ lists, excluded }: Audience): AudienceList | null {
  return lists.length === 1 && excluded.length === 0 && lists[0].kind === 'static' ? lists[0] : null;
}

/** At most so many people; null where rules choose them. */
export function mostMembers({ lists }: Audience): number | null {
  const counts = lists.map(({ memberCount }) => memberCount);
  return counts.includes(null) ? null : counts.reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** A condition on the contact `c` with its moments, as `membersOf` is. */
export async function audienceOf(ctx: Ctx, { lists, excluded }: Audience, span?: IdSpan): Promise<Sql> {
  if (lists.length === 1 && excluded.length === 0) return membersOf(ctx, lists[0], span);
  const anyOf = async (some: readonly Membership[]) =>
    join(await Promise.all(some.map(async (list) => sql`(${await membersOf(ctx, list, span)})`)), ' OR ');
  const members = sql`(${await anyOf(lists)})`;
  return excluded.length === 0 ? members : sql`${members} AND NOT (${await anyOf(excluded)})`;
}
