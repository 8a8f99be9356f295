import { type Db, sql } from '../../../platform/db.ts';

/** As the name of an environment variable has it. */
const upper = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** The environment variable that holds a workspace's secret: its name is the part of the ARN after the last `:` or `/`. */
export const secretVariable = (slug: string, arn: string): string => `SECRET_${upper(slug)}_${upper(arn.replace(/^.*[:/]/s, ''))}`;

/**
 * The secrets that a workspace means, by what it calls them; without those that the operator of the service does not keep for it. A
 * variable that could also be another workspace's, since its slug goes on where this one's ends, belongs to that one: nobody signs in
 * the name of others.
 */
export async function findSecrets(db: Db, slug: string, arns: string[]): Promise<Map<string, string>> {
  const kept = arns.flatMap((arn) => {
    const variable = secretVariable(slug, arn);
    const secret = process.env[variable]?.trim();
    return secret ? [{ arn, variable, secret }] : [];
  });
  if (kept.length === 0) return new Map();
  const owners = await db.query<{ slug: string }>(sql`
    SELECT (SELECT w.slug FROM workspaces w
            WHERE starts_with(v.variable, 'SECRET_' || upper(translate(w.slug, '-', '_')) || '_') ORDER BY length(w.slug) DESC LIMIT 1) AS slug
    FROM unnest(${kept.map(({ variable }) => variable)}::text[]) WITH ORDINALITY AS v (variable, place) ORDER BY v.place`);
  return new Map(kept.filter((_secret, i) => owners[i]?.slug === slug).map(({ arn, secret }) => [arn, secret]));
}
