import type { FormField } from '../draft/draft.ts';
import { fieldOf, named } from '../library/fields.ts';
import type { AskedField } from '../reader/brief.ts';
import { capital } from '../reader/split.ts';
import { normal } from '../reader/words.ts';
import { blocksNamed, type FoundField, fieldsAsked, fieldsNamed, fieldsOf } from './find.ts';
import type { DraftOperation } from './operations.ts';
import { already, type Context, choice, cited, done, failed, type Outcome, set, several } from './outcome.ts';
import { bare } from './texts.ts';

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
  const at = anchor.length === 1 && anchor[0] ? anchor[0].at + (near?.where === 'after' ? 1 : 0) : placeFor(form.fields);
  // Names differ within a form; those that are there keep theirs.
  const all = named([...form.fields, ...fresh]).slice(form.fields.length);
  const operations =
    at === form.fields.length
      ? all.map((field, i) => set(`${form.id}.fields[${form.fields.length + i}]`, field))
      : [set(`${form.id}.fields`, form.fields.toSpliced(at, 0, ...all))];
  return done(operations, `The form asks for ${choice(all.map(({ label }) => label))}, too.`);
}

const placeFor = (fields: readonly FormField[]): number => {
  let at = fields.length;
  while (at > 0 && fields[at - 1]?.type === 'consent') at -= 1;
  return at;
};

export function require({ draft }: Context, what: string, { required, except }: { required: boolean; except: string | undefined }): Outcome {
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

export function addOptions({ draft }: Context, options: readonly string[], { field, only: onlyThese }: { field: string; only?: true | undefined }): Outcome {
  const choices = fieldsOf(draft).filter(({ field: one }) => one.options !== undefined);
  const found = fieldsNamed(draft, field).filter(({ field: one }) => one.options !== undefined);
  const [only] =
    found.length > 0
      ? found
      : /form|choice|list|drop/iu.test(field) || blocksNamed(draft, field).some(({ block }) => block.kind === 'form')
        ? choices
        : [];
  if (!only) return failed(`There is no choice ${cited(field)}. There are: ${choice(choices.map(({ label }) => label)) || 'none'}.`);
  if (found.length === 0 && choices.length > 1)
    return several('choices', choices.map(({ label }) => label));
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
