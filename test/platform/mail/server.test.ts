import { describe, expect, it } from 'vitest';
import { parseMailServer } from '../../../src/platform/mail/server.ts';

const MINUTE = 60_000;

describe('the address of a mail server', () => {
  it('says where it is, and has the times of RFC 5321', () => {
    expect(parseMailServer('smtp://ada:p%40ss@mail.example.com?name=us.example')).toEqual({
      host: 'mail.example.com',
      port: 587,
      secure: false,
      requireTls: true,
      ignoreTls: false,
      tls: { servername: 'mail.example.com' },
      name: 'us.example',
      localAddress: undefined,
      credentials: { user: 'ada', pass: 'p@ss', method: undefined },
      maxConnections: 10,
      maxMessages: 1_000,
      limits: {
        connect: 15_000,
        greeting: 5 * MINUTE,
        hello: 5 * MINUTE,
        mail: 5 * MINUTE,
        rcpt: 5 * MINUTE,
        data: 2 * MINUTE,
        block: 3 * MINUTE,
        dot: 10 * MINUTE,
      },
    });
  });

  it.each([
    ['smtps://mail.example.com', { secure: true, port: 465 }],
    ['smtp://mail.example.com?secure=true', { secure: true, port: 465 }],
    ['smtp://mail.example.com:25', { port: 25 }],
    ['smtp://[::1]:25', { host: '::1', tls: {} }],
    ['smtp://127.0.0.1', { host: '127.0.0.1', tls: {} }],
    ['smtp://user@host', { credentials: { user: 'user', pass: '', method: undefined } }],
    ['smtp://user:100%@host?authMethod=login', { credentials: { user: 'user', pass: '100%', method: 'LOGIN' } }],
    ['smtp://host?requireTLS=true&ignoreTLS=true', { requireTls: true, ignoreTls: true }],
    [
      'smtp://host?tls.rejectUnauthorized=false&tls.servername=other.example',
      { tls: { rejectUnauthorized: false, servername: 'other.example' } },
    ],
    ['smtp://user@127.0.0.1', { requireTls: false }],
    ['smtp://user@localhost:25?ignoreTLS=true', { requireTls: false, ignoreTls: true }],
    ['smtp://user@[::1]:25', { requireTls: false }],
    ['smtp://mail.example.com', { requireTls: false }],
    ['smtp://user@10.0.0.7', { requireTls: true }],
    ['smtp://user@mail.example.com?requireTLS=false', { requireTls: false }],
    ['smtp://user@mail.example.com?requireTLS=false&ignoreTLS=true', { requireTls: false, ignoreTls: true }],
    ['smtp://host?localAddress=127.0.0.2', { localAddress: '127.0.0.2' }],
    ['smtp://host?maxConnections=3&maxMessages=7', { maxConnections: 3, maxMessages: 7 }],
    // Messages about pools and loggers do not matter here.
    ['smtp://host?pool=true&logger=false&debug=', { host: 'host' }],
  ])('%s', (url, expected) => {
    expect(parseMailServer(url)).toMatchObject(expected);
  });

  it('sets each time by itself, and those of the conversation by one name', () => {
    const { limits } = parseMailServer('smtp://host?socketTimeout=500&dotTimeout=700&connectionTimeout=1');
    expect(limits).toEqual({ connect: 1, greeting: 5 * MINUTE, hello: 500, mail: 500, rcpt: 500, data: 500, block: 500, dot: 700 });
  });

  it.each([
    ['maxConnection=3', 'knows no option called maxConnection'],
    ['service=gmail&proxy=x', 'knows no option called service or proxy'],
    ['maxConnections=0', 'maxConnections must be a whole number from 1 on'],
    ['dotTimeout=10s', 'dotTimeout must be a whole number from 1 on'],
    ['requireTLS=yes', 'requireTLS must be true or false'],
    ['localAddress=mail.example.com', 'localAddress must be an IP address'],
  ])('refuses ?%s', (query, words) => {
    expect(() => parseMailServer(`smtp://host?${query}`)).toThrow(words);
  });

  it('refuses to send a password in the clear that only asks to ignore TLS', () => {
    expect(() => parseMailServer('smtp://user:pass@mail.example.com?ignoreTLS=true')).toThrow('add requireTLS=false');
  });
});
