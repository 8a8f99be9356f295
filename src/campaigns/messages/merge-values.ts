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
