import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
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
  contact_id: row.id,
  display_name: row.display_name,
  first_name: row.first_name,
  last_name: row.last_name,
  email: row.email,
  email_domain: row.email_domain,
  phone: row.phone,
  company: row.company,
  job_title: row.job_title,
  address: row.address,
  address2: row.address2,
  city: row.city,
  state: row.state,
  country: row.country,
  zip_code: row.zip_code,
  lead_status: row.lead_status,
  lifecycle_stage: row.lifecycle_stage,
  service_score: row.service_score,
  unsubscribed: row.unsubscribed,
  marketing_email_subscribed: row.marketing_email_subscribed,
  marketing_sms_subscribed: row.marketing_sms_subscribed,
  original_source: row.original_source,
  original_source_detail: row.original_source_detail,
  last_activity_at: row.last_activity_at?.toISOString() ?? null,
  member_added_at: row.added_at.toISOString(),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
});

export const toMemberCount = (listId: string, { kind, members, blocked }: MemberCounts): Schemas['ContactListMemberCount'] => ({
  list_id: listId,
  kind: kind as Schemas['ContactListKind'],
  member_count: members,
  blocked_count: blocked,
});
