import type { Phrases } from '../languages/index.ts';
import type { Quote, SectionKind } from './brief.types.ts';
import { bare, capitalised } from './clauses.ts';
import { type Field, knownField, looksLikeFields, readField, splitFields } from './fields.ts';
import { sectionNamed } from './section-words.ts';
import { LETTERS } from './words.ts';

/** What a prompt says of parts of the page by name, and the text that remains. */
export interface Roles {
  rest: string;
  headline?: string;
  lede?: string;
  eyebrow?: string;
  brand?: string;
  button?: string;
  quotes: Quote[];
  fields?: Field[];
  asked: SectionKind[];
}

const QUOTED = '["“„«「『]([^"“”„»」』\\n]{1,400})["”“»」』]';
const LINK =
  '(?:,?[ \\t]*(?:with|and|using|has|mit|und|avec|et|con|y|e|com|met|en|med|och|z|oraz)\\s+)?(?:(?:a|an|the|its|der|die|das|dem|den|einer?|einem|einen|une?|le|la|les|el|un|una|il|lo|um|uma|o|de|het|een|ett)\\s+)?(?:(?:main|big|large|große[nr]?|hero|page|call[- ]to[- ]action)\\s+)?';
const SAYS =
  '\\s*(?:text|label|line|zeile)?\\s*(?:[:：]|says?|saying|reads?|reading|is|be|called|labell?ed|should\\s+(?:be|say|read)|that\\s+(?:says|reads)|lautet|heißt|soll\\s+(?:lauten|heißen)?|sagt|mit\\s+der\\s+aufschrift|mit\\s+dem\\s+text|dit|intitulée?|dice|diz|zegt|säger|は|を)?\\s*[:：]?\\s*';

const names = {
  headline:
    'headline|main heading|heading|title|h1|überschrift|titel|schlagzeile|titre|título|titular|titolo|kop|rubrik|nagłówek|tytuł|見出し|タイトル',
  lede: 'sub-?headline|sub-?heading|subtitle|sub-?title|tagline|intro(?:duction)?|lead|lede|unterzeile|untertitel|unterüberschrift|einleitung|sous-titre|subtítulo|sottotitolo|ondertitel|underrubrik|podtytuł|サブタイトル',
  button: 'button|cta|call[- ]to[- ]action|knopf|schaltfläche|bouton|botón|pulsante|botão|knop|knapp|przycisk|ボタン',
  brand: 'brand|company|organi[sz]ation|organi[sz]er|host|marke|firma|veranstalter|marque|marca|merk|varumärke|marka|ブランド',
};

const FORM =
  '(?:(?:sign-?up|registration|contact|application|booking|short|simple|anmelde|kontakt|bewerbungs|kurzes|kleines|einfaches)[\\s-]?)?(?:forms?|rsvp|formular|formulaire|formulario|formulário|formulier|formulär|formularz\\w*|fields?|felder[n]?|champs|campos|campi|velden|fält|pola|フォーム|入力欄|項目)';
const ASKS =
  '(?:ask(?:s|ing)?\\s+(?:\\w+\\s+)?for|collect(?:s|ing)?|requesting|capturing|abfrag\\w+|frag(?:t|e)?\\s+nach|demandant|pidiendo|que\\s+pida|che\\s+chieda|vraagt?\\s+(?:om|naar)|frågar\\s+efter)';
const FIELD_LIST = new RegExp(
  `${LINK}(?:${FORM}\\s*(?:${ASKS}|that\\s+${ASKS}|with(?:\\s+(?:the\\s+)?fields)?|for|fields?|mit(?:\\s+den\\s+feldern)?|für|avec|con|com|met|med|z|には|[:：])\\s*[:：]?\\s*|${ASKS}\\s+)((?:[^.;\\n。（(]|[（(][^)）]*[)）]|\\.(?=\\S))+)`,
  'iu',
);
/** Where a list of fields ends although the sentence goes on. */
const LIST_ENDS =
  /\s+(?:and|with|und|mit|et|avec|y|con)\s+(?:a|an|the|one|ein|eine|einen|einem|un|une|una)\s+(?=\S*(?:button|headline|section|knopf|überschrift|abschnitt|bouton|titre|botón|título|picture|bild|faq|schedule|hero))/iu;

