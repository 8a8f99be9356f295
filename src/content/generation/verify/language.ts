/** Words that few texts do without, by the language that they give away. */
const WORDS: Record<string, string> = {
  en: 'the and of to for with your you our is this',
  de: 'und der die das für mit ist nicht ein eine zum wir ihr',
  fr: 'et le les des une pour avec vous nous est votre dans',
  es: 'y el los las una para con del tu nuestro por más',
  it: 'e il gli per con una della che di nostro alla sono',
  pt: 'e o os as uma para com você do da não nosso',
  nl: 'en het een voor van met de je wij niet onze zijn',
  sv: 'och att för med en ett det du vår är inte på',
  pl: 'i się na dla w jest nie to z oraz twój do',
};

const SCRIPTS: [RegExp, string][] = [
  [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/[іїєґ]/iu, 'uk'],
  [/\p{Script=Cyrillic}/u, 'ru'],
];

/** A guess at the language of a text, for documents that name none: by its script, else by its commonest words, else English. */
export function languageOf(text: string): string {
  const script = SCRIPTS.find(([letters]) => (text.match(new RegExp(letters, `${letters.flags}g`))?.length ?? 0) > text.length / 10);
  if (script) return script[1];
  const words = text.toLowerCase().split(/[^\p{L}]+/u);
  let [best, most] = ['en', 0];
  for (const [language, common] of Object.entries(WORDS)) {
    const known = new Set(common.split(' '));
    const found = words.filter((word) => known.has(word)).length;
    if (found > most) [best, most] = [language, found];
  }
  return best;
}
