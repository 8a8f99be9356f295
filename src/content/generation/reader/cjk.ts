import type { BlockKind } from '../draft/draft.ts';
import type { AskedField } from './brief.ts';
import { standardField } from './fields.ts';
import { readFacts } from './findings.ts';
import type { Reading } from './reading.ts';
import { ASIDES } from './text.ts';
import { asWritten, lexicon, lists } from './words.ts';

const SENTENCES = /[。！？!?\n]+/u;
const CLAUSES = /[、，;；]|,(?!\d)|[:：](?!\d)|\s+/u;
const LETTER = '[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}ー々A-Za-z0-9&＆・\\ue100-\\ue483]';

const DOCUMENT =
  /(?:の)?(?:ホームページ|ウェブサイト|ランディングページ|告知ページ|募集ページ|紹介ページ|予約ページ|サイト|ページ|LP|リマインダーメール|リマインドメール|案内メール|招待メール|お礼メール|お詫びメール|メール|メルマガ|预告页|落地页|登陆页|主页|网页|网站|页面|邮件)(?:です|を.*|が.*|お願い.*|に.*)?$/u;
const ORDER =
  /(?:ください|下さい|お願い|ほしい|欲しい|作って|作成|つけて|入れて|載せて|したい|请|需要|想要|帮我|做一个|制作|添加|风格|感じで|トーン|雰囲気)/u;
const STATEMENT = /(?:です|ます|ました|ません|でした|ております|できます)$/u;
const NAMED = asWritten`${LETTER}{1,14}(?:歯科医院|歯科|医院|クリニック|整骨院|整体院|動物病院|病院|書店|商店|酒店|本店|店|旅館|ホテル|屋|堂|亭|庵|園|館|工房|教室|学園|塾|カフェ|珈琲|喫茶|食堂|寿司|株式会社|協会|倶楽部|クラブ|茶馆|咖啡馆|咖啡店|餐厅|饭店|书店|酒店|花店|面包店|工作室|诊所|公司|学校|幼儿园)`;
const PLACE = [
  /^(\p{sc=Han}{2,3})(?=の\p{sc=Han}{2,6}[店屋園館堂])/u,
  /(?:在|于)(\p{sc=Han}{2,4}?)(?=开业|开店|举办|举行|的|开)/u,
  /(\p{sc=Han}{1,4}(?:都|府|県|市|区|町|村))/u,
  /(\p{sc=Han}{2,4}|\p{sc=Katakana}{2,8})(?:で|に)(?=開|オープン|新規)/u,
];
const FORM = /フォーム|項目|入力|申し込み|申込|予約受付|表单|留下|填写|报名/u;
const PARTICLES = /^[のはをがでにとへも]+|(?:[のはをがにとへも]|(?<!ま)で)+$/gu;
const HOURS = /^(?:定休日|休診日?|営業時間|診療時間|营业时间|休息)|^\d{1,2}時(?:\d{2}分|半)?\s?[〜～–-]\s?\d{1,2}時/u;
const OPENS = /の?(?:オープン|開店|開業|新規オープン|开业|开店)(?:の)?$/u;

export function readUnspaced(text: string, reading: Reading): true {
  for (const sentence of text.split(SENTENCES)) {
    if (sentence.trim() === '') continue;
    readFields(sentence, reading);
    for (const part of sentence.split(CLAUSES)) clause(part.trim(), sentence, reading);
  }
  return true;
}

function readFields(sentence: string, reading: Reading): void {
  if (!FORM.test(sentence)) return;
  const list =
    /[(（]([^()（）]{3,80})[)）]/u.exec(sentence)?.[1] ?? /(?:フォーム|項目|表单)(?:は|に|で|[:：])\s*(.{3,120})$/u.exec(sentence)?.[1];
  const entries = (list ?? '')
    .split(/[、,，・/]/u)
    .map((entry) => entry.replace(/(?:を|が|など|です|の入力|だけ).*$/u, '').trim())
    .filter((entry) => entry !== '' && entry.length <= 16);
  reading.want('form');
  const fields = lexicon('fields');
  const fieldFor = (entry: string): AskedField => {
    const standard = fields.whole(entry);
    return standard ? standardField(standard) : { type: 'text', label: entry };
  };
  const asked = fields.find(sentence).toSorted((one, other) => one.at - other.at);
  reading.addFields(entries.length >= 2 ? entries.map(fieldFor) : asked.map(({ value }) => standardField(value)));
}

function clause(source: string, sentence: string, reading: Reading): true {
  const { brief, masked } = reading;
  const { slots } = brief;
  if (source === '' || readColours(source, reading)) return true;
  const first = reading.opening === '';
  if (first) reading.opening = sentence;
  const [quoted] = masked.all('quote', source);
  if (quoted && slots.name === undefined && quoted.length <= 24) slots.name = quoted;
  for (const pattern of PLACE) slots.place ??= pattern.exec(source)?.[1];
  if (/(?:方|様|皆さん|皆さま|皆様|会員|お客様)(?:へ|に|向け|宛)?$/u.test(source)) return true;
  if (HOURS.test(source)) return reading.fact('hours', source.replace(/^(営業時間|診療時間|营业时间)[はが:：]?/u, ''));
  if (brief.fields?.some(({ label }) => label !== undefined && source.includes(label))) return true;
  if (FORM.test(sentence) && lexicon('fields').whole(source.replace(/[()（）]/gu, '')) !== undefined) return true;
  const orders = DOCUMENT.test(source);
  if (STATEMENT.test(source) && !ORDER.test(source)) return reading.statement(`${masked.shown(source, true)}。`);
  let rest = source.replace(DOCUMENT, '').replace(ASIDES, (one) => (masked.at(one)?.kind === 'quote' ? '' : one));
  const name = NAMED.exec(rest.split(/[のはをがでにへも]/u).find((piece) => NAMED.test(piece)) ?? '')?.[0];
  if (name && slots.name === undefined) {
    slots.name = masked.shown(name);
    rest = rest.replace(name, '');
  }
  rest = masked
    .shown(readFacts(rest, reading))
    .replace(/[\s,、（）()「」『』]+/gu, '')
    .replace(PARTICLES, '')
    .replace(/^(?:在.{2,4})?(?:开业|开店|開店|オープン|開業)$/u, '');
  if (rest.length < 2 || (FORM.test(source) && !orders) || (ORDER.test(rest) && !orders)) return true;
  if (orders && slots.place) rest = rest.replace(asWritten`^${slots.place}の`, '');
  rest = rest.replace(OPENS, '');
  const kind = lexicon('sections').whole(rest);
  if (kind) return reading.want(kind as BlockKind);
  return orders || (first && slots.subject === undefined) ? reading.slot('subject', rest) : reading.remark(rest);
}

/** @returns whether the clause contains nothing else */
function readColours(source: string, { brief }: Reading): boolean {
  const { theme } = brief;
  const asks =
    /^(?:明るい|濃い|淡い|薄い|深い)?[\p{sc=Han}]{1,2}(?:で|系|系で)?$/u.test(source) ||
    /色|配色|カラー|トーン|デザイン|基調|雰囲気|感じ|风格|颜色|背景/u.test(source);
  for (const [colour, words] of Object.entries(lists('colours')))
    if (words.some((word) => /[\p{sc=Han}\p{sc=Katakana}]/u.test(word) && source.includes(word)) && asks) theme.primary ??= colour;
  const tone = lexicon('tones').find(source)[0]?.value;
  if (tone && asks) theme.tone ??= tone as NonNullable<typeof theme.tone>;
  return (theme.primary !== undefined || theme.tone !== undefined) && asks && source.length <= 24;
}
