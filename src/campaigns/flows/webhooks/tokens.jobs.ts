import type { Sweep } from '../../../jobs/jobs.ts';
import { type Db, sql } from '../../../platform/db.ts';
import type { Step } from '../definition.ts';
import { isSealed, type Tokens } from './tokens.ts';

/** Flows that are rewritten together. */
const AT_ONCE = 100;

/** Seals tokens that versions before 1.2 wrote plain, those that run beside this one during an upgrade included. */
export const tokenSweep = (db: Db, tokens: Tokens): Sweep => ({
  name: 'webhook-tokens',
  everySeconds: 60,
  run: async (stopping) => {
    while (!stopping.aborted && (await sealSome(db, tokens)) === AT_ONCE);
  },
});

/** @returns how many flows had a plain token */
const sealSome = (db: Db, tokens: Tokens): Promise<number> =>
  db.transaction(async (tx) => {
    // In the words of the index flows_plain_tokens, which holds these flows alone.
    const flows = await tx.query<{ workspaceId: string; flowId: string; steps: Step[] }>(sql`
      SELECT f.workspace_id::text AS "workspaceId", f.id::text AS "flowId", f.steps FROM flows f
      WHERE f.steps @? '$[*].token ? (!(@ starts with "sealed:"))' ORDER BY f.workspace_id, f.id LIMIT ${AT_ONCE}::int
      FOR NO KEY UPDATE SKIP LOCKED`);
    if (flows.length === 0) return 0;
    const sealed = flows.map(({ workspaceId, flowId, steps }) =>
      JSON.stringify(
        steps.map((step) =>
          'token' in step && !isSealed(step.token)
            ? { ...step, token: tokens.seal({ workspaceId, flowId, stepId: step.step_id }, step.token) }
            : step,
        ),
      ),
    );
    await tx.query(sql`
      UPDATE flows f SET steps = s.steps::jsonb
      FROM unnest(${flows.map(({ workspaceId }) => workspaceId)}::uuid[], ${flows.map(({ flowId }) => flowId)}::uuid[], ${sealed}::text[])
        AS s (workspace_id, id, steps)
      WHERE f.workspace_id = s.workspace_id AND f.id = s.id`);
    return flows.length;
  });
