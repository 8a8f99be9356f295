import { archivedNames } from '../../audience/contact-fields/contact-fields.repo.ts';
import { type Prisma, sql } from '../../platform/db.ts';

/**
 * The values of the tags `contact.…`, as an expression over contact `c`: the same in a message and in the addresses that its links
 * lead to.
 * @param email the address that the message goes to, which the contact may have changed since
 */
export const mergeValues = (workspaceId: string, email: Prisma.Sql): Prisma.Sql => sql`
  jsonb_build_object(
    'contact_id', c.id, 'display_name', c.display_name, 'first_name', c.first_name, 'last_name', c.last_name,
    'email', ${email}, 'email_domain', split_part(${email}, '@', -1), 'phone', c.phone, 'company', c.company, 'job_title', c.job_title,
    'address', c.address, 'address2', c.address2, 'city', c.city, 'state', c.state, 'country', c.country, 'zip_code', c.zip_code,
    'lead_status', c.lead_status, 'lifecycle_stage', c.lifecycle_stage, 'service_score', c.service_score,
    'custom', c.custom_fields - ${archivedNames(workspaceId)})`;

/**
 * The values of the tags `campaign.…`, as an expression over delivery `d`, or whatever else is of a visit (`member_id`, `visit`): what a member of a flow was enrolled with, and the pages that
 * were made for it before this visit. NULL where the mail is no flow's.
 */
export const campaignValues: Prisma.Sql = sql`
  CASE WHEN d.member_id IS NOT NULL THEN jsonb_build_object(
    'dynamic', coalesce((SELECT m.dynamic_context FROM flow_memberships m WHERE m.workspace_id = d.workspace_id AND m.id = d.member_id), '{}'),
    'tents', coalesce((
      SELECT jsonb_object_agg(v.step_id, jsonb_build_object('url', v.details -> 'url') ORDER BY v.visit) FROM flow_visits v
      WHERE v.workspace_id = d.workspace_id AND v.member_id = d.member_id AND v.visit < d.visit
        AND v.type = 'create_tent' AND v.details ? 'url'), '{}')) END`;
