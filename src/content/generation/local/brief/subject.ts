import type { LanguageCode } from '../languages/index.ts';
import type { Purpose } from '../purposes/index.ts';
import { bare, capitalised } from './clauses.ts';
import { words } from './words.ts';

/** What a page is about, from the clause in which somebody orders it. */
export interface Subject {
  /** "a café in Leipzig, das im Herbst öffnet"; empty when the order names nothing. */
  phrase: string;
  /** Who it belongs to, if that is said. */
  brand?: string;
}

const PLEASE =
  /^(?:(?:please|bitte|hi|hello|hallo)[,!]?\s+)?(?:(?:can|could|would) you\s+)?(?:create|make|build|design|write|generate|draft|compose|prepare|set up|i need|i want|i'd like|i would like|we need|we want|we'd like|give me|erstelle?n?|baue?|schreibe?|entwirf|entwerfe|gestalte?|mache?|generiere|ich brauche|ich möchte|wir brauchen|wir möchten|wir wollen|crée[rz]?|créez|écris|rédige|je veux|j'ai besoin d'|nous voulons|il nous faut|crear?|haz|diseña|escribe|necesito|quiero|queremos|crea|scrivi|fai|vorrei|ho bisogno di|cria|criar|escreve|preciso de|quero|maak|schrijf|ontwerp|ik wil|wij willen|we willen|skapa|gör|skriv|vi behöver|jag vill ha|stwórz|napisz|zrób|przygotuj|potrzebuję|chcę)(?=\s)/iu;
const ARTICLE =
  /^(?:me |us |mir |uns )?(?:a |an |the |one |my |our |ein(?:e[nrms]?)? |die |der |das |den |une? |le |la |les |des |notre |nos |una? |el |los |nuestr[oa]s? |il |lo |un'|uma? |os? |as? |nosso |nossa |een |de |het |onze |ett |en |vår |vårt )+/iu;
const OURS =
  /^(?:my|our|unser(?:e[nrms]?)?|mein(?:e[nrms]?)?|notre|nos|mon|ma|nuestr[oa]s?|mi|(?:il |la |i |le )?nostr[oaie]|(?:o |a )?noss[oa]s?|onze|ons|mijn|vår[at]?|min|nasz[aey]?go|nasza|nasz|naszej)\s+/iu;

/** What pages and mails are called. It is the vessel, and not what it holds. */
const VESSEL = words(
  'landing page',
  'landingpage',
  'landing-page',
  'web page',
  'webpage',
  'website',
  'site',
  'page',
  'one-pager',
  'onepager',
  'homepage',
  'web site',
  'sign-up page',
  'sign-up form',
  'signup page',
  'signup form',
  'sign-up',
  'signup',
  'registration page',
  'registration form',
  'registration',
  'form',
  'thank-you page',
  'thank you page',
  'thank-you',
  'waiting list page',
  'waiting list',
  'waitlist',
  'waitlist page',
  'newsletter sign-up',
  'newsletter signup',
  'newsletter sign-up page',
  'newsletter',
  'email',
  'e-mail',
  'mail',
  'mailing',
  'announcement',
  'invitation',
  'email announcement',
  'launch email',
  'welcome email',
  'newsletter email',
  'marketing email',
  'announcement email',
  'thank-you email',
  'invitation email',
  'receipt',
  'receipt email',
  'order confirmation',
  'job page',
  'event page',
  'booking page',
  'contact page',
  'product page',
  'application page',
  'donation page',
  'message',
  'reminder',
  'campaign',
  'job ad',
  'landingpage',
  'seite',
  'webseite',
  'internetseite',
  'anmeldeseite',
  'anmeldung',
  'anmeldeformular',
  'formular',
  'dankeseite',
  'dankesseite',
  'danke-seite',
  'warteliste',
  'newsletter-anmeldung',
  'newsletteranmeldung',
  'rundmail',
  'einladung',
  'ankündigung',
  'quittung',
  'bestellbestätigung',
  'stellenanzeige',
  'rundbrief',
  'veranstaltungsseite',
  'spendenseite',
  'e-mail-newsletter',
  'willkommensmail',
  'begrüßungsmail',
  'page web',
  'page d’accueil',
  'page d’inscription',
  "page d'inscription",
  "page d'accueil",
  'page de remerciement',
  'site web',
  'formulaire',
  'formulaire d’inscription',
  'inscription',
  'liste d’attente',
  "liste d'attente",
  'lettre d’information',
  'courriel',
  'invitation',
  'reçu',
  'página',
  'página web',
  'página de inicio',
  'página de aterrizaje',
  'página de inscripción',
  'página de agradecimiento',
  'sitio web',
  'formulario',
  'inscripción',
  'lista de espera',
  'boletín',
  'correo',
  'invitación',
  'recibo',
  'pagina',
  'pagina web',
  'sito',
  'sito web',
  'modulo',
  'iscrizione',
  'lista d’attesa',
  "lista d'attesa",
  'invito',
  'ricevuta',
  'pagina di ringraziamento',
  'página de destino',
  'formulário',
  'inscrição',
  'boletim',
  'convite',
  'página de agradecimento',
  'webpagina',
  'landingspagina',
  'aanmeldpagina',
  'aanmeldformulier',
  'formulier',
  'wachtlijst',
  'nieuwsbrief',
  'uitnodiging',
  'bedankpagina',
  'bon',
  'sida',
  'landningssida',
  'webbsida',
  'anmälningssida',
  'anmälan',
  'formulär',
  'väntelista',
  'nyhetsbrev',
  'inbjudan',
  'tacksida',
  'kvitto',
  'strona',
  'stronę',
  'strona docelowa',
  'formularz',
  'zapisy',
  'lista oczekujących',
  'listę oczekujących',
  'zaproszenie',
  'potwierdzenie',
);
const LOOKS = words(
  'simple',
  'plain',
  'modern',
  'beautiful',
  'nice',
  'clean',
  'elegant',
  'minimal',
  'minimalist',
  'short',
  'small',
  'friendly',
  'great',
  'stunning',
  'professional',
  'responsive',
  'one-page',
  'marketing',
  'calm',
  'warm',
  'bold',
  'playful',
  'schlichte',
  'einfache',
  'schöne',
  'moderne',
  'kurze',
  'professionelle',
  'responsive',
  'html',
  'belle',
  'simple',
  'bonita',
  'sencilla',
  'semplice',
  'bella',
  'mooie',
  'eenvoudige',
  'enkel',
  'snygg',
  'prosta',
  'ładna',
  'promotional',
  'transactional',
  'operational',
  'coming soon',
  'coming-soon',
);
const ABOUT =
  /^(?:for|about|on|to|of|after|following|announcing|promoting|advertising|regarding|presenting|selling|that announces|that promotes|that sells|where people can (?:sign up|register) for|für|über|zu[mr]?|nach|von|vom|zur|pour|sur|après|d'|de|du|des|para|sobre|de la|del|per|su|dopo|di|dell[aeo']*|do|da|após|voor|over|na|van|naar|för|om|till|efter|dla|o|po|do)\s+/iu;
