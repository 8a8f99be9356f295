/** The load of one workspace does not delay the others. */
import { EventEmitter } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFairShare, type FairShare } from '../../src/http/fair-share.ts';
import { isAtLength } from '../support/at-length.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Work that lasts until it is ended, noted as it begins. */
function workshop(share: FairShare) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (name: string, client = new EventEmitter()) => {
    const work = () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    const done = share(name.charAt(0), client, work);
    done.catch(() => {});
    return done;
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await new Promise(setImmediate);
  };
  return { begun, ask, end };
}
const refused = expect.objectContaining({ code: 'rate_limited', headers: { 'Retry-After': expect.stringMatching(/^[1-9]\d*$/) } });

describe('places', () => {
  it('are left for one workspace more, however many ask', async () => {
    const { begun, ask } = workshop(createFairShare({ places: 6 }));
    for (let n = 1; n <= 5; n++) ask(`a${n}`);
    expect(begun).toEqual(['a1', 'a2', 'a3']);
    for (let n = 1; n <= 5; n++) ask(`b${n}`);
    expect(begun.slice(3)).toEqual(['b1', 'b2']);
    for (const name of ['c', 'd', 'e', 'f', 'g', 'h', 'i', 'j']) ask(`${name}1`);
    expect(begun.slice(5)).toEqual(['c1', 'd1', 'e1', 'f1', 'g1', 'h1', 'i1', 'j1']);
  });

  it('go to who has waited longest in their own line, and to the others when a line is done', async () => {
    const { begun, ask, end } = workshop(createFairShare({ places: 6 }));
    ask('b1');
    for (let n = 1; n <= 5; n++) ask(`a${n}`);
    expect(begun).toEqual(['b1', 'a1', 'a2']);
    await end('a2');
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a3']);
    await end('b1');
    expect(begun).toEqual(['b1', 'a1', 'a2', 'a3', 'a4']);
  });

  it('are free again after a failure', async () => {
    const share = createFairShare({ places: 1 });
    const fails = () => Promise.reject(new Error('no'));
    for (let n = 0; n < 3; n++) await expect(share('a', new EventEmitter(), fails)).rejects.toThrow('no');
    expect(await share('a', new EventEmitter(), async () => 'yes')).toBe('yes');
  });
});

describe('whoever waits', () => {
  it('is asked to come again when the line is full, or the wait too long', async () => {
    const { begun, ask, end } = workshop(createFairShare({ places: 1, mostWaiting: 2, patienceMs: 50 }));
    ask('a1');
    const waiting = [ask('a2'), ask('a3')];
    await expect(ask('a4')).rejects.toEqual(refused);
    for (const one of waiting) await expect(one).rejects.toEqual(refused);
    await end('a1');
    ask('a5');
    expect(begun).toEqual(['a1', 'a5']);
  });

  it('hears that the database is slow where that is why, and not that it asks too much', async () => {
    const { ask } = workshop(createFairShare({ places: 2, mostWaiting: 1, patienceMs: 20, isDatabaseSlow: () => true }));
    void ask('a1');
    const late = ask('a2');
    const unavailable = { code: 'unavailable', headers: { 'Retry-After': expect.stringMatching(/^[1-9]/) } };
    await expect(ask('a3')).rejects.toMatchObject(unavailable);
    await expect(late).rejects.toMatchObject(unavailable);
  });

  it('and hangs up leaves the line; whoever hangs up later keeps the place until the work is done', async () => {
    const { begun, ask, end } = workshop(createFairShare({ places: 1, patienceMs: 600_000 }));
    const clients = [new EventEmitter(), new EventEmitter()];
    ask('a1', clients[0]);
    const gone = ask('a2', clients[1]);
    ask('a3');
    for (const client of clients) client.emit('close');
    await expect(gone).rejects.toEqual(refused);
    expect(begun).toEqual(['a1']);
    await end('a1');
    expect(begun).toEqual(['a1', 'a3']);
    expect(clients.map((client) => client.listenerCount('close'))).toEqual([0, 0]);
  });
});

describe('the service', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it.runIf(isAtLength)('answers a workspace while another one asks more than the database can do', async () => {
    const other = await service.workspace();
    const locker = new pg.Client({ connectionString: service.db.pool.options.connectionString });
    await locker.connect();
    await locker.query('BEGIN; LOCK TABLE contacts IN ACCESS EXCLUSIVE MODE');
    const rules = { kind: 'condition', source: 'contact', field: 'city', operator: 'contains', value: 'berg' } as const;
    const burst = Array.from({ length: 60 }, () => service.api.POST('/v1/contacts/search', { body: { rules } }));
    try {
      // All of them have come when the line is as long as it gets.
      await expect
        .poll(async () => {
          // A transaction keeps what it has once seen of the others.
          await locker.query('SELECT pg_stat_clear_snapshot()');
          const waiting = "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'";
          return (await locker.query(waiting)).rowCount;
        })
        .toBeGreaterThan(1);
      for (let n = 0; n < 5; n++) expect((await other.api.GET('/v1/emails')).response.status).toBe(200);
    } finally {
      await locker.query('ROLLBACK');
      await locker.end();
    }
    expect(new Set((await Promise.all(burst)).map(({ response }) => response.status))).toEqual(new Set([200]));
  });
});
