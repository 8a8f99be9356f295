/** The errors of the API: what each code means, what causes it and what to do about it, from `openapi/errors.yaml`. */
import { readFileSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import type { OpenAPIV3_1 } from 'openapi-types';
import { parse } from 'yaml';
import { type Document, operationsOf, resolve } from '../../src/http/contract.ts';
import { STATUS } from '../../src/http/errors.ts';
import { linkerOf } from './links.ts';

export interface Explanation {
  meaning: string;
  cause: string;
  remedy: string;
}

const FIELDS = ['meaning', 'cause', 'remedy'] as const;
const PLACE = '<!-- errors.yaml -->';
/** More operations than these are no help. */
const MOST_OPERATIONS = 8;

const file = new URL('../../openapi/errors.yaml', import.meta.url);
export const readErrors = (): Record<string, Explanation> => parse(readFileSync(file, 'utf8'));

/** The findings about the explanations, in the linter's form: a code without an explanation, an explanation without a code, a missing part. */
export function errorFindings(errors: Record<string, Partial<Explanation>>): string[] {
  const problems = [
    ...Object.keys(STATUS).flatMap((code) =>
      FIELDS.filter((field) => !errors[code]?.[field]?.trim()).map((field) => `${code} has no ${field}`),
    ),
    ...Object.keys(errors).flatMap((code) => (code in STATUS ? [] : [`there is no error code ${code}`])),
  ];
  return problems.map((problem) => `openapi/errors.yaml:1:1  errors\n  ${problem}`);
}

/** Puts the table of the codes into the guide, in place. */
export function tabulateErrors(document: Document): void {
  const rows = Object.entries(readErrors()).map(([code, { meaning }]) => `| \`${code}\` | ${STATUS[code as 'conflict']} | ${meaning} |`);
  const table = ['| `error_code` | status | meaning |', '| --- | --- | --- |', ...rows].join('\n');
  document.info.description = document.info.description?.replace(PLACE, () => table);
}

/** The page of all codes, by their status, in Markdown with the document's own links. */
export function errorsPage(document: Document): string {
  const link = linkerOf(document);
  const answered = operationsOf(document).map(({ operationId, responses }) => ({ operationId, codes: codesOf(document, { responses }) }));
  const whereOf = (code: string): string => {
    const names = answered.filter(({ codes }) => codes.has(code)).map(({ operationId }) => `\`${operationId}\``);
    if (names.length === 0 || names.length > MOST_OPERATIONS) return '';
    return `**Answered by** ${names.join(', ')}`;
  };
  const entries = Object.entries(readErrors()).map(([code, { meaning, cause, remedy }]) => ({
    status: STATUS[code as 'conflict'],
    text: [`### ${code}`, link([meaning, `**Likely cause.** ${cause}`, `**Remedy.** ${remedy}`, whereOf(code)].join('\n\n')).linked],
  }));
  const sections = Map.groupBy(entries, ({ status }) => status);
  return [
    '# Errors',
    'Each error code with its meaning, likely cause and remedy. The `documentation_url` of an error leads to its place on this page. The guide describes the bodies of errors under [Errors](#section/Errors).',
    ...[...sections].flatMap(([status, own]) => [`## ${status} ${STATUS_CODES[status]}`, ...own.flatMap(({ text }) => text)]),
  ].join('\n\n');
}

/** The error codes that an operation shows examples of: all that it answers with. */
export function codesOf(document: Document, { responses = {} }: Pick<OpenAPIV3_1.OperationObject, 'responses'>): Set<string> {
  const examples = Object.values(responses).flatMap((response) => {
    const { content = {} } = resolve(document, response) as OpenAPIV3_1.ResponseObject;
    return Object.values(content).flatMap((media) => Object.values(media.examples ?? {}));
  });
  const values = examples.map((example) => (resolve(document, example) as OpenAPIV3_1.ExampleObject).value);
  return new Set(values.flatMap((value) => value?.error_code ?? []));
}
