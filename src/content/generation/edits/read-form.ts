import { askedField, fieldsIn } from '../reader/fields.ts';
import { capital, listOf, type Masked } from '../reader/text.ts';
import { anyCase, lexicon } from '../reader/words.ts';
import type { Order } from './orders.ts';
import { bare } from './texts.ts';
import * as v from './verbs.ts';

const REQUIRED =
  '(?:required|mandatory|compulsory|obligatory|needed|necessary|a must|pflicht(?:feld)?|verpflichtend|obligatoire|obligatori[oa]|obrigatóri[oa]|verplicht|obligatorisk[at]?|wymagan[eay]|必須)';
const OPTIONAL =
  '(?:optional(?:e[nrs]?)?|voluntary|freiwillig|facultati(?:f|ve)|optionnel(?:le)?|opcional|facoltativ[oa]|opzionale|optioneel|valfri(?:tt)?|frivillig(?:t)?|opcjonaln[eay]|任意)';
const NOT =
  "(?:(?:is|are|be|should|must|do|does|need)\\s*n[o'’]?t(?:\\s+(?:be|to\\s+be))?|isnt|shouldnt(?:\\s+be)?|doesn['’]?t\\s+(?:have|need)\\s+to\\s+be|not|no\\s+longer|nicht(?:\\s+mehr)?|kein(?:e)?|pas|plus|no|non|não|niet|geen|inte|nie)";
const BE =
  '(?:(?:tiene[n]?\\s+que\\s+ser|debería[n]?\\s+ser|dovrebbe(?:ro)?\\s+essere|devrai(?:en)?t\\s+être|tem\\s+(?:de|que)\\s+ser|sollte[n]?|is|are|be|to\\s+be|should|must|has\\s+to\\s+be|have\\s+to\\s+be|needs\\s+to\\s+be|shall|made|ist|sind|soll|sein|werden|als|zum|zu|doit|être|est|debe|ser|sea|es|deve|essere|sia|è|seja|é|moet|zijn|is|ska|vara|är|ma|być|jest|na|a|an|the)\\s+)*';
const MAKE = `(?:(?:${v.MAKE_IT}|${v.CHANGE}|mark|mach(?:e)?|setze?|rends|rendez)(?:-l[ae])?\\s+)?`;
const UNREQUIRE = anyCase`^${MAKE}(.{1,60}?)\s+(?:${BE}${OPTIONAL}|${BE}${NOT}\s+(?:be\s+)?(?:a\s+)?${REQUIRED})(?:\s+(?:sein|machen|werden|field|feld))?(?:\s+(?:except|apart from|but not|außer|sauf|excepto|salvo|tranne|exceto|behalve|utom|oprócz)\s+(.{2,40}))?$`;
const REQUIRE = anyCase`^${MAKE}(.{1,60}?)\s+${BE}${REQUIRED}(?:\s+(?:sein|machen|werden|field))?(?:\s+(?:except|apart from|but not|außer|sauf|excepto|salvo|tranne|exceto|behalve|utom|oprócz)\s+(.{2,40}))?$`;
const STARTS = anyCase`^(?:${[v.REMOVE, v.ADD, v.CHANGE, v.MOVE, v.RENAME].join('|')}|no)(?![\p{L}'’])`;
const FORM_END =
  '(?:\\s+(?:(?:to|in|into|on|zum|ins|im|au|dans\\s+le|al|en\\s+el|nel|ao|no|aan\\s+het|in\\s+het|i|till|do|w)\\s+)(?:the\\s+|our\\s+|das\\s+)?(?:\\p{L}+[\\s-])?(?:form|formular|formulaire|formulario|formulário|modulo|formulier|formulär(?:et)?|formularz(?:a|u)?)(?:\\s+(?:hinzu|toe|ein))?)';