const SECTIONS = new RegExp(
  `${LINK}(?:(?:these|the following|diese|folgende[nr]?)\\s+)?(?:sections?|abschnitte?n?|rubriken|bereiche?n?|secciones|sezioni|seções|secções|secties|sektioner|sekcje|sekcji)\\s*(?:for|on|with|zu|für|mit|über|sur|pour|para|sobre|su|voor|över|om|o)?\\s*[:：]?\\s*((?:[^.;\\n。])+)`,
  'iu',
);

/** Takes the parts that are named out of a prompt. `phrases` name the fields. */
export function readRoles(prompt: string, phrases: Phrases): Roles {
  const roles: Roles = { rest: prompt, quotes: [], asked: [] };
  const take = (pattern: RegExp): string | undefined => {
    const found = pattern.exec(roles.rest);
    const value = found
      ?.slice(1)
      .find((part) => part !== undefined)
      ?.trim();
    if (!found || !value) return undefined;
    roles.rest = `${roles.rest.slice(0, found.index)}${found.index > 0 ? '; ' : ''}${roles.rest.slice(found.index + found[0].length)}`;
    return value;
  };
  const named = (list: string, from: string): string | undefined =>
    take(new RegExp(`${LINK}(?<![${LETTERS}])(?:${list})(?![${LETTERS}])${SAYS}${QUOTED}`, 'iu')) ??
    take(new RegExp(`(?:^|\\n|(?<=[.;]\\s))\\s*${from}(?:${list})\\s*[:：]\\s*([^\\n]+)`, 'iu'));
  // The longer name first: a subtitle is no title.
  roles.lede = named(names.lede, '(?:the\\s+)?');
  roles.headline = named(names.headline, '(?:the\\s+)?');
  roles.button =
    take(new RegExp(`${LINK}(?<![${LETTERS}])(?:${names.button})(?![${LETTERS}])${SAYS}${QUOTED}`, 'iu')) ??
    take(new RegExp(`${QUOTED}\\s*(?:as\\s+(?:the\\s+)?)?(?:-\\s?)?(?:${names.button})(?![${LETTERS}])`, 'iu')) ??
    take(new RegExp(`(?<![${LETTERS}])(?:${names.button})\\s*(?:text|label)?\\s*[:：]\\s*([^\\n.;,]{1,60})`, 'iu'));
  roles.brand = take(new RegExp(`(?:^|\\n|(?<=[.;]\\s))\\s*(?:${names.brand})(?:\\s+name)?\\s*[:：]\\s*([^\\n.;,]{1,80})`, 'iu'));
  readQuotes(roles);
  readFields(roles, phrases);
  readSections(roles);
  return roles;
}

/** A word of a name: a point belongs to an initial or a title, else it ends the sentence. */
const NAME = "\\p{Lu}\\.|(?:Dr|Prof|Mr|Mrs|Ms|St)\\.|\\p{Lu}[\\p{L}'’-]*";
const SAID_BY = new RegExp(
  `${QUOTED}\\s*(?:[–—―-]+\\s*|,?\\s*(?:said|says|by|sagt|von|meint|dit|dice|selon|zegt|säger)\\s+)((?:${NAME})(?:\\s+(?:van|von|de|del|der|${NAME})){0,3}(?:,\\s*[^.;\\n"“„]{2,40})?)`,
  'gu',
);

function readQuotes(roles: Roles): void {
  roles.rest = roles.rest.replace(SAID_BY, (_, text: string, who: string) => {
    roles.quotes.push({ text: text.trim(), who: bare(who) });
    return ';';
  });
  if (roles.quotes.length > 0)
    roles.rest = roles.rest.replace(
      /(?:^|(?<=[\n.;]))\s*(?:with\s+)?(?:a\s+)?(?:testimonials?|customer quotes?|quotes?|reviews?|kundenstimmen?|zitate?|stimmen)\s*(?:from|by|von)?\s*[:：]?\s*(?=[;\n]|$)/giu,
      ' ',
    );
}

