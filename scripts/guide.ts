/**
 * Makes links of what the guide names: operations (`GET /v1/contacts`, or `[some words](op:listContacts)`) and error codes (`not_found`,
 * `404 not_found`), each of which gets a place of its own in the table of errors. So none can be dead, and none is left out.
 */
import type { OpenAPIV3_1 } from 'openapi-types';
import { operationsOf } from '../src/http/contract.ts';

/** A line of the table of errors. */
const ERROR_ROW = /^\| `(\w+)` \| \d{3} \| /;
const FENCE = /^```/;

/** The reference's own anchors. */
const anchorOf = {
  operation: (tag: string, operationId: string): string => `tag/${tag.replaceAll(' ', '-')}/operation/${operationId}`,
  error: (code: string): string => `error/${code}`,
};

/** Links the guide of a document, in place. */
export function linkGuide(document: OpenAPIV3_1.Document): void {
  const anchors = new Map<string, string>();
  for (const { operationId, method, path } of operationsOf(document)) {
    const [tag = ''] = document.paths?.[path]?.[method as 'get']?.tags ?? [];
    const anchor = anchorOf.operation(tag, operationId);
    anchors.set(`${method.toUpperCase()} ${path}`, anchor).set(`op:${operationId}`, anchor);
  }
  const guide = document.info.description ?? '';
  const codes = new Set(guide.split('\n').flatMap((line) => ERROR_ROW.exec(line)?.[1] ?? []));
  for (const code of codes) anchors.set(code, anchorOf.error(code));

  let isCode = false;
  const lines = guide.split('\n').map((line) => {
    if (FENCE.test(line)) isCode = !isCode;
    if (isCode || FENCE.test(line) || line.startsWith('#')) return line;
    const own = ERROR_ROW.exec(line)?.[1];
    return line
      .replaceAll(/\]\((op:\w+)\)/g, (_match, name: string) => {
        const anchor = anchors.get(name);
        if (!anchor) throw new Error(`The guide names ${name}, and there is no such operation.`);
        return `](#${anchor})`;
      })
      .replaceAll(/(?<!\[)`(\d{3} )?([^`]+)`/g, (words, _status, name: string) => {
        const anchor = anchors.get(name);
        if (name === own) return `<span id="${anchor}" data-section-id="${anchor}"></span>${words}`;
        return anchor ? `[${words}](#${anchor})` : words;
      });
  });
  document.info.description = lines.join('\n');
}
