import type { Reading } from './reading.ts';

/** Labels of briefs in other languages than English. */

/** "Formularz zapisu: …", "Felder im Formular: …". */
export const FORM_LABEL =
  /^(?:[\p{L}-]{0,24}(?:formular|formulier|formulär)|formul(?:aire|ario|ário)|formularz|modulo|(?:form)?felder|champs|campos|campi|velden|fält|pola)(?:\s(?:im|du|de|del|di|do|da|in|i|w|d['’]|pour|para|per|für|voor|för)?\s?[\p{L}'’]{2,20}){0,3}$/iu;

const AIM = /^(?:ziel|zweck|objectif|but|objetivo|finalidad|obiettivo|scopo|doel|mål|syfte|cel|目的)$/iu;
/** … and what stands before the thing itself: "pour notre". */
const OWN =
  /(?<!\p{L})(?:für|pour|para|pro|per|voor|för|dla|de|di|do|da|van|av)\s(?:unser\p{L}{0,2}|mein\p{L}{0,2}|notre|nos|mon|ma|mes|nuestr[oa]s?|mis?|il nostro|la nostra|il mio|la mia|nosso|nossa|meu|minha|o nosso|a nossa|o meu|a minha|onze|ons|mijn|vår\p{L}{0,2}|min|mitt|nasz\p{L}{0,4}|moj\p{L}{0,4})\s/iu;

/** "Objectif : vendre des places pour notre spectacle": what it is stands behind "for our". @returns whether it was that */
export function readAim(name: string, rest: string, reading: Reading): boolean {
  if (!AIM.test(name)) return false;
  const own = OWN.exec(rest);
  reading.opening += ` ${rest}`;
  if (own) reading.sentence(rest.slice(own.index + own[0].length), true);
  return true;
}

/** "You will: …", "You have: …": what a job is and asks for. */
export const JOB_PART =
  /^(?:(?:what )?you(?:['’]ll| will)?(?: be| do| need| have| bring| get)?(?: doing)?|you are|you['’]ve(?: got)?|what we (?:offer|give|look for|expect)|we (?:offer|give|look for|expect)|your (?:tasks?|job|work|profile|duties|skills)|tasks|duties|responsibilities|requirements|(?:deine|ihre) (?:aufgaben|profil)|(?:dein|ihr) profil|aufgaben|du (?:bringst mit|kannst|hast|bist)|sie bringen mit|wir bieten|anforderungen|vos missions|votre profil|nous offrons|tus tareas|tu perfil|ofrecemos|le tue mansioni|il tuo profilo|offriamo|o teu perfil|oferecemos|jouw taken|jouw profiel|wij bieden|dina uppgifter|din profil|vi erbjuder|obowiązki|wymagania|oferujemy)$/iu;
