/** Work that must not continue in a copy of the service without a confirmation. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countUnderWay, stopUnderWay } from '../../../src/campaigns/under-way.ts';
import { isAtLength } from '../../support/at-length.ts';
import { must } from '../../support/blast.ts';
import { emailStep, type FlowMail, startFlowMail } from '../../support/flow-mail.ts';
import { givenContacts } from '../../support/given.ts';

let mail: FlowMail;
beforeAll(async () => {
  mail = await startFlowMail();
});
afterAll(() => mail.stop());

it.runIf(isAtLength)('active flows are under way, and stop with all that they were about to do', async () => {
  const { db, api, id, clock } = mail.service;
  expect(await countUnderWay(db)).toBe(0);
  const flow = await mail.flow([await emailStep(mail.service)]);
  const [ada, bo] = (await givenContacts({ db, workspaceId: id }, 2)) as [string, string];
  await mail.enter(flow, [ada]);
  await mail.move();
  await mail.enter(flow, [bo]);
  expect(await countUnderWay(db)).toBe(1);
  await stopUnderWay(db, 'a copy', clock.now());
  // Its trigger is a new contact.
  await must(api.POST('/v1/contacts', { body: { items: [{ email: 'cleo@example.net' }] } }));
  await mail.settle();
  expect([mail.sink.messages.length, await countUnderWay(db)]).toEqual([0, 0]);
  const path = { flowId: flow.flowId };
  expect(await must(api.GET('/v1/email-flows/{flowId}', { params: { path } }))).toMatchObject({ status: 'paused' });

  await mail.activate(flow);
  await mail.settle();
  expect(mail.sink.messages).toHaveLength(2);
});
