/**
 * The prebuilt search index of the reference: the operations of the document, the fields of their requests and answers, the
 * types of events, error codes, and the text below each heading. `browser/find.js` ranks it.
 */
import { Marked } from 'marked';
import type { OpenAPIV3_1 } from 'openapi-types';
import { type Document, METHODS, resolve } from '../../src/http/contract.ts';
import { STATUS } from '../../src/http/errors.ts';
import { codesOf, readErrors } from './errors.ts';
import { ERRORS, errorPlace, GUIDE, operationPlace, type Place, webhooksOf } from './places.ts';
import type { Heading, Prose } from './prose.ts';

export interface SearchIndex {
  entries: Entry[];
}

export type Entry = OperationEntry | EventEntry | FieldEntry | ErrorEntry | SectionEntry;

interface Found {
  /** The text, or the beginning of it. */
  text: string;
  /** Where the reader goes; a field's is that of its first operation. */
  href: string;
}

export interface OperationEntry extends Found {
  kind: 'operation';
  /** The `operationId`. */
  name: string;
  method: string;
  path: string;
  /** Its description, to be found by. */
  about: string;
}

export interface EventEntry extends Found {
  kind: 'event';
  /** The type. */
  name: string;
}

export interface FieldEntry extends Found {
  kind: 'field';
  name: string;
  /** The values of an enum, for readers who remember one of them. */
  values?: string[];
  /** Indexes of the entries of operations that take it, then of those that answer with it. */
  operations: number[];
}

export interface ErrorEntry extends Found {
  kind: 'error';
  /** The code. */
  name: string;
  status: string;
  /** Indexes of the entries of operations that may answer with it. */
  operations: number[];
}

export interface SectionEntry extends Found {
  kind: 'section';
  /** The heading, or the title of the page. */
  name: string;
  /** The page, if it is not the guide. */
  within?: string;
}

/** A page of text. */
interface Text extends Prose {
  slug: string;
  title: string;
}

const LONGEST_FIELD_TEXT = 140;

/**
 * @param hrefOf how the pages that the index is for name a place
 * @param prose the pages of text, the guide among them
 */
export function searchIndex(document: Document, hrefOf: (place: Place) => string, prose: Text[]): SearchIndex {
  const operations = operationsIn(document, hrefOf);
  return {
    entries: [
      ...operations.map(({ entry }) => entry),
      ...eventsIn(document, hrefOf),
      ...fieldsIn(document, operations),
      ...errorsIn(document, operations, hrefOf),
      ...prose.flatMap((page) => sectionsIn(page, hrefOf)),
    ],
  };
}

interface DocumentOperation {
  entry: OperationEntry;
  operation: OpenAPIV3_1.OperationObject;
  parameters: OpenAPIV3_1.ParameterObject[];
}

function operationsIn(document: Document, hrefOf: (place: Place) => string): DocumentOperation[] {
  return Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    METHODS.flatMap((method) => {
      const operation = item?.[method];
      const name = operation?.operationId ?? '';
      const place = operationPlace(document, name);
      if (!operation || !place) return [];
      const entry: OperationEntry = {
        kind: 'operation',
        name,
        method: method.toUpperCase(),
        path,
        text: operation.summary ?? '',
        about: plain(operation.description ?? ''),
        href: hrefOf(place),
      };
      const parameters = [...(item.parameters ?? []), ...(operation.parameters ?? [])].map(
        (parameter) => resolve(document, parameter) as OpenAPIV3_1.ParameterObject,
      );
      return { entry, operation, parameters };
    }),
  );
}

const eventsIn = (document: Document, hrefOf: (place: Place) => string): EventEntry[] =>
  webhooksOf(document).flatMap(([name, { description = '' }]) => {
    const place = operationPlace(document, name);
    return place ? [{ kind: 'event' as const, name, text: plain(description), href: hrefOf(place) }] : [];
  });

/** One entry for all fields of one name and description, however many schemas repeat them. */
function fieldsIn(document: Document, operations: DocumentOperation[]): FieldEntry[] {
  const found = new Map<string, FieldEntry>();
  const add = ({ name, text, values }: Field, index: number) => {
    const key = `${name}\n${text}`;
    const href = operations[index]?.entry.href ?? '';
    const entry = found.get(key) ?? { kind: 'field', name, text, ...(values && { values }), href, operations: [] };
    found.set(key, entry);
    if (!entry.operations.includes(index)) entry.operations.push(index);
  };
  const reader = new FieldReader(document);
  for (const [index, { operation, parameters }] of operations.entries()) {
    for (const { name, description = '', schema } of parameters)
      add({ name, text: beginning(description), values: valuesOf(schema) }, index);
    for (const field of reader.fieldsOf(contentOf(document, operation.requestBody))) add(field, index);
  }
  for (const [index, { operation }] of operations.entries()) {
    const success = Object.entries(operation.responses ?? {}).find(([status]) => status.startsWith('2'))?.[1];
    for (const field of reader.fieldsOf(contentOf(document, success))) add(field, index);
  }
  return [...found.values()];
}

