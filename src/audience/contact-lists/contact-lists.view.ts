import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
import { toContactListItem } from '../contacts/contacts.view.ts';
import type { MemberCounts } from './contact-lists.repo.ts';
import type { MemberRow } from './members.repo.ts';

type Schemas = components['schemas'];

export const toContactList = (list: ContactList): Schemas['ContactList'] => ({
  list_id: list.id,
  name: list.name,
  slug: list.slug,
  description: list.description,
  kind: list.kind as Schemas['ContactListKind'],
  rules: null,
  member_count: list.memberCount,
  owner_campaign_id: list.ownerCampaignId,
  created_at: list.createdAt.toISOString(),
  updated_at: list.updatedAt.toISOString(),
});

export const toMember = (row: MemberRow): Schemas['ContactListMember'] => ({
  ...toContactListItem(row),
  member_added_at: row.added_at.toISOString(),
});

export const toMemberCount = (listId: string, { kind, members, blocked }: MemberCounts): Schemas['ContactListMemberCount'] => ({
  list_id: listId,
  kind: kind as Schemas['ContactListKind'],
  member_count: members,
  blocked_count: blocked,
});
