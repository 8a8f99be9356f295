/** The end of a lease, after which another run may claim. */
import { describe, expect, it } from 'vitest';
import { ledgerOf } from '../../src/audience/exports/exports.repo.ts';
import { importLedger } from '../../src/audience/imports/runs.repo.ts';
import * as webhooks from '../../src/campaigns/flows/webhooks/webhooks.repo.ts';
import { generationLedger } from '../../src/content/generation/generations.repo.ts';
import { sql } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { leaseIsOver } from '../../src/queue/lease.ts';
import { claimNext, findFree, type Ledger } from '../../src/queue/ledger.ts';
import { openTestDatabase } from '../support/database.ts';
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
  take(): Promise<number[]>;
}

const takeFrom = async (ledger: Ledger): Promise<number[]> => {
  const found = await db.query(findFree(ledger, NOW, 10));
  return [found.length, (await claimNext(db, ledger, newId(), NOW)) ? 1 : 0];
};

/** Leases of all kinds but those of deliveries. */
const KINDS: Record<string, Leased> = {
  'a generation that is being written': {
    async give(workspaceId, leaseUntil) {
      const documentId = await givenEmail({ db, workspaceId });
      const data = { workspaceId, id: newId(), documentId, number: 2, type: 'iteration', prompt: 'Shorter', status: 'generating' };
      await db.prisma.generation.create({ data: { ...data, attempts: 1, claimedBy: newId(), leaseUntil, createdAt: NOW, startedAt: NOW } });
    },
    take: () => takeFrom(generationLedger),
  },
  'a generation that pauses': {
    async give(workspaceId, leaseUntil) {
      const documentId = await givenEmail({ db, workspaceId });
      const data = { workspaceId, id: newId(), documentId, number: 2, type: 'iteration', prompt: 'Shorter', status: 'pending' };
      await db.prisma.generation.create({ data: { ...data, leaseUntil, createdAt: NOW } });
    },
    take: () => takeFrom(generationLedger),
  },
  'an export': {
    give: (workspaceId, leaseUntil) =>
      db.prisma.export.create({
        data: {
          ...{ workspaceId, id: workspaceId, subjectKind: 'contact_list', subjectId: newId(), fileName: 'list.csv', status: 'processing' },
          ...{ attempts: 1, claimedBy: newId(), leaseUntil, createdAt: NOW, updatedAt: NOW },
        },
      }),
    take: () => takeFrom(ledgerOf('contact_list')),
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
    take: () => takeFrom(importLedger),
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
      const [row] = await db.query<{ any: boolean }>(sql`SELECT ${webhooks.isAnyDue(5, NOW)} AS any`);
      const claimed = await webhooks.claim(db, newId(), { limit: 10, atOnce: 5, leaseUntil: at(A_MINUTE), now: NOW });
      return [row?.any ? 1 : 0, claimed.length];
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
    const found = await take();
    // The next test starts without it.
    await db.pool.query('DELETE FROM workspaces');
    expect(found).toEqual(found.map(() => taken));
  });
});
