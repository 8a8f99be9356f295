import { hides } from './hidden.ts';

type Attributes = Readonly<Record<string, string>>;

/**
 * Whether a rule of a style sheet may hide an element. Only the last part of each selector counts, and one name of it; screens and states
 * are taken as given. So a rule may be suspected that hides nothing, and none that hides is missed.
 */
export function hidingRules(html: string): (name: string, attributes: Attributes) => boolean {
  const tags = new Set<string>();
  const ids = new Set<string>();
  const classes = new Set<string>();
  for (const selector of hidingSelectors(styleSheets(html))) {
    const last = /[^\s>+~]*\s*$/.exec(selector.slice(-LONGEST))?.[0].replace(/:.*$/s, '') ?? '';
    const [, kind, name] = /([.#])([\w\u0080-\uffff-]+)/.exec(last) ?? [];
    if (kind === '.') classes.add(name as string);
    else if (kind === '#') ids.add(name as string);
    else tags.add(/^[a-z][a-z\d]*$/i.test(last.trim()) ? last.trim().toLowerCase() : '*');
  }
  return (name, { id = '', class: names = '' }) =>
    tags.has(name) ||
    tags.has('*') ||
    (ids.size > 0 && ids.has(id.trim())) ||
    (classes.size > 0 && names.split(/\s+/).some((one) => classes.has(one)));
}

/** Of a selector that is longer only the end is looked at. */
const LONGEST = 1_000;

/** The text of all `<style>` elements. */
function styleSheets(html: string): string {
  const pieces: string[] = [];
  const begins = /<style\b[^>]{0,1000}>/gi;
  for (let begin = begins.exec(html); begin; begin = begins.exec(html)) {
    const from = begin.index + begin[0].length;
    const end = /<\/style/gi;
    end.lastIndex = from;
    const to = end.exec(html)?.index ?? html.length;
    pieces.push(html.slice(from, to));
    begins.lastIndex = to;
  }
  return pieces.join('\n');
}

/** Rules within others, as those for a screen are, come out like any other. */
function* hidingSelectors(css: string): Generator<string> {
  const plain = css.split('/*').map((piece, i) => (i === 0 ? piece : piece.slice(ends(piece))));
  for (const rule of plain.join(' ').split('}')) {
    const begin = rule.lastIndexOf('{');
    if (begin < 0 || !hides(rule.slice(begin + 1))) continue;
    const selectors = rule.slice(rule.lastIndexOf('{', begin - 1) + 1, begin);
    yield* selectors.slice(selectors.lastIndexOf(';') + 1).split(',');
  }
}

function ends(piece: string): number {
  const end = piece.indexOf('*/');
  return end < 0 ? piece.length : end + 2;
}
