import { HAS_WEEKDAY, WHEN } from './dates.ts';
import { readAsides, readFacts } from './findings.ts';
import { bare, fragment } from './fragments.ts';
import { priceIn } from './items.ts';
import type { Reading } from './reading.ts';
import { instruction, polished } from './statements.ts';
import { asSentence } from './text.ts';
import { wantsCall } from './wishes.ts';

/** "Customers have forgotten an item": in an email, this is about its readers. */
const OF_READERS =
  /^(?:the\s|our\s)?(?:customers|clients|users)\s|^(?:die|unsere) (?:kunden|nutzer)\s|^(?:les|nos) (?:clients|utilisateurs)\s|^(?:los|nuestros) (?:clientes|usuarios)\s|^(?:i|gli) (?:nostri )?(?:clienti|utenti)\s|^(?:os|nossos) clientes\s|^(?:de|onze) klanten\s|^(?:våra )?kunder(?:na)?\s|^(?:nasi )?klienci\s/iu;

export function state(text: string, reading: Reading): true {
  const { masked, brief } = reading;
  const { slots } = brief;
  if (wantsCall(text, reading)) return true;
  if (brief.kind === 'email' && OF_READERS.test(text)) return reading.leave(text);
  const tail = /^(.{8,200}?)\s*[:–-]\s*([\ue100-\ue483])\s*$/u.exec(text);
  const kindOfTail = tail?.[2] === undefined ? undefined : masked.at(tail[2])?.kind;
  if (tail?.[1] && (kindOfTail === 'email' || kindOfTail === 'phone')) {
    readAsides(text, reading);
    return reading.statement(asSentence(polished(masked.shown(tail[1], true), brief.lang)));
  }
  const phone =
    /\b(?:phone|tel|telephone|call|ring|telefon|téléphone|teléfono|telefono|telefone|telefoon)\b/iu.test(text) &&
    masked.all('phone', text)[0];
  if (phone) {
    const left = bare(readAsides(text, reading)).replace(
      /^(?:our |the |my )?(?:phone|tel|telephone|call|ring)(?: number)?(?: us| me)?(?: is)?(?: on| at)?[\s,:]*/iu,
      '',
    );
    return left.length > 3 ? fragment(left, reading) : true;
  }
  if (masked.all('url', text).length > 0) readAsides(text, reading);
  WHEN.lastIndex = 0;
  const when = WHEN.exec(text);
  if (
    reading.dated &&
    when &&
    slots.when === undefined &&
    (/\d/.test(when[0]) || HAS_WEEKDAY.test(when[0])) &&
    /\d|\p{L}{5}/u.test(when[0])
  ) {
    const before = brief.facts.length;
    const left = bare(readFacts(text, reading)).replace(/[^\p{L}\s]/gu, '');
    if (left.split(/\s+/).length <= 4) {
      if (left.split(/\s+/).filter((word) => word.length > 3).length > 1) reading.remark(left);
      return true;
    }
    // A letter needs the fact only once.
    if (brief.kind === 'email') brief.facts.splice(before);
  }
  const price = priceIn(text);
  if (
    price &&
    slots.price === undefined &&
    !reading.dated &&
    /\b(?:costs?|price|kostet|coûte|cuesta|costa|custa|kost|kostar|kosztuje)\b/iu.test(text)
  )
    slots.price = [price.price, price.unit].filter(Boolean).join(' ');
  const shown = masked.shown(text, true).replace(/\s*[(（][^()（）]{0,80}[)）]/gu, (all) => {
    const inside = all.trim().slice(1, -1);
    return instruction(inside) || reading.isForWriter(inside) ? '' : all;
  });
  return reading.statement(asSentence(polished(shown, brief.lang)));
}
