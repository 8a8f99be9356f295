import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
import { toContactSummary } from '../contacts/contacts.view.ts';
import type { MemberCounts } from './contact-lists.repo.ts';
import type { ListOfContact } from './lists-of-contact.repo.ts';
import type { MemberRow } from './member-page.repo.ts';

type Schemas = components['schemas'];

export const toContactList = (list: ContactList): Schemas['ContactList'] => ({
  list_id: list.id,
  name: list.name,
  slug: list.slug,
  description: list.description,
  kind: list.kind as Schemas['ContactListKind'],
  rules: list.rules as Schemas['ContactListRules'],
  member_count: list.memberCount,
  owner_campaign_id: list.ownerCampaignId,
  created_at: list.createdAt.toISOString(),
  updated_at: list.updatedAt.toISOString(),
});

export const toListOfContact = (list: ListOfContact): Schemas['ContactMembership'] => ({
  list_id: list.id,
  name: list.name,
  slug: list.slug,
  description: list.description,
  kind: list.kind as Schemas['ContactListKind'],
  member_count: list.memberCount,
  member_added_at: list.addedAt.toISOString(),
});

export const toMember = (row: MemberRow): Schemas['ContactListMember'] => ({
  ...toContactSummary(row),
  member_added_at: row.added_at?.toISOString() ?? null,
});

export const toMemberCount = ({ id, kind }: ContactList, { members, blocked }: MemberCounts): Schemas['ContactListMemberCount'] => ({
  list_id: id,
  kind: kind as Schemas['ContactListKind'],
  member_count: members,
  blocked_count: blocked,
});
