import { colourIn, toneIn } from '../brief/wishes.ts';
import type { Instruction } from './instructions.ts';

const DO = '(?:移動|移し|動か|置い|置く|配置)';
const IN_QUOTES = '[「『"“]([^」』"”]+)[」』"”]';

/** Japanese says what is to be done at the end. */
const READERS: [RegExp, (...groups: string[]) => Instruction | undefined][] = [
  [
    new RegExp(`^${IN_QUOTES}を${IN_QUOTES}(?:に|へ)(?:置き換え|置換|変更|変え|して|書き換え)`, 'u'),
    (from, to) => ({ do: 'replace', from, to }),
  ],
  [/^(?:.*を)?(.+?語)(?:に|へ)(?:翻訳|訳)/u, (language) => ({ do: 'translate', language })],
  [
    /^(見出し|タイトル|ボタン|リード)(?:を|は)[「『]?(.+?)[」』]?(?:に|へ)(?:変更|変え|して)/u,
    (what, text) => ({ do: 'write', what, text }),
  ],
  [/^(.+?)の?(?:項目|欄|フィールド)を(?:追加|加え|入れ|足し)/u, (wish) => ({ do: 'add-field', wish })],
  [/^(.+?)も(?:聞い|尋ね|質問し|たずね)/u, (wish) => ({ do: 'add-field', wish })],
  [new RegExp(`^(.+?)を(.+?)の(?:前|上)に${DO}`, 'u'), (what, anchor) => ({ do: 'move', what, where: 'before', anchor })],
  [new RegExp(`^(.+?)を(.+?)の(?:後ろ|後|あと|下)に${DO}`, 'u'), (what, anchor) => ({ do: 'move', what, where: 'after', anchor })],
  [new RegExp(`^(.+?)を(?:一番|いちばん)?(?:最初|先頭|上|トップ)に${DO}`, 'u'), (what) => ({ do: 'move', what, where: 'first' })],
  [new RegExp(`^(.+?)を(?:一番|いちばん)?(?:最後|末尾|下)に${DO}`, 'u'), (what) => ({ do: 'move', what, where: 'last' })],
  [/^(.+?)を(?:削除|消し|外し|取り除|なくし)/u, (what) => ({ do: 'remove', what })],
  [
    /^(.+?)を(?:追加|加え|入れ|足し)[^：:\n]*[：:\n]\s*(.+)$/su,
    // A comma parts the entries of a list where an hour follows.
    (wish, content) => ({ do: 'add', wish, content: content.replace(/[、，]\s*(?=\d{1,2}[:：時])/gu, '; ') }),
  ],
  [/^(?:(?:ページ|メール|全体|文章|本文|文)(?:を|は))?(?:もっと|少し)?短く/u, () => ({ do: 'shorten', what: '' })],
  [/^(.+?)(?:を|は)(?:もっと|少し)?短く/u, (what) => ({ do: 'shorten', what })],
];

export function readJapanese(text: string): Instruction | undefined {
  if (!/[\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Han}]/u.test(text)) return undefined;
  for (const [pattern, read] of READERS) {
    const found = pattern.exec(text);
    const instruction = found && read(...(found.slice(1) as string[]));
    if (instruction) return instruction;
  }
  if (/[「『]/u.test(text) || text.length > 30 || !/(?:して|に変更|に変え|使って|く)/u.test(text)) return undefined;
  const colour = colourIn(text);
  if (colour) return { do: 'colour', colour };
  const tone = toneIn(text);
  return tone && { do: 'tone', tone: tone.id };
}
