import { contactUpdated as updated } from '../../../audience/events.ts';
import { compileExact } from '../../../audience/rules/compile.ts';
import { ALIASES, type Condition, OWN_FIRST } from '../../../audience/rules/tree.ts';
import type { Trigger } from '../definition.ts';
import { checkStartingField, isStandard, subjectOfField } from '../fields.ts';
import { quote, words } from '../report/texts.ts';
import type { TriggerKind } from '../trigger.kind.ts';

type ContactUpdated = Extract<Trigger, { type: 'contact_updated' }>;

const OWN = 'custom_fields.';

/** What a changed field is to triggers: a field of the workspace's own also goes by the name of a standard field that is younger. */
const subjectsOf = (name: string): string[] =>
  name.startsWith(OWN) && OWN_FIRST.has(name.slice(OWN.length)) ? [name, name.slice(OWN.length)] : [name];

export const contactUpdated: TriggerKind<ContactUpdated> = {
  type: 'contact_updated',
  shape(input, wrong) {
    const { type, field, operator = 'changed' } = input;
    checkStartingField(field, wrong);
    const own = (ALIASES[operator] ?? operator) as never;
    return 'value' in input ? { type, field, operator: own, value: input.value } : { type, field, operator: own };
  },
  references(trigger) {
    const { field: name, operator } = trigger;
    return [{ path: '', of: 'filter', name, operator, value: 'value' in trigger ? trigger.value : undefined }];
  },
  subject: ({ field }) => subjectOfField(field),
  happened: ({ of }) => of(updated).flatMap(({ fields }) => fields.flatMap(subjectsOf)),
  contacts: (subject, { of }) =>
    of(updated)
      .filter(({ fields }) => fields.some((name) => subjectsOf(name).includes(subject)))
      .map(({ contactId }) => contactId),
  /** Its filter, as a condition of a rule on the new value. */
  condition({ trigger, field }, context) {
    if (trigger.operator === 'changed') return null;
    const asked = { kind: 'condition', operator: trigger.operator, ...('value' in trigger && { value: trigger.value }) };
    const condition =
      isStandard(trigger.field) && !field
        ? { ...asked, source: 'contact', field: trigger.field }
        : { ...asked, source: 'custom_field', fieldDefinitionId: field?.id ?? null };
    return compileExact(condition as Condition, { ...context, fields: new Map(field && [[field.id, field]]) });
  },
  words(trigger) {
    if (trigger.operator === 'changed') return `${trigger.field} changes`;
    return `${trigger.field} ${words(trigger.operator)}${'value' in trigger ? ` ${quote(String(trigger.value))}` : ''}`;
  },
};
