import { bookend, type HeroLayout } from './blocks/hero.ts';
import type { Block, BlockOf, PageDraft } from './draft.ts';
import type { Style } from './style.ts';
import { attribute, line, lines, TAG } from './text.ts';

type Named = Block & { id: string };

/** Letters that the header's links may have in all, so that they stay on one line. */
const ROOM_FOR_LINKS = 72;
/** A longer button is left to the hero. */
const LONGEST_BUTTON = 26;

const wide = (text: string): number => [...text].reduce((sum, letter) => sum + (letter >= '\u2e80' ? 2 : 1), 0);

/** A name with a word that a phone has no room for is smaller. */
const nameClass = (name: string): string => (name.split(/[\s-]/u).some((word) => wide(word) > 22) ? 'name long' : 'name');

function ways(blocks: readonly Named[], room: number, most: number): string[] {
  const links: string[] = [];
  let left = room;
  for (const block of blocks) {
    if (!('heading' in block) || !block.heading || ['hero', 'cta', 'form'].includes(block.kind)) continue;
    const needed = wide(block.heading) + 3;
    if (needed > left || links.length === most || needed > 31) continue;
    left -= needed;
    links.push(`<a href="#${block.id}">${line(block.heading)}</a>`);
  }
  return links;
}

/** On which screens the button stands beside a name. One for a long form may make the name break. */
function roomFor(letters: number, isNeeded: boolean): string {
  if (letters <= 30) return '';
  return isNeeded && letters <= 44 ? ' roomy-only' : ' wide-only';
}

export function siteHeader(draft: PageDraft, blocks: readonly Named[], name: string): string {
  const hero = blocks.find((block) => block.kind === 'hero');
  const form = blocks.find((block) => block.kind === 'form' && block.id === hero?.form);
  // The form that the hero shows may be longer than a screen.
  const action = form?.kind === 'form' ? { label: form.submit, href: `#${form.id}` } : hero?.action;
  // Without a headline the name is the page's heading.
  const tag = hero ? 'span' : 'h1';
  const isShort = action && wide(action.label) <= LONGEST_BUTTON;
  const links = ways(blocks, ROOM_FOR_LINKS - (draft.logo_url ? 12 : wide(name)) - (isShort ? wide(action.label) : 0), 4);
  const button =
    action && isShort
      ? `<a class="button${draft.logo_url ? '' : roomFor(wide(name) + wide(action.label), form !== undefined)}" href="${attribute(action.href)}">${line(action.label)}</a>`
      : '';
  const nav = (links.length > 1 ? links : []).concat(button || []);
  return lines(
    '<header class="site">',
    '<div class="wrap">',
    `<${tag} class="${nameClass(name)}">${draft.logo_url ? `<img src="${attribute(draft.logo_url)}" alt="${attribute(name)}">` : line(name)}</${tag}>`,
    nav.length > 0 && lines('<nav>', ...nav, '</nav>'),
    '</div>',
    '</header>',
  );
}

export function foot(
  draft: PageDraft,
  blocks: readonly Named[],
  name: string,
  { end, strongForm }: Style,
  opening: HeroLayout | undefined,
): string {
  const hero = blocks.find((block) => block.kind === 'hero');
  const footers: BlockOf<'footer'>[] = blocks.filter((block) => block.kind === 'footer');
  const last = blocks.findLast(({ kind }) => kind !== 'footer')?.kind;
  const links = footers.flatMap((one) => one.links ?? []).map(({ label, href }) => `<a href="${attribute(href)}">${line(label)}</a>`);
  const sections = ways(blocks, 200, 6);
  const list = (all: readonly string[]) => all.length > 0 && `<ul>${all.map((link) => `<li>${link}</li>`).join('')}</ul>`;
  // A tinted end would run into a tinted form.
  const look = last === 'form' && end === 'tint' ? 'deep' : last === 'cta' && end === 'plain' ? 'deep' : end;
  return lines(
    hero &&
      opening &&
      blocks.length > 3 &&
      last !== 'cta' &&
      !(last === 'form' && strongForm) &&
      bookend(hero, opening, `bookend${last === 'form' ? ' tint' : ''}`),
    `<footer class="end ${look}${last === 'form' || last === 'cta' ? ' flush' : ''}">`,
    '<div class="wrap">',
    '<div class="who">',
    draft.logo_url && draft.name === undefined ? '' : `<p class="${nameClass(name)}">${line(name)}</p>`,
    ...footers.map(({ text }) => text && `<p>${line(text)}</p>`),
    '</div>',
    sections.length > 2 && list(sections),
    list(links),
    '</div>',
    '</footer>',
  );
}

export function faviconOf(name: string, ground: string, ink: string): string {
  const letter = /\p{L}|\p{N}/u.exec(name.replace(TAG, ''))?.[0]?.toLocaleUpperCase() ?? '';
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${ground}"/><text x="16" y="23" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="20" fill="${ink}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

export const FRAME = `.site { padding-block: 18px; position: relative; z-index: 2; }
.site > .wrap { display: flex; justify-content: space-between; align-items: center; gap: 16px 32px; min-height: 48px; }
.name { font: var(--weight) var(--step-1)/1.2 var(--display); letter-spacing: calc(var(--tracking) / 2); min-width: 0; overflow-wrap: anywhere; text-wrap: balance; }
.name.long { font-size: .94rem; hyphens: auto; } .name img { display: block; height: 40px; width: auto; max-width: 200px; object-fit: contain; }
.site nav { display: flex; align-items: center; gap: 28px; flex: none; font-size: 1rem; white-space: nowrap; }
.site nav a:not(.button) { color: inherit; text-decoration: none; padding-block: 10px; } .site nav a:not(.button):hover { text-decoration: underline; }
.site .button { padding: 9px 18px; font-size: var(--step-small); }
@media (max-width: 61.99rem) { .site nav a:not(.button) { display: none; } }
@media (max-width: 47.99rem) { .wide-only { display: none; } } @media (max-width: 23rem) { .roomy-only { display: none; } }
.end { font-size: var(--step-small); color: var(--soft); }
.end > .wrap { display: grid; gap: 24px 64px; padding-block: 40px; border-block-start: 1px solid var(--line); }
.end .who { display: grid; gap: 8px; max-width: 32rem; } .end .name { color: var(--ink); }
.end ul { display: flex; flex-wrap: wrap; gap: 4px 24px; } .end li a { color: inherit; display: inline-block; padding-block: 6px; text-decoration: none; } .end li a:hover { text-decoration: underline; }
@media (min-width: 48rem) { .end > .wrap { grid-template-columns: minmax(0, 1fr) auto auto; align-items: start; } .end ul { display: grid; max-width: 18rem; } }
.end.tint { background: var(--surface); } .end.deep { background: var(--deep-ground); color: var(--on-deep-soft); } .end.deep .name { color: var(--on-deep); }
.bookend { overflow-x: clip; pointer-events: none; } .bookend svg { display: block; width: 100%; height: clamp(150px, 20vw, 300px); overflow: visible; } .bookend + .end > .wrap, .end.flush > .wrap, .end.tint > .wrap, .end.deep > .wrap { border: 0; padding-block: 56px; }`;
