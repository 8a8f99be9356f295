/** Which of an operation's answers a request asks for with its `Prefer` header. */
import { lookUp, type Operation, readDocument } from '../../src/http/contract.ts';
import { STATUS } from '../../src/http/errors.ts';
import { DomainError, type ErrorCode, invalid } from '../../src/shared/errors.ts';

export interface Choice {
  /** The status to answer with. Undefined: that of the operation's success. */
  code: number | undefined;
  example: string | undefined;
  /** Made up from the schema in place of an example, always the same for the same seed. */
  dynamic: boolean;
  seed: string | undefined;
}

/** `code=404, example=not_found; dynamic=true`. Preferences of other programs, such as `return=minimal`, are ignored (RFC 7240). */
function parse(header: string): Record<string, string> {
  const parts = header.split(/[,;]/).map((part) => /^\s*([\w-]+)\s*=\s*"?([^"]*?)"?\s*$/.exec(part) ?? []);
  return Object.fromEntries(parts.flatMap(([, name, value]) => (name && value !== undefined ? [[name.toLowerCase(), value]] : [])));
}

/**
 * @throws validation_failed for an answer that the operation does not have, and the error itself where its code is one that the
 * document has no words of its own for at this operation, such as a `404` of a list
 */
export function choose(operation: Operation, header = ''): Choice {
  const { code, example, dynamic, seed } = parse(header);
  const wish = { dynamic: dynamic === 'true', seed };
  if (code === undefined && example === undefined) return { code: undefined, example, ...wish };
  const answers = Object.entries(operation.responses).map(([status, { content }]) => ({
    code: status === 'default' ? 500 : Number(status),
    examples: Object.values(content ?? {}).flatMap(({ examples = {} }) => Object.keys(examples)),
  }));
  const found = answers.find((answer) => {
    const isCode = code === undefined || code === String(answer.code);
    return isCode && (example === undefined || answer.examples.includes(example));
  });
  if (found) return { code: found.code, example, ...wish };
  const unforeseen = example === undefined ? codeOf(Number(code)) : undefined;
  if (unforeseen) throw new DomainError(unforeseen, wordsFor(unforeseen));
  const list = answers.map((answer) => `code=${answer.code}${answer.examples.length > 0 ? ` (${answer.examples.join(', ')})` : ''}`);
  throw invalid({ path: 'Prefer', message: `must ask for an answer of ${operation.operationId}: ${list.join('; ')}` });
}

/** The first error of a status is the one that any operation may have. */
const codeOf = (status: number): ErrorCode | undefined => (Object.keys(STATUS) as ErrorCode[]).find((code) => STATUS[code] === status);

/** As the document shows this error elsewhere. */
function wordsFor(code: ErrorCode): string {
  const document = readDocument();
  for (const response of Object.values(document.components?.responses ?? {})) {
    const examples = 'content' in response ? response.content?.['application/json']?.examples : undefined;
    const example = examples?.[code];
    if (example) return ('$ref' in example ? lookUp(document, example.$ref) : example).value.error as string;
  }
  return 'This is the answer that the request preferred.';
}
