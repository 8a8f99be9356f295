import { askedField, fieldsIn } from '../reader/fields.ts';
import type { Masked } from '../reader/mask.ts';
import { capital, listOf } from '../reader/split.ts';
import { lexicon } from '../reader/words.ts';
import type { Order } from './orders.ts';
import { bare } from './texts.ts';
import * as v from './verbs.ts';

/** Orders about the form: its fields, their choices, and which of them have to be filled in. */

const I = 'iu';
const REQUIRED =
  '(?:required|mandatory|compulsory|obligatory|needed|necessary|a must|pflicht(?:feld)?|verpflichtend|obligatoire|obligatori[oa]|obrigatóri[oa]|verplicht|obligatorisk[at]?|wymagan[eay]|必須)';
const OPTIONAL =
  '(?:optional(?:e[nrs]?)?|voluntary|freiwillig|facultati(?:f|ve)|optionnel(?:le)?|opcional|facoltativ[oa]|opzionale|optioneel|valfri(?:tt)?|frivillig(?:t)?|opcjonaln[eay]|任意)';
const NOT =
  "(?:(?:is|are|be|should|must|do|does|need)\\s*n[o'’]?t(?:\\s+(?:be|to\\s+be))?|isnt|shouldnt(?:\\s+be)?|doesn['’]?t\\s+(?:have|need)\\s+to\\s+be|not|no\\s+longer|nicht(?:\\s+mehr)?|kein(?:e)?|pas|plus|no|non|não|niet|geen|inte|nie)";
const BE =
  '(?:(?:is|are|be|to\\s+be|should|must|has\\s+to\\s+be|have\\s+to\\s+be|needs\\s+to\\s+be|shall|made|ist|sind|soll|sein|werden|als|zum|zu|doit|être|est|debe|ser|sea|es|deve|essere|sia|è|seja|é|moet|zijn|is|ska|vara|är|ma|być|jest|na|a|an|the)\\s+)*';
const MAKE = `(?:(?:${v.MAKE_IT}|${v.CHANGE}|mark|mach(?:e)?|setze?|rends|rendez)(?:-l[ae])?\\s+)?`;
const UNREQUIRE = new RegExp(
  `^${MAKE}(.{2,60}?)\\s+(?:${BE}${OPTIONAL}|${BE}${NOT}\\s+(?:be\\s+)?(?:a\\s+)?${REQUIRED})(?:\\s+(?:sein|machen|werden|field|feld))?(?:\\s+(?:except|apart from|but not|außer|sauf|excepto|salvo|tranne|exceto|behalve|utom|oprócz)\\s+(.{2,40}))?$`,
  I,
);
const REQUIRE = new RegExp(
  `^${MAKE}(.{2,60}?)\\s+${BE}${REQUIRED}(?:\\s+(?:sein|machen|werden|field))?(?:\\s+(?:except|apart from|but not|außer|sauf|excepto|salvo|tranne|exceto|behalve|utom|oprócz)\\s+(.{2,40}))?$`,
  I,
);
const FORM_END =
  '(?:\\s+(?:(?:to|in|into|on|zum|ins|im|au|dans\\s+le|al|en\\s+el|nel|ao|no|aan\\s+het|in\\s+het|i|till|do|w)\\s+)(?:the\\s+|our\\s+|das\\s+)?(?:\\p{L}+[\\s-])?(?:form|formular|formulaire|formulario|formulário|modulo|formulier|formulär(?:et)?|formularz(?:a|u)?)(?:\\s+(?:hinzu|toe|ein))?)';
const FIELD_WORD =
  '(?:fields?|inputs?|felder|feld|champs?|campos?|campi|velden|veld|fält|pol[ae]|check\\s?box(?:es)?|tick\\s?box(?:es)?|drop\\s?downs?|text\\s?box|text\\s?area|date picker)';
