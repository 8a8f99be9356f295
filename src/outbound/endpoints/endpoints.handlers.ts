import type { Handler, Handlers } from '../../http/handler.types.ts';
import { type Ctx, transaction } from '../../platform/db.ts';
import { type EndpointId, fromUlid, lowestId } from '../../platform/ids.ts';
import type { Allowed } from '../../platform/outbound-guard.ts';
import { cursorPage } from '../../shared/cursor.ts';
import { notFound } from '../../shared/errors.ts';
import * as deliveries from '../deliveries/deliveries.repo.ts';
import { toDelivery } from '../deliveries/deliveries.view.ts';
import { newEventId } from '../event-log.ts';
import { KEPT_MS } from '../partitions.ts';
import { listEndpoints } from './endpoints.repo.ts';
import * as service from './endpoints.service.ts';
import { toEndpoint, toEndpointWithSecret } from './endpoints.view.ts';
import type { EndpointSecrets } from './secrets.ts';

/** Both lists are in the order of their ids. */
const byId = <Row>(idOf: (row: Row) => string) => ({
  isKey: (key: string) => key === 'id',
  positionOf: (row: Row) => ({ key: 'id', id: idOf(row) }),
});

const listWebhookEndpoints: Handler<'listWebhookEndpoints'> = async ({ query }, ctx) => {
  const { rows, next } = await cursorPage({ list: 'webhook_endpoints' }, query, {
    ...byId<Awaited<ReturnType<typeof listEndpoints>>[number]>(({ endpoint }) => endpoint.id),
    read: (after, most) => listEndpoints(ctx, after, most),
  });
  return { status: 200, body: { endpoints: rows.map((row) => toEndpoint(row, ctx.now)), ...next } };
};

const getWebhookEndpoint: Handler<'getWebhookEndpoint'> = async ({ path }, ctx) => ({
  status: 200,
  body: toEndpoint(await service.existing(ctx, path.endpoint_id), ctx.now),
});

const deleteWebhookEndpoint: Handler<'deleteWebhookEndpoint'> = async ({ path }, ctx) => {
  await service.remove(ctx, path.endpoint_id);
  return { status: 204 };
};

const recoverWebhookEndpoint: Handler<'recoverWebhookEndpoint'> = async ({ path, body }, ctx) => ({
  status: 202,
  body: toEndpoint(await service.recover(ctx, path.endpoint_id, new Date(body.since)), ctx.now),
});

const listWebhookDeliveries: Handler<'listWebhookDeliveries'> = async ({ path, query }, ctx) => {
  const { status } = query;
  await service.existing(ctx, path.endpoint_id);
  const listing = { list: 'webhook_deliveries', endpoint: path.endpoint_id, ...(status && { status }) };
  const from = lowestId(ctx.now.getTime() - KEPT_MS);
  const { rows, next } = await cursorPage(listing, query, {
    ...byId<deliveries.DeliveryRow>(({ id }) => id),
    read: (after, most) => deliveries.listDeliveries(ctx, path.endpoint_id, { status, after, most, from }),
  });
  return { status: 200, body: { deliveries: rows.map(toDelivery), ...next } };
};

/** What changes an endpoint that takes events, and answers with a delivery. */
const withEnabled = (
  ctx: Ctx,
  endpointId: EndpointId,
  work: (tx: Parameters<typeof deliveries.redeliver>[0]) => Promise<deliveries.DeliveryRow>,
) =>
  transaction(ctx, async (tx) => {
    await service.requireEnabled(tx, endpointId);
    return toDelivery(await work(tx));
  });

const sendWebhookTest: Handler<'sendWebhookTest'> = async ({ path: { endpoint_id } }, ctx) => ({
  status: 202,
  body: await withEnabled(ctx, endpoint_id, (tx) => deliveries.addTest(tx, endpoint_id, newEventId(ctx.now))),
});

const redeliverWebhook: Handler<'redeliverWebhook'> = async ({ path: { endpoint_id, delivery_id } }, ctx) => ({
  status: 202,
  body: await withEnabled(ctx, endpoint_id, async (tx) => {
    const delivery = await deliveries.redeliver(tx, endpoint_id, fromUlid(delivery_id));
    if (!delivery) throw notFound();
    return delivery;
  }),
});

export function createEndpointHandlers(dependencies: { secrets: EndpointSecrets; allowed: Allowed }) {
  const endpoints = service.createEndpointService(dependencies);

  const createWebhookEndpoint: Handler<'createWebhookEndpoint'> = async ({ body }, ctx) => ({
    status: 201,
    body: toEndpointWithSecret(await endpoints.create(ctx, body), ctx.now),
  });

  const updateWebhookEndpoint: Handler<'updateWebhookEndpoint'> = async ({ path, body }, ctx) => ({
    status: 200,
    body: toEndpoint(await endpoints.update(ctx, path.endpoint_id, body), ctx.now),
  });

  const rotateWebhookEndpointSecret: Handler<'rotateWebhookEndpointSecret'> = async ({ path }, ctx) => ({
    status: 200,
    body: toEndpointWithSecret(await endpoints.rotate(ctx, path.endpoint_id), ctx.now),
  });

  return {
    ...{ listWebhookEndpoints, getWebhookEndpoint, deleteWebhookEndpoint, recoverWebhookEndpoint, listWebhookDeliveries },
    ...{ sendWebhookTest, redeliverWebhook, createWebhookEndpoint, updateWebhookEndpoint, rotateWebhookEndpointSecret },
  } satisfies Partial<Handlers>;
}
