/** Links the descriptions of the document, with its guide; reports a broken name with its file and line. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Document, withoutLinks } from '../src/http/contract.ts';
import { readErrors } from './reference/errors.ts';
import { type Finding, linkerOf } from './reference/links.ts';
import { TUTORIALS } from './reference/places.ts';
import { tutorialOf } from './reference/tutorials.ts';

/** Examples are copies of answers, which have no links. */
const NO_PROSE = /^(examples?|const|default|enum|x-.*)$/;

interface Description {
  text: string;
  /** The title of a response is a button in the reference and cannot contain a link. */
  isPressed: boolean;
  /** Writes another text in its place. */
  replace: (text: string) => void;
}

/** Every description below a node. */
function* descriptionsOf(node: unknown, isPressed = false): Generator<Description> {
  if (!node || typeof node !== 'object') return;
  for (const [key, child] of Object.entries(node)) {
    if (key === 'description' && typeof child === 'string') {
      yield { text: child, isPressed, replace: (text) => Object.assign(node, { description: text }) };
    } else if (key === 'responses') for (const response of Object.values(child)) yield* descriptionsOf(response, true);
    else if (!NO_PROSE.test(key)) yield* descriptionsOf(child);
  }
}

/**
 * Links every description of a document, in place, and sees that the links of its tutorials lead somewhere.
 * @param root folder of the checkout, whose `openapi/` the findings are looked for in
 * @returns one finding each, as the linter's: `openapi/guide.md:12:1  links` and, below it, `there is no op:listPeople`
 */
export function linkDescriptions(document: Document, root: string): string[] {
  const link = linkerOf(document);
  const found: string[] = [];
  const tell = ({ line, problem }: Finding) => found.push(`${whereIs(root, line)}  links\n  ${problem}`);
  for (const { text, isPressed, replace } of [...descriptionsOf(document)]) {
    const { linked, findings } = link(text);
    findings.forEach(tell);
    replace(isPressed ? withoutLinks(linked) : linked);
  }
  for (const { cause, remedy } of Object.values(readErrors())) for (const text of [cause, remedy]) link(text).findings.forEach(tell);
  for (const slug of TUTORIALS) tutorialOf(document, slug).findings.forEach(tell);
  return found;
}

/** The first place of a line of text under `openapi/`, as `file:line:column`. A bundle does not tell where its parts are from. */
function whereIs(root: string, line: string): string {
  const words = line.trim();
  // YAML may break the line where it has a blank, and doubles an apostrophe between apostrophes.
  const escaped = words.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&').replaceAll("'", "''?");
  const wanted = new RegExp(escaped.replaceAll(/\s+/g, '\\s+'));
  for (const file of globSync('openapi/**/*.{md,yaml}', { cwd: root })) {
    const text = readFileSync(join(root, file), 'utf8');
    const found = wanted.exec(text);
    if (!found) continue;
    const before = text.slice(0, found.index).split('\n');
    return `${file}:${before.length}:${(before.at(-1) ?? '').length + 1}`;
  }
  return `openapi/ (${words})`;
}