const ADD_ANY = new RegExp(`^(?:${v.ADD}|also)\\s+(.+)$`, 'isu');
const ASK = new RegExp(
  `^(?:(?:the\\s+form\\s+)?(?:should\\s+)?(?:also\\s+)?(?:ask|asks|collect|collects|request)(?:\\s+(?:people|them|visitors|everyone|guests|customers))?(?:\\s+(?:also|too))?\\s+(?:for\\s+)?|${v.ASK}\\s+${v.ALSO})(.{2,200}?)(?:\\s+(?:too|as well|auch|aussi|también|anche|também|ook|också|też))?${FORM_END}?$`,
  I,
);
const CHOICE =
  /^(?:(?:a|an|the|ein(?:e)?|un|une|una|um|uma|een|ett|en)\s+)?(?:choice|select|selection|drop\s?down|auswahl|choix|elección|scelta|escolha|keuze|val|wybór)(?:\s+field)?(?:\s+(?:of|between|with|from|for|von|entre|tra|fra|tussen|mellan|między))?\s*:?\s+(.{3,300})$/iu;
const OPTION = new RegExp(
  `^(?:${v.ADD})\\s+(?:(?:an?|the|another|eine?|une|una|um|uma|een|ett|en)\\s+)?(?:(?:more|further|new)\\s+)?(?:options?|choices?|answers?|option(?:en)?|auswahlmöglichkeit(?:en)?|opci(?:ón|ones)|opzion[ei]|opç(?:ão|ões)|opties?|alternativ|opcj[ęea])\\s*:?\\s+(.{1,200}?)\\s+(?:to|under|in|for|zu|zum|zur|bei|à|a|al|en|ao|aan|bij|till|do)\\s+(.{2,80})$`,
  I,
);
const NEAR =
  /^(.{2,200}?)\s+(?:right\s+|just\s+|directly\s+)?(before|above|after|below|under|behind|vor|nach|unter|über|avant|après|antes de|después de|prima di|dopo|depois de|voor|na|före|efter|przed|po)\s+(?:the\s+|das\s+|le\s+|la\s+|el\s+|il\s+|o\s+|het\s+)?(.{2,60})$/iu;

export function readForm(text: string, masked: Masked): Order[] | undefined {
  const shown = (words: string) => bare(masked.shown(words));
  const demand = (found: RegExpExecArray | null, required: boolean): Order[] | undefined =>
    found && !new RegExp(`^(?:${v.ADD})(?![\\p{L}'’])`, I).test(text) && !ASK.test(text)
      ? [{ do: 'require', what: shown(found[1] as string), required, ...(found[2] && { except: shown(found[2]) }) }]
      : undefined;
  return demand(UNREQUIRE.exec(text), false) ?? demand(REQUIRE.exec(text), true) ?? readOption(text, masked) ?? readFields(text, masked);
}

function readOption(text: string, masked: Masked): Order[] | undefined {
  const found = OPTION.exec(text);
  if (!found) return undefined;
  const options = listOf(found[1] as string).map((one) => masked.shown(one).trim());
  return [{ do: 'options', options, field: bare(masked.shown(found[2] as string)) }];
}

function readFields(text: string, masked: Masked): Order[] | undefined {
  if (new RegExp(`\\s${v.REMOVE_LAST}$`, I).test(text)) return undefined;
  const asked = ASK.exec(text)?.[1];
  if (asked) return fieldsOrder(asked, masked);
  const added = ADD_ANY.exec(text)?.[1];
  if (added === undefined) return undefined;
  const choice = CHOICE.exec(added);
  if (choice) return [choiceOrder(choice[1] as string, masked)];
  const inForm = new RegExp(`^(.{2,240}?)${FORM_END}$`, I).exec(added)?.[1];
  const named = new RegExp(`(?<!\\p{L})${FIELD_WORD}(?!\\p{L})`, I).test(added);
  if (inForm === undefined && !named) {
    // "Add phone and company": all of it are fields that every form knows, and no parts of a page.
    const list = listOf(added.replace(/^(?:an?|the)\s+(?:optional|required)\s+/iu, ''));
    const all =
      list.length <= 8 &&
      list.every(
        (one) =>
          lexicon('fields').whole(bare(one).replace(/^(?:optional|required)\s+/iu, '')) !== undefined &&
          lexicon('sections').whole(bare(one)) === undefined,
      );
    return all && !/[\ue100-\ue483\d]/.test(added) ? fieldsOrder(added, masked) : undefined;
  }
  return fieldsOrder(inForm ?? added, masked);
}

