/** The audience of a blast: fixed once, when its sending starts. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { countWaiting, forgiveAttempts, unpreparedIn } from '../../../src/campaigns/blasts/preparation.repo.ts';
import { type PreparationOptions, preparationWork, prepare } from '../../../src/campaigns/blasts/prepare.work.ts';
import { findMessage, insertBlastMessage } from '../../../src/campaigns/messages/messages.repo.ts';
import { systemClock } from '../../../src/platform/clock.ts';
import { databaseError } from '../../../src/platform/database-errors.ts';
import { type Db, sql } from '../../../src/platform/db.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength, rounds } from '../../support/at-length.ts';
import { asTx } from '../../support/database.ts';
import { givenContacts, givenEmail, givenList } from '../../support/given.ts';
import { at, type Ledger, NOW, openLedger } from '../../support/ledger.ts';
import { notingLog } from '../../support/log.ts';
import { behind } from '../../support/race.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.clear());
afterEach(() => ledger.expectNoCircle());
afterAll(() => ledger.close());

// Ids go down from one to the next, and places up: the last of these is the first who gets a place.
const PEOPLE = {
  zoe: { email: null, phone: '+46701740601' },
  yan: { unsubscribed: true },
  xia: {},
  wim: {},
  dora: {},
  carl: {},
  bo: { email: null, phone: '+46701740602', unsubscribed: true },
  anna: {},
};
const ALL = {
  zoe: 'unqualified',
  yan: 'blocked: unsubscribed',
  xia: 'pending',
  wim: 'pending',
  dora: 'blocked: complained',
  carl: 'blocked: bounced',
  bo: 'unqualified',
  anna: 'pending',
};
let listId: string;

/** Four blasts whose messages are taken down, and whose deliveries are not written; they share a list. */
async function given(values: Parameters<Ledger['setBlast']>[1] = {}): Promise<void> {
  const { db, here, all } = ledger;
  await ledger.givenMessages();
  await db.prisma.dispatch.deleteMany({});
  await ledger.givenContacts({ stranger: {}, ...PEOPLE });
  await ledger.givenSuppressions({ dora: 'complained', carl: 'bounced' });
  const members = Object.keys(PEOPLE).map(ledger.contactId);
  listId = await givenList({ db, workspaceId: here.workspaceId }, members);
  await givenList({ db, workspaceId: ledger.twin.workspaceId }, members, { id: listId });
  for (const place of all) await ledger.setBlast(place, { audienceListId: listId, preparedAt: null, ...values });
}
const fixIn = (db: Db, error: string | null = null, now = NOW, more: Partial<PreparationOptions> = {}) =>
  prepare({ db, workspaceId: ledger.here.workspaceId }, ledger.here.messageId, { error, now, ...more });
const fix = (error?: string | null, now?: Date, more?: Partial<PreparationOptions>) => fixIn(ledger.db, error, now, more);
const people = async () =>
  Object.fromEntries(
    (await ledger.db.prisma.delivery.findMany({ where: ledger.here })).map(({ displayName, status, error }) => [
      displayName,
      error ? `${status}: ${error}` : status,
    ]),
  );
const failed = (error: string) => ({ 'blasts here': { status: 'failed', error, updated_at: NOW } });

