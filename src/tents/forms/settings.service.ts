import type { components } from '../../../generated/api.d.ts';
import { topicsAmong } from '../../audience/consent/topics.repo.ts';
import { findLists } from '../../audience/contact-lists/contact-lists.repo.ts';
import { keepDocument } from '../../content/documents/documents.repo.ts';
import { TENT } from '../../content/documents/kinds.ts';
import { type Ctx, type Scope, type Tx, transaction } from '../../platform/db.ts';
import type { ListId, TentId, TopicId } from '../../platform/ids.ts';
import { type Issue, invalid, missingAmong, notFound, unknown } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { isVerifiedDomain } from '../../workspaces/sending-domains.ts';
import { safeAddress } from '../publishing/addresses.ts';
import { changeSettings, type FormSettings } from './settings.repo.ts';

type Patch = components['schemas']['FormSettingsPatch'];

interface Place {
  tentId: TentId;
  formId: string;
  /** Where the workspace's pages are. */
  pagesOrigin: string;
}

/** The caller has made sure of the form. @throws validation_failed, not_found for the tent or a list */
export const updateSettings = (ctx: Ctx, { pagesOrigin, ...place }: Place, patch: Patch): Promise<void> =>
  transaction(ctx, async (tx) => {
    const changes = await changesIn(tx, patch, pagesOrigin);
    if (!(await keepDocument(tx, TENT, place.tentId))) throw notFound();
    await changeSettings(tx, place, changes);
  });

async function changesIn(tx: Ctx<Tx>, patch: Patch, pagesOrigin: string): Promise<Partial<FormSettings>> {
  const { redirect_url, thank_you, notify, list_ids, allowed_origins, captcha, topic_ids, double_opt_in } = patch;
  const issues: Issue[] = [];
  const changes: Partial<FormSettings> = {
    ...(redirect_url !== undefined && { redirectUrl: redirectIn(redirect_url, pagesOrigin, issues) }),
    ...(thank_you !== undefined && { thankYou: thank_you }),
    ...(notify && { notify: await addressesIn(tx, notify, issues) }),
    ...(list_ids && { listIds: await listsIn(tx, list_ids, issues) }),
    ...(allowed_origins && { allowedOrigins: originsIn(allowed_origins, issues) }),
    ...(captcha !== undefined && { captcha }),
    ...(topic_ids && { topicIds: await topicsIn(tx, topic_ids) }),
    ...(double_opt_in !== undefined && { doubleOptIn: double_opt_in }),
  };
  if (issues.length > 0) throw invalid(...issues);
  return changes;
}

function redirectIn(text: string | null, pagesOrigin: string, issues: Issue[]): string | null {
  if (text === null) return null;
  const address = safeAddress(text, pagesOrigin);
  if (address === null) issues.push({ path: 'redirect_url', message: 'must be an https address, or one of the workspace’s own pages' });
  return address;
}

/** Forms must not mail strangers: an address counts as verified at a domain that the workspace has verified. */
async function addressesIn(scope: Scope, given: readonly string[], issues: Issue[]): Promise<string[]> {
  const addresses = new Set<string>();
  for (const [i, text] of given.entries()) {
    const address = normaliseEmail(text);
    const domain = address?.slice(address.lastIndexOf('@') + 1);
    if (!address || !domain) issues.push({ path: `notify.${i}`, message: 'is not a valid email address' });
    else if (!(await isVerifiedDomain(scope, domain)))
      issues.push({ path: `notify.${i}`, message: `must be at a verified sending domain of the workspace; ${domain} is none` });
    else addresses.add(address);
  }
  return [...addresses];
}

/** @throws not_found */
async function listsIn(scope: Scope, listIds: readonly ListId[], issues: Issue[]): Promise<string[]> {
  const kinds = new Map((await findLists(scope, [...listIds])).map(({ id, kind }) => [id, kind]));
  const missing = listIds.flatMap((id, i) => (kinds.has(id) ? [] : unknown(`list_ids.${i}`)));
  if (missing.length > 0) throw notFound(...missing);
  for (const [i, id] of listIds.entries())
    if (kinds.get(id) !== 'static')
      issues.push({ path: `list_ids.${i}`, message: 'must be a static list: others have no members to choose' });
  return [...listIds];
}

/** @throws not_found */
async function topicsIn(scope: Scope, topicIds: readonly TopicId[]): Promise<string[]> {
  const missing = missingAmong([...topicIds], await topicsAmong(scope, [...topicIds]), (index) => `topic_ids.${index}`);
  if (missing.length > 0) throw notFound(...missing);
  return [...topicIds];
}

function originsIn(given: readonly string[], issues: Issue[]): string[] {
  const origins = given.map((text, i) => {
    const url = URL.parse(text);
    const isOrigin = url && /^https?:$/.test(url.protocol) && url.href === `${url.origin}/`;
    if (!isOrigin) issues.push({ path: `allowed_origins.${i}`, message: 'must be an origin such as https://www.example.com' });
    return url?.origin ?? '';
  });
  return [...new Set(origins)];
}
