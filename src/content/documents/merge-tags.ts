import { isContactTag, isListTag } from '../../audience/contact-field-catalogue.ts';
import { activeAmong } from '../../audience/contact-fields/contact-fields.repo.ts';
import { type Scope, sql } from '../../platform/db.ts';
import type { EmailId } from '../../platform/ids.ts';
import { type BlockUse, hasBlocks, MergeTagError, namesIn, placeOf, type TagName, tagOf } from '../../shared/merge-tags.ts';
import { apart } from '../versions/apart.ts';
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
  return new Map(emails.map(({ id, tags }) => [id, namesOfTags(tags)]));
}

/** Of tags without their outer braces, in any order. */
function namesOfTags(tags: readonly string[]): TagName[] {
  const blocks = tags.filter((tag) => tag.startsWith('%'));
  const variables = new Set(blocks.flatMap((tag) => /^%-?\s*for\s+(\w+)/.exec(tag)?.[1] ?? []));
  const isVariable = ([root = '']: TagName) => variables.has(root) || (variables.size > 0 && root === 'forloop');
  return tags.flatMap((tag) => namesOf(tag.startsWith('%') ? blockOf(tag) : `{{${tag}}}`)).filter((name) => !isVariable(name));
}

/** The shortest text with the tag of a condition or a loop. Words that stand between and end them have no names. */
function blockOf(tag: string): string {
  const block = `{${tag}}`;
  const [, trim = '', word] = /^%(-?)\s*(\w+)/.exec(tag) ?? [];
  if (word === 'elsif') return `{%${trim} if${tag.slice(tag.indexOf(word) + word.length)}}{% endif %}`;
  return word === 'if' || word === 'unless' || word === 'for' ? `${block}{% end${word} %}` : '';
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
  const fields = await fieldsAmong(
    ctx,
    texts.flatMap(({ names }) => names),
  );
  return texts.map(({ names, place }) => {
    const unknown = names.filter((name) => !isKnown(name, place, fields)).map(tagOf);
    return [...new Set(unknown)].sort().slice(0, MOST_SHOWN).map(cut);
  });
}

/** The types of the custom fields that are named. */
const fieldsAmong = (ctx: Scope, names: readonly TagName[]): Promise<Map<string, string>> => {
  const own = names.flatMap(([root, kind, name]) => (root === 'contact' && kind === 'custom' && name ? name : []));
  return activeAmong(ctx, [...new Set(own)]);
};

const cut = (tag: string): string => (tag.length > LONGEST_SHOWN ? `${tag.slice(0, LONGEST_SHOWN - 1)}…` : tag);

/** The number of entries of a list has a name, too. */
const isKnown = (name: TagName, place: Place, fields: ReadonlyMap<string, string>): boolean =>
  isNamed(name, place, fields) || (name.at(-1) === 'size' && name.length > 2 && isNamed(name.slice(0, -1), place, fields));

function isNamed(name: TagName, place: Place, fields: ReadonlyMap<string, string>): boolean {
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
      return place === 'email' && name.length >= 2;
    case 'workspace':
      return name.length === 2 && kind === 'name';
    case 'unsubscribe_url':
    case 'preferences_url':
    case 'view_in_browser_url':
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

/**
 * The first condition or loop of a text with a name that this workspace does not have, or with a loop over a field that is no list.
 * Expects valid tags.
 * @returns null, or words that follow the name of the field
 */
export async function blockProblem(ctx: Scope, text: string): Promise<string | null> {
  if (!hasBlocks(text)) return null;
  const uses = await apart(ctx.workspaceId, 'blockUses', text);
  const fields = await fieldsAmong(
    ctx,
    uses.map(({ name }) => name),
  );
  for (const use of uses) {
    const problem = problemOfUse(use, fields);
    if (problem) return `holds a condition or a loop at ${placeOf(text, use.offset)} whose ${problem}`;
  }
  return null;
}

function problemOfUse({ name, isList }: BlockUse, fields: ReadonlyMap<string, string>): string | null {
  const shown = tagOf(name).slice(2, -2);
  if (!isKnown(name, 'email', fields)) return `name ${shown} is no field of this workspace`;
  const [root, kind = '', key = ''] = name;
  if (!isList || root !== 'contact') return null;
  const isOfList = kind === 'custom' ? fields.get(key) === 'list' : isListTag(kind);
  return isOfList ? null : `field ${shown} is no list`;
}

/** Null, or words that follow the name of the field. */
export async function subjectProblem(ctx: Scope, subject: string | null): Promise<string | null> {
  const [tags = []] = await findUnknownTags(ctx, [{ names: namesOf(subject ?? ''), place: 'email' }]);
  return tags.length === 0 ? null : `must not hold merge tags that name nothing: ${LIST.format(tags)}`;
}
