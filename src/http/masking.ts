import { isUuid } from '../shared/identifiers.ts';
import { type Document, lookUp, operationsOf } from './contract.ts';

/** The values that the document itself gives a field of requests, and whether the field is a number. */
interface Declared {
  values: Set<unknown>;
  isNumber: boolean;
}

type Schema = { [keyword: string]: unknown };

const ROOM = 3_800;
const MOST_LEVELS = 12;
const NAME = /^[a-z_]\w{0,63}$/i;
const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export const isIdentifier = (text: string): boolean => isUuid(text) || ULID.test(text);

/**
 * Replaces values by their types: a log of requests must not outlast the erasure of a person. Identifiers, booleans, values of the
 * document's enums and numbers of its fields stay, as do names of fields; an address or a phone may be a name or a number too, so names of
 * another form and numbers that the document does not declare are replaced. The text of the result has 4,096 characters at most, and the
 * work is as bounded, whatever the size of the value.
 */
export function createMask(document: Document): (value: object) => object {
  const declared = declaredBy(document);

  return (root) => {
    let room = ROOM;
    const spend = <Value>(value: Value, characters: number): Value => {
      room -= characters;
      return value;
    };

    function masked(value: unknown, name: string, level: number): unknown {
      const field = declared.get(name);
      if (typeof value === 'string') {
        const shown = isIdentifier(value) || field?.values.has(value) ? value : '<string>';
        return spend(shown, shown.length + 3);
      }
      if (typeof value === 'number') return spend(field?.isNumber ? value : '<number>', 26);
      if (value === null || typeof value !== 'object') return spend(value, 6);
      if (level === MOST_LEVELS) return spend('<object>', 11);
      spend(value, 3);
      return Array.isArray(value) ? maskedItems(value, name, level) : maskedFields(value, level);
    }

    function maskedItems(items: unknown[], name: string, level: number): unknown[] {
      const shown: unknown[] = [];
      for (const item of items) {
        if (room <= 0) return [...shown, `<${items.length - shown.length} more>`];
        shown.push(masked(item, name, level + 1));
      }
      return shown;
    }

    function maskedFields(fields: object, level: number): object {
      const shown: [name: string, value: unknown][] = [];
      for (const [name, value] of Object.entries(fields)) {
        if (room <= 0) {
          shown.push(['<more>', true]);
          break;
        }
        const shownName = NAME.test(name) ? name : '<name>';
        spend(name, shownName.length + 4);
        shown.push([shownName, masked(value, name, level + 1)]);
      }
      // Not by assignment, which `__proto__` would turn into something else.
      return Object.fromEntries(shown);
    }

    return masked(root, '', 0) as object;
  };
}

/** By the name of the field alone: where several have one name, the values of all of them are of the document. */
function declaredBy(document: Document): ReadonlyMap<string, Declared> {
  const declared = new Map<string, Declared>();
  const seen = new Set<unknown>();

  function declare(name: string, schema: Schema): void {
    const field = declared.get(name) ?? { values: new Set(), isNumber: false };
    declared.set(name, field);
    for (const part of alternativesOf(schema)) {
      for (const value of [part.enum ?? [], part.const ?? []].flat()) field.values.add(value);
      if ([part.type].flat().some((type) => type === 'integer' || type === 'number')) field.isNumber = true;
    }
  }

  /** The schema itself and those that it refers to or combines, items of arrays included. */
  function alternativesOf(schema: Schema, parts = new Set<Schema>()): Set<Schema> {
    const resolved = typeof schema.$ref === 'string' ? (lookUp(document, schema.$ref) as Schema) : schema;
    if (parts.has(resolved)) return parts;
    parts.add(resolved);
    const combined = [resolved.oneOf, resolved.anyOf, resolved.allOf, resolved.items].flat();
    for (const part of combined) if (part && typeof part === 'object') alternativesOf(part as Schema, parts);
    return parts;
  }

  function walk(node: unknown): void {
    if (!node || typeof node !== 'object' || seen.has(node)) return;
    seen.add(node);
    const { $ref, properties } = node as Schema;
    if (typeof $ref === 'string') walk(lookUp(document, $ref));
    for (const [name, schema] of Object.entries(properties ?? {})) if (typeof schema === 'object') declare(name, schema as Schema);
    for (const child of Object.values(node)) walk(child);
  }

  for (const { body, parameters } of operationsOf(document)) {
    for (const { name, schema } of parameters) declare(name, schema as Schema);
    if (body) walk({ $ref: body.pointer });
  }
  return declared;
}
