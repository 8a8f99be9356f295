import { type TagToken, type Token, type Tokenizer, TypeGuards } from 'liquidjs';
import { contentReader, type Fail, failAt, MergeTagError, noSuchTag } from './merge-syntax.ts';
import { isName, isPresent, nameOf, type Read, reader, STEP, spend, type TagName } from './merge-values.ts';

/** A stretch of a template: constant, with a value, or a condition or loop around others. */
export type Piece<Leaf> = Leaf | Block<Leaf>;

interface Body {
  /** Which of the bodies. */
  index: number;
  /** Those around it, and those of the loop. */
  values: object;
}

type Choose = (values: object) => Iterable<Body>;

export class Block<Leaf> {
  readonly bodies: readonly Piece<Leaf>[][];
  /** The bodies to be rendered, one after the other. */
  readonly choose: Choose;

  constructor(bodies: readonly Piece<Leaf>[][], choose: Choose) {
    this.bodies = bodies;
    this.choose = choose;
  }
}

/** The same template with other leaves. */
export const mapPieces = <Leaf, Other>(pieces: readonly Piece<Leaf>[], map: (leaf: Leaf) => Other[]): Piece<Other>[] =>
  pieces.flatMap((piece): Piece<Other>[] =>
    piece instanceof Block
      ? [
          new Block(
            piece.bodies.map((body) => mapPieces(body as Piece<Leaf>[], map)),
            piece.choose,
          ),
        ]
      : map(piece),
  );

/** The leaves that these values choose, each with the values that it sees. @throws TooMuchWorkError */
export function* chosen<Leaf>(pieces: readonly Piece<Leaf>[], values: object): Generator<{ leaf: Leaf; values: object }> {
  for (const piece of pieces) {
    spend(values, STEP);
    if (!(piece instanceof Block)) yield { leaf: piece, values };
    else for (const { index, values: inner } of piece.choose(values)) yield* chosen(piece.bodies[index] as Piece<Leaf>[], inner);
  }
}

export interface BlockUse {
  name: TagName;
  /** Whether a loop goes over it. */
  isList: boolean;
  offset: number;
}

const ROOTS: ReadonlySet<string> = new Set(
  'contact campaign event submission data workspace unsubscribe_url preferences_url view_in_browser_url'.split(' '),
);
const FORLOOP = 'forloop';
/** The first words of lists: everything else is one value. */
const LISTS: ReadonlySet<string> = new Set(['contact', 'campaign', 'event', 'submission', 'data']);

export const MOST_BLOCKS = 200;
const DEEPEST = 8;
const MOST_COMPARISONS = 20;
const MOST_ROUNDS = 1_000;

interface Open<Leaf> {
  tag: TagToken;
  kind: 'if' | 'unless' | 'for';
  bodies: Piece<Leaf>[][];
  /** One for each body but that of an `else`. */
  conditions: Read[];
  hasElse: boolean;
  loop: Loop | null;
}

interface Loop {
  variable: string;
  list: Read;
  most: number;
}

/** Puts a template together while its tags are read one after the other. */
export class BlockReader<Leaf> {
  readonly pieces: Piece<Leaf>[] = [];
  readonly uses: BlockUse[] = [];
  readonly #source: string;
  readonly #open: Open<Leaf>[] = [];
  #count = 0;

  constructor(source: string) {
    this.#source = source;
  }

