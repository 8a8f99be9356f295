import { refsIn, refTo, type Schema, schemasFor } from './json-schema.ts';

export type Form = 'draft' | 'operations' | 'replacements';

export interface AnswerSchema {
  root: Schema;
  definitions: Record<string, Schema>;
}

/** Wrapped by type, so a grammar can tell values apart by their first key. */
export const SCALARS: Record<string, Schema> = {
  string: { type: 'string' },
  number: { type: 'number' },
  boolean: { type: 'boolean' },
  strings: { type: 'array', items: { type: 'string' } },
};
export const ENTRIES = 'entries';

const known = new Map<string, AnswerSchema>();

export function answerSchema(kind: 'page' | 'email', form: Form): AnswerSchema {
  const key = `${kind} ${form}`;
  const found = known.get(key) ?? build(kind, form);
  known.set(key, found);
  return found;
}

function build(kind: 'page' | 'email', form: Form): AnswerSchema {
  const prefix = kind === 'page' ? 'Page' : 'Email';
  if (form === 'replacements') return { root: wrapper(form, REPLACEMENTS), definitions: {} };
  if (form === 'draft') {
    return { root: wrapper(form, refTo(`${prefix}Draft`)), definitions: schemasFor(`${prefix}Draft`) };
  }
  const operation = `${prefix}DraftOperation`;
  // DraftValue accepts any object. Models get a union of the entries that exist instead.
  const { DraftValue: _value, DraftEntry: _entry, ...definitions } = schemasFor(operation, 'DraftTheme');
  const entries = entryNames(prefix, definitions);
  const set = definitions.DraftSet;
  const entry = entries.map((name) => wrapped(entryKey(name), refTo(name)));
  const list: Schema = { type: 'array', items: { anyOf: entry } };
  const scalars = Object.entries(SCALARS).map(([name, schema]) => wrapped(name, schema));
  return {
    root: wrapper(form, { type: 'array', description: 'The changes, in order.', items: refTo(operation) }),
    definitions: {
      ...definitions,
      ...(set && { DraftSet: { ...set, properties: { ...set.properties, value: refTo('SetValue') } } }),
      SetValue: {
        description: 'The new value, in an object whose one key says what it is.',
        anyOf: [...scalars, ...entry, wrapped(ENTRIES, list)],
      },
    },
  };
}

function entryNames(prefix: string, definitions: Readonly<Record<string, Schema>>): string[] {
  const names = new Set<string>();
  const visit = (name: string): void => {
    const schema = definitions[name];
    if (names.has(name) || schema === undefined) return;
    if (schema.type === 'object' && schema.properties?.kind === undefined) names.add(name);
    for (const ref of refsIn(schema)) visit(ref);
  };
  visit(`${prefix}Block`);
  return [...names];
}

/** `DraftMenuGroup` is `menu_group`. */
const entryKey = (name: string): string =>
  name.replace(/^Draft/, '').replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? '_' : ''}${letter.toLowerCase()}`);

const wrapped = (name: string, schema: Schema): Schema => ({
  ...{ type: 'object', additionalProperties: false, required: [name], properties: { [name]: schema } },
});

const REPLACEMENTS: Schema = {
  type: 'array',
  description: 'The changes of the source.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['find', 'with'],
    properties: {
      find: { type: 'string', description: 'A part of the source, letter for letter, long enough to stand in it exactly once.' },
      with: { type: 'string', description: 'What stands in its place. Empty takes it out.' },
    },
  },
};

const wrapper = (form: Form, content: Schema): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: ['web_content'],
  properties: {
    web_content: {
      type: 'boolean',
      description: 'False only where the request asks for something that is neither a web page nor an email, nor a change of one.',
    },
    cannot: {
      type: 'string',
      description: 'Only where the request cannot be carried out: what you understood and what stands in the way. Left out otherwise.',
    },
    summary: { type: 'string', description: 'What you did, in one or two sentences for the author.' },
    [form]: content,
    notes: {
      type: 'array',
      description: 'What the author should know: what is missing, was left out or done otherwise. Left out where there is nothing.',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['code', 'text'],
        properties: {
          code: { type: 'string', enum: [...NOTE_CODES] },
          text: { type: 'string', description: 'What it is and what the author can do, in a sentence or two.' },
        },
      },
    },
  },
});

export const NOTE_CODES = ['missing_fact', 'left_out', 'not_understood', 'changed'] as const;
