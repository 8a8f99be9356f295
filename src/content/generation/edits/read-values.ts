import { labelOf } from '../reader/labels.ts';
import type { Masked } from '../reader/mask.ts';
import { anyCase } from '../reader/patterns.ts';
import { FACT_LABELS } from './facts-in.ts';
import type { Order } from './orders.ts';
import { bare } from './texts.ts';
import { valueIn } from './values.ts';
import * as v from './verbs.ts';

/** Orders that are hardly more than a value: what something costs, when it is, how many there are. */

const B = "(?![\\p{L}'’])";
const TO_VALUE = anyCase`^(?:(?:we|i|they)(?:['’]ve|\s+have)?\s+(?:just\s+|now\s+)?)?(?:raised|lowered|reduced|increased|dropped|changed|moved|postponed|pushed|drop|cut|lower|raise|reduce|increase|bump|put|bring|knock|move|reschedule|postpone|push|shift|set|delay|senke?|erhöhe?|verschiebe?|verlege?|baisse[rz]?|augmente[rz]?|déplace[rz]?|reporte[rz]?|baja[r]?|sube|subir|mueve|abbassa|alza|sposta|baixa|aumenta|muda|verlaag|verhoog|verplaats|verzet|sänk|höj|flytta|obniż|podnieś|przenieś)\s+(.{2,60}?)\s+(?:(?:up|down|back|forward|on)\s+)?(?:to|auf|à|a|al|alle|para|naar|till|na|zu)\s+(.{1,40})$`;

/** "Drop the price to £20", "move the dog show to 13.00": another value of what is named. */
export function readValue(text: string, masked: Masked): Order[] | undefined {
  const [, what = '', to = ''] = TO_VALUE.exec(text) ?? [];
  const value =
    valueIn(masked.shown(to)) ??
    (/^\d[\d.,]*$/.test(to) && /^(?:drop|cut|lower|raise|reduce|increase|bump)/iu.test(text)
      ? { kind: 'money' as const, text: to }
      : undefined);
  if (!value || /[\ue100-\ue483]/.test(what)) return undefined;
  const label = labelOf(bare(what));
  const named = label && 'label' in label && FACT_LABELS.has(label.label);
  return [{ do: 'facts', facts: [{ kind: value.kind, value: value.text }], of: named ? '' : bare(what) }];
}

const NOW = '(?:now|jetzt|nun|maintenant|désormais|ahora|adesso|ora|agora|nu|teraz)';
const IS =
  '(?:is|are|costs?|goes? (?:up|down)? ?to|went (?:up|down)? ?to|ist|sind|kostet|kosten|est|sont|coûten?t?|es|son|cuestan?|è|sono|costa(?:no)?|é|são|custa[m]?|kosta?r?|är|jest|kosztuje)';
/** "Stumps now from 70", "drop in is 14 now": what something costs, or when it is. */
const FROM_WORD = '(?:from|at|only|just|ab|bei|à|desde|da|vanaf|från|od)';
const FIGURE = [
  anyCase`^(.{2,60}?)\s(?:${IS}\s)?${NOW}\s(?:${IS}\s)?(?:${FROM_WORD}\s){0,2}(\d[\d.,]{0,8})$`,
  anyCase`^(.{2,60}?)\s(?:${IS}|${FROM_WORD})\s(?:${FROM_WORD}\s)?(\d[\d.,]{0,8})\s${NOW}$`,
  anyCase`^(.{2,60}?)\s${IS}\s(\d[\d.,]{0,8})\s(?:a|an|per|each|pro|par|por|al|la)\s\p{L}{2,12}$`,
  /^(.{2,60}?)\s(?:has\s|have\s|is\s|are\s|was\s|got\s|been\s){0,2}(?:moved|changed|postponed|pushed(?:\s(?:back|forward|on))?|rescheduled|brought\s(?:forward|back)|verschoben|verlegt)\s(?:to|until|till|auf)\s(\d{1,2}(?:[:.]\d\d)?)$/iu,
];
const MOVED = 3;
/** "Move it to the 19th", "last orders by the 19th": the day of a date. */
const NTH =
  /^(?:(?:move|change|push|postpone|bring|make|shift|put|reschedule)\s)?(?:(.{2,60}?)\s(?:(?:is|are|was|has|have|been|moved|changed|on|to|by|until|till|back|forward|now)\s){1,4}|(?:(?:on|by|until|till)\s)?)(?:the\s)?(\d{1,2}(?:st|nd|rd|th))(?:\s(?:now|instead))?$/iu;
const SPAN =
  /^(?:(?:it['’]?s|its|it is|from|now|von|de|du|dalle|das|van)\s)?([\p{L}\s]{0,30}?)\s?(\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:am|pm|uhr))?)\s?(?:[-–—]|to|till|until|bis|à|a|tot|do)\s?(\d{1,2}(?:[:.h]\d{2})?(?:\s?(?:am|pm|uhr))?)(?:\s(?:now|jetzt|instead))?$/iu;
const ORDERED = anyCase`^(?:${v.CHANGE}|${v.REPLACE}|${v.ADD}|${v.MOVE}|${v.RENAME})${B}`;

export function readFigure(text: string): Order[] | undefined {
  const [, about = '', first, last] = SPAN.exec(text) ?? [];
  if (first && last && !ORDERED.test(text) && labelOf(bare(about)) === undefined)
    return [{ do: 'facts', facts: [{ kind: 'span', value: `${first} to ${last}` }], of: bare(about) }];
  const [, dated = '', nth] = NTH.exec(text) ?? [];
  if (nth && !/[\ue100-\ue483:]|\snot\s/.test(dated))
    return [
      {
        do: 'facts',
        facts: [{ kind: 'when', value: nth }],
        of: /^(?:it|that|this|its|it['’]s|date)$/iu.test(bare(dated)) ? '' : bare(dated),
      },
    ];
  for (const [i, pattern] of FIGURE.entries()) {
    const [, what = '', value] = pattern.exec(text) ?? [];
    if (
      !value ||
      /[\ue100-\ue483:]/.test(what) ||
      /^(?:it|that|this|there|we|i|you|they|code|the code)$/iu.test(what) ||
      !/\p{L}{2}/u.test(what)
    )
      continue;
    const label = labelOf(bare(what));
    const named = label && 'label' in label && FACT_LABELS.has(label.label);
    return [
      {
        do: 'facts',
        facts: [{ kind: i === MOVED ? 'time' : 'money', value: value.replace(/[.,]$/, '') }],
        of: named && i !== MOVED ? '' : bare(what),
      },
    ];
  }
  return undefined;
}

/** "Maison pour 8 personnes", "30 day trial": what stands there already, with another number. */
export function readAgain(text: string): Order[] | undefined {
  const words = text.split(/\s+/);
  const numbers = text.match(/\d+(?:[.,]\d+){0,3}/gu) ?? [];
  return numbers.length === 1 && words.length > 1 && words.length <= 10 && !ORDERED.test(text) ? [{ do: 'again', text }] : undefined;
}
