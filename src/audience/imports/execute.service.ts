import type { components } from '../../../generated/api.d.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import type { Storage } from '../../platform/storage.ts';
import { UnreadableCsv } from '../../shared/csv-records.ts';
import { type Issue, invalid, missingAmong, notFound } from '../../shared/errors.ts';
import { definitionsOf } from '../contact-fields/contact-fields.repo.ts';
import { findLists } from '../contact-lists/contact-lists.repo.ts';
import { readingOf } from './chunks.service.ts';
import type { Mapping } from './formats.ts';
import { withFormats } from './formats.ts';
import { sampleOf } from './preview.service.ts';
import * as repo from './runs.repo.ts';
import { lockSession, noteStored } from './sessions.repo.ts';
import { executed, requireOpenSession } from './sessions.service.ts';
import { requireTable, sourceOf, uploadKey } from './tables.ts';

export type Plan = components['schemas']['ExecuteContactImportRequest'];

/**
 * Turns a session into a run.
 * @throws not_found for the session, a list or a field definition, conflict when it has been executed, validation_failed, or
 * budget_exceeded
 */
export async function executeImport(
  ctx: Ctx,
  storage: Storage,
  { sessionId, plan, enqueue }: { sessionId: string; plan: Plan; enqueue: (tx: Tx, runId: string) => Promise<void> },
): Promise<string> {
  // Reads the file's head before any lock: a store may be slow.
  const open = await requireOpenSession(ctx, sessionId);
  const table = await requireTable(storage, sourceOf(open));
  const { headers } = table;
  const fileBytes = open.source === 'upload' ? await storage.size(uploadKey(sessionId)) : null;
  const listIds = plan.list_ids ?? [];
  const definitionIds = plan.created_field_definition_ids ?? [];
  const definitions = await definitionsOf(ctx, { includeArchived: true });
  const known = new Set(definitions.map(({ id }) => id));
  const lists = await findLists(ctx, listIds);
  const isStatic = new Map(lists.map(({ id, kind }) => [id, kind === 'static']));
  const missing = [
    ...missingAmong(listIds, isStatic, (index) => `list_ids.${index}`),
    ...missingAmong(definitionIds, known, (index) => `created_field_definition_ids.${index}`),
  ];
  if (missing.length > 0) throw notFound(...missing);

  const fields = new Map(definitions.map(({ apiName, status }) => [apiName, status]));
  const issues = [...mappingIssues(plan.mappings, headers, fields)];
  listIds.forEach((id, index) => {
    if (!isStatic.get(id)) issues.push({ path: `list_ids.${index}`, message: 'only static lists take contacts from an import' });
  });
  if (issues.length > 0) throw invalid(...issues);

  // The run reports a fault in these rows.
  const sample = await sampleOf(table).catch((error: unknown) => {
    if (error instanceof UnreadableCsv) return [];
    throw error;
  });
  const mappings = withFormats(toMappings(plan, headers), sample, await readingOf(ctx), { guesses: false });

  return transaction(ctx, async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session) throw notFound();
    if (session.runId) throw executed();
    const id = newId();
    const run: repo.NewRun = {
      id,
      sessionId,
      source: session.source,
      fileName: session.fileName,
      headers,
      mappings,
      options: {
        onInvalid: plan.on_invalid ?? 'skip_value',
        ...(tx.isTest && { isTest: true }),
        ...(plan.resubscribe && plan.consent_source && { consentSource: plan.consent_source }),
        ...(plan.consent_source && { statedIn: plan.consent_source }),
      },
      duplicateStrategy: plan.duplicate_strategy ?? 'update',
      listIds: [...new Set(listIds)],
      createdFieldDefinitionIds: [...new Set(definitionIds)],
      fileKey: session.source === 'upload' ? uploadKey(sessionId) : null,
    };
    await repo.insertRun(tx, run);
    // A file in a bucket is counted only here, because it did not pass the service.
    if (fileBytes !== null) await noteStored(tx, { id: sessionId }, fileBytes);
    await enqueue(tx.db, id);
    return id;
  });
}

function* mappingIssues(mappings: Plan['mappings'], headers: string[], fields: ReadonlyMap<string, string>): Generator<Issue> {
  const columns = new Set<string>();
  const targets = new Set<string>();
  for (const [index, mapping] of mappings.entries()) {
    const at = (name: string) => `mappings.${index}.${name}`;
    const header = mapping.header.trim();
    // A file without any content has no columns.
    if (headers.length > 0 && !headers.includes(header)) yield { path: at('header'), message: `the file has no column "${header}"` };
    else if (columns.has(header)) yield { path: at('header'), message: 'is mapped twice' };
    columns.add(header);
    if (mapping.target_kind === 'ignore') continue;

    const target = `${mapping.target_kind} ${mapping.target_field}`;
    if (targets.has(target)) yield { path: at('target_field'), message: 'is the target of another column already' };
    targets.add(target);
    if (mapping.target_kind === 'standard') continue;
    const status = fields.get(mapping.target_field);
    if (!status) yield { path: at('target_field'), message: 'is not a custom field of this workspace' };
    else if (status === 'archived') yield { path: at('target_field'), message: 'is an archived custom field' };
  }
  if (!['email', 'phone', 'external_id'].some((field) => targets.has(`standard ${field}`))) {
    yield { path: 'mappings', message: 'one column has to go to email, to phone or to external_id' };
  }
}

const toMappings = ({ mappings, overwrite_blank_only = false }: Plan, headers: string[]): Mapping[] =>
  mappings.flatMap((mapping) =>
    mapping.target_kind === 'ignore'
      ? []
      : {
          header: mapping.header.trim(),
          column: headers.indexOf(mapping.header.trim()),
          kind: mapping.target_kind,
          field: mapping.target_field,
          fill: overwrite_blank_only || mapping.overwrite_behavior === 'skip_if_filled',
          ...('date_format' in mapping && mapping.date_format && { dateFormat: mapping.date_format }),
          ...(mapping.decimal_separator && { decimalSeparator: mapping.decimal_separator }),
        },
  );
