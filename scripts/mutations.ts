/** Small mistakes to put into a file, one at a time, in its TypeScript and in the SQL of its templates. */
import ts from 'typescript';

export interface Mutation {
  line: number;
  /** The text before and after the mutation. */
  before: string;
  after: string;
  start: number;
  end: number;
}

const { SyntaxKind } = ts;

const OPERATORS = new Map<ts.SyntaxKind, string>([
  [SyntaxKind.LessThanToken, '<='],
  [SyntaxKind.LessThanEqualsToken, '<'],
  [SyntaxKind.GreaterThanToken, '>='],
  [SyntaxKind.GreaterThanEqualsToken, '>'],
  [SyntaxKind.EqualsEqualsEqualsToken, '!=='],
  [SyntaxKind.ExclamationEqualsEqualsToken, '==='],
  [SyntaxKind.AmpersandAmpersandToken, '||'],
  [SyntaxKind.BarBarToken, '&&'],
  [SyntaxKind.PlusToken, '-'],
  [SyntaxKind.MinusToken, '+'],
]);

/** The words of SQL that are easily wrong, and the wrong ones. */
const SQL: [pattern: RegExp, wrong: string][] = [
  [/\bFOR (?:(?:NO KEY )?UPDATE|(?:KEY )?SHARE)\b(?: OF \w+)?(?: SKIP LOCKED)?/g, ''],
  [/\bSKIP LOCKED\b/g, ''],
  [/\bAND\b/g, 'OR'],
  [/\bOR\b(?! REPLACE)/g, 'AND'],
  [/\bNOT EXISTS\b/g, 'EXISTS'],
  [/\bIS NOT NULL\b/g, 'IS NULL'],
  [/\bIS NULL\b/g, 'IS NOT NULL'],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/\bmin\(/g, 'max('],
  [/\bmax\(/g, 'min('],
  [/ORDER BY [\w., ]+?(?= FOR| LIMIT|\)|`|\n|$)/g, ''],
];

/** Every mutation of a source, in the order of its lines. Types, imports and texts for people stay as they are. */
export function mutationsOf(source: string): Mutation[] {
  const file = ts.createSourceFile('mutated.ts', source, ts.ScriptTarget.Latest, true);
  const found: Mutation[] = [];
  const add = (start: number, end: number, after: string) => {
    const line = file.getLineAndCharacterOfPosition(start).line + 1;
    found.push({ line, before: source.slice(start, end), after, start, end });
  };
  const replace = (node: ts.Node, after: string) => add(node.getStart(file), node.end, after);

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) return;
    if (ts.isBinaryExpression(node)) {
      const wrong = OPERATORS.get(node.operatorToken.kind);
      if (wrong && !isOfTexts(node)) replace(node.operatorToken, wrong);
      if (node.operatorToken.kind === SyntaxKind.QuestionQuestionToken) replace(node, node.left.getText(file));
    } else if (ts.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.ExclamationToken) {
      replace(node, node.operand.getText(file));
    } else if (node.kind === SyntaxKind.TrueKeyword || node.kind === SyntaxKind.FalseKeyword) {
      replace(node, node.kind === SyntaxKind.TrueKeyword ? 'false' : 'true');
    } else if (ts.isNumericLiteral(node)) {
      const number = Number(node.text.replaceAll('_', ''));
      // No test has to notice 61 seconds instead of 60, but it has to notice twice as much.
      replace(node, `${number < 10 ? number + 1 : number * 2}`);
    } else if (ts.isIfStatement(node)) {
      replace(node.expression, 'true');
      replace(node.expression, 'false');
    } else if (ts.isConditionalExpression(node)) {
      replace(node, `(${node.whenTrue.getText(file)})`);
      replace(node, `(${node.whenFalse.getText(file)})`);
    } else if (ts.isExpressionStatement(node)) {
      // A call without a used result: a lock, a write, a note.
      replace(node, ';');
    } else if (
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node) ||
      ts.isNoSubstitutionTemplateLiteral(node)
    ) {
      mutateSql(node);
    }
    ts.forEachChild(node, visit);
  };
  const mutateSql = (node: ts.Node) => {
    const start = node.getStart(file);
    const text = source.slice(start, node.end);
    for (const [pattern, wrong] of SQL)
      for (const match of text.matchAll(pattern)) add(start + match.index, start + match.index + match[0].length, wrong);
  };
  visit(file);
  return found.sort((a, b) => a.start - b.start || a.end - b.end);
}

/** `+` between texts: a minus would be a mistake that no program makes. */
const isOfTexts = ({ left, right, operatorToken }: ts.BinaryExpression): boolean =>
  operatorToken.kind === SyntaxKind.PlusToken &&
  [left, right].some((side) => ts.isStringLiteralLike(side) || ts.isTemplateExpression(side));

/** The source with one mistake in it. */
export const mutate = (source: string, { start, end, after }: Mutation): string => source.slice(0, start) + after + source.slice(end);
