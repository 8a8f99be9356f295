import { type FilteredValueToken, LiquidError, TypeGuards } from 'liquidjs';
import { escapeHtml } from './html.ts';
import { Block, BlockReader, type BlockUse, chosen, mapPieces, type Piece } from './merge-blocks.ts';
import { filtered } from './merge-filters.ts';
import { contentReader, type Fail, failAt, isBlockTag, literalText, MergeTagError, SHAPE, TooLongError, topLevel } from './merge-syntax.ts';
import { metered, nameOf, type Read, reader, type TagName, textOf } from './merge-values.ts';

export { Block, type BlockUse, chosen, mapPieces, type Piece } from './merge-blocks.ts';
export { LONGEST_TAG, MergeTagError, placeOf, TooLongError } from './merge-syntax.ts';
export { metered, type TagName, TooMuchWorkError } from './merge-values.ts';

/** Any other name renders as nothing. */
export interface MergeValues {
  contact: { custom: Readonly<Record<string, unknown>>; readonly [field: string]: unknown };
  /** The values of a flow's member: those of its enrolment, and the pages that steps have made for it. */
  campaign: { dynamic: Readonly<Record<string, unknown>>; tents?: Readonly<Record<string, { url: string }>> };
  /** Of a flow's member: the properties of the event, and the fields of the form, that let it in. */
  event?: Readonly<Record<string, unknown>> | undefined;
  submission?: Readonly<Record<string, unknown>> | undefined;
  /** The values that a message of its own was sent with. */
  data?: Readonly<Record<string, unknown>> | undefined;
  workspace: { name: string };
  unsubscribe_url: string;
  preferences_url?: string | undefined;
  view_in_browser_url?: string | undefined;
}

export interface MergeTemplate<Values extends object = MergeValues> {
  /**
   * Tags in values stay as they are.
   * @param most characters of the result
   * @throws TooLongError before it has made more than that
   */
  render(values: Values, most?: number): string;
}

/** @param blocks whether conditions and loops are allowed, as in emails; elsewhere they are refused */
interface TemplateOptions {
  blocks?: boolean | undefined;
}

/** @param escape whether values are put into HTML */
interface RenderOptions extends TemplateOptions {
  escape: boolean;
}

/**
 * Parsed once, to be rendered for many people. Of Liquid it takes the output tag, `{{ path | filter }}`, without operators, and only
 * properties that a value owns itself; with `blocks`, also conditions and loops.
 * @throws MergeTagError
 */
export function compileTemplate<Values extends object = MergeValues>(source: string, options: RenderOptions): MergeTemplate<Values> {
  const pieces = templatePieces<Values>(source, options);
  const plain = isFlat(pieces) ? pieces : null;
  return {
    render(values, most = Number.POSITIVE_INFINITY) {
      let result = '';
      const add = (text: string) => {
        result += text;
        if (result.length > most) throw new TooLongError(most);
      };
      if (plain) for (const part of plain) add(typeof part === 'string' ? part : part(values));
      else
        for (const { leaf, values: seen } of chosen(pieces, metered(values))) add(typeof leaf === 'string' ? leaf : leaf(seen as Values));
      return result;
    },
  };
}

/** Constant text, or a function that renders a tag. */
export type TemplatePart<Values extends object = MergeValues> = string | ((values: Values) => string);

/** Without conditions and loops. */
export const isFlat = <Leaf>(pieces: readonly Piece<Leaf>[]): pieces is Leaf[] => !pieces.some((piece) => piece instanceof Block);

/** @throws MergeTagError */
export const templatePieces = <Values extends object = MergeValues>(
  source: string,
  { escape: inHtml, blocks }: RenderOptions,
): Piece<TemplatePart<Values>>[] =>
  mapPieces(parse(source, { blocks }).pieces, (part): TemplatePart<Values>[] => {
    if (typeof part === 'string') return [part];
    return [inHtml ? (values) => escapeHtml(textOf(part(values))) : (values) => textOf(part(values))];
  });

/** The parts of a text that may have no conditions and loops. @throws MergeTagError */
export const templateParts = <Values extends object = MergeValues>(
  source: string,
  { escape: inHtml }: Pick<RenderOptions, 'escape'>,
): TemplatePart<Values>[] => templatePieces<Values>(source, { escape: inHtml }) as TemplatePart<Values>[];

/** Each tag takes time, and again with every message. */
const MOST_TAGS = 2_000;

/** Null for valid tags. The message follows the name of a field. */
export function checkMergeTags(source: string, options: TemplateOptions = {}): string | null {
  if (source.split('{{', MOST_TAGS + 2).length > MOST_TAGS + 1) return `must not hold more than ${MOST_TAGS} merge tags`;
  try {
    parse(source, options);
    return null;
  } catch (error) {
    if (error instanceof MergeTagError) return error.message;
    throw error;
  }
}

/** The same for a text of an email, which may have conditions and loops. */
export const checkTemplate = (source: string): string | null => checkMergeTags(source, { blocks: true });

export const hasBlocks = (source: string): boolean => source.includes('{%');

/** The names that conditions and loops use. @throws MergeTagError */
export const blockUses = (source: string): BlockUse[] => (hasBlocks(source) ? parse(source, { blocks: true }).uses : []);

/** Also the names in defaults, in conditions and in loops, but not the variables of loops. @throws MergeTagError */
export const namesIn = (source: string): TagName[] => {
  const { names, uses } = parse(source, { blocks: true });
  return [...names, ...uses.map(({ name }) => name)];
};

