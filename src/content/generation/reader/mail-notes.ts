import type { Reading } from './reading.ts';
import { withoutEnds } from './split.ts';

/** "Key points", "Items": what notes are called says nothing to readers. */
const NOTE_HEADING =
  /^(?:(?:key|main|talking|bullet)\s)?(?:points?|details|contents?|highlights?|includes?|mention|messages?|info|items|topics|news|features?|benefits?|what to (?:say|include|mention)|must(?:-| )haves?|facts|notes)(?:\sto\s(?:include|mention|cover))?$/iu;

export function tidyNotes({ brief }: Reading): void {
  for (const part of brief.parts) {
    if (part.heading && NOTE_HEADING.test(part.heading)) delete part.heading;
    if (part.kind !== 'features' && part.kind !== 'steps') continue;
    part.items = part.items.filter(({ lead, text = '' }) => {
      const [, label = '', url] = /^(.{0,40}?)[\s:–-]*(https?:\/\/\S{4,300})$/u.exec(`${lead} ${text}`.trim()) ?? [];
      if (!url || label.split(/\s+/).length > 5) return true;
      if (brief.action.href !== undefined && brief.action.href !== url) return true;
      brief.action.href = url.replace(/\.$/u, '');
      if (label !== '' && !/^(?:link|url|website|cta|button)$/iu.test(label)) brief.action.label ??= label;
      return false;
    });
  }
  brief.parts = brief.parts.filter(({ items }) => items.length > 0);
  if (brief.slots.subject) brief.slots.subject = withoutEnds(brief.slots.subject);
  if (/^(?:cheers|thanks|regards|best|love|from)\s/iu.test(brief.slots.name ?? '')) delete brief.slots.name;
  if (
    /^(?:write|send|draft|create)\b|\b(?:e-?mails?|mail|newsletter|message|reminder|invitation|notice|announcement|confirmation|template|follow[- ]?up|outreach|appeal|notification|series|campaign)\b/iu.test(
      brief.slots.subject ?? '',
    )
  )
    delete brief.slots.subject;
}
