import { FIELDS, type FieldKey } from '../../audience/rules/tree.ts';

/** A standard field comes before one of the workspace's own with the same name. */
export const isStandard = (field: string): field is FieldKey => Object.hasOwn(FIELDS, field);

export const subjectOfField = (field: string): string => (isStandard(field) ? FIELDS[field].column : `custom_fields.${field}`);

/** They change all the time: nothing can start with them. */
const NEVER = ['updatedAt', 'lastActivityAt'];

export function checkStartingField(field: string, wrong: (field: string, message: string) => void): void {
  if (NEVER.includes(field)) wrong('field', 'changes with everything that happens, so that nothing can start with it');
}

const MOST_BYTES = 16 * 1024;

export const isTooLong = (value: unknown): boolean => Buffer.byteLength(JSON.stringify(value)) > MOST_BYTES;

export const TOO_LONG = `must be at most ${MOST_BYTES} bytes of JSON`;
