import type { Block, Draft, FormField } from '../draft/draft.ts';
import { fieldOf, named } from '../library/fields.ts';
import type { AskedField } from '../reader/brief.ts';
import { capital } from '../reader/text.ts';
import { normal } from '../reader/words.ts';
import { blocksNamed, entriesNamed, type Found, type FoundField, fieldsAsked, fieldsNamed, fieldsOf } from './find.ts';
import { type DraftOperation, valueAt } from './operations.ts';
import {
  already,
  type Context,
  choice,
  cited,
  done,
  failed,
  headingOf,
  insert,
  type Outcome,
  partsOf,
  set,
  several,
  severalParts,
  type Where,
} from './orders.ts';
import { bare } from './texts.ts';

const TOP =
  /^(?:top|hero|header|headline|banner|title|opening|intro|start|beginning|anfang|haut|inicio|inizio|topo|begin|början|początek)$/iu;
const END = /^(?:end|bottom|footer|foot|ende|schluss|fin|final|fine|fim|einde|slutet|koniec)$/iu;
const nameOf = ({ block, id }: Found): string => (headingOf(block) ? cited(headingOf(block)) : `The ${id}`);

function only(draft: Draft, what: string): Found | Outcome {
  const found = blocksNamed(draft, what).filter(({ block }) => block.kind !== 'hero');
  if (found.length > 1) return severalParts(found);
  return found[0] ?? failed(`${cited(what)} was not found. There are: ${partsOf(draft)}.`);
}

const isFound = (one: Found | Outcome): one is Found => 'block' in one;

export function move({ draft }: Context, { what, where, anchor }: { what: string; where: Where; anchor: string }): Outcome {
  const from = only(draft, what);
  if (!isFound(from)) return moveEntry(draft, what, where, anchor) ?? from;
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  const rest = ids.filter((id) => id !== from.id);
  const at = ids.indexOf(from.id);
  let after: string | undefined;
  if (where === 'first' || ((where === 'after' || where === 'before') && TOP.test(anchor))) after = rest[0];
  else if (where === 'last' || (where === 'before' && END.test(anchor)) || (where === 'after' && END.test(anchor)))
    after = lastOf(draft, from.id);
  else if (where === 'up') after = at <= 1 ? undefined : ids[Math.max(0, at - 2)];
  else if (where === 'down') after = ids[at + 1];
  else {
    const to = only(draft, anchor);
    if (!isFound(to)) return to;
    if (to.id === from.id) return failed('It cannot stand beside itself.');
    after = where === 'after' ? to.id : rest[rest.indexOf(to.id) - 1];
  }
  const shown = draft.blocks.find((block): block is Extract<Block, { kind: 'hero' }> => block.kind === 'hero' && block.form === from.id);
  const operations: DraftOperation[] = [];
  // A form in the opening leaves it when it is moved, and a button leads there.
  if (shown?.id && from.block.kind === 'form' && where !== 'first') {
    operations.push(set(`${shown.id}.form`, null));
    if (!shown.action) operations.push(set(`${shown.id}.action`, { label: from.block.submit, href: `#${from.id}` }));
  }
  if (after === undefined || (after === ids[at - 1] && operations.length === 0)) return already(`${nameOf(from)} stands there already.`);
  const isFirst = after === ids[0] && draft.blocks[0]?.kind === 'hero';
  operations.push({ op: 'move', block_id: from.id, ...(!isFirst && { after }) });
  return done(operations, `${nameOf(from)} stands ${place(where, anchor)} now.`);
}

const place = (where: Where, anchor: string): string =>
  ({
    first: 'at the top',
    last: 'at the end',
    up: 'further up',
    down: 'further down',
    before: `before ${cited(anchor)}`,
    after: `after ${cited(anchor)}`,
  })[where];

function lastOf(draft: Draft, moved: string): string | undefined {
  const rest = (draft.blocks as readonly Block[]).filter(({ id }) => id !== moved);
  return (rest.findLast(({ kind }) => !['footer', 'signature'].includes(kind)) ?? rest[0])?.id;
}