const JAPANESE =
  /^(.+?)(?:の|、)?(?:ご)?(?:ランディングページ|LP|ウェブページ|ウェブサイト|お礼ページ|ページ|サイト|フォーム|メールマガジン|メール|ニュースレター|案内)(?:を)?(?:作成|作って|つくって|作る|書いて|制作|お願い)?(?:してください|ください|して|します)?$/u;

const NAME =
  "(?:\\p{Lu}[\\p{L}\\p{N}'’&.-]*)(?:\\s+(?:&|and|of|the|de|del|du|des|la|le|und|van|von|\\p{Lu}[\\p{L}\\p{N}'’&.-]*|\\d+))*(?<=[\\p{L}\\p{N}])";
const CALLED = new RegExp(
  `\\s*,?\\s*(?:called|named|namens|mit dem namen|appelée?s?|nommée?|llamad[oa]|chiamat[oa]|chamad[oa]|genaamd|som heter|o nazwie)\\s+(?:["“„«「]([^"“”„»」]+)["”“»」]|(${NAME}))`,
  'u',
);
const BELONGS = new RegExp(
  `\\s+(?:at|by|from|with|bei|von|chez|presso|bij|hos)\\s+(${NAME})(?=$|[,:]|\\s(?:in|on|until|for|with)\\s)`,
  'u',
);

/**
 * Reads the clause that orders a page: "Create a landing page for …", "Warteliste für …", "Spring sale at Juniper Trail".
 * @param places whether "at" names a place here, and not who sells
 */
