/** The findings of blasts and flows, and what to do about each: the target of `documentation_url` in `help`. */
import { REMEDIES } from '../../src/campaigns/readiness-help.ts';
import type { Document } from '../../src/http/contract.ts';
import { linkerOf } from './links.ts';

/** In Markdown with the document's own links, by code. */
export function readinessPage(document: Document): string {
  const link = linkerOf(document);
  return [
    '# Readiness',
    'Each finding of `approval_readiness` of a blast and `activation_readiness` of a flow, with its remedy. What a code means is described at [the blast](op:getEmailBlast) and [the flow](op:getEmailFlow).',
    ...Object.entries(REMEDIES).flatMap(([code, remedy]) => [`## ${code}`, link(remedy).linked]),
  ].join('\n\n');
}
