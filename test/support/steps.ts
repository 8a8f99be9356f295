/** Steps of flows carried out for people by themselves, without the turns that usually do. */
import type { Definition, Step } from '../../src/campaigns/flows/definition.ts';
import type { Executor, Member, Result } from '../../src/campaigns/flows/engine/step.types.ts';
import type { StepDependencies } from '../../src/campaigns/flows/step.kind.ts';
import { createExecutors } from '../../src/campaigns/flows/steps/index.ts';
import type { Db } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { TestService } from './service.ts';

/** A workspace, and how it is reached. */
export type Where = Pick<TestService, 'clock' | 'id'> & { db: Db };

/** A flow by its row alone. Returns its id. */
export async function givenFlow({ db, id: workspaceId, clock }: Where, values: { name?: string } = {}): Promise<string> {
  const id = newId();
  const moments = { createdAt: clock.now(), updatedAt: clock.now() };
  await db.prisma.flow.create({
    data: {
      workspaceId,
      id,
      name: 'Welcome',
      status: 'active',
      reentryPolicy: 'allow',
      triggers: [],
      steps: [],
      settings: {},
      ...moments,
      ...values,
    },
  });
  return id;
}

/** Memberships of contacts in a flow, who are at a step that is due. */
export async function givenMembers(
  { db, id: workspaceId, clock }: Where,
  flowId: string,
  contactIds: string[],
  dynamicContext?: Record<string, unknown>,
): Promise<Member[]> {
  const now = clock.now();
  const members = contactIds.map(
    (contactId): Member => ({ id: newId(), contactId, visit: 1, status: 'active', startedAt: now, waitUntil: null }),
  );
  await db.prisma.flowMembership.createMany({
    data: members.map(({ id, contactId }) => ({
      ...{ workspaceId, id, flowId, contactId, enteredVia: 'manual', enteredAt: now, status: 'under_way' },
      ...(dynamicContext && { dynamicContext: dynamicContext as object }),
    })),
  });
  // A contact is at one place of a flow: a step that a test carries out several times for the same people finds them there.
  await db.prisma.flowPosition.createMany({
    skipDuplicates: true,
    data: members.map(({ id, contactId, visit, status, startedAt }) => ({
      ...{ workspaceId, contactId, flowId, memberId: id, stepId: 'page', visit, status, startedAt, dueAt: now },
    })),
  });
  return members;
}

/** Carries a step out in a transaction. Returns the outcomes in the order of the members. */
export async function carryOut<Of extends Step>(
  { db, id: workspaceId, clock }: Where,
  flowId: string,
  executor: Executor<Of>,
  step: Of,
  members: Member[],
): Promise<(Result | undefined)[]> {
  const definition: Definition = {
    ...{ workspaceId, flowId, steps: [step], triggers: [], entryStepId: step.step_id, reentryPolicy: 'allow', disqualificationRules: null },
  };
  const results = await db.transaction((tx) => executor({ db: tx, workspaceId, now: clock.now(), definition }, step, members));
  return members.map(({ id }) => results.get(id));
}

/** A database that counts statements. */
export function counting(db: Db): { db: Db; statements: () => number } {
  let statements = 0;
  const count = <Of extends Db>(inner: Of): Of => ({
    ...inner,
    get prisma() {
      statements += 1;
      return inner.prisma;
    },
    query(statement) {
      statements += 1;
      return inner.query(statement);
    },
    transaction: (work) => inner.transaction((tx) => work(count(tx))),
    last: (work) => inner.last((tx) => work(count(tx))),
    afterCommit: (work) => inner.afterCommit(work),
  });
  return { db: count(db), statements: () => statements };
}

/** Executors with the dependencies that a test needs. */
export const executorsWith = (dependencies: Partial<StepDependencies>) => createExecutors(dependencies as StepDependencies);