const FIELD_WORD =
  '(?:fields?|inputs?|felder|feld|champs?|campos?|campi|velden|veld|fält|pol[ae]|check\\s?box(?:es)?|tick\\s?box(?:es)?|drop\\s?downs?|text\\s?box|text\\s?area|date picker)';
const ADD_ANY = new RegExp(`^(?:${v.ADD}|also)\\s+(.+)$`, 'isu');
const ASK = anyCase`^(?:(?:the\s+form\s+)?(?:should\s+)?(?:also\s+)?(?:ask|asks|collect|collects|request)(?:\s+(?:people|them|visitors|everyone|guests|customers))?(?:\s+(?:also|too))?\s+(?:for\s+)?|${v.ASK}\s+${v.ALSO})(.{2,200}?)(?:\s+(?:too|as well|auch|aussi|también|anche|também|ook|också|też))?${FORM_END}?$`;
const CHOICE =
  /^(?:(?:a|an|the|ein(?:e)?|un|une|una|um|uma|een|ett|en)\s+)?(?:choice|select|selection|drop\s?down|auswahl|choix|elección|scelta|escolha|keuze|val|wybór)(?:\s+field)?(?:\s+(?:of|between|with|from|for|von|entre|tra|fra|tussen|mellan|między))?\s*:?\s+(.{3,300})$/iu;
const OPTION = anyCase`^(?:${v.ADD})\s+(?:(?:an?|the|another|eine?|une|una|um|uma|een|ett|en)\s+)?(?:(?:more|further|new)\s+)?(?:options?|choices?|answers?|option(?:en)?|auswahlmöglichkeit(?:en)?|opci(?:ón|ones)|opzion[ei]|opç(?:ão|ões)|opties?|alternativ|opcj[ęea])\s*:?\s+(.{1,200}?)\s+(?:to|under|in|for|zu|zum|zur|bei|à|a|al|en|ao|aan|bij|till|do)\s+(.{2,80})$`;
const CHOICES =
  '(?:options?|choices?|answers?|selection|drop\\s?down|list|auswahl|optionen|opciones|opción|opzion[ei]|opções|opção|opties|optie)';
const ARTICLE = '(?:(?:the|a|an|another|our)\\s+)?';
/** "Add Nina to the “Who with” choices", "add a vegan option to food". */
const OPTIONS_OF: Record<'add' | 'only', RegExp[]> = {
  add: [
    anyCase`^(?:${v.ADD})\s+(.{1,200}?)\s+(?:to|in|into|under)\s+${ARTICLE}(.{2,60}?)\s+(?:field\s+)?${CHOICES}$`,
    anyCase`^(?:${v.ADD})\s+(.{1,200}?)\s+as\s+(?:an?\s+|another\s+)?(?:option|choice|answer)s?\s+(?:to|in|under|for)\s+${ARTICLE}(.{2,60})$`,
    anyCase`^(?:${v.ADD})\s+${ARTICLE}(.{1,60}?)\s+(?:option|choice)\s+(?:to|in|under|for)\s+${ARTICLE}(.{2,60})$`,
  ],
  only: [
    anyCase`^(?:(?:${v.CHANGE})\s+)?${ARTICLE}(?:options?|choices?|answers?)\s+(?:for|of|in|under)\s+${ARTICLE}(.{2,60}?)\s*(?:(?:should\s+be|are|to\s+be|must\s+be|to|=)\s*:?\s+|:\s+)(.{3,300})$`,
    anyCase`^(?:(?:${v.CHANGE})\s+)?${ARTICLE}(.{2,60}?)\s+(?:options?|choices?|answers?)\s*(?:(?:should\s+be|are|to\s+be|must\s+be|to|=)\s*:?\s+|:\s+)(.{3,300})$`,
  ],
};
/** "People should be able to leave their postcode". */
const LEAVES =
  /^(?:people|they|visitors|customers|clients|guests|users|members|everyone|you|folks|parents|die leute|kunden|gäste)\s+(?:(?:should|must|can|could|need\s+to|have\s+to|sollen|können)\s+)(?:(?:also|auch)\s+)?(?:be\s+able\s+to\s+)?(?:(?:also)\s+)?(?:leave|enter|give(?:\s+us)?|tell\s+us|state|fill\s+in|type(?:\s+in)?|add)\s+(?:(?:their|a|an|the|ihre?n?)\s+)(.{2,60})$/iu;
