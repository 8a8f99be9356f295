import { sixDigits } from '../../scaffold.ts';
import type { Draft, Note } from '../draft/draft.ts';
import { rendered } from '../draft/render.ts';
import { type Commission, GenerationRefused, type Written } from '../generator.ts';
import { judgeBrief, judgeDraft } from '../judge/judge.ts';
import type { Brief } from '../reader/brief.ts';
import { readBrief } from '../reader/read.ts';
import { fillEmail } from './fill-email.ts';
import { fillPage, type Surroundings } from './fill-page.ts';
import { trade, wordsOf } from './library.ts';
import { givenFacts } from './values.ts';

/** The same commission gives the same draft. @throws GenerationRefused */
export function writeFresh(commission: Commission): Written {
  const { kind, prompt, facts, isTemplate } = commission;
  const brief = readBrief(prompt, kind);
  givenFacts(brief, facts);
  if (saysNothing(brief)) throw new GenerationRefused(kind === 'page' ? NOTHING_FOR_A_PAGE : NOTHING_FOR_AN_EMAIL);
  const around = surroundingsOf(commission);
  const filled = kind === 'page' ? fillPage(brief, around) : fillEmail(brief, around);
  const { draft, html } = rendered(filled, kind);
  const notes = once([...brief.notes, ...judgeDraft({ draft, kind, isTemplate, html }), ...judgeBrief(draft, brief)]);
  const operational = 'operational' in draft && draft.operational === true;
  return { draft, html, notes, summary: summaryOf(draft, brief), ...(kind === 'email' && { operational }) };
}

const NOTHING_FOR_A_PAGE =
  'The prompt does not say what the page is about. Say it in a sentence, for example: "A page for a bakery in Leeds, with a form for cake orders".';
const NOTHING_FOR_AN_EMAIL =
  'The prompt does not say what the email is about. Say it in a sentence, for example: "Invite our members to the summer party on 5 July".';

const saysNothing = ({ purpose, trade: of, slots, facts, quoted, statements, parts, offers, fields = [] }: Brief): boolean =>
  (purpose === 'landing' || purpose === 'letter') &&
  of === undefined &&
  slots.subject === undefined &&
  slots.name === undefined &&
  [facts, quoted, statements, parts, offers, fields].every((list) => list.length === 0);

function surroundingsOf({ brand, withBrand, assets, prompt, kind }: Commission): Surroundings {
  return {
    // An email is signed by its sender; a page of another business is not headed by the workspace.
    name: withBrand || kind === 'email' ? brand.name : undefined,
    logoUrl: withBrand ? brand.logoUrl : undefined,
    primary: withBrand && brand.primaryColor ? sixDigits(brand.primaryColor) : undefined,
    assets,
    prompt,
  };
}

function summaryOf(draft: Draft, brief: Brief): string {
  const subject = brief.trade ? trade(brief.trade).subject : brief.slots.subject;
  const about = [brief.slots.name, subject].filter(Boolean).join(', ');
  const words = wordsOf('en');
  const parts = draft.blocks.flatMap(({ kind }) =>
    ['hero', 'letter', 'footer', 'button'].includes(kind) ? [] : [words.headings[kind]?.toLowerCase() ?? kind],
  );
  const what = `Wrote ${brief.kind === 'page' ? 'a page' : 'an email'} (${brief.purpose.replaceAll('-', ' ')})${about ? ` about ${about}` : ''}`;
  return parts.length > 0 ? `${what}, with ${LIST.format([...new Set(parts)])}.` : `${what}.`;
}

const LIST = new Intl.ListFormat('en');

export function once(notes: readonly Note[]): Note[] {
  const seen = new Set<string>();
  return notes.filter(({ text, place }) => {
    const key = `${place} ${text}`;
    return seen.has(key) ? false : seen.add(key);
  });
}
