import type { Document } from '../src/http/contract.ts';

/**
 * The document with every object closed that names its fields. The published document leaves answers open to new fields; generated answers
 * and checks for undocumented fields need the present ones only.
 */
export function closed(document: Document): Document {
  return JSON.parse(JSON.stringify(document), (_key, node) =>
    node?.type && [node.type].flat().includes('object') && node.properties && node.additionalProperties === undefined
      ? { ...node, additionalProperties: false }
      : node,
  );
}
