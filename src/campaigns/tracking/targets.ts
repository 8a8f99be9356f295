import { compileTemplate, type MergeValues, splitMergeTags, TooLongError } from '../../shared/merge-tags.ts';
import { type CampaignValues, flowValues } from '../messages/merge-values.ts';

export interface Target {
  url: string;
  location: string;
}

export interface LinkValues {
  /** Null when the contact has been deleted. */
  contact: MergeValues['contact'] | null;
  /** Null where there is no flow. */
  campaign: CampaignValues | null;
  /** Of a transactional message. */
  data: MergeValues['data'] | null;
  workspaceName: string;
}

/** `target` is null for a link that leads nowhere; a link with merge tags has a target for each person. */
export type Link = { target: Target | null } | { targetFor(values: LinkValues): Target | null };

const LONGEST = 64 * 1024;

export function compileLink(link: string): Link {
  if (!splitMergeTags(link).some(({ tag }) => tag)) return { target: targetOf(link) };
  const template = compileTemplate(link, { escape: false });
  return {
    targetFor: ({ contact, campaign, data, workspaceName }) => {
      const values = {
        contact: encoded(contact ?? { custom: {} }),
        ...encoded(flowValues(campaign)),
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

/** Only the web: a merge value cannot turn the link into anything else. */
function targetOf(url: string): Target | null {
  const parsed = /^https?:\/\//i.test(url) && URL.parse(url);
  // The host as DNS knows it, and the rest percent-encoded where a header needs it.
  return parsed ? { url, location: /^[\x21-\x7e]*$/.test(url) ? url : parsed.href } : null;
}

/** No value, however deep, can end the part of the address in which it stands. */
function encoded<Values>(values: Values): Values {
  if (typeof values === 'string') return encodeURIComponent(values) as Values;
  if (typeof values !== 'object' || values === null) return values;
  if (Array.isArray(values)) return values.map(encoded) as Values;
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encoded(value)])) as Values;
}
