import type { Block, Draft, FormField } from './draft.ts';

/** A fault of a draft that its schema cannot express. */
export interface DraftProblem {
  path: string;
  message: string;
}

const RTL = new Set(['ar', 'he', 'fa', 'ur', 'ps', 'sd', 'ug', 'yi', 'dv']);

export const isRightToLeft = (lang: string): boolean => RTL.has(lang.split('-', 1)[0]?.toLowerCase() ?? '');

/** A draft as it is kept: every block has an id, every field of a form a name. */
export function normalised<Of extends Draft>(draft: Of): Of {
  const dir = draft.dir ?? (isRightToLeft(draft.lang) ? ('rtl' as const) : undefined);
  const blocks = withIds(draft.blocks as readonly Block[]).map((block) =>
    block.kind === 'form' ? { ...block, fields: named(block.fields) } : block,
  );
  return { ...draft, ...(dir && { dir }), blocks };
}

/** The id is the kind, with a number from the second of a kind on. */
export function withIds<Of extends Block>(blocks: readonly Of[]): (Of & { id: string })[] {
  const taken = new Set(blocks.flatMap(({ id }) => id ?? []));
  return blocks.map((block) => {
    if (block.id !== undefined) return { ...block, id: block.id };
    return { ...block, id: untaken(block.kind, taken, '-') };
  });
}

/** A number makes a name differ from those that are taken. Then it is taken, too. */
export function untaken(wish: string, taken: Set<string>, joint: string): string {
  let name = wish;
  for (let n = 2; taken.has(name); n++) name = `${wish}${joint}${n}`;
  taken.add(name);
  return name;
}

/** A field without a name takes that of the contact field that it fills, or its label. */
function named(fields: readonly FormField[]): (FormField & { name: string })[] {
  const taken = new Set(fields.flatMap(({ name }) => name ?? []));
  const own = new Set<string>();
  return fields.map((field) => {
    if (field.name !== undefined && !own.has(field.name)) {
      own.add(field.name);
      return { ...field, name: field.name };
    }
    const wish = field.name ?? field.maps_to ?? (STANDARD.has(field.type) ? field.type : slug(field.label) || field.type);
    const name = untaken(wish, taken, '_');
    own.add(name);
    return { ...field, name };
  });
}

/** Types whose name is a good name of the field. */
const STANDARD: ReadonlySet<string> = new Set(['email', 'phone', 'name']);

const slug = (label: string): string =>
  label
    .normalize('NFKD')
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^[^a-z]+|_+$/g, '')
    .slice(0, 40)
    .replace(/_+$/, '');

export function problemsOf(draft: Draft): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const blocks: readonly Block[] = draft.blocks;
  const ids = new Map<string, Block>();
  for (const [i, block] of blocks.entries()) {
    if (block.id === undefined) continue;
    if (ids.has(block.id)) problems.push({ path: `blocks[${i}].id`, message: `is the id of another block, too: "${block.id}"` });
    ids.set(block.id, block);
  }
  for (const [i, block] of blocks.entries()) {
    const at = `blocks[${i}]`;
    if (block.kind === 'hero' && block.form !== undefined && ids.get(block.form)?.kind !== 'form')
      problems.push({ path: `${at}.form`, message: `names no form block of this draft: "${block.form}"` });
    if (block.kind === 'form') problems.push(...problemsOfFields(block.fields, at));
    for (const [path, href] of hrefsOf(block, at))
      if (href.startsWith('#') && !ids.has(href.slice(1))) problems.push({ path, message: `leads to no block of this draft: "${href}"` });
  }
  return problems;
}

function problemsOfFields(fields: readonly FormField[], at: string): DraftProblem[] {
  const problems: DraftProblem[] = [];
  const names = new Set<string>();
  for (const [i, { type, name, options }] of fields.entries()) {
    const path = `${at}.fields[${i}]`;
    if ((type === 'choice' || type === 'choices') && !options)
      problems.push({ path: `${path}.options`, message: 'is missing: there is nothing to choose from' });
    if (name === undefined) continue;
    if (names.has(name)) problems.push({ path: `${path}.name`, message: `is the name of another field of this form, too: "${name}"` });
    names.add(name);
  }
  return problems;
}

export function hrefsOf(value: unknown, path: string): [path: string, href: string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]): [string, string][] => {
    const place = Array.isArray(value) ? `${path}[${key}]` : `${path}.${key}`;
    return key === 'href' && typeof inner === 'string' ? [[place, inner]] : hrefsOf(inner, place);
  });
}