export function readSubject(clause: string, purpose: Purpose, places: boolean): Subject {
  let phrase = bare(clause.replace(PLEASE, ''));
  const japanese = JAPANESE.exec(phrase);
  if (japanese) phrase = japanese[1] as string;
  phrase = withoutVessel(phrase, purpose);
  const called = CALLED.exec(phrase);
  let brand = (called?.[1] ?? called?.[2])?.trim();
  if (called) phrase = `${phrase.slice(0, called.index)}${phrase.slice(called.index + called[0].length)}`;
  const belongs = BELONGS.exec(phrase);
  if (
    !brand &&
    belongs &&
    belongs.index > 0 &&
    !(places && /^\s+at\s/u.test(belongs[0])) &&
    !/^\s+von\s/u.test(belongs[0] && places ? '' : '')
  ) {
    brand = belongs[1];
    phrase = `${phrase.slice(0, belongs.index)}${phrase.slice(belongs.index + belongs[0].length)}`;
  }
  return { phrase: bare(phrase.replace(OURS, '')), ...(brand && { brand }) };
}

/** "A simple landing page for X" is about X. */
function withoutVessel(phrase: string, purpose: Purpose): string {
  let rest = phrase;
  const start = rest.replace(ARTICLE, '');
  let bared = start;
  for (let i = 0; i < 4; i++) {
    const look = new RegExp(`^(?:${LOOKS.source}),?\\s+(?:and\\s+|und\\s+)?`, 'iu').exec(bared);
    if (!look) break;
    bared = bared.slice(look[0].length);
  }
  const vessel = longest(bared);
  if (!vessel) return phrase;
  const after = bared
    .slice(vessel.length)
    .replace(/^\s*(?:page|form|email|seite|mail)(?!\p{L})/iu, '')
    .trim();
  if (after === '') return '';
  const about = ABOUT.exec(after);
  if (about) {
    rest = after.slice(about[0].length);
    // What follows "of" or "after" in a thank-you is what somebody is thanked for.
    return rest;
  }
  return purpose.vessel || /^[:–—-]/u.test(after) ? after.replace(/^[\s:–—-]+/u, '') : phrase;
}

const VESSELS = new RegExp(`^(?:${VESSEL.source})`, 'iu');

function longest(text: string): string | undefined {
  let best: string | undefined;
  // Alternatives are tried in their order; the longest name is wanted.
  const tokens = text.split(/(\s+)/u);
  for (let end = 1; end <= Math.min(tokens.length, 9); end += 2) {
    const candidate = tokens
      .slice(0, end)
      .join('')
      .replace(/[,:;]$/u, '');
    const found = VESSELS.exec(candidate);
    if (found && found[0].length === candidate.length) best = candidate;
    else {
      for (const { index } of candidate.matchAll(/[\s-]+/gu)) {
        const head = candidate.slice(0, index);
        if (VESSELS.exec(head)?.[0].length === head.length && head.length > (best?.length ?? 0) && end === 1) best = head;
      }
    }
  }
  return best;
}

const ACCUSATIVE: [RegExp, (...parts: string[]) => string][] = [
  [/^einen (\p{Ll}+)en (?=\p{L})/u, (_, stem) => `Ein ${stem}er `],
  [/^einen /u, () => 'Ein '],
  [/^den (\p{Ll}+)en (?=\p{L})/u, (_, stem) => `Der ${stem}e `],
  [/^den /u, () => 'Der '],
];

const RELATIVE = /^(.+?),\s+(?:das|der|die)\s+((?:\p{L}+\s+){1,5})(\p{Ll}+t|\p{Ll}+en)$/u;

/** A phrase as a headline: in the case that a headline has, and with what matters first. */
export function headlineOf(phrase: string, code: LanguageCode | string): string {
  let text = phrase;
  if (code === 'de') {
    for (const [pattern, mend] of ACCUSATIVE) text = text.replace(pattern, mend as never);
    // "Ein Café in Leipzig, das im Herbst öffnet": what is new comes first, "Im Herbst öffnet ein Café in Leipzig".
    const relative = RELATIVE.exec(text);
    if (relative) {
      const [, noun = '', when = '', verb = ''] = relative;
      text = `${when.trim()} ${verb} ${noun.charAt(0).toLowerCase()}${noun.slice(1)}`;
    }
  }
  return bare(capitalised(text));
}
