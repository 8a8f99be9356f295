import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { ValueType } from '../contact-field-catalogue.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { pageOfContacts } from '../contacts/contact-page.repo.ts';
import { toContactSummary } from '../contacts/contacts.view.ts';
import { type FindEmailSteps, parseRules } from './rules.service.ts';
import { ACTIVITY_TYPES, ALIASES, FIELDS, type FieldKey, OPERATORS } from './tree.ts';

type Metadata = components['schemas']['RuleMetadata'];

const STANDARD: Metadata['fields'] = Object.entries(FIELDS).map(([field, { label, type }]) => ({
  source: 'contact',
  field: field as FieldKey,
  label,
  value_type: type,
  operators: OPERATORS[type],
}));

const toRuleMetadata = (fields: ContactFieldDefinition[]): Metadata => ({
  fields: [
    ...STANDARD,
    ...fields.map(({ id, displayName, valueType }) => ({
      source: 'custom_field' as const,
      field_definition_id: id,
      label: displayName,
      value_type: valueType as ValueType,
      operators: OPERATORS[valueType as ValueType],
    })),
  ],
  activity_types: ACTIVITY_TYPES,
  operator_aliases: ALIASES,
});

const getRuleMetadata: Handler<'getRuleMetadata'> = async (_request, ctx) => ({
  status: 200,
  body: toRuleMetadata(await definitionsOf(ctx, { includeArchived: false })),
});

export function createRuleHandlers({ findEmailSteps }: { findEmailSteps: FindEmailSteps }) {
  const searchContacts: Handler<'searchContacts'> = async ({ body }, ctx) => {
    const { rules, page = 1, limit = 25, cursor, total = 'exact', search, sort = 'created_at', order = 'desc' } = body;
    const { where } = await parseRules(ctx, rules, { path: 'rules', limit: 'conditions', findEmailSteps });
    const request = { of: 'contact search', rules, page, limit, cursor, total, search, sort, order };
    const { rows, paging } = await pageOfContacts(ctx, request, where);
    return { status: 200, body: { items: rows.map(toContactSummary), ...paging } };
  };

  return { getRuleMetadata, searchContacts } satisfies Partial<Handlers>;
}
