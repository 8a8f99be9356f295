/** The guard of the built-in mailbox: it opens on the machine alone, or by its password from everywhere. */
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Response } from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { mailboxGuard } from '../../src/http/mailbox/guard.ts';

const PASSWORD = 'a long enough pässword: yes';

let server: Server;
beforeAll(async () => {
  const open = (_request: unknown, response: Response) => void response.end();
  const app = express().use('/locked', mailboxGuard(PASSWORD), open).use(mailboxGuard(undefined), open);
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
});
afterAll(() => server.close());

const look = (headers: Record<string, string>, path = '/') =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, host: '127.0.0.1', path, headers: { host: `localhost:${port}`, ...headers }, agent: false });
    asking.once('error', reject).once('response', (response) => resolve(response.resume().statusCode));
    asking.end();
  });

test('a browser on the machine', async () => {
  expect(await look({})).toBe(200);
  expect(await look({ 'x-clip': 'a', 'user-agent': 'via', forward: 'x' })).toBe(200);
});

test.each([
  'Via',
  'Forwarded',
  'X-Forwarded-For',
  'X-Forwarded-Host',
  'X-Original-Forwarded-For',
  'X-Real-IP',
  'X-Client-IP',
  'X-Cluster-Client-IP',
  'True-Client-IP',
  'CF-Connecting-IP',
  'Fastly-Client-IP',
])('nobody with %s', async (name) => {
  expect(await look({ [name]: '203.0.113.7' })).toBe(403);
});

test('nobody who came by a name of their own', async () => {
  expect(await look({ host: 'rebound.example.com' })).toBe(403);
});

test('with a password it opens by that from everywhere, and without it from nowhere', async () => {
  const by = (password: string, name = '') => ({ authorization: `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}` });
  const elsewhere = { 'x-forwarded-for': '203.0.113.7', host: 'mail.example.com' };
  const answers = await Promise.all([
    look({ ...elsewhere, ...by(PASSWORD) }, '/locked'),
    look(by(PASSWORD, 'maya'), '/locked'),
    look({}, '/locked'),
    look(by(''), '/locked'),
    look(by(`${PASSWORD} `), '/locked'),
    look(by('', PASSWORD), '/locked'),
    look({ authorization: `Bearer ${PASSWORD}` }, '/locked'),
    look({ ...elsewhere, ...by(PASSWORD) }),
  ]);
  expect(answers).toEqual([200, 200, 401, 401, 401, 401, 401, 403]);
});
