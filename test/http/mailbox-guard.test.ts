/** Who may look into the built-in mailbox: whoever sits at the machine, and nobody through a proxy. */
import { request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { loopbackOnly } from '../../src/http/mailbox/loopback.ts';

let server: Server;
beforeAll(async () => {
  const app = express().use(loopbackOnly, (_request, response) => void response.end());
  server = await new Promise<Server>((resolve) => {
    const listening = app.listen(0, '127.0.0.1', () => resolve(listening));
  });
});
afterAll(() => server.close());

const look = (headers: Record<string, string>) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { port } = server.address() as AddressInfo;
    const asking = request({ port, host: '127.0.0.1', headers: { host: `localhost:${port}`, ...headers }, agent: false });
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
