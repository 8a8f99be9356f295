/** The cost of the contract: an authenticated GET through route, auth, rate limit, validation and reply, beside a bare route. */
import express from 'express';
import { createAdmission } from '../../src/http/admission.ts';
import { createApp, underV1 } from '../../src/http/app.ts';
import { operationsOf, readDocument } from '../../src/http/contract.ts';
import { createFairShare } from '../../src/http/fair-share.ts';
import { createGateway } from '../../src/http/gateway.ts';
import type { Uploads } from '../../src/http/handler.types.ts';
import { createRateLimit } from '../../src/http/rate-limit.ts';
import { systemClock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db.ts';
import { newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { openMetrics } from '../../src/platform/metrics.ts';
import { createSealing } from '../../src/platform/sealing.ts';
import { compare, cpuPerUnit, httpGet, listen, load, sizeOf } from './lib.ts';

const REQUESTS = sizeOf(20_000, 20);
const document = readDocument();
const id = newId();
const contact = { contact_id: id, display_name: 'Maya Lindqvist', email: 'maya.lindqvist@fjordmail.com', custom_fields: {} };
const answer = async () => ({ status: 200, body: contact });

// One answer for every operation: this measures the way there and back, not what the handlers do.
const gateway = createGateway({
  document,
  handlers: Object.fromEntries(operationsOf(document).map(({ operationId }) => [operationId, answer])),
  admit: createAdmission({
    authenticate: async () => ({ workspaceId: id, key: { id, name: 'Bench' } }),
    rateLimit: createRateLimit(1_000_000),
    refusalLimit: () => {},
  }),
  fairShare: createFairShare({ places: 12 }),
  uploads: {} as Uploads,
  db: {} as Db,
  clock: systemClock,
  sealing: createSealing('a secret', 'kept answers'),
});
const ours = await listen(createApp({ mounts: [underV1(gateway)], log: openLog('silent'), metrics: openMetrics() }));

const bare = express();
bare.get('/v1/contacts/:contact_id', (_request, response) => {
  response.json(contact);
});
const baseline = await listen(bare);

const measure = (port: number) => () =>
  cpuPerUnit(REQUESTS, () => load(port, [httpGet(`/v1/contacts/${id}`, 'bvk_bench')], { connections: 8, total: REQUESTS }));

await compare('gateway', {
  unit: 'µs CPU a request',
  more: false,
  ours: measure(ours.port),
  baseline: measure(baseline.port),
  goal: { text: 'at most 1.4 times the CPU of a bare Express route', met: (a, b) => a / b <= 1.4 },
});
ours.server.close();
baseline.server.close();
