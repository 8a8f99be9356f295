import type { Block, BlockKind, Draft } from '../draft/draft.ts';
import { opt } from '../library/given.ts';
import { picturesOf } from '../library/page-parts.ts';
import { ORDER } from '../library/purposes.ts';
import type { BriefFact } from '../reader/brief.ts';
import { itemOf, kindOf } from '../reader/items.ts';
import { ASIDES, asSentence, capital, hrefOf, listOf, Masked, sentencesOf, withScheme } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { setFact } from './do-facts.ts';
import { actionsOf, blocksNamed, factEntries } from './find.ts';
import { partFor } from './library-copy.ts';
import { already, type Context, cited, done, type Failed, failed, insert, type Outcome, set } from './orders.ts';
import { bare } from './texts.ts';

export function placeOf(draft: Draft, kind: BlockKind): string | undefined {
  const own = ORDER.indexOf(kind);
  const before = draft.blocks.findLast(
    (block, i) =>
      i === 0 ||
      (own >= 0 && ORDER.indexOf(block.kind) >= 0 && ORDER.indexOf(block.kind) <= own && block.kind !== 'footer') ||
      block.kind === 'letter',
  );
  return before?.id;
}

export const nothingGiven = (name: string): Outcome =>
  failed(`Nothing is given that could stand there, and nothing is invented. Write what belongs there: “add ${bare(name)}: …”.`, 'left_out');

export function inserted(draft: Draft, block: Block, after: string | undefined, heading: string): Outcome {
  const { id, ...rest } = block;
  // Buttons lead to a form by its usual id.
  const isForm = block.kind === 'form' && draft.blocks.every((other) => other.id !== 'form');
  return insert(isForm ? { ...rest, id: 'form' } : rest, after ?? placeOf(draft, block.kind), `A part is added: ${cited(heading)}.`);
}

export function whereOf(
  draft: Draft,
  [, , first, last, before, beforeWhat, , afterWhat]: RegExpExecArray,
): { after: string | undefined } | Failed {
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  if (first !== undefined) return { after: ids[0] };
  if (last !== undefined) return { after: draft.blocks.findLast(({ kind }) => kind !== 'footer')?.id };
  const anchor = (beforeWhat ?? afterWhat) as string;
  const found = blocksNamed(draft, anchor);
  if (found.length !== 1 || !found[0]) return failed(`It is not clear where ${cited(anchor)} is.`);
  return { after: before === undefined ? found[0].id : ids[ids.indexOf(found[0].id) - 1] };
}

export function reach(context: Context, kind: 'contact' | 'map', name: string, source: string, after: string | undefined): Outcome {
  const { draft, words } = context;
  const there = draft.blocks.find((block) => block.kind === kind);
  const masked = new Masked(source);
  const facts: BriefFact[] = [];
  for (const value of masked.all('phone')) facts.push({ kind: 'phone', value });
  for (const value of masked.all('email')) facts.push({ kind: 'email', value });
  const rest = masked.text
    .replace(/[\ue100-\ue483]/g, ' ')
    .replace(/(?:phone|tel|call|email|mail|address|telefon|adresse|teléfono|dirección|telefono|indirizzo)\s*:?/giu, ' ')
    .replace(/^[\s,;:.]+|[\s,;:.]+$/gu, '')
    .replace(/\s{2,}/g, ' ');
  const address = /\d/.test(rest) || kind === 'map' ? rest : '';
  if (address.length > 3) facts.push({ kind: 'address', value: address });
  if (facts.length === 0) {
    const contact = draft.blocks.find((block) => block.kind === 'contact');
    const map = draft.blocks.find((block) => block.kind === 'map');
    const known =
      contact?.address ??
      map?.address ??
      factEntries(draft, 'address')[0]?.value ??
      (kind === 'map' ? factEntries(draft, 'where')[0]?.value : undefined);
    if (known) facts.push({ kind: 'address', value: known });
  }
  if (there) return facts.length > 0 && source !== '' ? setFact(context, facts[0] as BriefFact) : already('There is such a part already.');
  if (facts.length === 0)
    return failed(
      kind === 'map'
        ? 'No address is given. Write it: “add a map: 12 High Street, …”.'
        : 'No phone number or address is given. Write it: “add contact details: phone …, email …”.',
      'left_out',
    );
  const of = (fact: BriefFact['kind']) => facts.find((one) => one.kind === fact)?.value;
  if (kind === 'map' && !of('address')) return nothingGiven(name);
  const heading = words.headings[kind];
  const reached = kind === 'map' ? {} : { phone: of('phone'), email: of('email') };
  const block = { kind, ...opt({ heading, ...reached, address: of('address') }) };
  return insert(block, after ?? placeOf(draft, kind), `A part is added: ${cited(heading ?? kind)}.`);
}