/** "Email as well on the form". */
const ON_FORM = /^(.{2,40}?)(?:\s+(?:as well(?:\s+as\s+.{2,40}?)?|too|also))?\s+(?:on|in)\s+the\s+(?:\p{L}+[\s-])?form$/iu;
const NEAR =
  /^(.{2,200}?)\s+(?:right\s+|just\s+|directly\s+)?(before|above|after|below|under|behind|vor|nach|unter|über|avant|après|antes de|después de|prima di|dopo|depois de|voor|na|före|efter|przed|po)\s+(?:the\s+|das\s+|le\s+|la\s+|el\s+|il\s+|o\s+|het\s+)?(.{2,60})$/iu;

export function readForm(text: string, masked: Masked): Order[] | undefined {
  const shown = (words: string) => bare(masked.shown(words));
  const demand = (found: RegExpExecArray | null, required: boolean): Order[] | undefined =>
    found && !anyCase`^(?:${v.ADD})(?![\p{L}'’])`.test(text) && !ASK.test(text)
      ? [{ do: 'require', what: shown(found[1] as string), required, ...(found[2] && { except: shown(found[2]) }) }]
      : undefined;
  return demand(UNREQUIRE.exec(text), false) ?? demand(REQUIRE.exec(text), true) ?? readOption(text, masked) ?? readFields(text, masked);
}

function readOption(text: string, masked: Masked): Order[] | undefined {
  const listed = (words: string): string[] =>
    listOf(bare(words).replace(/^(?:options?|choices?)\s+/iu, '')).flatMap((one) => {
      const label = (masked.all('quote', one)[0] ?? masked.shown(one)).replace(/^(?:an?|and)\s+/iu, '').trim();
      return label === '' ? [] : [label];
    });
  const ways = Object.entries(OPTIONS_OF).flatMap(([how, patterns]) => patterns.map((pattern) => [how, pattern] as const));
  for (const [how, pattern] of ways) {
    const found = pattern.exec(text);
    if (!found || /^(?:form|page|menu)$/iu.test(found[2] as string)) continue;
    const [options, field] = how === 'add' ? [found[1], found[2]] : [found[2], found[1]];
    return [
      {
        do: 'options',
        options: listed(options as string),
        field: bare(masked.shown(field as string)),
        ...(how === 'only' && { only: true }),
      },
    ];
  }
  const found = OPTION.exec(text);
  if (!found) return undefined;
  return [{ do: 'options', options: listed(found[1] as string), field: bare(masked.shown(found[2] as string)) }];
}

