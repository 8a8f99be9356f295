/** Lists that follow from files: a type of step or trigger joins them by its schema, and by nothing else. */
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { parse } from 'yaml';
import type { Context, Node } from './document.ts';

/** The schemas that a schema takes its alternatives from, as a pattern of names beside it. */
export const ALTERNATIVES = 'x-one-of-files';
/** The schemas whose `type` an enum has the values of, before those of its own. A type that is not a constant is not among them. */
const TYPES = 'x-types-of-files';

export const filesOf = (pattern: string, file: string): string[] =>
  globSync(pattern, { cwd: dirname(file) })
    .filter((name) => name !== basename(file))
    .sort();

/** Puts the lists in place of the patterns, before anything is judged or bundled. */
export const listKinds = () => ({
  Schema: {
    enter(schema: Node, { location }: Context) {
      const file = location.source.absoluteRef;
      if (schema[ALTERNATIVES]) {
        schema.oneOf = filesOf(schema[ALTERNATIVES], file).map(($ref) => ({ $ref }));
        delete schema[ALTERNATIVES];
      }
      if (schema[TYPES]) {
        const types = filesOf(schema[TYPES], file).flatMap(
          (name) => parse(readFileSync(join(dirname(file), name), 'utf8')).properties.type.const ?? [],
        );
        schema.enum = [...new Set([...types, ...(schema.enum ?? [])])];
        delete schema[TYPES];
      }
    },
  },
});
