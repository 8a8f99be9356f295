/** Gives the document's examples of errors the `documentation_url` that a service at the document's address sends with them. */
import type { OpenAPIV3_1 } from 'openapi-types';
import { documentationUrl } from '../src/http/errors.ts';
import type { ErrorCode } from '../src/shared/errors.ts';

/** Links every example of an error body, in place. */
export function linkErrors(document: OpenAPIV3_1.Document): void {
  const reference = `${document.servers?.[0]?.url}/docs`;
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return;
    for (const [key, child] of Object.entries(node)) {
      if (key === 'value' && isErrorBody(child)) child.documentation_url = documentationUrl(reference, child.error_code);
      else visit(child);
    }
  };
  visit(document.components?.examples);
  visit(document.paths);
}

const isErrorBody = (value: unknown): value is { error_code: ErrorCode; documentation_url?: string } =>
  typeof value === 'object' && value !== null && 'error' in value && 'error_code' in value;
