import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
import type { MemberCounts } from './contact-lists.repo.ts';
import type { Member } from './members.repo.ts';

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

export const toMember = (member: Member): Schemas['ContactListMember'] => ({
  contact_id: member.id,
  display_name: member.displayName,
  first_name: member.firstName,
  last_name: member.lastName,
  email: member.email,
  email_domain: member.emailDomain,
  phone: member.phone,
  company: member.company,
  job_title: member.jobTitle,
  address: member.address,
  address2: member.address2,
  city: member.city,
  state: member.state,
  country: member.country,
  zip_code: member.zipCode,
  lead_status: member.leadStatus,
  lifecycle_stage: member.lifecycleStage,
  service_score: member.serviceScore,
  unsubscribed: member.unsubscribed,
  marketing_email_subscribed: member.marketingEmailSubscribed,
  marketing_sms_subscribed: member.marketingSmsSubscribed,
  original_source: member.originalSource as Schemas['ContactSource'],
  original_source_detail: member.originalSourceDetail,
  last_activity_at: member.lastActivityAt?.toISOString() ?? null,
  member_added_at: member.addedAt.toISOString(),
  created_at: member.createdAt.toISOString(),
  updated_at: member.updatedAt.toISOString(),
});

export const toMemberCount = (listId: string, { kind, members, blocked }: MemberCounts): Schemas['ContactListMemberCount'] => ({
  list_id: listId,
  kind: kind as Schemas['ContactListKind'],
  member_count: members,
  blocked_count: blocked,
});
