import { readSignOff } from './actions.ts';
import type { Brief } from './brief.ts';
import { conclude } from './conclude.ts';
import { labelled } from './labelled.ts';
import { listAt, readFaq, readList, readSurvey } from './lists.ts';
import { SMALL_TALK } from './openings.ts';
import { sentence } from './prose.ts';
import { readPurpose } from './purpose.ts';
import { Reading } from './reading.ts';
import { cleaned } from './source.ts';
import { type Line, linesOf, sentencesOf } from './text.ts';

const MOST_LINES = 200;
const MOST_SENTENCES = 120;

export function readBrief(prompt: string, kind: Brief['kind']): Brief {
  const reading = gather(prompt, kind);
  conclude(reading);
  return reading.brief;
}

export function gather(prompt: string, kind: Brief['kind']): Reading {
  const reading = new Reading(cleaned(prompt), kind);
  reading.sentence = (text, opening) => sentence(text, reading, opening);
  readPurpose(reading);
  readLines(linesOf(reading.masked.text).slice(0, MOST_LINES), reading);
  return reading;
}

function readLines(lines: readonly Line[], reading: Reading): void {
  const prose: string[] = [];
  const { masked, brief } = reading;
  for (let at = 0; at < lines.length; ) {
    const line = lines[at] as Line;
    at += 1;
    if (line.blank) continue;
    if (line.title && isTitle(lines, at - 1)) {
      brief.slots.name ??= masked.shown(line.text);
      reading.opening = line.text;
      continue;
    }
    const list = listAt(lines, at - 1, reading);
    if (list) {
      at = list.end;
      if (readList(list, reading)) continue;
      // A list of no kind is read as sentences.
      if (list.heading) prose.push(list.heading);
      for (const item of list.items) if (!labelled(item, reading)) prose.push(readFaq(item, reading));
      continue;
    }
    // The author's name follows thanks or greetings at the end.
    const isSignOff = readSignOff(line.text, reading) !== line.text && brief.signature !== undefined && SMALL_TALK.test(line.text);
    if (isSignOff) continue;
    if (SMALL_TALK.test(line.text) && at > lines.length / 2) {
      while (at < lines.length && ((lines[at]?.blank ?? true) || (lines[at]?.text.split(/\s+/).length ?? 9) <= 4) && lines.length - at <= 3)
        at += 1;
      continue;
    }
    // Questions first, unless the line has a label for them.
    const text = /^(?:faqs?|q\s?&\s?a|questions?)\s*:/iu.test(line.text) ? line.text : readFaq(readSurvey(line.text, reading), reading);
    if (!labelled(text, reading)) prose.push(text);
  }
  for (const one of sentencesOf(prose.join('\n')).slice(0, MOST_SENTENCES)) sentence(one, reading);
}

const isTitle = (lines: readonly Line[], at: number): boolean =>
  lines.slice(0, at).every(({ blank }) => blank) && lines.filter(({ title }) => title).length > 1;