/** The shortest tag with a name. */
export const tagOf = (name: TagName): string =>
  `{{${name.map((part, i) => (/^[\w-]+$/.test(part) ? `${i > 0 ? '.' : ''}${part}` : `[${JSON.stringify(part)}]`)).join('')}}}`;

/** `block`: the tag is one of a condition or a loop. */
export interface SplitPiece {
  tag: boolean;
  block: boolean;
  text: string;
}

export const splitMergeTags = (source: string): SplitPiece[] =>
  topLevel(source).map((token) => {
    const block = isBlockTag(token);
    return { tag: block || TypeGuards.isOutputToken(token), block, text: source.slice(token.begin, token.end) };
  });

/** Whether a part of this text uses a variable of one of its loops. */
export function loopVariables(source: string): (part: string) => boolean {
  const variables = new Set([...source.matchAll(LOOPS)].map(([, variable]) => variable as string));
  if (variables.size === 0) return () => false;
  return (part) => namesIn(part).some(([root = '']) => root === 'forloop' || variables.has(root));
}

const LOOPS = /\{%-?\s*for\s+(\w+)/g;

/** Of a condition or a loop. */
export const isBlock = (tag: string): boolean => tag.startsWith('{%');

/**
 * The text with its tags masked, for a reader of HTML that would take their quotes and angle brackets for HTML's, or change their content.
 * `unmask` restores them; `literal` is for the text between them.
 */
export function maskMergeTags(source: string): {
  masked: string;
  unmask(text: string, literal?: (text: string) => string): string;
  tagsIn(text: string): MaskedTag[];
} {
  const tags: string[] = [];
  const masked = splitMergeTags(source)
    .map(({ tag, text }) => (tag ? `${OPEN}${tags.push(text) - 1}${CLOSE}` : text))
    .join('');
  return {
    masked,
    unmask: (text, literal = (piece) => piece) =>
      text
        .split(MASKED)
        .map((piece, i) => (i % 2 === 1 ? (tags[Number(piece)] ?? '') : literal(piece)))
        .join(''),
    tagsIn: (text) =>
      [...text.matchAll(EACH_MASKED)].map(({ 0: mask, 1: position, index }) => ({
        ...{ mask, index, position: Number(position), tag: tags[Number(position)] ?? '' },
      })),
  };
}

/** A tag in a masked text. */
export interface MaskedTag {
  tag: string;
  mask: string;
  /** Where its mask begins. */
  index: number;
  /** Among all tags of the source. */
  position: number;
}

/** Private characters, which no font shows. */
const [OPEN, CLOSE] = ['\u{F0000}', '\u{F0001}'];
const MASKED = new RegExp(`${OPEN}(\\d+)${CLOSE}`, 'u');
const EACH_MASKED = new RegExp(MASKED, 'gu');

/** A text that renders as `text`, whatever braces it holds, also when a tag follows it. */
export const asMergeText = (text: string): string => text.replace(/\{[{%]|\{$/g, (braces) => `{{ "${braces}" }}`);

interface Parsed {
  pieces: Piece<string | Read>[];
  uses: BlockUse[];
  /** Those of outputs, but not the variables of loops. */
  names: TagName[];
}

function parse(source: string, { blocks = false }: TemplateOptions): Parsed {
  if (!blocks) refuseLogic(source);
  const template = new BlockReader<string | Read>(source);
  const names: TagName[] = [];
  for (const token of topLevel(source)) {
    if (TypeGuards.isHTMLToken(token)) template.add(literalText(token));
    else if (isBlockTag(token)) template.tag(token);
    else {
      const fail = failAt(source, token);
      const value = TypeGuards.isOutputToken(token) ? contentOf(source, token, fail) : fail(SHAPE);
      template.add(compile(value, fail));
      names.push(...namesOfValue(value).filter((name) => !template.isLoopName(name)));
    }
  }
  return { pieces: template.end(), uses: template.uses, names };
}

const namesOfValue = ({ initial, filters }: FilteredValueToken): TagName[] =>
  [...initial.postfix, ...filters.flatMap(({ args }) => args)].flatMap((token) => {
    const name = nameOf(token);
    return name ? [name] : [];
  });

interface Tag {
  content: string;
  contentRange: [number, number];
}

function contentOf(source: string, token: Tag, fail: Fail): FilteredValueToken {
  if (token.content === '') return fail('it is empty');
  const tokenizer = contentReader(source, token, fail);
  let value: FilteredValueToken;
  try {
    value = tokenizer.readFilteredValue();
  } catch (error) {
    if (!LiquidError.is(error)) throw error;
    return fail(SHAPE);
  }
  // Liquid's own reader accepts a bar at the end, and stops at signs that only longer expressions use.
  return !tokenizer.end() || token.content.endsWith('|') ? fail(SHAPE) : value;
}

/** Each filter reads the whole value again. */
const MOST_FILTERS = 10;

/** They would be sent to people as they stand. */
function refuseLogic(source: string): void {
  const begin = source.search(/\{%-?\s*[a-z#]/i);
  if (begin >= 0 && source.includes('%}', begin)) throw new MergeTagError(source, begin, '{% … %} is not supported, only {{ … }}');
}

function compile({ initial, filters }: FilteredValueToken, fail: Fail): Read {
  if (initial.postfix.some(TypeGuards.isOperatorToken)) fail('operators are not supported');
  if (initial.postfix.length !== 1) fail(SHAPE);
  if (filters.length > MOST_FILTERS) fail(`it has more than ${MOST_FILTERS} filters`);
  return filters.reduce((read, filter) => filtered(read, filter, fail), reader(initial.postfix[0], fail));
}
