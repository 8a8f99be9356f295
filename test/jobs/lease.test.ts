/** When what is leased may be taken by somebody else. */
import { describe, expect, it } from 'vitest';
import * as exports from '../../src/audience/exports/exports.repo.ts';
import * as imports from '../../src/audience/imports/runs.repo.ts';
import * as webhooks from '../../src/campaigns/flows/webhooks/webhooks.repo.ts';
import * as generations from '../../src/content/generation/generations.repo.ts';
import { leaseIsOver } from '../../src/jobs/lease.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { asTx, openTestDatabase } from '../support/database.ts';
import { givenEmail, givenWorkspace } from '../support/given.ts';

const { db } = await openTestDatabase();
const NOW = new Date('2026-11-24T10:00:00Z');
const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1_000);
const A_MINUTE = 60;
const A_DAY = 24 * 3_600;

it.each([
  ['that nobody has', null, true],
  ['that ends now', 0, true],
  ['that ends in a moment', 0.001, false],
  ['of a minute', A_MINUTE, false],
  ['that ends in a day, as a clock set it that was wrong', A_DAY, true],
])('a lease %s', async (_which, seconds, isOver) => {
  const until = seconds === null ? null : at(seconds);
  const [row] = await db.query<{ over: boolean }>(sql`
    SELECT ${leaseIsOver(sql`until`, NOW)} AS over FROM (SELECT ${until}::timestamptz AS until) AS leased`);
  expect(row?.over).toBe(isOver);
});

interface Leased {
  /** A run whose process has died, with its lease until then. */
  give(workspaceId: string, leaseUntil: Date): Promise<unknown>;
  /** How many of them a process finds, and gets, that looks for something to do. */
  take(workspaceId: string): Promise<number[]>;
}

/** Leases of all kinds but those of deliveries. */
const KINDS: Record<string, Leased> = {
  'a generation that is being written': {
    async give(workspaceId, leaseUntil) {
      const documentId = await givenEmail({ db, workspaceId });
      const data = { workspaceId, id: newId(), documentId, number: 2, type: 'iteration', prompt: 'Shorter', status: 'generating' };
      await db.prisma.generation.create({ data: { ...data, attempts: 1, claimedBy: newId(), leaseUntil, createdAt: NOW, startedAt: NOW } });
    },
    async take() {
      await generations.takeBack(asTx(db), 2, 'Interrupted twice.', NOW);
      return [await db.prisma.generation.count({ where: { status: 'pending' } })];
    },
  },
  'a generation that pauses': {
    async give(workspaceId, leaseUntil) {
      const documentId = await givenEmail({ db, workspaceId });
      const data = { workspaceId, id: newId(), documentId, number: 2, type: 'iteration', prompt: 'Shorter', status: 'pending' };
      await db.prisma.generation.create({ data: { ...data, leaseUntil, createdAt: NOW } });
    },
    async take() {
      const found = await generations.findWaiting(db, NOW, 10);
      return [found.length, (await generations.claimNext(db, newId(), at(A_MINUTE), NOW)) ? 1 : 0];
    },
  },
  'an export': {
    give: (workspaceId, leaseUntil) =>
      db.prisma.export.create({
        data: {
          ...{ workspaceId, id: workspaceId, subjectKind: 'contact_list', subjectId: newId(), fileName: 'list.csv', status: 'processing' },
          ...{ attempts: 1, claimedBy: newId(), leaseUntil, createdAt: NOW, updatedAt: NOW },
        },
      }),
    async take(workspaceId) {
      const found = await exports.findOpen(db, 'contact_list', NOW, 10);
      const run = { workspaceId, exportId: workspaceId, runId: newId() };
      return [found.length, (await exports.claim(db, run, at(A_MINUTE), NOW)) ? 1 : 0];
    },
  },
  'an import': {
    give: (workspaceId, leaseUntil) =>
      db.prisma.contactImportRun.create({
        data: {
          ...{ workspaceId, id: newId(), sessionId: newId(), source: 'upload', headers: ['email'], mappings: [], status: 'running' },
          ...{ duplicateStrategy: 'update', listIds: [], createdFieldDefinitionIds: [] },
          ...{ attempts: 1, claimedBy: newId(), leaseUntil, createdAt: NOW, startedAt: NOW },
        },
      }),
    async take() {
      const found = await imports.findOpen(db, NOW, 10);
      return [found.length, (await imports.claimNext(db, newId(), at(A_MINUTE), NOW)) ? 1 : 0];
    },
  },
  'a request of a flow': {
    async give(workspaceId, leaseUntil) {
      const flowId = newId();
      const flow = { name: 'Tell', status: 'active', reentryPolicy: 'no_reentry', createdAt: NOW, updatedAt: NOW };
      await db.prisma.flow.create({ data: { workspaceId, id: flowId, ...flow } });
      await db.prisma.flowRun.create({ data: { workspaceId, flowId, state: 'open', wakeAt: NOW } });
      const data = { workspaceId, flowId, memberId: newId(), visit: 1, contactId: newId(), stepId: 'tell', status: 'pending' };
      await db.prisma.flowWebhook.create({ data: { ...data, nextAttemptAt: NOW, run: newId(), leaseUntil, createdAt: NOW } });
    },
    async take() {
      const isAny = await webhooks.isAnyDue(db, 5, NOW);
      const claimed = await webhooks.claim(db, newId(), { limit: 10, atOnce: 5, leaseUntil: at(A_MINUTE), now: NOW });
      return [isAny ? 1 : 0, claimed.length];
    },
  },
};

describe.each(Object.entries(KINDS))('%s', (_kind, { give, take }) => {
  it.each([
    ['is left alone while its lease has a minute to go', A_MINUTE, 0],
    ['is for the next one when its lease ends in a day, as a clock set it that was wrong', A_DAY, 1],
  ])('%s', async (_what, seconds, taken) => {
    const { id: workspaceId } = await givenWorkspace(db, { slug: newId() });
    await give(workspaceId, at(seconds));
    const found = await take(workspaceId);
    // The next test starts without it.
    await db.pool.query('DELETE FROM workspaces');
    expect(found).toEqual(found.map(() => taken));
  });
});
