import { compileTemplate, type MergeValues, splitMergeTags, TooLongError } from '../../shared/merge-tags.ts';

/** Where a click leads. */
export interface Target {
  /** As the sender wrote it, tags filled in: what reports show. */
  url: string;
  /** As a browser is told it. */
  location: string;
}

/** Whom merge tags in a link speak of. */
export interface LinkValues {
  contact: MergeValues['contact'];
  campaign: MergeValues['campaign'];
  data?: MergeValues['data'] | null;
  workspaceName: string;
}

/** A link of a message: where it leads, if nowhere then null, or, for one with merge tags, how to find out for somebody. */
export type Link = { target: Target | null } | { targetFor(values: LinkValues): Target | null };

/** No browser follows a longer address. */
const LONGEST = 64 * 1024;

export function compileLink(link: string): Link {
  if (!splitMergeTags(link).some(({ tag }) => tag)) return { target: targetOf(link) };
  const template = compileTemplate(link, { escape: false });
  return {
    targetFor: ({ contact, campaign, data, workspaceName }) => {
      const values = {
        contact: encoded(contact),
        campaign: encoded(campaign),
        data: encoded(data ?? {}),
        workspace: { name: encodeURIComponent(workspaceName) },
        unsubscribe_url: '',
      };
      try {
        return targetOf(template.render(values, LONGEST));
      } catch (error) {
        if (error instanceof TooLongError) return null;
        throw error;
      }
    },
  };
}

/** Only the web: whatever stands in a merge value cannot turn the link into anything else. */
function targetOf(url: string): Target | null {
  const parsed = /^https?:\/\//i.test(url) && URL.parse(url);
  // The host as DNS knows it, and everything else that a header does not take percent-encoded; what needs neither stays as it is.
  return parsed ? { url, location: /^[\x21-\x7e]*$/.test(url) ? url : parsed.href } : null;
}

/** Values made safe for an address, however deep they are: none can end the part of it in which it stands. */
function encoded<Values>(values: Values): Values {
  if (typeof values === 'string') return encodeURIComponent(values) as Values;
  if (typeof values !== 'object' || values === null) return values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(value)])) as Values;
}
