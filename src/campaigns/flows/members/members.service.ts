import type { Flow } from '../../../../generated/prisma/client.ts';
import { type Batch, createBatch } from '../../../platform/batch.ts';
import type { Clock } from '../../../platform/clock.ts';
import { type Ctx, type Db, type Scope, sql, type Tx, transaction, uniqueViolation } from '../../../platform/db.ts';
import type { ContactId, FlowId } from '../../../platform/ids.ts';
import { DomainError, type ErrorCode, notFound } from '../../../shared/errors.ts';
import { definitionOf, typeOf } from '../definition.ts';
import { type Admission, admit } from '../engine/entry.ts';
import { cancelled, leave } from '../engine/moves.repo.ts';
import { Tally } from '../engine/tallies.repo.ts';
import { wakeRun } from '../engine/turns.repo.ts';
import { findFlow } from '../flows.repo.ts';
import { findMembers, lockPosition, type MemberRow } from './members.repo.ts';

interface Enrolment {
  flowId: FlowId;
  contactId: ContactId;
  dynamicContext: Readonly<Record<string, unknown>> | undefined;
}

export interface Enrolments {
  /** @throws not_found for the flow or the contact, or why the contact cannot enter */
  enrol(ctx: Ctx, enrolment: Enrolment): Promise<MemberRow>;
  finish(): Promise<void>;
}

/**
 * Simultaneous requests are written together; one with an idempotency key is written in the transaction of its key.
 * @param requests the database of requests without a transaction
 */
export function createEnrolments({ requests, clock }: { requests: Db; clock: Clock }): Enrolments {
  const groups: Batch<Enrolment, MemberRow | DomainError> = createBatch({
    write: (workspaceId, items) => requests.transaction((tx) => enrolAll({ db: tx, workspaceId, now: clock.now() }, items)),
    // One transaction for two flows would hold contacts of the one while waiting for members of the other.
    kind: ({ flowId }) => flowId,
    gatherMs: 0,
    tooMany: 'Too many contacts are being enrolled at this moment; try again shortly.',
  });
  return {
    async enrol(ctx, enrolment) {
      try {
        const outcome =
          ctx.db === requests && !ctx.isTest
            ? await groups.add(ctx.workspaceId, enrolment)
            : (await transaction(ctx, (tx) => enrolAll(tx, [enrolment])))[0];
        if (outcome instanceof DomainError) throw outcome;
        return outcome as MemberRow;
      } catch (error) {
        // Another transaction has let the same contact in at this moment.
        if (uniqueViolation(error) === 'flow_memberships_sole') throw refusals.was_in_flow();
        throw error;
      }
    },
    finish: groups.settled,
  };
}

const refusal = (code: ErrorCode, message: string) => () => new DomainError(code, message);

const refusals = {
  unknown: () => notFound(),
  in_flow: refusal('campaign_flow_already_in_flow', 'The contact is in the flow already.'),
  was_in_flow: refusal('campaign_flow_already_in_flow', 'The contact has been in the flow, which lets nobody in a second time.'),
  limit: refusal('campaign_flow_entry_limit', 'The contact has entered the flow 10 times within 24 hours.'),
} satisfies Record<Exclude<Admission['was'], 'entered' | 'disqualified'>, () => DomainError>;

async function enrolAll(tx: Ctx<Tx>, asked: Enrolment[]): Promise<(MemberRow | DomainError)[]> {
  const { flowId } = asked[0] as Enrolment;
  const flow = await holdForEntry(tx, flowId);
  const no = refusesAll(flow);
  if (!flow || no) return asked.map(() => no ?? notFound());

  const first = new Map(asked.toReversed().map((enrolment) => [enrolment.contactId, enrolment]));
  const admissions = await letIn(tx, flow, [...first.values()]);

  const ids = [...admissions.values()].flatMap((admission) => ('memberId' in admission ? [admission.memberId] : []));
  const rows = new Map((await findMembers(tx, flowId, ids)).map((row) => [row.id, row]));
  return asked.map((enrolment) => {
    const admission = admissions.get(enrolment.contactId) as Admission;
    if (!('memberId' in admission)) return refusals[admission.was]();
    // Of two requests for one contact the first wins.
    return first.get(enrolment.contactId) === enrolment ? (rows.get(admission.memberId) as MemberRow) : refusals.in_flow();
  });
}

/** @param enrolments each contact once */
async function letIn(tx: Ctx<Tx>, flow: Flow, enrolments: Enrolment[]): Promise<Map<string, Admission>> {
  const flowId = flow.id;
  await wakeRun(tx, flowId);
  const candidates = enrolments.map(({ contactId, dynamicContext }) => ({ contactId, via: 'manual', at: tx.now, dynamicContext }));
  const tally = new Tally();
  const admissions = await admit({ ...tx, flowId, tally, keepTurnedAway: true }, definitionOf(flow), candidates);
  await tally.write(tx, flowId);
  return admissions;
}

/**
 * Enrols many contacts at once, each named once.
 * @returns the result by contact
 * @throws not_found, or the reason why the flow accepts no contact; a violation of `flow_memberships_sole` as `admit` does
 */
export async function enrolMany(
  tx: Ctx<Tx>,
  { flowId, contactIds, dynamicContext }: Pick<Enrolment, 'flowId' | 'dynamicContext'> & { contactIds: ContactId[] },
): Promise<Map<string, Admission>> {
  const flow = await holdForEntry(tx, flowId);
  const no = refusesAll(flow);
  if (!flow || no) throw no ?? notFound();
  return letIn(
    tx,
    flow,
    contactIds.map((contactId) => ({ flowId, contactId, dynamicContext })),
  );
}

/** Holds the run against being paused, ended or edited, beside other entries. */
async function holdForEntry(tx: Scope<Tx>, flowId: FlowId): Promise<Flow | null> {
  await tx.db.query(sql`
    SELECT state FROM flow_runs WHERE workspace_id = ${tx.workspaceId}::uuid AND flow_id = ${flowId}::uuid FOR KEY SHARE`);
  return findFlow(tx, flowId);
}

function refusesAll(flow: Flow | null): DomainError | null {
  if (!flow) return notFound();
  if (flow.status !== 'active')
    return new DomainError('campaign_flow_not_active', `The flow is ${flow.status}; only an active one can be entered.`);
  return flow.manualMembershipEnabled
    ? null
    : new DomainError('campaign_flow_manual_disabled', 'You cannot add contacts to this flow by hand: manual_membership_enabled is false.');
}

/** @throws not_found without such a flow, or when the contact is not in it; campaign_flow_invalid_state */
export const removeMember = (ctx: Ctx, flowId: FlowId, contactId: ContactId): Promise<MemberRow> =>
  transaction(ctx, async (tx) => {
    const flow = await holdForEntry(tx, flowId);
    if (!flow) throw notFound();
    if (flow.status === 'archived')
      throw new DomainError('campaign_flow_invalid_state', 'The flow is archived, which does not allow this.');
    const position = await lockPosition(tx, flowId, contactId);
    if (!position) throw notFound();
    const tally = new Tally();
    const ending = cancelled(typeOf(definitionOf(flow).steps, position.stepId));
    await leave({ ...tx, flowId, tally }, [{ position, ending, reason: 'removed' }]);
    await tally.write(tx, flowId);
    const [member] = await findMembers(tx, flowId, [position.memberId]);
    return member as MemberRow;
  });
