import { isContactTag } from '../../audience/contact-field-catalogue.ts';
import { activeAmong } from '../../audience/contact-fields/contact-fields.repo.ts';
import { type Scope, sql } from '../../platform/db.ts';
import type { EmailId } from '../../platform/ids.ts';
import { MergeTagError, namesIn, type TagName, tagOf } from '../../shared/merge-tags.ts';
import { tagsIn } from '../versions/versions.repo.ts';
import type { Warning } from '../versions/warnings.ts';

const MOST_SHOWN = 20;
const LONGEST_SHOWN = 120;

/** In headers, HTML and plain text. @param which `sent` is the approved version, or the newest one of an email without any */
export async function findNames(
  { db, workspaceId }: Scope,
  emailIds: EmailId[],
  which: 'newest' | 'sent',
): Promise<Map<string, TagName[]>> {
  if (emailIds.length === 0) return new Map();
  const emails = await db.query<{ id: string; tags: string[] }>(sql`
    SELECT e.id::text, coalesce(v.merge_tags, ${tagsIn(sql`v.html`, sql`v.plain_text`)}) || ${tagsIn(sql`e.subject`, sql`e.preview_text`)} AS tags
    FROM documents e
    LEFT JOIN versions v ON v.workspace_id = e.workspace_id AND v.document_id = e.id
      AND v.version = ${which === 'sent' ? sql`coalesce(e.approved_version, e.current_version)` : sql`e.current_version`}
    WHERE e.workspace_id = ${workspaceId}::uuid AND e.id = ANY(${emailIds}::uuid[]) AND e.kind = 'email'`);
  return new Map(emails.map(({ id, tags }) => [id, tags.flatMap((tag) => namesOf(`{{${tag}}}`))]));
}

/** A text with a malformed tag has none. */
export function namesOf(text: string): TagName[] {
  try {
    return namesIn(text);
  } catch (error) {
    if (error instanceof MergeTagError) return [];
    throw error;
  }
}

/** Where tags are filled in. Blasts have no values of a flow, and only emails have a way to unsubscribe. */
export type Place = 'email' | 'blast' | 'flow' | 'step';

/** Tags that name nothing and so become empty text, each once. */
export async function findUnknownTags(ctx: Scope, texts: readonly { names: readonly TagName[]; place: Place }[]): Promise<string[][]> {
  const own = texts.flatMap(({ names }) =>
    names.flatMap(([root, kind, name]) => (root === 'contact' && kind === 'custom' && name ? name : [])),
  );
  const fields = await activeAmong(ctx, [...new Set(own)]);
  return texts.map(({ names, place }) => {
    const unknown = names.filter((name) => !isKnown(name, place, fields)).map(tagOf);
    return [...new Set(unknown)].sort().slice(0, MOST_SHOWN).map(cut);
  });
}

const cut = (tag: string): string => (tag.length > LONGEST_SHOWN ? `${tag.slice(0, LONGEST_SHOWN - 1)}…` : tag);

function isKnown(name: TagName, place: Place, fields: ReadonlySet<string>): boolean {
  const [root, kind = '', key = ''] = name;
  switch (root) {
    case 'contact':
      return kind === 'custom' ? name.length === 3 && fields.has(key) : name.length === 2 && isContactTag(kind);
    case 'campaign':
      if (place === 'blast') return false;
      return kind === 'dynamic' ? name.length === 3 : kind === 'tents' && name.length === 4 && name[3] === 'url';
    case 'event':
    case 'submission':
      return place !== 'blast' && name.length >= 2;
    case 'data':
      // An email may be sent as a message, which has values of its own.
      return place === 'email' && name.length === 2;
    case 'workspace':
      return name.length === 2 && kind === 'name';
    case 'unsubscribe_url':
    case 'preferences_url':
      return name.length === 1 && place !== 'step';
    default:
      return false;
  }
}

export const unknownTagsMessage = (tags: readonly string[]): string =>
  `Merge tags that name nothing become empty text: ${LIST.format(tags)}. ` +
  'Write {{contact.first_name}} for a standard field and {{contact.custom.<api_name>}} for an active field of your own.';

const LIST = new Intl.ListFormat('en');

export async function warnOfTags(ctx: Scope, emailId: EmailId): Promise<Warning[]> {
  const names = (await findNames(ctx, [emailId], 'newest')).get(emailId) ?? [];
  const [tags = []] = await findUnknownTags(ctx, [{ names, place: 'email' }]);
  return tags.length === 0 ? [] : [{ code: 'unknown_merge_tag', message: unknownTagsMessage(tags), tags }];
}

/** Null, or words that follow the name of the field. */
export async function subjectProblem(ctx: Scope, subject: string | null): Promise<string | null> {
  const [tags = []] = await findUnknownTags(ctx, [{ names: namesOf(subject ?? ''), place: 'email' }]);
  return tags.length === 0 ? null : `must not hold merge tags that name nothing: ${LIST.format(tags)}`;
}
