import type { FactKind, Quoted } from './brief.ts';
import type { Reading } from './reading.ts';
import { lexicon } from './words.ts';

export type Label =
  | Exclude<FactKind, 'link' | 'note'>
  | Exclude<Quoted['as'], 'eyebrow' | 'quote' | 'text'>
  | ('looks' | 'goal' | 'fields' | 'sign' | 'drop' | 'offer' | 'role');

const TRIMMED =
  /^(?:also|and|please|the|my|our|a paragraph|a section|a list|a|an|some|die|der|das|unsere?|le|la|les|el|los|las|il|gli|o|os|as|de|het)\s+|\s+(?:section|block|area|is|are|should be|abschnitt|bereich|sección|sezione|secção|sectie)$/giu;

const NAMES = /^name of (?:the|our|my)\s\p{L}+$|^\p{L}+ name$/iu;

const FORM =
  /^(?:[\p{L}-]{2,20}\s){1,3}form(?:\sfields?)?$|^(?:applicants|entrants|guests|people)\s(?:must\s)?(?:submit|send|give|provide|tell us)$/iu;

export function labelOf(text: string): { label: Label } | { part: string } | undefined {
  const whole = text.trim();
  // "Who we are" is a label with its small words.
  const [labels, sections] = [lexicon('labels'), lexicon('sections')];
  const words = labels.has(whole) ? whole : whole.replace(TRIMMED, '').replace(TRIMMED, '').trim();
  if (words === '' || words.length > 60) return undefined;
  if (FORM.test(words)) return { part: 'form' };
  const label = (labels.whole(words) ?? (NAMES.test(words) ? 'name' : undefined)) as Label | undefined;
  const part = sections.whole(words);
  // "Projects" are a part of a page; a "project" has a name.
  if (part && (part === 'logos' || (sections.has(words) && !labels.has(words)))) return { part };
  if (part === 'people' && label === 'host' && !/^(?:with|host|by)$/iu.test(words)) return { part };
  const isList = ['schedule', 'pricing', 'menu', 'faq'].includes(part ?? '');
  if (label && (!isList || ['hours', 'fields', 'price', 'when', 'where'].includes(label))) return { label };
  return part ? { part } : undefined;
}

export const FORM_LABEL =
  /^(?:[\p{L}-]{0,24}(?:formular|formulier|formulär)|formul(?:aire|ario|ário)|formularz|modulo|(?:form)?felder|champs|campos|campi|velden|fält|pola)(?:\s(?:im|du|de|del|di|do|da|in|i|w|d['’]|pour|para|per|für|voor|för)?\s?[\p{L}'’]{2,20}){0,3}$/iu;

const AIM = /^(?:ziel|zweck|objectif|but|objetivo|finalidad|obiettivo|scopo|doel|mål|syfte|cel|目的)$/iu;
const OWN =
  /(?<!\p{L})(?:für|pour|para|pro|per|voor|för|dla|de|di|do|da|van|av)\s(?:unser\p{L}{0,2}|mein\p{L}{0,2}|notre|nos|mon|ma|mes|nuestr[oa]s?|mis?|il nostro|la nostra|il mio|la mia|nosso|nossa|meu|minha|o nosso|a nossa|o meu|a minha|onze|ons|mijn|vår\p{L}{0,2}|min|mitt|nasz\p{L}{0,4}|moj\p{L}{0,4})\s/iu;

/** "Objectif : vendre des places pour notre spectacle": the subject follows "pour notre". */
export function readAim(name: string, rest: string, reading: Reading): boolean {
  if (!AIM.test(name)) return false;
  const own = OWN.exec(rest);
  reading.opening += ` ${rest}`;
  if (own) reading.sentence(rest.slice(own.index + own[0].length), true);
  return true;
}

export const JOB_PART =
  /^(?:(?:what )?you(?:['’]ll| will)?(?: be| do| need| have| bring| get)?(?: doing)?|you are|you['’]ve(?: got)?|what we (?:offer|give|look for|expect)|we (?:offer|give|look for|expect)|your (?:tasks?|job|work|profile|duties|skills)|tasks|duties|responsibilities|requirements|(?:deine|ihre) (?:aufgaben|profil)|(?:dein|ihr) profil|aufgaben|du (?:bringst mit|kannst|hast|bist)|sie bringen mit|wir bieten|anforderungen|vos missions|votre profil|nous offrons|tus tareas|tu perfil|ofrecemos|le tue mansioni|il tuo profilo|offriamo|o teu perfil|oferecemos|jouw taken|jouw profiel|wij bieden|dina uppgifter|din profil|vi erbjuder|obowiązki|wymagania|oferujemy)$/iu;