export function video({ draft, words }: Context, source: string, after: string | undefined): Outcome {
  const [url] = new Masked(source).all('url');
  if (!url?.startsWith('https://')) return failed('No address of a video is given. Write it: “add a video: https://…”.', 'left_out');
  const heading = words.headings.video ?? 'Video';
  return insert({ kind: 'video', url, title: heading }, after ?? placeOf(draft, 'video'), 'The video is added.');
}

export function addButton({ draft, kind, words }: Context, what: string, given: string): Outcome {
  const masked = new Masked(`${what} ${given}`);
  const [
    label = bare(
      masked.shown(
        masked.text
          .replace(/[\ue100-\ue483]/g, ' ')
          .replace(/^(?:second |other |another )?(?:button|cta|knopf|bouton|botón|pulsante|botão|knop|knapp|przycisk)\s*/iu, '')
          .replace(
            /(?:^|\s)(?:that |which )?(?:says?|saying|called|labelled|linking|links|leading|leads|going|to|with|mit|zu|nach|vers|à|a|con|para|naar|till)(?=\s|$)/giu,
            ' ',
          ),
      ),
    ),
  ] = masked.all('quote');
  const [phone] = masked.all('phone');
  const [email] = masked.all('email');
  const form = draft.blocks.find((block) => block.kind === 'form');
  const way = [...masked.text.matchAll(ASIDES)].map(([one]) => masked.at(one)).find((aside) => aside && hrefOf(aside));
  const href = (way && hrefOf(way)) ?? (form?.id ? `#${form.id}` : kind === 'email' ? '{{workspace.website}}' : undefined);
  const shown = capital((label || (phone ? words.actions.call : email ? words.actions.write : '') || '').trim());
  if (shown === '') return failed('It does not say what the button says: “add a button “…” to https://…”.', 'left_out');
  if (!href) return failed('It does not say where the button leads: “add a button “…” to https://…”.', 'left_out');
  if (actionsOf(draft).some((one) => one.label === shown && one.href === href)) return already('There is such a button already.');
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  const action = { label: shown, href };
  const said = `The button ${cited(shown)} is added.`;
  if (kind === 'email')
    return insert({ kind: 'button', action }, draft.blocks.findLast(({ kind: one }) => !['footer', 'signature'].includes(one))?.id, said);
  if (hero?.id && !hero.action && !hero.form) return done([set(`${hero.id}.action`, action)], said);
  if (hero?.id && !hero.second_action) return done([set(`${hero.id}.second_action`, action)], said);
  return already('There are two buttons at the top already.');
}