function readFields(roles: Roles, phrases: Phrases): void {
  const found = FIELD_LIST.exec(roles.rest);
  if (found) {
    let list = found[1] as string;
    // "Feedback form for visitors: name, email": the list comes after the colon.
    const told = /^[^,:、：]{2,60}[:：]\s*/u.exec(list)?.[0] ?? '';
    list = list.slice(told.length);
    const end = LIST_ENDS.exec(list);
    if (end) list = list.slice(0, end.index);
    const parts = splitFields(list);
    const explicit = /[:：]|fields?|felder|champs|campos|velden|ask|collect|abfrag|frag|項目/iu.test(
      found[0].slice(0, found[0].length - (found[1] as string).length) + told,
    );
    if (
      parts.length > 0 &&
      // "Every walker collects €50": a sum is asked for, and no field.
      !parts.some((part) => /^(?:[€$£¥]|\d)|[€$£¥]$/u.test(part)) &&
      parts.every(
        (part) =>
          part
            .replace(/[(（].*$/u, '')
            .trim()
            .split(/\s+/).length <= (part.includes('?') ? 12 : 6),
      ) &&
      (explicit || looksLikeFields(list) || readField(parts[0] as string, phrases, [])?.autocomplete)
    ) {
      roles.fields = fieldsOf(parts, phrases);
      const before = told === '' ? found.index : found.index + found[0].length - (found[1] as string).length + told.length;
      const after = found.index + found[0].length - (found[1] as string).length + told.length + list.length;
      roles.rest = `${roles.rest.slice(0, before).replace(/[:：]\s*$/u, '')}; ${roles.rest.slice(after)}`;
      return;
    }
  }
  // Without a word about a form: a list of which at least one is a field of every form.
  for (const piece of roles.rest.split(/[;\n]|(?<=[^\d])[.。](?=\s|$)/u)) {
    const from = fieldsFrom(piece);
    if (from === undefined) continue;
    roles.fields = fieldsOf(splitFields(from), phrases);
    // "Reserve a table: name, email": what the form is for is what its button says.
    const told = /([^.;:\n]{3,40}):\s*$/u.exec(piece.slice(0, piece.indexOf(from)));
    if (told && !roles.button && (told[1] as string).trim().split(/\s+/u).length <= 4)
      roles.button = capitalised((told[1] as string).trim());
    roles.rest = roles.rest.replace(roles.button && told ? (told[0] as string).trimStart() + from : from, ' ; ');
    return;
  }
}

const MOST_FIELDS = 24;

/** The longest end of a list that is one of fields. */
function fieldsFrom(piece: string): string | undefined {
  const starts = [0, ...[...piece.matchAll(/[,、，،:：]\s*/gu)].map((found) => found.index + found[0].length)];
  for (const start of starts.slice(-MOST_FIELDS)) {
    const rest = piece.slice(start).trim();
    if (rest !== '' && looksLikeFields(rest) && readsAsField(rest)) return rest;
  }
  return undefined;
}

/** A list of fields begins with one that is known; else words before it belong to something else. */
const readsAsField = (list: string): boolean => knownField((splitFields(list)[0] as string).replace(/\s*[(（].*$/u, '')) !== undefined;

export function fieldsOf(parts: readonly string[], phrases: Phrases): Field[] {
  const fields: Field[] = [];
  for (const part of parts) {
    const field = readField(
      part,
      phrases,
      fields.map(({ name }) => name),
    );
    if (field) fields.push(field);
  }
  return [...fields.filter(({ required }) => required), ...fields.filter(({ required }) => !required)];
}

function readSections(roles: Roles): void {
  for (let round = 0; round < 3; round++) {
    const found = SECTIONS.exec(roles.rest);
    if (!found) return;
    const wished = (found[1] as string).split(/[,、&]|\s(?:and|und|et|y|e|en|och|i|oraz)\s/u).map((part) => part.trim());
    const kinds = wished.map((part) => sectionNamed(part));
    if (kinds.every((kind) => kind === undefined)) return;
    roles.asked.push(...kinds.filter((kind) => kind !== undefined));
    roles.rest = `${roles.rest.slice(0, found.index)}; ${roles.rest.slice(found.index + found[0].length)}`;
  }
}
