import type { Document } from '../src/http/contract.ts';

/**
 * The document with every object closed that names its fields. It leaves answers open to what may come; who makes an answer up, or
 * looks for fields that are answered and not documented, wants what it has now.
 */
export function closed(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, node) =>
    node?.type && [node.type].flat().includes('object') && node.properties && node.additionalProperties === undefined
      ? { ...node, additionalProperties: false }
      : node,
  );
}
