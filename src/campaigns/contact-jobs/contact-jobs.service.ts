import type { components } from '../../../generated/api.d.ts';
import type { ContactList } from '../../../generated/prisma/client.ts';
import { readAnyList, readList } from '../../audience/contact-lists/contact-lists.repo.ts';
import { checkFields } from '../../audience/contacts/contacts.service.ts';
import { parseRules } from '../../audience/rules/rules.service.ts';
import type { RuleTree } from '../../audience/rules/tree.ts';
import type { Enqueue } from '../../jobs/jobs.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import { newId } from '../../platform/ids.ts';
import { DomainError, type Issue, invalid, notFound, unknown } from '../../shared/errors.ts';
import { isTooLong, TOO_LONG } from '../flows/fields.ts';
import { findFlow } from '../flows/flows.repo.ts';
import { contactJobQueue } from './contact-job.work.ts';
import { cancel, findJob, insertJob, type JobRow } from './contact-jobs.repo.ts';

type Request = components['schemas']['CreateContactJobRequest'];
type Field = 'changes' | 'target_list_id' | 'flow_id' | 'dynamic_context';

const FIELDS: readonly Field[] = ['changes', 'target_list_id', 'flow_id', 'dynamic_context'];
/** The fields of each action; the first is required. */
const FIELDS_OF: Record<Request['action'], readonly Field[]> = {
  update: ['changes'],
  delete: [],
  add_to_list: ['target_list_id'],
  remove_from_list: ['target_list_id'],
  enrol: ['flow_id', 'dynamic_context'],
  erase: [],
};
const CANNOT_BE_UNDONE: readonly Request['action'][] = ['delete', 'erase'];

/** @throws validation_failed, or not_found for a list or flow */
export const createJob = (ctx: Ctx, enqueue: Enqueue, { body, requestedBy }: { body: Request; requestedBy: string }): Promise<JobRow> =>
  transaction(ctx, async (tx) => {
    const issues = issuesOf(body);
    if (issues.length > 0) throw invalid(...issues);
    const { action, changes, target_list_id: targetListId, flow_id: flowId, dynamic_context: dynamicContext } = body;
    const wrong = changes ? await checkFields(tx, changes) : [];
    if (wrong.length > 0) throw invalid(...wrong.map(({ path, message }) => ({ path: `changes.${path}`, message })));
    await requireTargets(tx, body);
    const list = body.list_id === undefined ? null : await requireList(tx, body.list_id);
    const rules = body.rules === undefined ? null : (await parseRules(tx, body.rules as RuleTree, { path: 'rules', limit: 'nodes' })).tree;
    const job = await insertJob(tx, {
      id: newId(),
      action,
      list,
      rules: rules as RuleTree | null,
      parameters: { changes, targetListId, flowId, dynamicContext, ...(tx.isTest && { isTest: true }) },
      dryRun: body.dry_run ?? false,
      requestedBy,
    });
    await enqueue(tx.db, contactJobQueue, {}, job.id);
    return job;
  });

function issuesOf(body: Request): Issue[] {
  const issues: Issue[] = [];
  const { action, rules, list_id, dry_run = false, confirm = false, dynamic_context } = body;
  const own = FIELDS_OF[action];
  const [required] = own;
  if (rules === undefined && list_id === undefined) issues.push({ path: 'rules', message: 'is required, unless you send list_id' });
  if (rules !== undefined && list_id !== undefined) issues.push({ path: 'list_id', message: 'cannot be combined with rules' });
  if (required && body[required] === undefined) issues.push({ path: required, message: `is required for the action ${action}` });
  for (const field of FIELDS)
    if (body[field] !== undefined && !own.includes(field)) issues.push({ path: field, message: `does not belong to the action ${action}` });
  if (CANNOT_BE_UNDONE.includes(action) && !confirm && !dry_run)
    issues.push({ path: 'confirm', message: `must be true: the action ${action} cannot be undone` });
  if (dynamic_context && isTooLong(dynamic_context)) issues.push({ path: 'dynamic_context', message: TOO_LONG });
  return issues;
}

async function requireTargets(tx: Ctx<Tx>, { target_list_id, flow_id }: Request): Promise<void> {
  if (target_list_id !== undefined) {
    const target = await readList(tx, target_list_id);
    if (!target) throw notFound(unknown('target_list_id'));
    if (target.kind !== 'static')
      throw invalid({ path: 'target_list_id', message: `is a ${target.kind} list; only a static one can be changed` });
  }
  if (flow_id !== undefined && !(await findFlow(tx, flow_id))) throw notFound(unknown('flow_id'));
}

async function requireList(tx: Ctx<Tx>, listId: string): Promise<ContactList> {
  const list = await readAnyList(tx, listId);
  if (!list) throw notFound(unknown('list_id'));
  return list;
}

/** @throws not_found, or conflict for a job that has ended */
export const cancelJob = (ctx: Ctx, jobId: string): Promise<JobRow> =>
  transaction(ctx, async (tx) => {
    const isCancelled = await cancel(tx, jobId);
    const job = await requireJob(tx, jobId);
    if (!isCancelled) throw new DomainError('conflict', 'The job has ended; only one that is pending or processing can be cancelled.');
    return job;
  });

/** @throws not_found */
export async function requireJob(ctx: Ctx, jobId: string): Promise<JobRow> {
  const job = await findJob(ctx, jobId);
  if (!job) throw notFound();
  return job;
}
