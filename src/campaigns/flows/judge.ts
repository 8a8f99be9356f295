import type { components } from '../../../generated/api.d.ts';
import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { FIELDS, type Operator, OWN_FIRST, typeIssues, type ValueType } from '../../audience/rules/tree.ts';
import { type EmailGap, gapsOf } from '../messages/emails.repo.ts';
import type { Step } from './definition.ts';
import { isStandard } from './fields.ts';
import type { Known } from './references.repo.ts';
import type { Reference } from './references.ts';

export type Gap = Pick<components['schemas']['ActivationFinding'], 'field' | 'code' | 'message'>;
type Code = Gap['code'];

const EMAIL_GAPS: Record<EmailGap, string> = {
  email_approval: 'The email is not approved.',
  email_headers: 'The email lacks one of its sender headers.',
  sender_domain: "The domain of the email's sender is not verified.",
};

/** The gaps of one reference; none where it is sound. @param steps those of the flow */
export function judge(reference: Reference, known: Known, steps: ReadonlyMap<string, Step>): Gap[] {
  const { path } = reference;
  const gap = (code: Code, message: string): Gap[] => [{ field: path, code, message }];
  switch (reference.of) {
    case 'static_list': {
      if (reference.id === null) return gap('required', 'No list is set.');
      const list = known.lists.get(reference.id);
      if (!list) return gap('unknown', 'There is no such list.');
      return list.kind === 'static' ? [] : gap('wrong_kind', `The list is a ${list.kind} one; a static one is needed.`);
    }
    case 'dynamic_list': {
      if (reference.id === null) return gap('required', 'No list is set.');
      const list = known.lists.get(reference.id);
      if (!list) return gap('unknown', 'There is no such list.');
      return list.kind === 'dynamic' ? [] : gap('wrong_kind', `The list is a ${list.kind} one; a dynamic one is needed.`);
    }
    case 'email': {
      if (reference.id === null) return gap('required', 'No email is set.');
      const email = known.emails.get(reference.id);
      return email ? gapsOf(email).flatMap((code) => gap(code, EMAIL_GAPS[code])) : gap('unknown', 'There is no such email.');
    }
    case 'topic':
      return known.topics.has(reference.id) ? [] : gap('unknown', 'There is no such topic.');
    case 'tent_template': {
      if (reference.id === null) return gap('required', 'No template is set.');
      const isApproved = known.tentTemplates.get(reference.id);
      if (isApproved === undefined) return gap('unknown', 'There is no such tent template.');
      return isApproved ? [] : gap('template_approval', 'The template is not approved.');
    }
    case 'tent':
      if (reference.id === null) return gap('required', 'No tent is set.');
      return known.tents.has(reference.id) ? [] : gap('unknown', 'There is no such tent.');
    case 'form': {
      if (reference.id === null) return gap('required', 'No form is set.');
      // Without a tent, only the tent is missing.
      const forms = known.tents.get(reference.tentId ?? '');
      return !forms || forms.has(reference.id) ? [] : gap('unknown', 'The tent has no such form.');
    }
    case 'secret':
      if (reference.arn === null) return gap('required', 'No secret is set.');
      return known.secrets.has(reference.arn) ? [] : gap('secret', 'The operator of the service keeps no secret of this name.');
    case 'step':
      return steps.has(reference.to) ? [] : gap('unknown', `There is no step "${reference.to}".`);
    case 'value':
      return [{ field: path === '' ? null : path, code: 'required', message: reference.message }];
    case 'email_step': {
      if (reference.to === null) return gap('required', 'No step is set.');
      const step = steps.get(reference.to);
      if (!step) return gap('unknown', `There is no step "${reference.to}".`);
      return step.type === 'send_email' ? [] : gap('wrong_kind', `The step "${reference.to}" sends no email.`);
    }
    case 'date_field': {
      const type = typeOf(reference.name, known, path);
      return typeof type === 'string' ? (type === 'date' ? [] : gap('wrong_kind', 'The field holds no dates.')) : [type];
    }
    case 'text_field': {
      const type = typeOf(reference.name, known, path);
      return typeof type === 'string' ? (type === 'string' ? [] : gap('wrong_kind', 'The field holds no texts.')) : [type];
    }
    case 'filter': {
      const { name, operator, value } = reference;
      const type = typeOf(name, known, 'field');
      if (typeof type !== 'string') return [type];
      return operator === 'changed' ? [] : misfits(path, type, operator as Operator, value);
    }
    case 'custom_field': {
      const { fieldDefinitionId, operator, value } = reference.condition;
      if (fieldDefinitionId === null) return [{ field: `${path}.fieldDefinitionId`, code: 'required', message: 'No field is set.' }];
      const type = typeOfCustom(known.fieldsById.get(fieldDefinitionId), `${path}.fieldDefinitionId`);
      return typeof type === 'string' ? misfits(path, type, operator, value) : [type];
    }
    case 'change': {
      const type = typeOf(reference.change.field, known, `${path}.field`);
      if (typeof type !== 'string') return [type];
      const problem = known.changes.get(reference.change);
      if (!problem) return [];
      return problem.of === 'field'
        ? [{ field: `${path}.field`, code: 'read_only', message: `The field ${problem.message}.` }]
        : [{ field: `${path}.value`, code: 'wrong_value', message: `The value ${problem.message}.` }];
    }
  }
}

/** @param path where the field is named */
const typeOf = (name: string, known: Known, path: string): ValueType | Gap =>
  isStandard(name) && !(OWN_FIRST.has(name) && known.fieldsByName.has(name))
    ? FIELDS[name].type
    : typeOfCustom(known.fieldsByName.get(name), path);

function typeOfCustom(field: ContactFieldDefinition | undefined, path: string): ValueType | Gap {
  if (!field) return { field: path, code: 'unknown', message: 'There is no such field.' };
  if (field.status !== 'active') return { field: path, code: 'archived_field', message: 'The field is archived.' };
  return field.valueType as ValueType;
}

const misfits = (path: string, type: ValueType, operator: Operator, value: unknown): Gap[] =>
  typeIssues(type, operator, value, '').map(({ path: part, message }) => {
    const name = part.slice(1);
    return {
      field: path === '' ? name : `${path}.${name}`,
      code: name === 'operator' ? 'wrong_operator' : 'wrong_value',
      message: `The ${name} ${message}.`,
    };
  });
