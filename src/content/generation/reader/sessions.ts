import type { Reading } from './reading.ts';
import { capital, sentencesOf } from './split.ts';

const SESSION =
  /^(?:week|day|module|session|lesson|unit|chapter|evening|round|class)\s(?:\d{1,2}|one|two|three|four|five|six|seven|eight)(?:\s?[-–]\s?\d{1,2})?$/iu;

/** "Week 1: washes. Week 2: …": what is taught, one after the other. */
export function readSession(name: string, rest: string, reading: Reading): boolean {
  if (!SESSION.test(name) || reading.brief.kind !== 'page') return false;
  const [first = '', ...more] = sentencesOf(rest);
  const { parts } = reading.brief;
  const known = parts.findLast(({ kind, items }) => kind === 'schedule' && items.every(({ time = '' }) => SESSION.test(time)));
  const item = { lead: capital(reading.masked.shown(first)), time: capital(name) };
  if (known) known.items.push(item);
  else parts.push({ kind: 'schedule', items: [item] });
  for (const next of more) reading.sentence(next, false);
  return true;
}
