import type { JSONSchema7 } from '@ai-sdk/provider';

export interface Schema {
  $ref?: string;
  $defs?: Record<string, Schema>;
  description?: string;
  type?: JSONSchema7['type'];
  const?: string;
  enum?: (string | null)[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  pattern?: string;
  format?: string;
  /** The requirement behind the pattern, to follow the name of the field. */
  'x-must'?: string;
}

const DEFINITIONS = '#/$defs/';

export const refTo = (name: string): Schema => ({ $ref: DEFINITIONS + name });

export const nameIn = (ref: string): string => ref.slice(DEFINITIONS.length);

export function resolved(schema: Schema, definitions: Readonly<Record<string, Schema>>): Schema {
  return schema.$ref === undefined ? schema : resolved(definitions[nameIn(schema.$ref)] ?? {}, definitions);
}

export const branchesOf = ({ anyOf, oneOf }: Schema): Schema[] | undefined => anyOf ?? oneOf;
