import { ISSUE } from './openings.ts';
import type { Reading } from './reading.ts';
import { clausesOf } from './split.ts';
import { instruction, polished } from './statements.ts';

/** "Newsletter for our society: seed swap on 15 March, water is back, …": what is in it, one by one. @returns whether it was such a sentence */
export function readIssue(text: string, reading: Reading): boolean {
  const issue = reading.brief.kind === 'email' ? ISSUE.exec(text) : null;
  const news = clausesOf(issue?.[2] ?? '').filter((one) => !instruction(reading.masked.shown(one)) || /^thank(?:s| you)\s/iu.test(one));
  if (!issue?.[1] || news.length < 3 || /%|\b(?:tell|code)\b/iu.test(issue[1])) return false;
  reading.opening = issue[1];
  reading.part(
    'features',
    undefined,
    news.map((one) => polished(one.replace(/^(?:und|et|y|e|en|och|i)\s/iu, ''), reading.brief.lang)),
  );
  return true;
}
