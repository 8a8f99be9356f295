import { readDocument } from '../../content/documents/documents.service.ts';
import { EMAIL, type Kind } from '../../content/documents/kinds.ts';
import { findUnknownTags, namesOf, unknownTagsMessage } from '../../content/documents/merge-tags.ts';
import { apart, requireThreadTime } from '../../content/versions/apart.ts';
import type { Warning } from '../../content/versions/warnings.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import type { ContactId, EmailId } from '../../platform/ids.ts';
import { DomainError, notFound, unknown } from '../../shared/errors.ts';
import { type MergeValues, type TagName, tagOf } from '../../shared/merge-tags.ts';
import type { ComposerOptions } from '../messages/composer.ts';
import { type Rendered, renderMessage } from '../messages/rendered.ts';
import { findSample } from '../tests/tests.repo.ts';
import { findVersion } from './render.repo.ts';

export interface RenderRequest {
  /** Of an email or an email template. */
  kind?: Kind;
  contactId?: ContactId | undefined;
  data?: MergeValues['data'];
  version?: number | undefined;
  operational: boolean;
}

export interface RenderedEmail extends Rendered {
  version: number;
  warnings: Warning[];
}

/**
 * An email as a recipient would get it, with nothing sent.
 * @throws not_found, email_not_ready, budget_exceeded, or validation_failed where the values make too much of it
 */
export async function renderEmail(
  ctx: Ctx,
  how: Pick<ComposerOptions, 'tokens' | 'baseUrl'>,
  emailId: EmailId,
  { kind = EMAIL, contactId, data = {}, version: asked, operational }: RenderRequest,
): Promise<RenderedEmail> {
  const { email, contact, unknownTags } = await transaction(ctx, async (tx) => {
    const document = await readDocument(tx, kind, emailId);
    if (!document) throw notFound();
    const version = asked ?? document.currentVersion;
    if (version === null) throw new DomainError(kind.notReady, `The ${kind.noun} has no completed version yet.`);
    const email = await findVersion(tx, emailId, version);
    if (!email) throw notFound(unknown('version'));
    const contact = contactId === undefined ? null : await findSample(tx, contactId);
    if (contact === undefined) throw notFound(unknown('contact_id'));
    const names = namesIn(email);
    const [tags = []] = await findUnknownTags(tx, [{ names, place: 'email' }]);
    return { email, contact, unknownTags: [...new Set([...tags, ...withoutValue(names, data)])].sort() };
  });
  await requireThreadTime(ctx, email.html);
  const rendered = await renderMessage(
    { ...email, workspaceId: ctx.workspaceId, operational },
    {
      contact: contact ?? { custom: {} },
      data,
      campaign: { dynamic: {} },
      workspace: { name: email.workspaceName },
      unsubscribe_url: '#',
      preferences_url: '#',
      view_in_browser_url: '#',
    },
    how,
  );
  const warnings = await apart(ctx.workspaceId, 'mailWarnings', email.html, email.previewText);
  if (unknownTags.length > 0) warnings.push({ code: 'unknown_merge_tag', message: unknownTagsMessage(unknownTags), tags: unknownTags });
  return { ...rendered, version: email.version, warnings };
}

const namesIn = ({ subject, previewText, html, plainText }: { subject: string; previewText: string; html: string; plainText: string }) =>
  [subject, previewText, html, plainText].flatMap(namesOf);

/** The tags of values of one's own that are not among those given. */
const withoutValue = (names: TagName[], data: object): string[] =>
  names.filter(([root, key]) => root === 'data' && key !== undefined && !Object.hasOwn(data, key)).map(tagOf);