function readFields(text: string, masked: Masked): Order[] | undefined {
  if (anyCase`\s${v.REMOVE_LAST}$`.test(text)) return undefined;
  const left = LEAVES.exec(text)?.[1];
  if (left) return fieldsOrder(left, masked);
  const onForm = ON_FORM.exec(text)?.[1];
  if (onForm && !STARTS.test(text) && lexicon('fields').whole(bare(onForm)) !== undefined) return fieldsOrder(onForm, masked);
  const asked = ASK.exec(text)?.[1];
  if (asked) return fieldsOrder(asked, masked);
  const added = ADD_ANY.exec(text)?.[1];
  if (added === undefined) return undefined;
  const choice = CHOICE.exec(added);
  if (choice) return [choiceOrder(choice[1] as string, masked)];
  const inForm = anyCase`^(.{2,240}?)${FORM_END}$`.exec(added)?.[1];
  const named = anyCase`(?<!\p{L})${FIELD_WORD}(?!\p{L})`.test(added);
  if (inForm === undefined && !named) {
    // "Add phone and company": all of it are fields that every form knows, and no parts of a page.
    const list = listOf(
      added
        .replace(/^(?:an?|the)\s+(?:optional|required)\s+/iu, '')
        .replace(/[\s,]+(?:als\s)?(?:optional|required|mandatory|freiwillig|pflicht(?:feld)?)$/iu, ''),
    );
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

function fieldsOrder(given: string, masked: Masked): Order[] | undefined {
  // "Address instead of postcode" is one field for another.
  const [, fresh, old] =
    anyCase`^(.{2,60}?)\s(?:instead of|rather than|statt|au lieu d[eu]|en vez de|invece d[ei]l?|em vez de|in plaats van|i stället för)\s(.{2,60})$`.exec(
      given,
    ) ?? [];
  if (fresh && old) {
    const added = fieldsOrder(fresh, masked);
    return added && [...added, { do: 'remove', what: `${bare(masked.shown(old))} field` }];
  }
  const [, others, boxed] =
    /^(.{2,120}?)(?:,|\s(?:and|und|et|y|e|en))\s(?:and\s)?((?:an?\s)?(?:(?:consent|gdpr|opt-in)\s?(?:check\s?|tick\s?)?box|(?:check|tick)\s?box)\s?.{3,200})$/iu.exec(
      given,
    ) ?? [];
  if (others && boxed) {
    const both = [fieldsOrder(others, masked), fieldsOrder(boxed, masked)];
    return both.every((one) => one !== undefined) ? both.flatMap((one) => one ?? []) : undefined;
  }
  const source = given.replace(
    /^(?:an?\s+)?(?:(?:form\s+)?field\s+)?so\s+(?:that\s+)?(?:people|they|guests|visitors|customers|everyone)\s+can\s+(?:tell\s+us|say|enter|give\s+us|leave|choose|pick|write)\s+/iu,
    '',
  );
  const box =
    /^(?:an?\s+)?(?:(?:consent|gdpr|opt-in)\s+(?:check\s?|tick\s?)?box|(?:check|tick)\s?box)\s*(?::|for|saying|that\s+says|with)?\s+(?:that\s+)?(.{3,200})$/iu.exec(
      source,
    )?.[1];
  if (box && !/,/.test(box))
    return [{ do: 'fields', fields: [{ type: 'consent', label: masked.all('quote', box)[0] ?? capital(masked.shown(box)) }] }];
  const found = NEAR.exec(source);
  const known = found && lexicon('fields').whole(bare(found[3] as string).replace(/\s+field$/iu, '')) !== undefined;
  const text = (known ? (found?.[1] ?? source) : source)
    .replace(
      anyCase`^(?:(?:an?|the|another|ein(?:e[nr]?)?|un|une|una|um|uma|een|ett|jedno)\s+)?((?:optional|required|optionales?|freiwilliges?)\s+)?(?:(?:new|more|extra|further|form)\s+)?(?:fields?|inputs?|felder|feld|champs?|campos?|campi|velden|veld|fält|pol[ae])\s*(?:(?:for|called|named|asking(?:\s+for)?|where\s+people\s+(?:can\s+)?(?:enter|say|give)|to\s+ask(?:\s+for)?|für|namens|pour|para|per|voor|för|dla|na)\s+|:\s*)?(?:the(?:ir)?\s+|your\s+)?`,
      (_all, how: string | undefined) => how ?? '',
    )
    .replace(/^[\s:–-]+/u, '')
    .replace(/\s+(?:hinzu|toe|ein|an|too|as well|auch)(?=,|$)/iu, '')
    .replace(/^(.{2,60}?)[\s-](?:fields?|felder|feld|inputs?)$/iu, '$1')
    .replace(/^(?:an?\s+)?(optional|required)\s+(.+)$/iu, '$2 ($1)');
  const fields = fieldsIn(joined(text.replace(/\sals\s(pflicht)feld$/iu, ', $1')), masked);
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
