/**
 * What the library makes of 120 prompts that ordinary people could have written: pages, emails and edits, in twelve languages. Each is read,
 * filled, rendered and judged as a generation is, and compared with what it asks for.
 *
 *   npm run bench -- prompts [first|second|unread]
 */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { GenerationRefused, type Written } from '../../src/content/generation/generator.ts';
import { judgeBrief, judgeDraft } from '../../src/content/generation/judge/judge.ts';
import { write } from '../../src/content/generation/library/edit.ts';
import { readBrief } from '../../src/content/generation/reader/read.ts';
import { commission } from './commission.ts';
import { type Expected, findingsOf } from './prompts/judged.ts';

interface Prompt {
  id: string;
  kind: 'page' | 'email' | 'edit';
  of?: string;
  prompt: string;
  expects: Expected;
}

const FILES = ['first', 'second', 'unread'];
const asked = process.argv.slice(2).filter((name) => FILES.includes(name) || name.endsWith('.yaml'));

const prompts = (asked.length > 0 ? asked : process.argv.includes('smallest') ? ['first'] : FILES).flatMap(
  (file) => parse(readFileSync(file.includes('/') ? file : new URL(`./prompts/${file}.yaml`, import.meta.url), 'utf8')) as Prompt[],
);
const made = new Map<string, { kind: 'page' | 'email'; written: Written }>();
const rows = { page: counts(), email: counts(), edit: counts() };
let wrong = 0;
let bytes = { page: 0, email: 0 };

function counts() {
  return { all: 0, right: 0, unfaulted: 0, ms: [] as number[] };
}

for (const { id, kind, of, prompt, expects } of prompts) {
  const row = rows[kind];
  row.all += 1;
  const before = of === undefined ? undefined : made.get(of);
  const begun = performance.now();
  let written: Written | undefined;
  let refused: string | undefined;
  try {
    const current = before && { current: { html: before.written.html, draft: before.written.draft } };
    written = write(
      commission({ brand: { name: 'Bivouac' }, kind: before?.kind ?? (kind === 'email' ? 'email' : 'page'), prompt, ...current }),
    );
  } catch (error) {
    if (!(error instanceof GenerationRefused)) throw error;
    refused = error.message;
  }
  row.ms.push(performance.now() - begun);
  const findings = findingsFor(kind, prompt, expects, written, refused);
  if (kind !== 'edit' && written) {
    made.set(id, { kind, written });
    if (isUnfaulted(kind, prompt, written)) row.unfaulted += 1;
    bytes = { ...bytes, [kind]: Math.max(bytes[kind], Buffer.byteLength(written.html)) };
  }
  if (findings.length === 0) row.right += 1;
  else console.log(`${id}: ${findings.join('; ')}`);
  if (kind === 'edit' && written && findings.length > 0 && written.notes.length === 0) wrong += 1;
}

/** Whether the judge, which compares a draft with what the reader understands of its prompt, finds nothing. */
function isUnfaulted(kind: 'page' | 'email', prompt: string, { draft, html }: Written): boolean {
  if (!draft) return false;
  return judgeDraft({ draft, kind, isTemplate: false, html }).length + judgeBrief(draft, readBrief(prompt, kind)).length === 0;
}

function findingsFor(
  kind: Prompt['kind'],
  prompt: string,
  expects: Expected,
  written: Written | undefined,
  refused: string | undefined,
): string[] {
  if (expects.possible === false) return written && written.notes.length === 0 ? ['was done, and cannot be'] : [];
  if (!written) return [`was refused: ${refused}`];
  return findingsOf(expects, written, kind === 'edit' ? undefined : readBrief(prompt, kind));
}

console.log('');
for (const [kind, { all, right, unfaulted, ms }] of Object.entries(rows)) {
  const sorted = ms.toSorted((one, other) => one - other);
  const at = (share: number) => (sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0).toFixed(0);
  const share = (part: number) => `${part} of ${all} (${((100 * part) / Math.max(1, all)).toFixed(0)} %)`;
  const judged = kind === 'edit' ? '' : `, ${share(unfaulted)} without a finding of the judge`;
  console.log(`${kind.padEnd(6)} ${share(right)} as asked for in every point${judged}, ${at(0.5)} ms, at most ${at(1)} ms`);
}
console.log(
  `edits that were done and are wrong: ${wrong}; largest page ${(bytes.page / 1024).toFixed(0)} kB, largest email ${(bytes.email / 1024).toFixed(0)} kB`,
);
