import type { Sweep } from '../../../jobs/jobs.ts';
import { type Db, sql } from '../../../platform/db.ts';
import type { FlowId, StepId, WorkspaceId } from '../../../platform/ids.ts';
import { createSealing } from '../../../platform/sealing.ts';
import type { Step } from '../definition.ts';
import { WebhookError } from './request.ts';

/** No token that clients send has a colon. */
const MARK = 'sealed:';

/** As the database keeps them: sealed, each for its step. */
export interface FlowTokens {
  seal(stepId: StepId, token: string): string;
  /** One that versions before 1.2 wrote is plain until it is sealed. @throws WebhookError when it was stored under another secret */
  open(stepId: StepId, kept: string): string;
}
export type Tokens = (workspaceId: WorkspaceId, flowId: FlowId) => FlowTokens;

const isSealed = (kept: string): boolean => kept.startsWith(MARK);

export function createTokenSealing(secret: string): Tokens {
  const sealing = createSealing(secret, 'bivouac webhook tokens');
  return (workspaceId, flowId) => {
    const nameOf = (stepId: StepId) => `${workspaceId}/${flowId}/${stepId}`;
    return {
      seal: (stepId, token) => `${MARK}${sealing.seal(nameOf(stepId), Buffer.from(token)).toString('base64')}`,
      open(stepId, kept) {
        if (!isSealed(kept)) return kept;
        try {
          return sealing.open(nameOf(stepId), Buffer.from(kept.slice(MARK.length), 'base64')).toString();
        } catch {
          throw new WebhookError('The token of the step cannot be read: it was stored under another APP_SECRET. Send it again.');
        }
      },
    };
  };
}

const AT_ONCE = 100;

/** Seals tokens that versions before 1.2 wrote plain, also those that run beside this one during an upgrade. */
export const tokenSweep = (db: Db, tokens: Tokens): Sweep => ({
  name: 'webhook-tokens',
  everySeconds: 60,
  run: async (stopping) => {
    while (!stopping.aborted && (await sealSome(db, tokens)) === AT_ONCE);
  },
});

const sealSome = (db: Db, tokens: Tokens): Promise<number> =>
  db.transaction(async (tx) => {
    // In the words of the index flows_plain_tokens, which holds these flows alone.
    const flows = await tx.query<{ workspaceId: WorkspaceId; flowId: FlowId; steps: Step[] }>(sql`
      SELECT f.workspace_id::text AS "workspaceId", f.id::text AS "flowId", f.steps FROM flows f
      WHERE f.steps @? '$[*].token ? (!(@ starts with "sealed:"))' ORDER BY f.workspace_id, f.id LIMIT ${AT_ONCE}::int
      FOR NO KEY UPDATE SKIP LOCKED`);
    if (flows.length === 0) return 0;
    const sealed = flows.map(({ workspaceId, flowId, steps }) => {
      const { seal } = tokens(workspaceId, flowId);
      return steps.map((step) => ('token' in step && !isSealed(step.token) ? { ...step, token: seal(step.step_id, step.token) } : step));
    });
    await tx.query(sql`
      UPDATE flows f SET steps = s.steps::jsonb
      FROM unnest(${flows.map(({ workspaceId }) => workspaceId)}::uuid[], ${flows.map(({ flowId }) => flowId)}::uuid[],
        ${sealed.map((steps) => JSON.stringify(steps))}::text[]) AS s (workspace_id, id, steps)
      WHERE f.workspace_id = s.workspace_id AND f.id = s.id`);
    return flows.length;
  });
