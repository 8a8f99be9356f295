/** A composer is made once for many turns, and expires. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createComposers } from '../../../src/campaigns/messages/composers.ts';
import { createTokens } from '../../../src/campaigns/tracking/tokens.ts';
import { DatabaseUnavailable } from '../../../src/platform/database-errors.ts';
import { newId } from '../../../src/platform/ids.ts';
import { isAtLength } from '../../support/at-length.ts';
import { type Ledger, openLedger } from '../../support/ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(async () => {
  await ledger.clear();
  await ledger.givenMessages();
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => ledger.close());

function underTest() {
  const find = createComposers({
    db: ledger.db,
    baseUrl: 'https://api.example',
    tokens: createTokens('a secret for the tests'),
    secret: 'a secret for the tests',
  });
  const looks = vi.spyOn(ledger.db, 'query');
  return {
    find: (messageId = ledger.here.messageId, edition: string | null = 'first') => find(ledger.here.workspaceId, messageId, edition),
    /** How often the database was asked. */
    looks: () => looks.mock.calls.length,
    looking: looks,
  };
}

describe('what writes messages', () => {
  it('is made once, for each message of each workspace', async () => {
    const { find, looks } = underTest();
    const first = await find();
    expect(first).toMatchObject({ message: { workspaceId: ledger.here.workspaceId, subject: 's' }, composer: { links: [] } });
    expect([(await find()) === first, looks()]).toEqual([true, 1]);
    expect(await find(ledger.sibling.messageId)).not.toBe(first);
    expect([(await find()) === first, looks()]).toEqual([true, 2]);
  });

  it('is made anew for another message of the same id', async () => {
    const { find } = underTest();
    const first = await find();
    await ledger.db.prisma.message.updateMany({ where: { id: ledger.here.messageId }, data: { subject: 'another' } });
    expect(await find()).toBe(first);
    expect(await find(ledger.here.messageId, 'second')).toMatchObject({ message: { subject: 'another' } });
    expect(await find(ledger.here.messageId, null)).not.toBe(await find(ledger.here.messageId, null));
  });

  it('is made anew after a minute', async () => {
    const { find } = underTest();
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0);
    const first = await find();
    clock.mockReturnValue(59_999);
    expect(await find()).toBe(first);
    // Having been asked for makes it last no longer.
    clock.mockReturnValue(60_000);
    expect(await find()).not.toBe(first);
  });

  it.runIf(isAtLength)('is kept of the twenty messages that were asked for last', async () => {
    const { db, here } = ledger;
    const message = await db.prisma.message.findFirstOrThrow({ where: { workspaceId: here.workspaceId, id: here.messageId } });
    const { find, looks } = underTest();
    const ids = [here.messageId, ...Array.from({ length: 20 }, () => newId())] as [string, string, ...string[]];
    const data = ids.slice(1).map((id) => ({ ...message, sample: undefined, utm: undefined, id, origin: 'test', blastId: null }));
    await db.prisma.message.createMany({ data });
    for (const id of ids.slice(0, 20)) await find(id);
    await find(ids[0]);
    expect(looks()).toBe(20);
    // The second is the one that was asked for the longest ago.
    await find(ids[20]);
    await find(ids[0]);
    expect(looks()).toBe(21);
    await find(ids[1]);
    expect(looks()).toBe(22);
  });

  it('is none when the message is gone, and that is not kept', async () => {
    const { find } = underTest();
    const messageId = newId();
    expect(await find(messageId)).toEqual({ error: 'What it says has been deleted.' });
    const { workspaceId } = ledger.here;
    const message = await ledger.db.prisma.message.findFirstOrThrow({ where: { workspaceId } });
    await ledger.db.prisma.message.create({
      data: { ...message, sample: undefined, utm: undefined, id: messageId, origin: 'test', blastId: null },
    });
    expect(await find(messageId)).toMatchObject({ message: { tracked: false } });
  });

  it('is not given up for a database that is away', async () => {
    const { find, looking } = underTest();
    looking.mockRejectedValueOnce(new DatabaseUnavailable('unreachable', new Error('gone')));
    await expect(find()).rejects.toThrow('database');
    expect(await find()).toMatchObject({ message: { subject: 's' } });
  });
});