/** "A link to our Instagram https://…": beside the other ways to reach somebody, or at the foot. */
export function linkFor({ draft }: Context, what: string, given: string): Outcome | undefined {
  const masked = new Masked(`${what} ${given}`);
  const urls = masked.all('url');
  const [url] = urls;
  if (
    !url ||
    urls.length > 1 ||
    !/^(?:a\s+)?(?:links?|instagram|facebook|linkedin|youtube|tiktok|twitter|mastodon|bluesky|lien|enlace|collegamento|länk)(?!\p{L})/iu.test(
      what,
    )
  )
    return undefined;
  const words = bare(
    masked
      .shown(masked.text.replace(/[\ue100-\ue483]/g, (one) => (masked.at(one)?.kind === 'url' ? ' ' : one)))
      .replace(/^links?(?:\s+|$)|\s+links?[\s:]*$/giu, '')
      .replace(/^(?:to|for|zu|zum|vers|a|al)\s+/iu, ''),
  );
  const label = capital(bare(words.replace(/[“”"]/g, ''))) || new URL(withScheme(url)).hostname;
  const link = { label, href: withScheme(url) };
  const holder = draft.blocks.find((block) => block.kind === 'contact') ?? draft.blocks.find((block) => block.kind === 'footer');
  if (holder?.id) return done([set(`${holder.id}.links`, [...(holder.links ?? []), link])], `The link ${cited(label)} is added.`);
  return insert({ kind: 'footer', links: [link] }, undefined, `The link ${cited(label)} is added at the end.`);
}

/** "A section about parking: …": a heading, and what is given for it. */
export function ownSection({ draft, kind }: Context, name: string, given: readonly string[], after: string | undefined): Outcome {
  const [, head = name, body] = /^(.{2,60}?)\s*(?:[:：]\s+|\s(?:saying|that says|with the text)\s+)(.+)$/su.exec(name) ?? [];
  const all = [...(body ? [body] : []), ...given].map((one) => one.replace(/^["“]|["”]$/gu, ''));
  if (all.length === 0) return nothingGiven(`a section about ${name}`);
  const heading = capital(bare(head.replace(/[“”"]/g, '')));
  const list = all.length === 1 ? listOf(all[0] as string) : all;
  if (kindOf(list) === 'pricing') all.splice(0, all.length, ...list);
  const listed = all.length > 1 ? kindOf(all) : undefined;
  if (listed) {
    const masked = new Masked(all.join('\n'));
    const block = partFor(draft, kind, {
      kind: listed,
      heading,
      items: masked.text.split('\n').map((one) => itemOf(one, listed, masked)),
    })[0];
    if (block) return inserted(draft, block, after, heading);
  }
  const block: Block =
    all.length > 1
      ? { kind: 'features', heading, items: all.map((one) => ({ heading: capital(one) })) }
      : { kind: 'text', heading, paragraphs: all.map((one) => sentencesOf(one).map(asSentence).join(' ')) };
  return inserted(draft, block, after, heading);
}

export function picture({ draft, assets, words }: Context, what: string, use: 'hero' | 'gallery' | 'logo' | 'any'): Outcome {
  const images = assets.filter(({ contentType }) => contentType.startsWith('image/'));
  const named = what === '' ? images : images.filter(({ fileName }) => normal(fileName) === normal(what));
  if (images.length === 0) return failed('No picture came with the message. Attach it, and say again where it goes.', 'left_out');
  const [first] = named;
  if (!first) return failed(`There is no file ${cited(what)} among those that came with the message.`);
  const shots = picturesOf(named);
  if (use === 'logo')
    return draft.logo_url === first.url
      ? already('It is the logo already.')
      : done([set('logo_url', first.url)], `${cited(first.fileName)} is the logo.`);
  const gallery = draft.blocks.find((block) => block.kind === 'gallery');
  const hero = draft.blocks.find((block) => block.kind === 'hero');
  if (use === 'gallery' || (use === 'any' && named.length > 1)) {
    if (gallery?.id)
      return done(
        shots.map((shot, i) => set(`${gallery.id}.items[${gallery.items.length + i}]`, shot)),
        'The pictures are in the gallery.',
      );
    const after = draft.blocks[Math.min(1, draft.blocks.length - 1)]?.id;
    const heading = words.headings.gallery;
    return insert({ kind: 'gallery', ...(heading && { heading }), items: shots }, after, 'A gallery with the pictures is added.');
  }
  if (named.length > 1) return failed(`Several pictures came with the message. Say which by its name, such as ${cited(first.fileName)}.`);
  if (!hero?.id) return failed('There is no place for it at the top.');
  if (hero.picture && 'url' in hero.picture && hero.picture.url === first.url) return already('It stands there already.');
  return done([set(`${hero.id}.picture`, shots[0])], `${cited(first.fileName)} is the picture at the top.`);
}
