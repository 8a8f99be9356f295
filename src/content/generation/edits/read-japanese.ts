import { askedField } from '../reader/fields.ts';
import { languageNamed } from '../reader/language.ts';
import type { Masked } from '../reader/mask.ts';
import { asWritten } from '../reader/patterns.ts';
import type { Order, Where } from './orders.ts';
import { looksWish } from './read-looks.ts';

/** Japanese says at the end what is to be done. */

const MOVE = '(?:移動|移し|動か|置い|置く|配置|持って)';

export function readJapanese(text: string, masked: Masked, entries: readonly string[]): Order | undefined {
  const shown = (words = ''): string => masked.shown(words).trim();
  const moved: [RegExp, Where][] = [
    [asWritten`^(.+?)を(.+?)の(?:すぐ)?(?:前|上)に${MOVE}`, 'before'],
    [asWritten`^(.+?)を(.+?)の(?:すぐ)?(?:後ろ|後|あと|下)に${MOVE}`, 'after'],
    [asWritten`^(.+?)を(?:一番|いちばん)?(?:最初|先頭|上|トップ)に${MOVE}`, 'first'],
    [asWritten`^(.+?)を(?:一番|いちばん)?(?:最後|末尾|下)に${MOVE}`, 'last'],
  ];
  const lang = /^(?:.*を)?(.+?語)(?:に|へ)(?:翻訳|訳|して)/u.exec(text)?.[1];
  const code = lang && languageNamed(lang);
  if (code) return { do: 'translate', lang: code };
  if (/^(?:元に戻|取り消)/u.test(text)) return { do: 'undo' };
  for (const [pattern, where] of moved) {
    const found = pattern.exec(text);
    if (found) return { do: 'move', what: shown(found[1]), where, anchor: shown(found[2]) };
  }
  const gone = /^(.+?)(?:を|は)(?:削除|消し|外し|取り除|なくし|いらない|不要)/u.exec(text)?.[1];
  if (gone) return { do: 'remove', what: shown(gone) };
  const required = /^(.+?)(?:を|は)(必須|任意)/u.exec(text);
  if (required) return { do: 'require', what: shown(required[1]), required: required[2] === '必須' };
  const field =
    /^(?:フォームに)?(.+?)の?(?:項目|欄|フィールド)を(?:追加|加え|入れ|足し)/u.exec(text)?.[1] ??
    /^(.+?)も(?:聞い|尋ね|質問し|たずね)/u.exec(text)?.[1] ??
    /^フォームに(.+?)を(?:追加|加え)/u.exec(text)?.[1];
  const asked = field === undefined ? undefined : askedField(field, masked);
  if (asked) return { do: 'fields', fields: [asked] };
  if (/^(?:(?:ページ|メール|全体|文章|本文|文)(?:を|は))?(?:もっと|少し)?短く/u.test(text)) return { do: 'shorten', what: '' };
  const looks = looksWish(text, masked);
  if (looks) return { do: 'looks', theme: looks.theme, wish: looks.wish };
  const changed = /^(.+?)(?:を|は)(.+?)(?:に|へ)(?:置き換え|置換|変更|変え|して|書き換え|直し)/u.exec(text);
  if (changed) {
    const [, what = '', to = ''] = changed;
    return { do: 'change', what: shown(what), to: shown(to), quoted: masked.all('quote', to).length > 0 };
  }
  const added = /^(.+?)を(?:追加|加え|入れ|足し)[^：:\n]*(?:[：:\n]\s*(.+))?$/su.exec(text);
  if (added)
    return {
      do: 'add',
      what: shown(added[1]),
      source: masked.shown(added[2] ?? '', true),
      entries: entries.map((entry) => masked.shown(entry, true)),
    };
  return undefined;
}
