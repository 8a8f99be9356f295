/**
 * Bulk jobs whose processes die: every item ends, once, its page and its credit with it, and nothing is left to be reconciled.
 * `KILL_ROUNDS` says how many jobs go through this; each loses several processes, at moments that chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { beginBulk, giveTemplate, items, readBulk } from '../support/bulk.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { givenWorkspace } from '../support/given.ts';
import { KILL_ROUNDS, openSlowMortal } from '../support/mortal.ts';

const DEATHS = 3;
const CREDITS = 1_000;

const { db, start, kill } = await openSlowMortal();
const underWay = (workspaceId: string, status?: string): Promise<number> =>
  db.prisma.generation.count({ where: { workspaceId, status: status ?? { in: ['pending', 'generating'] } } });

describe('kill -9 in the middle of a bulk job', () => {
  test.each(KILL_ROUNDS)('leaves nothing open, round %i', async (round) => {
    const { id: workspaceId, token } = await givenWorkspace(db, { slug: `round-${round}`, credits: CREDITS });
    let workspace = await start(token);
    const template_id = await giveTemplate(workspace);
    const { bulk_job_id } = await beginBulk(workspace, { template_id, auto_publish: true, items: items(25) });
    for (let death = 0; death < DEATHS; death++) {
      // Some of them, or all is over already: the service goes on while this process has no turn.
      const isMet = async () => (await underWay(workspaceId, 'generating')) > 0 || (await underWay(workspaceId)) === 0;
      await expect.poll(isMet, { interval: 2 }).toBe(true);
      await wait(Math.random() * 300);
      await kill();
      // Some processes have died during the work; their leases end.
      await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);
      workspace = await start(token);
      const job = await readBulk(workspace, bulk_job_id);
      expect(job.queued + job.generating + job.completed + job.failed).toBe(25);
    }
    await expect.poll(() => underWay(workspaceId)).toBe(0);

    const job = await readBulk(workspace, bulk_job_id);
    expect([job.total, job.queued, job.generating]).toEqual([25, 0, 0]);
    expect(job.credits).toEqual({ reserved: 25, consumed: job.completed, refunded: job.failed, pending_reconciliation: 0 });
    // An item whose process died twice is given up.
    expect(job.failed).toBeLessThanOrEqual(4 * (DEATHS - 1));
    for (const { status, publication_status, published_url, message } of job.items) {
      const written = status === 'completed';
      expect([publication_status, published_url !== null, message === null]).toEqual([written ? 'published' : 'failed', written, written]);
    }
    expect(await db.prisma.version.count({ where: { workspaceId } })).toBe(job.completed + 1);
    expect(await db.prisma.publication.count({ where: { workspaceId, path: { not: null } } })).toBe(job.completed);
    expect(await creditsOf({ db }, workspaceId)).toBe(CREDITS - job.completed);
    expect(await ledgerProblems({ db })).toEqual([]);
  });
});
