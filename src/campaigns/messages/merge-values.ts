import { CONTACT_TAGS } from '../../audience/contact-field-catalogue.ts';
import { archivedNames } from '../../audience/contact-fields/contact-fields.repo.ts';
import { join, raw, type Sql, sql } from '../../platform/db.ts';
import type { ContactId, DeliveryId, TopicId, WorkspaceId } from '../../platform/ids.ts';
import type { MergeValues } from '../../shared/merge-tags.ts';
import type { Tokens } from '../tracking/tokens.ts';
import type { OwnMessage } from './own.ts';

/**
 * The values of the tags `contact.…`, as an expression over contact `c`: the same in a message and in the addresses of its links.
 * @param email the address that the message goes to, which the contact may have changed since
 */
export const mergeValues = (workspaceId: WorkspaceId, email: Sql): Sql => sql`
  jsonb_build_object(${join(CONTACT_TAGS.map((name) => sql`${raw(`'${name}'`)}, ${columnOf(name, email)}`))},
    'custom', c.custom_fields - ${archivedNames(workspaceId)})`;

function columnOf(name: string, email: Sql): Sql {
  switch (name) {
    case 'contact_id':
      return sql`c.id`;
    case 'email':
      return email;
    case 'email_domain':
      return sql`split_part(${email}, '@', -1)`;
    default:
      return raw(`c.${name}`);
  }
}

/** What let a member into its flow, by the first name of its tags. */
export type EntryContext = Pick<MergeValues, 'event' | 'submission'>;

export type CampaignValues = MergeValues['campaign'] & { entry?: EntryContext };

/** The values of the tags `campaign.…`, `event.…` and `submission.…`. @param campaign null where there is no flow */
export function flowValues(campaign: CampaignValues | null | undefined): Pick<MergeValues, 'campaign' | 'event' | 'submission'> {
  const { entry, ...values } = campaign ?? { dynamic: {} };
  return { campaign: values, event: entry?.event, submission: entry?.submission };
}

/**
 * `CampaignValues`, as an expression over delivery `d`, or any row with `member_id` and `visit`: the member's context, and the pages that
 * were made and the events that were waited for before this visit. NULL where there is no flow.
 */
export const campaignValues: Sql = sql`
  CASE WHEN d.member_id IS NOT NULL THEN jsonb_build_object(
    'dynamic', coalesce((SELECT m.dynamic_context FROM flow_memberships m WHERE m.workspace_id = d.workspace_id AND m.id = d.member_id), '{}'),
    'entry', coalesce((SELECT m.entry_context FROM flow_memberships m WHERE m.workspace_id = d.workspace_id AND m.id = d.member_id), '{}')
      || coalesce((
        SELECT jsonb_build_object('event', v.details -> 'event') FROM flow_visits v
        WHERE v.workspace_id = d.workspace_id AND v.member_id = d.member_id AND v.visit < d.visit AND v.type = 'wait' AND v.details ? 'event'
        ORDER BY v.visit DESC LIMIT 1), '{}'),
    'tents', coalesce((
      SELECT jsonb_object_agg(v.step_id, jsonb_build_object('url', v.details -> 'url') ORDER BY v.visit) FROM flow_visits v
      WHERE v.workspace_id = d.workspace_id AND v.member_id = d.member_id AND v.visit < d.visit
        AND v.type = 'create_tent' AND v.details ? 'url'), '{}')) END`;

interface Recipient {
  deliveryId: DeliveryId;
  /** The address that the message goes to. */
  email: string;
  contact: MergeValues['contact'];
  campaign?: CampaignValues | null | undefined;
}

/** What a message says to one recipient. Copies of a message speak of the recipient, whose delivery has the id of the message. */
export function personalValues(
  { id, workspaceName, own }: { id: string; workspaceName: string; own?: OwnMessage | null | undefined },
  { deliveryId, email, contact, campaign }: Recipient,
  addresses: Pick<MergeValues, 'unsubscribe_url' | 'preferences_url' | 'view_in_browser_url'>,
): MergeValues {
  const about = own && deliveryId !== id ? own.to.email : email;
  return {
    // That of the message, even if the contact has another by now.
    contact: { ...contact, email: about, email_domain: about.slice(about.lastIndexOf('@') + 1) },
    ...flowValues(campaign),
    data: own?.data ?? undefined,
    workspace: { name: workspaceName },
    ...addresses,
  };
}

export interface PersonalAddresses {
  tokens: Tokens;
  baseUrl: string;
}

/** The addresses of this service in a message to one recipient. Operational mail has none to unsubscribe. */
export const addressesFor = (
  { workspaceId, operational, topicId }: { workspaceId: WorkspaceId; operational: boolean; topicId?: TopicId | null | undefined },
  { deliveryId, contactId }: { deliveryId: DeliveryId; contactId: ContactId | null },
  { tokens, baseUrl }: PersonalAddresses,
) => ({
  unsubscribe_url: operational ? '' : `${baseUrl}/u/${tokens.unsubscribe({ workspaceId, deliveryId, contactId, topicId })}`,
  preferences_url: `${baseUrl}/p/${tokens.preferences({ workspaceId, contactId })}`,
  view_in_browser_url: `${baseUrl}/v/${tokens.view({ workspaceId, deliveryId })}`,
});
