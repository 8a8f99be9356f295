import type { Document } from '../../src/http/contract.ts';
import { lookUp, METHODS } from '../../src/http/contract.ts';
import { webhooksOf } from './places.ts';

const REFERENCE = /"(#\/components\/[^"]+)"/g;

/** The part of the document for one page: the operations and webhooks of a tag, and the components that they reach. */
export function excerptFor(document: Document, tag: string): Document {
  const paths: Record<string, object> = {};
  for (const [path, item] of Object.entries(document.paths ?? {})) {
    const methods = METHODS.filter((method) => item?.[method]?.tags?.[0] === tag);
    if (methods.length === 0) continue;
    const parts = item?.parameters ? ['parameters' as const, ...methods] : methods;
    paths[path] = Object.fromEntries(parts.map((part) => [part, item?.[part]]));
  }
  const webhooks = Object.fromEntries(webhooksOf(document).flatMap(([type, post]) => (post.tags?.[0] === tag ? [[type, { post }]] : [])));
  return {
    openapi: document.openapi,
    info: { title: tag, version: document.info.version },
    servers: document.servers,
    paths,
    webhooks,
    components: reachedFrom(document, { paths, webhooks }),
  } as Document;
}

function reachedFrom(document: Document, start: object): Record<string, Record<string, unknown>> {
  const components: Record<string, Record<string, unknown>> = {};
  const seen = new Set<string>();
  const visit = (node: unknown): void => {
    // Discriminators name schemas, too, without $ref.
    for (const [, pointer = ''] of JSON.stringify(node).matchAll(REFERENCE)) {
      if (seen.has(pointer)) continue;
      seen.add(pointer);
      const [, , kind = '', name = ''] = pointer.split('/');
      const component = lookUp(document, pointer);
      components[kind] ??= {};
      components[kind][name] = component;
      visit(component);
    }
  };
  visit(start);
  return components;
}