function moveEntry(draft: Draft, what: string, where: Where, anchor: string): Outcome | undefined {
  const fields = fieldsNamed(draft, what);
  const entries = fields.length > 0 ? fields : entriesNamed(draft, what);
  const [entry] = entries;
  if (!entry) return undefined;
  if (entries.length > 1) return failed(`${cited(what)} could be several.`);
  const [, list = '', index = ''] = /^(.*)\[(\d+)\]$/.exec(entry.path) ?? [];
  const all = valueAt(draft, list);
  if (!Array.isArray(all)) return undefined;
  const at = Number(index);
  const moved: unknown = all[at];
  const rest = all.toSpliced(at, 1);
  let to = where === 'first' ? 0 : where === 'last' ? rest.length : where === 'up' ? Math.max(0, at - 1) : Math.min(rest.length, at + 1);
  if (where === 'before' || where === 'after') {
    const others = (fields.length > 0 ? fieldsNamed(draft, anchor) : entriesNamed(draft, anchor)).filter(
      ({ path }) => path.startsWith(`${list}[`) && path !== entry.path,
    );
    if (others.length !== 1 || !others[0]) return failed(`${cited(anchor)} was not found beside it.`);
    const other = Number(/\[(\d+)\]$/.exec(others[0].path)?.[1]);
    to = (other > at ? other - 1 : other) + (where === 'after' ? 1 : 0);
  }
  if (to === at) return already('It stands there already.');
  return done([set(list, rest.toSpliced(to, 0, moved))], `${cited(what)} stands ${place(where, anchor)} now.`);
}

export function swap({ draft }: Context, one: string, other: string): Outcome {
  const [first, second] = [only(draft, one), only(draft, other)];
  if (!isFound(first)) return first;
  if (!isFound(second)) return second;
  if (first.id === second.id) return failed('Both names stand for the same part.');
  const ids = draft.blocks.map(({ id, kind }) => id ?? kind);
  const [upper, lower] = ids.indexOf(first.id) < ids.indexOf(second.id) ? [first, second] : [second, first];
  const [above, below] = [ids[ids.indexOf(upper.id) - 1], ids[ids.indexOf(lower.id) - 1]];
  const top = above === ids[0] && draft.blocks[0]?.kind === 'hero';
  if (above === undefined) return failed('The top of it cannot be moved.');
  const operations: DraftOperation[] = [{ op: 'move', block_id: lower.id, ...(!top && { after: above }) }];
  if (below !== upper.id && below !== undefined) operations.push({ op: 'move', block_id: upper.id, after: below });
  return done(operations, `${nameOf(first)} and ${nameOf(second)} have changed places.`);
}

export function duplicate({ draft }: Context, what: string): Outcome {
  const from = only(draft, what);
  if (!isFound(from)) return from;
  const ids = new Set(draft.blocks.map(({ id }) => id));
  let id = '';
  for (let n = 2; id === '' || ids.has(id); n++) id = `${from.id.replace(/-\d+$/, '').slice(0, 36)}-${n}`;
  const block: Block = { ...structuredClone(from.block), id };
  return insert(block, from.id, `${nameOf(from)} is there twice now.`);
}

const MOST_FIELDS = 40;

export function addFields(context: Context, asked: readonly AskedField[], near?: { where: 'before' | 'after'; what: string }): Outcome {
  const { draft, kind, words } = context;
  const forms = draft.blocks.filter((block) => block.kind === 'form');
  const [form] = forms;
  if (kind === 'email') return failed('Forms do not work in emails: put the form on a page, and let the button lead there.', 'left_out');
  if (!form?.id) return failed('There is no form on this page. Add one first: “add a form”.');
  if (forms.length > 1) return failed('There are several forms. Say which is meant by removing or renaming one first.');
  const fresh: FormField[] = [];
  const there: string[] = [];
  for (const field of asked) {
    const made = fieldOf(field, words);
    const known = form.fields.some(
      (one) =>
        normal(one.label) === normal(made.label) ||
        (field.standard !== undefined && !field.label && made.name !== undefined && one.name === made.name),
    );
    if (known) there.push(made.label);
    else fresh.push({ ...made, required: field.required ?? false });
  }
  if (fresh.length === 0) return already(`The form asks for ${choice(there)} already.`);
  if (form.fields.length + fresh.length > MOST_FIELDS) return failed(`A form has at most ${MOST_FIELDS} fields.`);
  const anchor = near === undefined ? [] : fieldsNamed(draft, near.what);
  const at =
    anchor.length === 1 && anchor[0]
      ? anchor[0].at + (near?.where === 'after' ? 1 : 0)
      : form.fields.findLastIndex(({ type }) => type !== 'consent') + 1;
  // Names differ within a form; those that are there keep theirs.
  const all = named([...form.fields, ...fresh]).slice(form.fields.length);
  const operations =
    at === form.fields.length
      ? all.map((field, i) => set(`${form.id}.fields[${form.fields.length + i}]`, field))
      : [set(`${form.id}.fields`, form.fields.toSpliced(at, 0, ...all))];
  return done(operations, `The form asks for ${choice(all.map(({ label }) => label))}, too.`);
}

