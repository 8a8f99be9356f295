import { empty, type Prisma, sql } from '../../platform/db.ts';

/**
 * Says of the contact `c` why it must not be mailed, or NULL when it may be: the one place that knows this rule, for
 * whatever counts, fixes or claims recipients. Operational mail also goes to those who unsubscribed, but never to an
 * address that bounced or to somebody who complained. Whether there is an address at all is another question.
 */
export const suppressionReason = (operational: boolean): Prisma.Sql => sql`CASE
    ${operational ? empty : sql`WHEN c.unsubscribed THEN 'unsubscribed'`}
    WHEN c.email_bounced_at IS NOT NULL THEN 'bounced'
    WHEN c.email_complained_at IS NOT NULL THEN 'complained'
  END`;
