import type { ContactFieldDefinition } from '../../../generated/prisma/client.ts';
import { topicsAmong } from '../../audience/consent/topics.repo.ts';
import { definitionsOf } from '../../audience/contact-fields/contact-fields.repo.ts';
import { type ChangeProblem, checkChanges, type FieldChange } from '../../audience/contacts/changes.service.ts';
import { findLists, type ListKind } from '../../audience/rules/rules.service.ts';
import { type Scope, sql } from '../../platform/db.ts';
import { fromUlid, toUlid } from '../../platform/ids.ts';
import { formIdsOf } from '../../tents/publishing/form-ids.service.ts';
import { findWorkspace } from '../../workspaces/workspaces.service.ts';
import { findEmails, type SendableEmail } from '../messages/emails.repo.ts';
import type { Reference } from './references.ts';
import { findSecrets } from './webhooks/secrets.ts';

export interface Known {
  lists: Map<string, ListKind>;
  emails: Map<string, SendableEmail>;
  topics: Set<string>;
  /** Whether each is approved, by its id as the API writes it. */
  tentTemplates: Map<string, boolean>;
  /** The form ids of each. */
  tents: Map<string, Set<string>>;
  /** Archived ones too. */
  fieldsByName: Map<string, ContactFieldDefinition>;
  fieldsById: Map<string, ContactFieldDefinition>;
  /** Null: the change is possible. */
  changes: Map<FieldChange, ChangeProblem | null>;
  secrets: Set<string>;
}

/** One statement for each kind of reference, however many flows there are. */
export async function findKnown(ctx: Scope, references: readonly Reference[]): Promise<Known> {
  const having = <Kind extends Reference['of']>(...kinds: Kind[]) =>
    references.filter((reference): reference is Extract<Reference, { of: Kind }> => (kinds as string[]).includes(reference.of));
  const idsOf = (kind: 'static_list' | 'dynamic_list' | 'email' | 'topic' | 'tent_template' | 'tent') => [
    ...new Set(having(kind).flatMap(({ id }) => id ?? [])),
  ];

  const byName = having('change', 'filter', 'date_field', 'text_field', 'custom_field');
  const fields = byName.length > 0 ? await definitionsOf(ctx, { includeArchived: true }) : [];
  const changes = having('change').map(({ change }) => change);
  const problems = changes.length > 0 ? await checkChanges(ctx, changes) : [];
  return {
    lists: await findLists(ctx, [...idsOf('static_list'), ...idsOf('dynamic_list')]),
    emails: await findEmails(ctx, idsOf('email')),
    topics: await topicsAmong(ctx, idsOf('topic')),
    tentTemplates: await findTentTemplates(ctx, idsOf('tent_template')),
    tents: await formIdsOf(ctx, idsOf('tent')),
    fieldsByName: new Map(fields.map((field) => [field.apiName, field])),
    fieldsById: new Map(fields.map((field) => [field.id, field])),
    changes: new Map(changes.map((change, i) => [change, problems[i] ?? null])),
    secrets: await findSecretNames(ctx, having('secret')),
  };
}

async function findSecretNames(ctx: Scope, references: { arn: string | null }[]): Promise<Set<string>> {
  const arns = [...new Set(references.flatMap(({ arn }) => arn ?? []))];
  if (arns.length === 0) return new Set();
  const { slug } = await findWorkspace(ctx);
  return new Set((await findSecrets(ctx.db, slug, arns)).keys());
}

async function findTentTemplates({ db, workspaceId }: Scope, ids: string[]): Promise<Map<string, boolean>> {
  if (ids.length === 0) return new Map();
  const templates = await db.query<{ id: string; approved: boolean }>(sql`
    SELECT t.id::text, t.approved_version IS NOT NULL AS approved FROM documents t
    WHERE t.workspace_id = ${workspaceId}::uuid AND t.id = ANY(${ids.map(fromUlid)}::uuid[]) AND t.kind = 'tent_template'`);
  return new Map(templates.map(({ id, approved }) => [toUlid(id), approved]));
}