export function require(
  { draft }: Context,
  what: string,
  { required, except }: { required: boolean; except: string | undefined },
): Outcome {
  const all = fieldsOf(draft);
  if (all.length === 0) return failed('There is no form in it.');
  const everything =
    /^(?:everything|all(?: (?:of )?(?:the )?(?:fields|them|others?))?|every field|the rest|(?:all )?fields|alles|alle(?: felder)?|tout(?:es)?|tous les champs|todo|todos(?: los campos)?|tutto|tutti(?: i campi)?|tudo|wszystk\p{L}+)$/iu.test(
      bare(what),
    );
  const kept =
    except === undefined ? [] : except.split(/\s*(?:,|\band\b|\bund\b|\bet\b|&)\s*/iu).flatMap((name) => fieldsNamed(draft, name));
  const onlyThese = /^(?:only|just|nur|seulement|solo|só|alleen|bara|tylko)\s+(.+)$/iu.exec(bare(what))?.[1];
  if (onlyThese && except === undefined) return onlyRequired(draft, onlyThese, required);
  const chosen: FoundField[] = everything ? all.filter(({ path }) => !kept.some((one) => one.path === path)) : [];
  if (!everything)
    for (const name of splitNames(what)) {
      const found = fieldsAsked(draft, name);
      if (found.length === 0) return failed(`There is no field ${cited(name)}. There are: ${choice(all.map(({ label }) => label))}.`);
      if (found.length > 1) return failed(`Several fields could be meant by ${cited(name)}: ${choice(found.map(({ label }) => label))}.`);
      chosen.push(...found);
    }
  const changed = chosen.filter(({ field }) => (field.required ?? false) !== required);
  if (changed.length === 0) return already(`That is so already.`);
  const operations: DraftOperation[] = changed.map(({ path }) => set(`${path}.required`, required));
  return done(
    operations,
    `${choice(changed.map(({ label }) => label))} ${changed.length > 1 ? 'are' : 'is'} ${required ? 'required' : 'optional'} now.`,
  );
}

/** "Only phone should be required": and nothing else. */
function onlyRequired(draft: Context['draft'], what: string, required: boolean): Outcome {
  const named = splitNames(what).map((name) => fieldsNamed(draft, name));
  if (named.some((found) => found.length !== 1)) return failed(`It is not clear which fields are meant by ${cited(what)}.`);
  const paths = named.flatMap((found) => found.map(({ path }) => path));
  const operations = fieldsOf(draft).flatMap(({ path, field }) =>
    (field.required ?? false) === (paths.includes(path) === required) ? [] : [set(`${path}.required`, paths.includes(path) === required)],
  );
  return operations.length === 0
    ? already('That is so already.')
    : done(operations, `Only ${cited(what)} is ${required ? 'required' : 'optional'} now.`);
}

const splitNames = (what: string): string[] =>
  bare(what)
    .replace(/\s+(?:fields?|felder)$/iu, '')
    .split(/\s*(?:,|\s(?:and|und|et|y|e|en|och|i|&)\s)\s*/iu)
    .map(bare)
    .filter(Boolean);

export function addOptions(
  { draft }: Context,
  options: readonly string[],
  { field, only: onlyThese }: { field: string; only?: true | undefined },
): Outcome {
  const choices = fieldsOf(draft).filter(({ field: one }) => one.options !== undefined);
  const found = fieldsNamed(draft, field).filter(({ field: one }) => one.options !== undefined);
  const [only] =
    found.length > 0
      ? found
      : /form|choice|list|drop/iu.test(field) || blocksNamed(draft, field).some(({ block }) => block.kind === 'form')
        ? choices
        : [];
  if (!only) return failed(`There is no choice ${cited(field)}. There are: ${choice(choices.map(({ label }) => label)) || 'none'}.`);
  if (found.length === 0 && choices.length > 1) return several('choices', choices, ({ label }) => label);
  const there = only.field.options ?? [];
  if (onlyThese) {
    if (options.length < 2) return failed('A choice needs at least two options.');
    return done([set(`${only.path}.options`, options.map(capital))], `${cited(only.label)} offers ${choice(options.map(capital))} now.`);
  }
  const fresh = options.map(capital).filter((option) => !there.some((one) => normal(one) === normal(option)));
  if (fresh.length === 0) return already('That can be chosen already.');
  return done(
    fresh.map((option, i) => set(`${only.path}.options[${there.length + i}]`, option)),
    `${choice(fresh)} can be chosen, too.`,
  );
}