function contentOf(document: Document, holder: unknown): unknown[] {
  const { content = {} } = (holder ? resolve(document, holder) : {}) as { content?: Record<string, OpenAPIV3_1.MediaTypeObject> };
  return Object.values(content).map(({ schema }) => schema);
}

interface Field {
  name: string;
  text: string;
  values?: string[] | undefined;
}

/** Finds the named properties in schemas at any depth. Each component is read once. */
class FieldReader {
  readonly #document: Document;
  readonly #components = new Map<string, Field[]>();

  constructor(document: Document) {
    this.#document = document;
  }

  fieldsOf(node: unknown): Field[] {
    if (typeof node !== 'object' || node === null) return [];
    if ('$ref' in node) return this.#component(String(node.$ref));
    return Object.entries(node).flatMap(([key, child]) => {
      if (key !== 'properties') return SILENT.has(key) ? [] : this.fieldsOf(child);
      return Object.entries(child as object).flatMap(([name, schema]) => [this.#field(name, schema), ...this.fieldsOf(schema)]);
    });
  }

  #component(reference: string): Field[] {
    const known = this.#components.get(reference);
    if (known) return known;
    // A component that holds itself adds nothing the second time.
    this.#components.set(reference, []);
    const fields = [...new Set(this.fieldsOf(resolve(this.#document, { $ref: reference })))];
    this.#components.set(reference, fields);
    return fields;
  }

  #field(name: string, schema: { description?: string }): Field {
    const described = schema.description === undefined ? (resolve(this.#document, schema) as typeof schema) : schema;
    return { name, text: beginning(described.description ?? ''), values: valuesOf(resolve(this.#document, schema)) };
  }
}

/** Keywords that hold values, not schemas. */
const SILENT = new Set(['example', 'examples', 'default', 'enum', 'const', 'required']);

function valuesOf(schema: unknown): string[] | undefined {
  const { enum: values, const: one } = (schema ?? {}) as { enum?: unknown[]; const?: unknown };
  const words = (values ?? [one]).filter((value) => typeof value === 'string');
  return words.length > 0 ? words : undefined;
}

/** Found by what causes it and what to do about it, too. */
function errorsIn(document: Document, operations: DocumentOperation[], hrefOf: (place: Place) => string): ErrorEntry[] {
  const codes = operations.map(({ operation }) => codesOf(document, operation));
  return Object.entries(readErrors()).map(([name, { meaning, cause, remedy }]) => ({
    kind: 'error',
    name,
    status: String(STATUS[name as 'conflict']),
    text: plain(`${meaning} ${cause} ${remedy}`),
    href: hrefOf(errorPlace(name)),
    operations: codes.flatMap((own, index) => (own.has(name) ? [index] : [])),
  }));
}

/** A line of the guide's table of errors, each of which has an entry of its own. */
const ERROR_ROW = /^\| \S+ \| \d{3} \| .*$/gm;

/** The text before the first heading of a page, and below each heading as far as the next. */
function sectionsIn({ slug, title, markdown, headings }: Text, hrefOf: (place: Place) => string): SectionEntry[] {
  const start: SectionEntry = { kind: 'section', name: title, text: '', href: hrefOf({ page: slug, anchor: '' }) };
  const entries = [start];
  if (slug === ERRORS) return entries;
  const ahead = headings.filter(({ depth }) => depth > 1);
  let section = '';
  for (const token of new Marked().lexer(markdown)) {
    if (token.type !== 'heading') (entries.at(-1) as SectionEntry).text += token.raw;
    else if (token.text === ahead[0]?.label) {
      const { anchor, label, depth } = ahead.shift() as Heading;
      if (depth === 2) section = label;
      const within = [slug === GUIDE ? '' : title, depth === 2 ? '' : section].filter(Boolean).join(', ');
      entries.push({ kind: 'section', name: label, ...(within && { within }), text: '', href: hrefOf({ page: slug, anchor }) });
    }
  }
  const texts = entries.map((entry) => ({ ...entry, text: plain(entry.text.replaceAll(ERROR_ROW, '')) }));
  return texts.filter(({ href, text }) => href !== start.href || text !== '');
}

/** Markdown without its marks. */
const plain = (markdown: string): string =>
  markdown
    .replaceAll(/^```.*$|^[|: -]+$/gm, '')
    .replaceAll(/<\/?(?:span|br)[^>]*>/g, '')
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^#+ |[`*|]/gm, '')
    .replaceAll(/\s+/g, ' ')
    .trim();

/** The first sentence, or as much of it as a line holds. */
function beginning(description: string): string {
  const text = plain(description);
  const sentence = /^.*?[.:](?= |$)/.exec(text)?.[0] ?? text;
  return sentence.length <= LONGEST_FIELD_TEXT ? sentence : `${sentence.slice(0, LONGEST_FIELD_TEXT).replace(/\s+\S*$/, '')} …`;
}
