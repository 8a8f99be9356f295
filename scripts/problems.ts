/** Describes the second form of each error, `application/problem+json`. By hand, one response has it. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { METHODS } from '../src/http/contract.ts';

const ERROR = '"#/components/schemas/Error"';

export function describeProblems(document: OpenAPIV3_1.Document): void {
  const operations = Object.values(document.paths ?? {}).flatMap((item) => METHODS.flatMap((method) => item?.[method] ?? []));
  for (const responses of [document.components?.responses, ...operations.map((operation) => operation.responses)]) {
    for (const response of Object.values(responses ?? {})) if ('content' in response) describe(response.content);
  }
}

function describe(content: OpenAPIV3_1.ResponseObject['content'] = {}): void {
  const isError = JSON.stringify(content['application/json']?.schema ?? {}).includes(ERROR);
  if (isError) content['application/problem+json'] ??= { schema: { $ref: '#/components/schemas/ProblemError' } };
}
