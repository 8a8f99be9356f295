import { FIELDS, type FieldKey } from '../../audience/rules/tree.ts';

/** Where a standard field and one of the workspace's own have one name, the standard field is meant. */
export const isStandard = (field: string): field is FieldKey => Object.hasOwn(FIELDS, field);

/** A field of contacts as events name it. */
export const subjectOfField = (field: string): string => (isStandard(field) ? (FIELDS[field].column ?? field) : `custom_fields.${field}`);

/** Fields that the service changes by itself, all the time: nothing can start with them. */
const NEVER = ['updatedAt', 'lastActivityAt'];

export function checkStartingField(field: string, wrong: (field: string, message: string) => void): void {
  if (field === 'suppressed') wrong('field', 'belongs to the address, so that no change of a contact starts with it');
  if (NEVER.includes(field)) wrong('field', 'changes with everything that happens, so that nothing can start with it');
}
