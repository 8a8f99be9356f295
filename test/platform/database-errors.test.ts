/** Which trouble is the database's, and which it is. */
import { connect } from 'node:net';
import pg from 'pg';
import { describe, expect, test } from 'vitest';
import { databaseError, type Trouble } from '../../src/platform/database-errors.ts';

const said = (code: string) => Object.assign(new pg.DatabaseError('no', 2, 'error'), { code, severity: 'FATAL' });
const met = (code: string, message = 'no') => Object.assign(new Error(message), { code });

const CODES: Record<Trouble, string[]> = {
  refused: ['28000', '28P01', '3D000'],
  full: ['53100', '53200'],
  busy: ['53300'],
  late: ['57014', '55P03', '25P03', '25P04'],
  unreachable: ['08000', '08006', '08P01', '57P01', '57P02', '57P03', '57P04', '57P05', '25006', '25P02', '58000', '58030'],
};
const WORDS: Record<Trouble, RegExp> = {
  refused: /does not let the service in/,
  full: /no room left/,
  busy: /is in use/,
  late: /did not answer in time/,
  unreachable: /cannot reach its database/,
};

describe('what the server says', () => {
  test.each(Object.entries(CODES).flatMap(([trouble, codes]) => codes.map((code) => [code, trouble as Trouble] as const)))(
    '%s is %s',
    (code, trouble) => {
      const error = said(code);
      expect(databaseError(error)).toMatchObject({ name: 'DatabaseUnavailable', trouble, message: expect.stringMatching(WORDS[trouble]) });
      expect(databaseError(error)).toMatchObject({ cause: error });
      // As the job queue hands it on.
      expect(databaseError({ ...error, message: error.message })).toMatchObject({ trouble });
    },
  );

  test.each(['23505', '42P01', '40P01', '53000', '57000', '3D001', 'XX000'])('%s is about the question', (code) => {
    const error = said(code);
    expect(databaseError(error)).toBe(error);
  });

  test('counts by its code, whatever the words', () => {
    const error = Object.assign(said('P0001'), { message: 'Connection terminated, said a trigger' });
    expect(databaseError(error)).toBe(error);
  });
});

describe('what a connection meets', () => {
  test.each([
    ...['ECONNREFUSED', 'ECONNRESET', 'ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT', 'EPROTO', 'ERR_TLS_CERT_ALTNAME_INVALID'],
    ...['ERR_SSL_WRONG_VERSION_NUMBER', 'CERT_HAS_EXPIRED', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'SELF_SIGNED_CERT_IN_CHAIN'],
    'DEPTH_ZERO_SELF_SIGNED_CERT',
  ])('%s leaves it out of reach', (code) => {
    expect(databaseError(met(code))).toMatchObject({ trouble: 'unreachable' });
  });

  test.each([
    'Connection terminated',
    'Connection terminated unexpectedly',
    'LISTEN/NOTIFY connection ended',
    'timeout expired',
    'Query read timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'The server does not support SSL connections',
  ])('"%s" leaves it out of reach', (words) => {
    expect(databaseError(new Error(words))).toMatchObject({ trouble: 'unreachable', cause: { message: words } });
  });

  test('a host of several addresses, none of which answers, is out of reach', async () => {
    const addresses = ['127.0.0.1', '127.0.0.2'].map((address) => ({ address, family: 4 }));
    const lookup = (_host: string, _options: object, found: (error: null, addresses: object) => void) => found(null, addresses);
    // A port without a listener.
    const socket = connect({ host: 'database.example', port: 1, lookup: lookup as never, autoSelectFamily: true });
    const error = await new Promise((resolve) => socket.once('error', resolve));
    expect(error).toMatchObject({ code: 'ECONNREFUSED', errors: [{}, {}] });
    expect(databaseError(error)).toMatchObject({ trouble: 'unreachable' });
  });

  test('nobody giving a connection back in time is being busy', () => {
    const words = 'timeout exceeded when trying to connect';
    expect(databaseError(new Error(words))).toMatchObject({ trouble: 'busy' });
    expect(databaseError({ message: `${words} (Queue: notes, Worker: 1)` })).toMatchObject({ trouble: 'busy' });
  });

  test.each([met('ERR_INVALID_ARG_TYPE'), new Error('ECONNREFUSED, somebody says'), new TypeError('no'), 'no', null, undefined])(
    '%s is nothing of the kind',
    (error) => {
      expect(databaseError(error)).toBe(error);
    },
  );

  test('is told once', () => {
    const error = databaseError(met('ECONNREFUSED'));
    expect(databaseError(error)).toBe(error);
  });
});
