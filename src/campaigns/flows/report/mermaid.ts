import type { FlowGraph, GraphNode } from './graph.ts';

const MOST_TITLE = 60;
const MOST_TEXT = 100;

/** @param countsOf lines about a node; undefined for none */
export function toMermaid({ nodes, edges }: FlowGraph, countsOf: (node: GraphNode) => string[] | undefined = () => undefined): string {
  const drawn = nodes.map((node) => {
    const [open, close] = node.look.mermaid;
    const lines = [label(node.title, MOST_TITLE), node.text && label(node.text, MOST_TEXT), ...(countsOf(node) ?? [])];
    return `  ${node.id}${open}"${lines.filter(Boolean).join('<br/>')}"${close}`;
  });
  const led = edges.map(({ from, to, label: way }) => `  ${from} -->${way === null ? '' : `|"${label(way, MOST_TITLE)}"|`} ${to}`);
  return `${['flowchart TD', ...drawn, ...led].join('\n')}\n`;
}

/**
 * Text that Mermaid shows as it is. Letters, digits, blanks and signs within words stay; the rest is written as its number: quotes end a
 * label, backticks and signs make Markdown, `#…;` is a character, `%%` a comment, and tags are tags.
 */
const label = (text: string, most: number): string => {
  const characters = [...text];
  const cut = characters.length > most ? [...characters.slice(0, most - 1), '…'] : characters;
  return cut.map((character, i) => (isPlain(character, cut[i - 1], cut[i + 1]) ? character : numbered(character, cut[i + 1]))).join('');
};

/** Mermaid still combines some signs: `$$` begins a formula, ` ` a line, `fa:` a picture, `ﬂ°` and `¶ß` are its own marks of a number. */
const numbered = (character: string, after = ''): string =>
  `#${character.codePointAt(0)};${/^[$\\:ﬂ¶]$/.test(character) && !/^\s?$/.test(after) ? WORD_JOINER : ''}`;

/** Without width, between signs that Mermaid would combine. */
const WORD_JOINER = '#8288;';

const PLAIN = /^(?!ﬂ)[\p{L}\p{M}\p{Nd} “”…,?]$/u;
const IN_WORDS = /^[\p{L}\p{Nd}]$/u;

const isPlain = (character: string, before = '', after = ''): boolean =>
  PLAIN.test(character) || (/^[-_.]$/.test(character) && IN_WORDS.test(before) && IN_WORDS.test(after));
