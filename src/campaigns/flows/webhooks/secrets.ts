import { type Db, sql } from '../../../platform/db.ts';

const upper = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '_');

/** Named by the part of the ARN after the last `:` or `/`. */
export const secretVariable = (slug: string, arn: string): string => `SECRET_${upper(slug)}_${upper(arn.replace(/^.*[:/]/s, ''))}`;

/**
 * The secrets of a workspace, by ARN, as far as the operator keeps them. A variable that could also belong to a workspace with a longer
 * slug belongs to that one, so no workspace can sign in the name of another.
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
