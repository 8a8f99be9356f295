import { words } from '../brief/words.ts';
import type { LanguageCode } from './phrases.ts';

/** What a text is written in. `code` is what stands in `lang`, which may be a language without phrases here. */
export interface Written {
  code: string;
  rtl: boolean;
}

/** Words that one language has and its neighbours do not, or rarely. */
const MARKS: Record<Exclude<LanguageCode, 'ja'>, RegExp> = {
  en: marks(
    'the and of with for from at by our your off until page sign-up landing free every about who that this is are to in two open create make use',
  ),
  de: marks(
    'der die das und für mit ein eine einen einem einer im am vom zum zur bei auf aus nach ist sind wir unser unsere nicht bis jeden über seite erstelle warteliste anmeldung ab von öffnet den dem',
  ),
  fr: marks(
    'le la les des du et pour avec une un au aux sur dans est sont nous notre votre jusqu chez page créer inscription gratuit d l à en',
  ),
  es: marks('el los las del y para con una un en es son nuestro nuestra hasta página crear inscripción gratis cada al desde lista sobre'),
  it: marks('il lo gli della del dei e per con una un nel è sono nostro nostra fino pagina crea iscrizione gratis ogni alla di da sconto'),
  pt: marks('o os as do da dos das e para com uma um no na em é são nosso nossa até página criar inscrição grátis cada ao pela desconto'),
  nl: marks('de het een en voor met van in op bij is zijn wij ons onze tot pagina maak aanmelden gratis elke naar over nieuwe korting'),
  sv: marks('och för med en ett den det på av till från är vi vår vårt sida skapa anmälan gratis varje hos om som i'),
  pl: marks('i dla z ze w we na do jest są nasz nasza o od po strona stwórz zapisy bezpłatny każdy oraz który się nowy'),
};

function marks(list: string): RegExp {
  return new RegExp(words(...list.split(' ')).source, 'giu');
}

const LETTERS: [RegExp, LanguageCode][] = [
  [/[ßäöü]/giu, 'de'],
  [/[ãõ]/giu, 'pt'],
  [/[ñ¿¡]/giu, 'es'],
  [/[åä]/giu, 'sv'],
  [/[ąćęłńśźż]/giu, 'pl'],
  [/[êèçœàù]|\b[dlns]['’](?=\p{L})/giu, 'fr'],
  [/[àèìòù]/giu, 'it'],
];

const SCRIPTS: [RegExp, string][] = [
  [/[\p{sc=Hiragana}\p{sc=Katakana}]/u, 'ja'],
  [/\p{sc=Hangul}/u, 'ko'],
  [/\p{sc=Arabic}/u, 'ar'],
  [/\p{sc=Hebrew}/u, 'he'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{sc=Cyrillic}/u, 'ru'],
  [/\p{sc=Greek}/u, 'el'],
  [/\p{sc=Thai}/u, 'th'],
  [/\p{sc=Devanagari}/u, 'hi'],
  [/\p{sc=Han}/u, 'zh'],
];

const RTL = new Set(['ar', 'he', 'fa', 'ur']);

/** The language of a text: by its script, else by its commonest small words. English when nothing speaks for another. */
export function writtenIn(text: string): Written {
  const letters = [...text.matchAll(/\p{L}/gu)].length;
  for (const [script, code] of SCRIPTS) {
    const share = [...text.matchAll(new RegExp(script.source, 'giu'))].length / Math.max(letters, 1);
    // A name in another script does not make a text one of its language; Japanese is mostly Han.
    if (share > (code === 'ja' ? 0.08 : 0.3)) return { code: code === 'ar' && /[پچژگ]/u.test(text) ? 'fa' : code, rtl: RTL.has(code) };
  }
  const points = new Map<string, number>();
  for (const [code, pattern] of Object.entries(MARKS)) points.set(code, [...text.matchAll(pattern)].length * 2);
  for (const [pattern, code] of LETTERS) points.set(code, (points.get(code) ?? 0) + Math.min(3, [...text.matchAll(pattern)].length));
  const best = [...points].sort((a, b) => b[1] - a[1])[0] as [string, number];
  return { code: best[1] > (points.get('en') ?? 0) ? best[0] : 'en', rtl: false };
}

/** What languages are called where somebody asks for one. */
export const LANGUAGE_NAMES: Record<LanguageCode, RegExp> = {
  en: words('english', 'englisch*', 'anglais', 'inglés', 'inglese', 'inglês', 'engels', 'engelska', 'angielsk*', '英語'),
  de: words(
    'german',
    'deutsch',
    'deutsche',
    'deutschen',
    'allemand',
    'alemán',
    'tedesco',
    'alemão',
    'duits',
    'tyska',
    'niemieck*',
    'ドイツ語',
  ),
  fr: words('french', 'französisch*', 'français', 'francés', 'francese', 'francês', 'frans', 'franska', 'francusk*', 'フランス語'),
  es: words('spanish', 'spanisch*', 'espagnol', 'español', 'spagnolo', 'espanhol', 'spaans', 'spanska', 'hiszpańsk*', 'スペイン語'),
  it: words('italian', 'italienisch*', 'italien', 'italiano', 'italiaans', 'italienska', 'włosk*', 'イタリア語'),
  pt: words(
    'portuguese',
    'portugiesisch*',
    'portugais',
    'portugués',
    'portoghese',
    'português',
    'portugees',
    'portugisiska',
    'portugalsk*',
    'ポルトガル語',
  ),
  nl: words(
    'dutch',
    'niederländisch*',
    'néerlandais',
    'neerlandés',
    'holandés',
    'olandese',
    'holandês',
    'nederlands',
    'nederländska',
    'niderlandzk*',
    'オランダ語',
  ),
  sv: words('swedish', 'schwedisch*', 'suédois', 'sueco', 'svedese', 'zweeds', 'svenska', 'szwedzk*', 'スウェーデン語'),
  pl: words('polish', 'polnisch*', 'polonais', 'polaco', 'polacco', 'polonês', 'pools', 'polska', 'polsk*', 'ポーランド語'),
  ja: words('japanese', 'japanisch*', 'japonais', 'japonés', 'giapponese', 'japonês', 'japans', 'japanska', 'japońsk*', '日本語'),
};