  add(leaf: Leaf): void {
    (this.#open.at(-1)?.bodies.at(-1) ?? this.pieces).push(leaf);
  }

  /** Whether a name is one of a loop around this place. */
  isLoopName([root = '']: TagName): boolean {
    return this.#open.some(({ loop }) => loop && (loop.variable === root || root === FORLOOP));
  }

  /** @throws MergeTagError */
  tag(token: TagToken): void {
    const fail: Fail = failAt(this.#source, token);
    const content = contentReader(this.#source, token, fail);
    const word = content.readTagName();
    switch (word) {
      case 'if':
      case 'unless':
      case 'for':
        this.#begin(word, token, content, fail);
        break;
      case 'elsif': {
        const block = this.#open.at(-1);
        if (block?.kind !== 'if' || block.hasElse) fail('elsif belongs between if and else');
        block.conditions.push(this.#condition(content, token, fail));
        block.bodies.push([]);
        break;
      }
      case 'else': {
        const block = this.#open.at(-1);
        if (!block || block.hasElse) fail('else belongs into an if, an unless or a for, once');
        this.#requireEnd(content, fail);
        block.hasElse = true;
        block.bodies.push([]);
        break;
      }
      case 'endif':
      case 'endunless':
      case 'endfor': {
        const block = this.#open.at(-1);
        if (block?.kind !== word.slice('end'.length)) fail(`${word} ends nothing that is open here`);
        this.#requireEnd(content, fail);
        this.#open.pop();
        this.#put(new Block(block.bodies, chooserOf(block)));
        break;
      }
      default:
        fail(noSuchTag(word));
    }
  }

  /** @throws MergeTagError where a block is open */
  end(): Piece<Leaf>[] {
    const block = this.#open.at(-1);
    if (block) throw new MergeTagError(this.#source, block.tag.begin, `end${block.kind} is missing`);
    return this.pieces;
  }

  #put(block: Block<Leaf>): void {
    (this.#open.at(-1)?.bodies.at(-1) ?? this.pieces).push(block);
  }

  #begin(kind: Open<Leaf>['kind'], tag: TagToken, content: Tokenizer, fail: Fail): void {
    this.#count += 1;
    if (this.#count > MOST_BLOCKS) fail(`there are more than ${MOST_BLOCKS} conditions and loops`);
    if (this.#open.length >= DEEPEST) fail(`conditions and loops stand more than ${DEEPEST} deep in one another`);
    const block: Open<Leaf> = { tag, kind, bodies: [[]], conditions: [], hasElse: false, loop: null };
    if (kind === 'for') block.loop = this.#loop(content, tag, fail);
    else block.conditions.push(this.#condition(content, tag, fail));
    this.#open.push(block);
  }

  #requireEnd(content: Tokenizer, fail: Fail): void {
    content.skipBlank();
    if (!content.end()) fail('something stands behind it');
  }

  #loop(content: Tokenizer, tag: TagToken, fail: Fail): Loop {
    const variable = content.readIdentifier().getText();
    const word = content.readIdentifier().getText();
    if (!/^[a-z_]\w*$/i.test(variable) || word !== 'in') fail('a loop is written {% for item in list %}');
    if (ROOTS.has(variable) || variable === FORLOOP) fail(`"${variable}" has a meaning of its own; give the variable another name`);
    const value = this.#value(content, fail);
    const name = nameOf(value);
    if (!isName(value) || !name) return fail('a loop goes over a list, such as contact.tags');
    const list = this.#read(value, tag, { isList: true, fail });
    const [limit, ...more] = this.#guard(() => content.readHashes(), fail);
    if (more.length > 0 || (limit && limit.name.content !== 'limit')) fail('a loop takes nothing but a limit');
    this.#requireEnd(content, fail);
    if (!limit) return { variable, list, most: MOST_ROUNDS };
    const most = TypeGuards.isNumberToken(limit.value) ? limit.value.content : Number.NaN;
    if (!Number.isInteger(most) || most < 1 || most > MOST_ROUNDS) fail(`the limit of a loop is a whole number from 1 to ${MOST_ROUNDS}`);
    return { variable, list, most };
  }

  #condition(content: Tokenizer, tag: TagToken, fail: Fail): Read {
    const tokens = this.#guard(() => [...content.readExpressionTokens()], fail);
    this.#requireEnd(content, fail);
    const joints = tokens.filter((token) => isOperator(token, 'and', 'or'));
    if (new Set(joints.map((token) => token.getText())).size > 1)
      fail('a condition has either "and" or "or"; put one condition into another');
    if (joints.length >= MOST_COMPARISONS) fail(`a condition has more than ${MOST_COMPARISONS} comparisons`);
    const comparisons: Token[][] = [[]];
    for (const token of tokens) {
      if (joints.includes(token)) comparisons.push([]);
      else comparisons.at(-1)?.push(token);
    }
    const reads = comparisons.map((comparison) => this.#comparison(comparison, tag, fail));
    const isAny = joints[0]?.getText() === 'or';
    return (values) => (isAny ? reads.some((read) => read(values)) : reads.every((read) => read(values)));
  }

  #comparison(tokens: Token[], tag: TagToken, fail: Fail): Read {
    const [left, operator, right, ...more] = tokens;
    if (!left || more.length > 0 || (operator && !right)) return fail(COMPARISON);
    const one = this.#read(left, tag, { isList: false, fail });
    if (!operator) return (values) => isPresent(one(values));
    const compare = TypeGuards.isOperatorToken(operator) ? COMPARISONS.get(operator.operator) : undefined;
    if (!compare) return fail(COMPARISON);
    const other = this.#read(right, tag, { isList: false, fail });
    return (values) => {
      const [a, b] = [one(values), other(values)];
      spend(values, weightOf(a) + weightOf(b));
      return compare(a, b);
    };
  }

  /** A literal, or a name that the service knows. */
  #read(token: unknown, tag: TagToken, { isList, fail }: { isList: boolean; fail: Fail }): Read {
    if (TypeGuards.isLiteralToken(token)) {
      const word = token.getText();
      const literal = LITERALS.get(word);
      return literal === undefined ? fail(COMPARISON) : () => literal;
    }
    const read = reader(token, (reason) => fail(isName(token) ? reason : COMPARISON));
    const name = nameOf(token);
    if (!name || this.isLoopName(name)) return read;
    const [root = ''] = name;
    if (!ROOTS.has(root)) fail(`"${root}" is no name that emails have`);
    if (isList && !LISTS.has(root)) fail(`${name.join('.')} is no list`);
    this.uses.push({ name, isList, offset: tag.begin });
    return read;
  }

  #value(content: Tokenizer, fail: Fail): Token | undefined {
    return this.#guard(() => content.readValue(), fail);
  }

  #guard<Result>(read: () => Result, fail: Fail): Result {
    try {
      return read();
    } catch (error) {
      if (error instanceof Error && error.name === 'TokenizationError') return fail(COMPARISON);
      throw error;
    }
  }
}

const COMPARISON = 'it is no name, and no comparison of two values by ==, !=, >, <, >=, <= or contains';

const isOperator = (token: Token, ...operators: string[]): boolean =>
  TypeGuards.isOperatorToken(token) && operators.includes(token.operator);

const NOTHING = Symbol('nil');
const EMPTY = Symbol('empty');
const LITERALS: ReadonlyMap<string, unknown> = new Map<string, unknown>([
  ...[['true', true] as const, ['false', false] as const],
  ...[['nil', NOTHING] as const, ['null', NOTHING] as const],
  ...[['empty', EMPTY] as const, ['blank', EMPTY] as const],
]);

function isEqual(one: unknown, other: unknown): boolean {
  if (other === EMPTY) return !isPresent(one) || (typeof one === 'string' && one.trim() === '');
  if (one === EMPTY) return isEqual(other, one);
  if (one === NOTHING || other === NOTHING) return absent(one) && absent(other);
  return one === other;
}

const absent = (value: unknown): boolean => value === NOTHING || value === undefined || value === null;

/** Two numbers, a number and a text that spells one, or two texts: dates are in the order of their texts. Empty text is in no order. */
function order(one: unknown, other: unknown): number {
  if (one === '' || other === '') return Number.NaN;
  if (typeof one === 'string' && typeof other === 'string') return one === other ? 0 : one < other ? -1 : 1;
  const [a, b] = [numberIn(one), numberIn(other)];
  return a === b ? 0 : a < b ? -1 : a > b ? 1 : Number.NaN;
}

const numberIn = (value: unknown): number =>
  typeof value === 'number' ? value : typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;

const contains = (one: unknown, other: unknown): boolean => {
  if (typeof one === 'string') return (typeof other === 'string' || typeof other === 'number') && one.includes(String(other));
  return Array.isArray(one) && one.includes(other);
};

const COMPARISONS: ReadonlyMap<string, (one: unknown, other: unknown) => boolean> = new Map([
  ['==', isEqual],
  ['!=', (one, other) => !isEqual(one, other)],
  ['>', (one, other) => order(one, other) > 0],
  ['<', (one, other) => order(one, other) < 0],
  ['>=', (one, other) => order(one, other) >= 0],
  ['<=', (one, other) => order(one, other) <= 0],
  ['contains', contains],
]);

const weightOf = (value: unknown): number => (typeof value === 'string' || Array.isArray(value) ? value.length : 1);

function chooserOf<Leaf>({ kind, conditions, hasElse, bodies, loop }: Open<Leaf>): Choose {
  const otherwise = hasElse ? bodies.length - 1 : -1;
  if (loop) return (values) => rounds(loop, values, otherwise);
  return function* choose(values) {
    const met = conditions.findIndex((condition) => Boolean(condition(values)) === (kind === 'if'));
    const index = met >= 0 ? met : otherwise;
    if (index >= 0) yield { index, values };
  };
}

function* rounds({ variable, list, most }: Loop, values: object, otherwise: number): Generator<Body> {
  const found = list(values);
  const items: unknown[] = Array.isArray(found) ? found : [];
  const length = Math.min(items.length, most);
  if (length === 0 && otherwise >= 0) yield { index: otherwise, values };
  for (let i = 0; i < length; i++) {
    spend(values, STEP);
    const forloop = { index: i + 1, index0: i, first: i === 0, last: i === length - 1, length };
    yield { index: 0, values: { ...values, [variable]: items[i], [FORLOOP]: forloop } };
  }
}
