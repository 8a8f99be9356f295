/** Drops a model's remarks and code fence around the document. Undefined if there is no HTML. */
export function documentIn(answer: string): string | undefined {
  const text = fragmentIn(answer.replace(/^\ufeff/, ''));
  const begin = text.search(/<!doctype\s+html[\s>]|<html[\s>]/i);
  if (begin < 0) return text === '' ? undefined : text;
  const end = endOf(text);
  return (end < begin ? text.slice(begin) : text.slice(begin, end)).trim();
}

function endOf(text: string): number {
  let end = -1;
  for (const { index, 0: tag } of text.matchAll(/<\/html\s*>/gi)) end = index + tag.length;
  return end;
}

/** A whole document as it is; otherwise the code block, or the text from the first tag to the last. */
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