describe('the deliveries of a blast', () => {
  it('are for all members of its list, and nothing else is touched', async () => {
    await given();
    let prepared: unknown;
    const changes = await ledger.changes(async () => {
      prepared = await fix();
    });
    const mailable = Object.values(ALL).filter((status) => status.startsWith('pending')).length;
    expect([prepared, await people()]).toEqual([{ lane: 'interactive', mailable }, ALL]);
    const rows = Object.keys(ALL).map((name) => `deliveries here ${name}`);
    const others = ['blasts here', 'dispatches here'];
    expect(Object.keys(changes).sort()).toEqual([...others, ...rows].sort());
    expect(changes['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW });
    expect(changes['deliveries here anna']).toMatchObject({
      email: 'anna@mail.example',
      contact_id: ledger.contactId('anna'),
      attempts: 0,
      next_attempt_at: null,
    });
    expect(changes['dispatches here']).toMatchObject({
      origin: 'blast',
      lane: 'interactive',
      repeatable: true,
      state: 'open',
      wake_at: NOW,
      cursor: expect.stringMatching(/^[0-]*$/),
    });
  });

  it('of operational mail are for those who unsubscribed, too', async () => {
    await given({ operational: true });
    await fix();
    expect(await people()).toEqual({ ...ALL, yan: 'pending' });
  });

  it('are as many as were reserved, and those are kept who cost nothing', async () => {
    await given({ reservedRecipients: 3 });
    expect((await ledger.changes(fix))['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW });
    expect(await people()).toEqual(ALL);
  });

  it('leave out who has no place, by the order of the ids, and say so', async () => {
    await given({ reservedRecipients: 2 });
    const changes = await ledger.changes(fix);
    const { xia: _, ...kept } = ALL;
    expect(await people()).toEqual(kept);
    expect(changes['blasts here']).toEqual({ prepared_at: NOW, updated_at: NOW, audience_truncated: true });
  });

  it.each([
    [100, false, 'interactive'],
    [101, false, 'bulk'],
    [101, true, 'interactive'],
  ])('for %i people, operational %s, go out %s', async (count, operational, lane) => {
    await given({ operational });
    // A contact without a message does not count.
    const members = [...(await givenContacts({ db: ledger.db, workspaceId: ledger.here.workspaceId }, count)), ledger.contactId('zoe')];
    const audienceListId = await givenList({ db: ledger.db, workspaceId: ledger.here.workspaceId }, members);
    await ledger.setBlast(ledger.here, { audienceListId });
    expect(await fix()).toEqual({ lane, mailable: count });
    expect(await ledger.dispatch()).toMatchObject({ lane });
  });

  it.each([
    ['that has them already', { preparedAt: at(-60) }],
    ['that is paused', { status: 'paused', preparedAt: null }],
    ['that has ended', { status: 'failed', preparedAt: null }],
  ])('are not written for a blast %s', async (_what, values) => {
    await given();
    await ledger.setBlast(ledger.here, values);
    expect(await ledger.changes(async () => expect(await fix()).toBeNull())).toEqual({});
  });

  it('are none when the list is gone, and the blast fails', async () => {
    await given();
    await ledger.setBlast(ledger.here, { audienceListId: null });
    expect(await ledger.changes(async () => expect(await fix()).toBeNull())).toEqual(
      failed('The list was deleted before sending started.'),
    );
  });

  it('are none when its message cannot be written, and the blast fails', async () => {
    await given();
    expect(await ledger.changes(async () => expect(await fix('odd')).toBeNull())).toEqual(failed('odd'));
  });

  it('are written once by two runs at once', async () => {
    await given();
    const second = await behind(
      ledger.db,
      (tx) => fixIn(tx),
      () => fix(null, at(1)),
    );
    expect([second, await ledger.blast(), await people()]).toMatchObject([null, { prepared_at: NOW }, ALL]);
    expect(await ledger.db.prisma.delivery.count()).toBe(Object.keys(ALL).length);
  });

  describe.each([
    ['a static list', null],
    [
      'rules',
      {
        kind: 'group',
        operator: 'and',
        conditions: [{ kind: 'condition', source: 'contact', field: 'email', operator: 'not_equals', value: 'stranger@mail.example' }],
      },
    ],
  ])('for the members of %s', (_what, rules) => {
    const expected = ALL;
    async function givenParts(values: Parameters<Ledger['setBlast']>[1] = {}): Promise<void> {
      await given(values);
      if (rules)
        await ledger.db.prisma.contactList.updateMany({ where: { id: listId }, data: { kind: 'dynamic', memberCount: null, rules } });
    }
    const preparation = () => ledger.db.prisma.blastPreparation.findFirstOrThrow({ where: { workspaceId: ledger.here.workspaceId } });

    it.each([1, 2, 3, 7, 8, 9].slice(0, rounds(2, 6)))('are all written in parts of %i', async (most) => {
      await givenParts();
      expect(await fix(null, NOW, { most })).toMatchObject({ lane: 'interactive', mailable: 3 });
      expect(await people()).toEqual(expected);
      expect(await preparation()).toMatchObject({
        processedCount: Object.keys(expected).length,
        completedAt: NOW,
        totalCount: rules ? null : 8,
      });
    });

    it('go on behind what an earlier run has written', async () => {
      await givenParts();
      const outcomes: unknown[] = [];
      for (let run = 0; run < 4; run++) {
        outcomes.push(await fix(null, NOW, { most: 3, isOver: () => true }));
        if (run === 0) expect(Object.keys(await people()).length).toBeGreaterThan(0);
        expect((await ledger.dispatch()) === undefined).toBe(outcomes.at(-1) === 'unfinished');
        if (outcomes.at(-1) !== 'unfinished') break;
      }
      expect(outcomes.slice(0, -1).every((outcome) => outcome === 'unfinished')).toBe(true);
      expect([outcomes.length > 1, outcomes.at(-1), await people()]).toEqual([true, { lane: 'interactive', mailable: 3 }, expected]);
    });

    it('are as many as were reserved in all parts together', async () => {
      await givenParts({ reservedRecipients: 2 });
      await fix(null, NOW, { most: 1 });
      const { xia: _, ...kept } = expected;
      expect([await people(), (await ledger.blast()).audience_truncated]).toEqual([kept, true]);
    });

    it('are not for contacts that are made while the audience is read', async () => {
      await givenParts();
      await fix(null, NOW, { most: 1, isOver: () => true });
      const [late] = await givenContacts({ db: ledger.db, workspaceId: ledger.here.workspaceId }, 1);
      if (!rules)
        await ledger.db.prisma.contactListMember.create({
          data: { workspaceId: ledger.here.workspaceId, listId, contactId: late as string, addedAt: NOW },
        });
      await fix(null, NOW, { most: 1 });
      expect(await people()).toEqual(expected);
    });
  });

  it('are written no further when the blast is stopped between two parts', async () => {
    await given();
    expect(await fix(null, NOW, { most: 2, isOver: () => true })).toBe('unfinished');
    await ledger.setBlast(ledger.here, { status: 'cancelled' });
    expect([await fix(null, NOW, { most: 2 }), Object.keys(await people()).length, await ledger.dispatch()]).toEqual([null, 2, undefined]);
  });

  it('are left to the run that writes a part of them at the moment', async () => {
    await given();
    await fix(null, NOW, { most: 2, isOver: () => true });
    await ledger.db.transaction(async (tx) => {
      await tx.query(sql`SELECT 1 AS held FROM blast_preparations FOR UPDATE`);
      expect(await fix(null, NOW, { most: 2 })).toBeNull();
    });
    expect(Object.keys(await people()).length).toBe(2);
  });

  it('are tried again in smaller parts, and so often; then the blast fails, and says why', async () => {
    await given();
    await fix(null, NOW, { most: 2, isOver: () => true });
    await ledger.db.pool.query('ALTER TABLE deliveries ADD CONSTRAINT broken CHECK (false) NOT VALID');
    const faults: unknown[] = [];
    try {
      expect(await fix(null, NOW, { most: 2, onFault: (error) => faults.push(error) })).toBeNull();
    } finally {
      await ledger.db.pool.query('ALTER TABLE deliveries DROP CONSTRAINT broken');
    }
    const error = 'The audience could not be prepared: the service met an error of its own; its log has more.';
    expect([faults.length, await ledger.blast(), Object.keys(await people()).length]).toMatchObject([8, { status: 'failed', error }, 2]);

    await ledger.setBlast(ledger.here, { status: 'sending' });
    await forgiveAttempts({ db: ledger.db, workspaceId: ledger.here.workspaceId }, ledger.here.messageId);
    expect([await fix(), await people()]).toEqual([{ lane: 'interactive', mailable: 3 }, ALL]);
  });

  it.runIf(isAtLength)(
    'are tried again in smaller parts when the database does not answer in time, and so often; then the blast fails, and says why',
    async () => {
      await given();
      const { pool } = ledger.db;
      // The server's error for a statement over its time limit; the trigger raises it immediately if a part is larger than one.
      await pool.query(`
      CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        IF (SELECT count(*) FROM written) > TG_ARGV[0]::int THEN RAISE 'canceling statement due to statement timeout' USING ERRCODE = '57014'; END IF;
        RETURN NULL;
      END $$`);
      const slow = (most: number) =>
        pool.query(
          `CREATE OR REPLACE TRIGGER late AFTER INSERT ON deliveries REFERENCING NEW TABLE AS written FOR EACH STATEMENT EXECUTE FUNCTION late(${most})`,
        );
      try {
        await slow(1);
        expect([await fix(null, NOW, { most: 10 }), await people()]).toEqual([{ lane: 'interactive', mailable: 3 }, ALL]);

        await ledger.clear();
        await given();
        await slow(0);
        expect(await fix()).toBeNull();
        const error = 'The audience could not be prepared: the database did not answer in time, even for a small part of it.';
        expect([await ledger.blast(), await people()]).toMatchObject([{ status: 'failed', error }, {}]);
      } finally {
        await pool.query('DROP FUNCTION late CASCADE');
      }
    },
  );

  it.each([
    ['a database that is away', 'warn', databaseError({ code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' })],
    ['an error of its own', 'error', new TypeError('a mistake')],
  ])('wait for the sweep, and for no retry beside it, after %s', async (_what, level, error) => {
    await given();
    const { log, logged } = notingLog();
    const { db, here } = ledger;
    const findComposer = () => Promise.reject(error);
    const jobs: unknown[] = [];
    for (const { run } of preparationWork({
      db,
      clock: systemClock,
      log,
      enqueue: async (...job: unknown[]) => void jobs.push(job),
      findComposer,
    }))
      await run({ workspace_id: here.workspaceId, blast_id: here.messageId } as never, new AbortController().signal);
    expect([jobs, logged.map((line) => line.level)]).toEqual([[], [level, level]]);
  });

  it('are looked for in blasts that are on their way and have none', async () => {
    await given();
    const { here, sibling, twin } = ledger;
    await ledger.setBlast(sibling, { preparedAt: NOW });
    await ledger.setBlast(twin, { status: 'paused' });
    const of = (workspaceId: string, messageId: string) => ({ workspace_id: workspaceId, blast_id: messageId });
    const inLane = async (lane: 'interactive' | 'bulk') =>
      (await ledger.db.query<{ data: object }>(sql`SELECT data FROM (${unpreparedIn(lane)}) AS due (key, data)`)).map(({ data }) => data);
    const found = await inLane('bulk');
    expect(found).toHaveLength(2);
    expect(await inLane('interactive')).toEqual([]);
    expect(found).toEqual(expect.arrayContaining([of(here.workspaceId, here.messageId), of(twin.workspaceId, sibling.messageId)]));
  });

  it('that wait are those which nobody has in hand', async () => {
    await ledger.givenMessages();
    await ledger.givenDeliveries({
      eve: { status: 'sent' },
      dora: { nextAttemptAt: at(60) },
      carl: {},
      bo: {},
      anna: { nextAttemptAt: NOW },
    });
    // The run with the claim has reported Anna.
    await ledger.givenClaim(['bo', 'anna']);
    expect(await countWaiting({ db: asTx(ledger.db), workspaceId: ledger.here.workspaceId }, ledger.here.messageId)).toBe(3);
  });
});

describe('what a blast says', () => {
  it.runIf(isAtLength)('is the approved version of its own email, and is found as it was taken down', async () => {
    const { db, here, all } = ledger;
    await ledger.givenBlasts({ approvedEmailVersion: 2, operational: true });
    const emailIds = [newId(), newId()] as const;
    const subject = (place: (typeof all)[number]) => `of ${all.indexOf(place)}`;
    for (const place of all) {
      const { workspaceId } = place;
      const emailId = emailIds[place.messageId === here.messageId ? 0 : 1];
      await givenEmail({ db, workspaceId }, { subject: 'of no blast', currentVersion: 2 });
      await givenEmail({ db, workspaceId }, { id: emailId, subject: subject(place), currentVersion: 3, approvedVersion: 2 });
      const values = [workspaceId, emailId, subject(place)];
      await db.pool.query('UPDATE versions SET html = html || $3 WHERE workspace_id = $1 AND document_id = $2', values);
      await ledger.setBlast(place, { emailId });
    }
    const changes = await ledger.changes(() =>
      insertBlastMessage({ db: asTx(db), workspaceId: here.workspaceId, now: NOW }, here.messageId),
    );
    expect(Object.keys(changes)).toEqual(['messages here']);
    expect(changes['messages here']).toMatchObject({
      origin: 'blast',
      blast_id: here.messageId,
      operational: true,
      subject: subject(here),
      html: expect.stringMatching(new RegExp(`Version 2.*${subject(here)}$`)),
      plain_text: 'Version 2',
      created_at: NOW,
    });
    for (const place of ledger.others)
      await insertBlastMessage({ db: asTx(db), workspaceId: place.workspaceId, now: NOW }, place.messageId);
    expect(await findMessage({ db, workspaceId: here.workspaceId }, here.messageId)).toMatchObject({
      workspaceName: 'Workspace 0',
      subject: subject(here),
      plainText: 'Version 2',
      operational: true,
      tracked: true,
      sample: null,
    });
    expect(await findMessage({ db, workspaceId: here.workspaceId }, newId())).toBeUndefined();
  });
});