function fieldsOrder(source: string, masked: Masked): Order[] | undefined {
  const box =
    /^(?:an?\s+)?(?:consent\s+|gdpr\s+)?(?:check|tick)\s?box\s*(?::|for|saying|that\s+says|with)?\s+(?:that\s+)?(.{3,200})$/iu.exec(
      source,
    )?.[1];
  if (box && !/,/.test(box))
    return [{ do: 'fields', fields: [{ type: 'consent', label: masked.all('quote', box)[0] ?? capital(masked.shown(box)) }] }];
  const found = NEAR.exec(source);
  const known = found && lexicon('fields').whole(bare(found[3] as string).replace(/\s+field$/iu, '')) !== undefined;
  const text = (known ? (found?.[1] ?? source) : source)
    .replace(
      new RegExp(
        `^(?:(?:an?|the|another|ein(?:e[nr]?)?|un|une|una|um|uma|een|ett|jedno)\\s+)?((?:optional|required|optionales?|freiwilliges?)\\s+)?(?:(?:new|more|extra|further|form)\\s+)?(?:fields?|inputs?|felder|feld|champs?|campos?|campi|velden|veld|fält|pol[ae])\\s*(?:(?:for|called|named|asking(?:\\s+for)?|where\\s+people\\s+(?:can\\s+)?(?:enter|say|give)|to\\s+ask(?:\\s+for)?|für|namens|pour|para|per|voor|för|dla|na)\\s+|:\\s*)?(?:the(?:ir)?\\s+|your\\s+)?`,
        I,
      ),
      (_all, how: string | undefined) => how ?? '',
    )
    .replace(/^[\s:–-]+/u, '')
    .replace(/\s+(?:hinzu|toe|ein|an|too|as well|auch)(?=,|$)/iu, '')
    .replace(/^(.{2,60}?)[\s-](?:fields?|felder|feld|inputs?)$/iu, '$1')
    .replace(/^(?:an?\s+)?(optional|required)\s+(.+)$/iu, '$2 ($1)');
  const fields = fieldsIn(joined(text), masked);
  const whole = askedField(text, masked);
  const list = fields.length > 0 ? fields : whole ? [whole] : [];
  if (list.length === 0) return undefined;
  const near = known
    ? {
        where: /^(?:before|above|vor|über|avant|antes|prima|voor|före|przed)/iu.test(found?.[2] ?? '')
          ? ('before' as const)
          : ('after' as const),
        what: bare(found?.[3] ?? ''),
      }
    : undefined;
  return [{ do: 'fields', fields: list, ...(near && { near }) }];
}

/** Entries without their articles; "address, optional" is one. */
const joined = (text: string): string =>
  listOf(text.replace(/,\s*(optional|required|mandatory|freiwillig|pflicht)\s*$/iu, ' ($1)'))
    .map(bare)
    .join(', ');

/** "A choice Hedge or Tree or Stump": its name is made of what there is to choose from. */
function choiceOrder(source: string, masked: Masked): Order {
  const field = askedField(source, masked);
  if (field?.options && field.options.length > 1)
    return { do: 'fields', fields: [{ ...field, type: field.type === 'choices' ? 'choices' : 'choice' }] };
  const options = source
    .split(/\s*(?:,|\/|;|\s(?:or|and|oder|und|ou|et|o|y|e|of|en|eller|och|lub|i)\s)\s*/iu)
    .map((one) => masked.shown(one).trim())
    .filter(Boolean)
    .map((one) => one.charAt(0).toLocaleUpperCase() + one.slice(1));
  return { do: 'fields', fields: [{ type: 'choice', label: options.join(' / '), options }] };
}
