/**
 * Generations whose process dies: each of them ends, with one version or with a reason, no document is stuck, and a tent's credit is
 * spent once. `KILL_ROUNDS`
 * says how many processes are killed, at moments that chance chooses.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { must } from '../support/blast.ts';
import { creditsOf, ledgerProblems } from '../support/credits.ts';
import { givenWorkspace } from '../support/given.ts';
import { KILL_ROUNDS, openSlowMortal } from '../support/mortal.ts';

const EMAILS = 12;
const TENTS = 12;
const CREDITS = 30;

const { db, start, kill } = await openSlowMortal();
const { id: workspaceId, token } = await givenWorkspace(db, { credits: CREDITS });

const count = async (status: string): Promise<number> => db.prisma.generation.count({ where: { status } });

describe('kill -9 in the middle of a generation', () => {
  test.each(KILL_ROUNDS)('leaves no document stuck, round %i', async () => {
    await db.query(sql`DELETE FROM documents`);
    await updateWorkspace(db, workspaceId, { credits: CREDITS }, new Date());
    let { api } = await start(token);
    const ids: string[] = [];
    for (let n = 0; n < EMAILS; n++)
      ids.push((await must(api.POST('/v1/emails', { body: { name: 'x', prompt: `Number ${n}` } }))).email_id);
    const tents: string[] = [];
    for (let n = 0; n < TENTS; n++) tents.push((await must(api.POST('/v1/tents', { body: { prompt: `Landing page ${n}` } }))).id);
    await expect.poll(() => count('generating'), { interval: 2 }).toBeGreaterThan(0);
    await wait(Math.random() * 300);
    await kill();
    // Some processes have died during the work; their leases end.
    await db.query(sql`UPDATE generations SET lease_until = now() WHERE status = 'generating'`);

    ({ api } = await start(token));
    // In one question: what is taken back on the way from one to the other is in neither of two.
    await expect.poll(() => db.prisma.generation.count({ where: { status: { in: ['pending', 'generating'] } } })).toBe(0);
    expect(await db.prisma.generation.findMany({ where: { status: { not: 'completed' } }, select: { errorMessage: true } })).toEqual([]);
    expect(await count('completed')).toBe(EMAILS + TENTS);
    for (const [n, emailId] of ids.entries()) {
      const params = { path: { emailId } };
      expect(await must(api.GET('/v1/emails/{emailId}', { params }))).toMatchObject({
        current_version: 1,
        latest_generation_status: 'completed',
      });
      const { data } = await api.GET('/v1/emails/{emailId}/content', { params, parseAs: 'text' });
      expect(data).toContain(`Number ${n}<`);
    }
    for (const tentId of tents) {
      const tent = await must(api.GET('/v1/tents/{tentId}', { params: { path: { tentId } } }));
      expect(tent).toMatchObject({ current_version: 1, generation: { status: 'completed' } });
    }
    expect(await db.prisma.version.count()).toBe(EMAILS + TENTS);
    expect(await creditsOf({ db }, workspaceId)).toBe(CREDITS - TENTS);
    expect(await ledgerProblems({ db })).toEqual([]);
    const params = { path: { emailId: ids[0] as string } };
    expect((await api.POST('/v1/emails/{emailId}/messages', { params, body: { prompt: 'Shorter' } })).response.status).toBe(202);
  });
});
