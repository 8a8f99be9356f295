/**
 * The document within an answer: what a model says before and after it, and the fence of a code block around it, are none of
 * it. Undefined where there is no HTML at all.
 */
export function documentIn(answer: string): string | undefined {
  const text = fragmentIn(answer.replace(/^\ufeff/, ''));
  const begin = text.search(/<!doctype\s+html[\s>]|<html[\s>]/i);
  if (begin < 0) return text === '' ? undefined : text;
  const end = endOf(text);
  return (end < begin ? text.slice(begin) : text.slice(begin, end)).trim();
}

/** Behind the last `</html>`, or -1. */
function endOf(text: string): number {
  let end = -1;
  for (const { index, 0: tag } of text.matchAll(/<\/html\s*>/gi)) end = index + tag.length;
  return end;
}

/** A whole document as it is; else the code block of the answer, else what begins with a tag or lies between two. */
function fragmentIn(answer: string): string {
  if (/<!doctype\s+html[\s>]|<html[\s>]/i.test(answer)) return answer;
  const fence = answer.indexOf('```');
  const line = fence < 0 ? -1 : answer.indexOf('\n', fence);
  const close = line < 0 ? -1 : answer.indexOf('\n```', line);
  const inner = close < 0 ? answer : answer.slice(line + 1, close);
  if (/^\s*<[a-z!]/i.test(inner)) return inner.trim();
  const begin = inner.search(/<[a-z!]/i);
  return begin < 0 ? '' : inner.slice(begin, inner.lastIndexOf('>') + 1).trim();
}
