import type { Block, Fact, PageBlock } from '../draft/draft.ts';
import type { Words } from '../draft/words.ts';
import type { Brief } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';
import { normal, saidIn } from '../reader/words.ts';
import { factOf } from './given.ts';

function wordsOfBlocks(value: unknown): string {
  if (typeof value === 'string') return value;
  if (Array.isArray(value)) return value.map(wordsOfBlocks).join('\n');
  return value && typeof value === 'object' ? Object.values(value).map(wordsOfBlocks).join('\n') : '';
}

const MOST_ABOUT = 70;
const contentWords = (text: string): string[] => normal(text).match(/\p{L}{4,}/gu) ?? [];

/** Adds a block with the facts that no other block has: nothing of a prompt is lost. */
export function addMissing(blocks: Block[], brief: Brief, words: Words): void {
  let said = ` ${normal(wordsOfBlocks(blocks))} `;
  const says = (value: string): boolean => said.includes(normal(value));
  const { slots, facts, kind } = brief;
  const hero = blocks.find((block) => block.kind === 'hero');
  const about = brief.about ?? slots.subject;
  // The subject stands over the headline, where no block says all of it.
  if (kind === 'page' && hero?.kind === 'hero' && about && about.length <= MOST_ABOUT && !contentWords(about).every(says))
    hero.eyebrow = capital(about);
  // The old eyebrow may have been a fact.
  said = ` ${normal(wordsOfBlocks(blocks))} `;
  const missing: Fact[] = facts.filter(({ value }) => !says(value)).map((fact) => factOf(fact, words));
  said += ` ${normal(wordsOfBlocks(missing))} `;
  const { place, offer, discount, role, audience } = slots;
  const where = facts.some((fact) => fact.kind === 'where' || fact.kind === 'address');
  if (place && !says(place)) missing.push({ label: where ? (words.fields.city as string) : (words.facts.where as string), value: place });
  if (discount && !says(discount))
    missing.push({
      label: saidIn(brief.lang, 'offer') ?? (words.facts.price as string),
      value: [discount, brief.lang === 'en' && /%$/u.test(discount) ? 'off' : '', offer].filter(Boolean).join(' '),
    });
  if (role && !says(role)) missing.push({ label: words.fields.job_title as string, value: role });
  if (kind === 'page' && audience && !says(audience)) missing.push({ label: words.facts.audience as string, value: capital(audience) });
  if (missing.length === 0) return;
  const given = blocks.find((block) => block.kind === 'facts');
  if (given?.kind === 'facts') {
    given.items.push(...missing);
    return;
  }
  const at = blocks.findIndex((block) => ['map', 'faq', 'contact', 'cta', 'form', 'button', 'signature'].includes(block.kind));
  blocks.splice(at < 0 ? blocks.length : kind === 'email' ? at : Math.max(1, at), 0, { kind: 'facts', items: missing });
}

const MOST_UP_FRONT = 4;
const MOST_OF_VALUE = 44;

export function liftFacts(blocks: PageBlock[], { audience }: Brief['slots'], words: Words): void {
  const [hero] = blocks;
  const lone = blocks.find((block) => block.kind === 'facts');
  if (hero?.kind !== 'hero' || lone?.kind !== 'facts' || lone.heading !== undefined || lone.items.length > 2) return;
  const isLong = ({ value }: Fact): boolean => value.length > MOST_OF_VALUE;
  const rest = lone.items.filter((fact) => {
    if (isLong(fact) || (hero.facts?.length ?? 0) >= MOST_UP_FRONT) return true;
    hero.facts = [...(hero.facts ?? []), fact];
    return false;
  });
  const [only] = rest;
  if (only && rest.length === 1 && only.label === words.facts.audience && audience !== undefined && hero.text === undefined) {
    hero.text = `${only.label} ${audience}.`;
    rest.pop();
  }
  if (rest.length === 0) blocks.splice(blocks.indexOf(lone), 1);
  else lone.items = rest;
}
