import { COMMISSION } from './commission.ts';
import type { Reading } from './reading.ts';
import { instruction, isStatement } from './statements.ts';

/*
 * How a prompt for an email in English begins: "Write to our tenants that …", "Payment reminder to parents: …". What stands before what the mail
 * says is its head.
 */

export interface Head {
  /** The words that order the mail; empty where there are none. */
  head: string;
  /** What it says, each to be read as a sentence. */
  said: string[];
  /** Whether what it says follows its head. */
  from: boolean;
  /** Whether words such as "saying" or a colon lead to it. */
  isTold: boolean;
}

const MAIL =
  /(?<!\p{L})(?:e-?mails?|mails?|mailing|mailshot|newsletters?|messages?|letters?|reminders?|invitations?|invites?|notices?|announcements?|confirmations?|templates?|follow-?\s?ups?|outreach|appeals?|apolog(?:y|ies)|surveys?|bulletin|memo|digest|circular|notifications?|alerts?|series|receipts?|greetings|campaign|sequence|thank[- ]?you (?:note|mail|email)|write|draft)(?!\p{L})/iu;

const SAYS =
  /\s(?:saying|that says?|to say|which says|stating|to state|explaining|to explain|announcing|to announce|to let (?:them|people|everyone|\p{L}{3,16}(?:\s\p{L}{3,16}){0,2}) know|letting (?:them|people|everyone|\p{L}{3,16}(?:\s\p{L}{3,16}){0,2}) know)\s(?:that\s|about\s)?(?=\S)/iu;
const ORDERS =
  /\s(?:to\s(?=(?:tell|remind|inform|ask|invite|thank|warn|notify|congratulate|welcome|apologi[sz]e|wish|offer)\s)|and\s(?=(?:tell|remind|inform|ask|invite|thank|warn|notify|congratulate|offer)\s)|(?=(?:telling|reminding|informing|asking|inviting|thanking|warning|notifying|congratulating|offering|apologi[sz]ing)\s))/iu;
/** "… that the hall is closed", behind whom it goes to. */
const THAT = /\s(?:that|because)\s(?=(?:the|our|we|you|your|their|they|there|it|i|all|from|on|his|her|this|next|\p{Lu}|\d)\S*\s)/u;
/** "Customers whose orders were late", "people who bought a boat": what is known of them. */
const WHOSE = /\s\p{L}{3,16}\swhose\s(.+)$/iu;

const gerund = (text: string): string =>
  text
    .replace(/^(tell|remind|inform|ask|thank|warn|offer)ing\s/iu, '$1 ')
    .replace(/^inviting\s/iu, 'invite ')
    .replace(/^notifying\s/iu, 'notify ')
    .replace(/^apologi[sz]ing\s/iu, 'apologise ')
    .replace(/^congratulating\s/iu, 'congratulate ');

/** "Invite members to our open day": what an order is about. */
export const subjectOfOrder = (head: string): string | undefined =>
  /^(?:please\s)?(?:invite|welcome|remind|thank|tell|ask|inform|notify)\s.{2,50}?\s(?:to|about|of|for)\s(?:our\s|the\s|an?\s|my\s)?(.{3,100})$/iu.exec(
    head,
  )?.[1];

const nothing: Head = { head: '', said: [], from: false, isTold: true };

export function headOf(text: string, reading: Reading, isOpening: boolean): Head {
  const shown = reading.masked.shown(text, true);
  const orders =
    COMMISSION.test(shown) ||
    /^(?:please\s|can you\s|could you\s|i want to\s|i need to\s|i['’]d like to\s|we want to\s|we need to\s)?(?:write|draft|send|create|compose|e-?mail)\s/iu.test(
      shown,
    );
  if (!isOpening && !orders) return { ...nothing, said: [text] };
  const says = SAYS.exec(text);
  const told = ORDERS.exec(text);
  const at = [says, told].filter((one) => one !== null).sort((one, other) => one.index - other.index)[0];
  if (at && (orders || MAIL.test(text.slice(0, at.index))))
    return { head: text.slice(0, at.index), said: [gerund(text.slice(at.index + at[0].length))], from: true, isTold: true };
  const [, before = '', rest = ''] = /^([^:]{3,160}?)(?::\s|\s[–—-]\s)(.+)$/su.exec(text) ?? [];
  if (rest !== '' && !isStatement(before, 'en') && (MAIL.test(before) || orders || before.split(/\s+/).length <= 5))
    return { head: before, said: [rest], from: true, isTold: true };
  const about =
    /\b(?:reminder|e-?mail|mail|message|note|notice|letter)\s(?:to\s.{2,50}?\s)?that\s(?!says?\b|tells?\b|is\b|goes\b|asks?\b|explains?\b|we send|thanks)/iu.exec(
      text,
    );
  if (about && !text.slice(0, about.index).includes(','))
    return { head: text.slice(0, about.index), said: [text.slice(about.index + about[0].length)], from: true, isTold: true };
  const that = orders || MAIL.test(text) ? THAT.exec(text) : null;
  if (that && !text.slice(0, that.index).includes(',')) {
    const isReason = /because/u.test(that[0]);
    const whose = WHOSE.exec(text)?.[1];
    if (whose) return { head: text.slice(0, text.indexOf(whose)), said: [`your ${whose}`], from: true, isTold: true };
    if (!isReason) return { head: text.slice(0, that.index), said: [text.slice(that.index + that[0].length)], from: true, isTold: true };
  }
  const whose = WHOSE.exec(text)?.[1];
  if (whose && (orders || MAIL.test(text)))
    return { head: text.slice(0, text.indexOf(whose)), said: [`your ${whose}`], from: true, isTold: true };
  const [first = text] = /^(?:[^,;()]|\([^()]{0,200}\))+/u.exec(text) ?? [];
  const later = text.slice(first.length).replace(/^[,;]\s*/u, '');
  const isHead =
    orders ||
    (isOpening && MAIL.test(first) && reading.isOrder(first)) ||
    (MAIL.test(first) && !VOICE.test(first) && !isStatement(first, 'en')) ||
    (instruction(first) && !VOICE.test(first));
  if (isHead) return { head: first, said: later === '' ? [] : [later], from: true, isTold: false };
  return { ...nothing, said: [text], from: true, isTold: true };
}
const VOICE = /^(?:please\s)?(?:tell|remind|inform|ask|thank|invite|let|warn|notify|congratulate|welcome|wish|apologi[sz]e|announce)\s/iu;
