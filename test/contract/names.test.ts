/** Names and titles follow the same rules in every operation. */
import { expect, it } from 'vitest';
import { document, lookUp, operations } from '../support/client.ts';

type Schema = Record<string, any>;

/** Property names of requests that are names, though not all of them are called so. */
const NAMES =
  /^(name|label|city|state|country|zip_code|company|job_title|lead_status|lifecycle_stage|address2?|client_job_descriptor|(default_)?(subject|preview_text)|.*_name(_prefix)?)$/;
/** Identifiers, in `a` to `z` by a pattern, an email address, and a value of a fixed list. */
const OTHER = /(^|\.)api_name$|^DraftField\.name$|^SuppressionAddItem\.address$|^RecordConsentRequest\.state$/;

/** The strings among the properties of a request's body, with the place where each is defined. */
function* stringsIn(schema: Schema, place: string, seen: Set<unknown>): Generator<{ name: string; place: string; property: Schema }> {
  if (schema.$ref) return yield* stringsIn(lookUp(document, schema.$ref), schema.$ref.split('/').at(-1), seen);
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const branch of [...(schema.oneOf ?? []), ...(schema.anyOf ?? []), ...(schema.allOf ?? [])]) yield* stringsIn(branch, place, seen);
  if (schema.items) yield* stringsIn(schema.items, place, seen);
  for (const [name, given] of Object.entries<Schema>(schema.properties ?? {})) {
    const property = given.$ref ? lookUp(document, given.$ref) : given;
    if ([property.type].flat().includes('string')) yield { name, place, property };
    yield* stringsIn(given, place, seen);
  }
}

const strings = operations.flatMap(({ body }) => (body ? [...stringsIn({ $ref: body.pointer }, '', new Set())] : []));

it('marks every name in a request', () => {
  expect(strings.length).toBeGreaterThan(100);
  const forgotten = strings.filter(({ name, property }) => NAMES.test(name) && property['x-name'] !== true);
  expect(forgotten.map(({ name, place }) => `${place}.${name}`).filter((name) => !OTHER.test(name))).toEqual([]);
});

it('counts the characters of what is kept: a name that is needed has one at least', () => {
  const open = strings.filter(({ property }) => property['x-name'] && property.type === 'string' && !(property.minLength >= 1));
  expect(open.map(({ name, place }) => `${place}.${name}`)).toEqual([]);
});
