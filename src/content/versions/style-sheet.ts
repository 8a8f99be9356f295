import { hides } from './hidden.ts';

type Attributes = Readonly<Record<string, string>>;

/** Whether a rule may hide an element. One that hides nothing may be suspected, and none that hides is missed. */
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
const styleSheets = (html: string): string =>
  [...html.matchAll(/<style\b[^>]{0,1000}>([\s\S]*?)(?=<\/style|$)/gi)].map(([, css]) => css).join('\n');

/** Rules within others, as those for a screen are, come out like any other. */
function* hidingSelectors(css: string): Generator<string> {
  for (const rule of css.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ').split('}')) {
    const begin = rule.lastIndexOf('{');
    if (begin < 0 || !hides(rule.slice(begin + 1))) continue;
    const selectors = rule.slice(rule.lastIndexOf('{', begin - 1) + 1, begin);
    yield* selectors.slice(selectors.lastIndexOf(';') + 1).split(',');
  }
}
