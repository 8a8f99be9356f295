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

/** The same of languages without phrases here, so that `lang` is right all the same. */
const OTHERS: Record<string, RegExp> = {
  ro: marks('și şi în cu pentru din pe este sunt nostru noastră până la pagină creează înscriere gratuit fiecare de un o listă'),
  cs: marks('pro se je jsou náš naše nebo který která ve od do s z na a v stránka zdarma každý registrace přihláška kurz'),
  sk: marks('pre sa je sú náš naša alebo ktorý ktorá vo od do s z na a v stránka zadarmo každý prihláška kurz'),
  da: marks(
    'og af til fra er vi vores med en et den det på for side hver hos om som i ikke tilmelding opret åbner indtil begyndere forår* efterår* telt*',
  ),
  no: marks(
    'og av til fra er vi vår vårt med en et den det på for side hver hos om som i ikke påmelding lag åpner frem nybegynnere begynnere høst* vår* telt*',
  ),
  fi: marks('ja on joka sekä kanssa meidän sivu luo ilmoittautuminen ilmainen jokainen että tai ei ovat kurssi alkaen asti'),
  tr: marks('ve için ile bir bu olan bizim sayfa oluştur kayıt ücretsiz her kadar kursu indirim yeni'),
  hu: marks('és az egy hogy van nem minden oldal ingyenes jelentkezés számára a is ki től ig tanfolyam kezdőknek'),
  ca: marks(
    'i el els les del amb per a una és són nostre nostra fins pàgina crear inscripció cada des curs gratuït al descompte tendes rebaixes llista obre dissabte diumenge primavera tardor',
  ),
  hr: marks('i u za na s od do je su naš naša ili koji stranica besplatno svaki prijava tečaj'),
};
/** Letters that hardly anybody else uses. */
const OWN_LETTERS: [RegExp, string[]][] = [
  [/[șțşţă]/giu, ['ro']],
  [/[ěřů]/giu, ['cs']],
  [/[ľĺŕ]/giu, ['sk']],
  [/[čšžť]/giu, ['cs', 'sk', 'hr']],
  [/[ćđ]/giu, ['hr']],
  [/[æø]/giu, ['da', 'no']],
  [/[őű]/giu, ['hu']],
  [/[ğıİ]/gu, ['tr']],
  [/l·l|(?<=\p{L})ç[oau]|ny(?!\p{L})/giu, ['ca']],
  [/(?:ää|yy|öö|kk[ia]|ss[aä]|ll[aä])(?!\p{L})|uo|yö/giu, ['fi']],
];

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
  const other = best[1] > 40 ? undefined : otherOf(text);
  // Neighbours share their small words; what has no phrases here has to speak louder.
  if (other && other[1] >= 4 && other[1] > best[1] + 1) return { code: other[0], rtl: false };
  return { code: best[1] > (points.get('en') ?? 0) ? best[0] : 'en', rtl: false };
}

function otherOf(text: string): [string, number] | undefined {
  const points = new Map<string, number>();
  for (const [code, pattern] of Object.entries(OTHERS)) points.set(code, [...text.matchAll(pattern)].length * 2);
  for (const [letters, codes] of OWN_LETTERS) {
    const found = Math.min(3, [...text.matchAll(letters)].length) * 2;
    // Names have foreign letters, too: without a word of the language they say nothing.
    for (const code of codes) if (points.get(code)) points.set(code, (points.get(code) ?? 0) + found);
  }
  return [...points].sort((a, b) => b[1] - a[1])[0];
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
