/** UTM parameters, which links get when an email is sent. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Utm, withUtm } from '../../src/campaigns/messages/utm.ts';
import { sql } from '../../src/platform/db.ts';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, must, sendNow } from '../support/blast.ts';
import { emailStep, type FlowMail, startFlowMail } from '../support/flow-mail.ts';
import { givenContacts, givenList } from '../support/given.ts';

const UTM = { source: 'newsletter', campaign: 'spring & co' };
const ADDED = 'utm_source=newsletter&utm_campaign=spring%20%26%20co';

describe('an address', () => {
  it.each<[string, Utm, string]>([
    ['https://shop.example', UTM, `https://shop.example?${ADDED}`],
    ['https://shop.example/a?b=c', UTM, `https://shop.example/a?b=c&${ADDED}`],
    ['https://shop.example/a?b=c&', UTM, `https://shop.example/a?b=c&${ADDED}`],
    ['https://shop.example/a?', UTM, `https://shop.example/a?${ADDED}`],
    ['https://shop.example/a#part?x', UTM, `https://shop.example/a?${ADDED}#part?x`],
    ['https://shop.example/?UTM_Source=theirs', UTM, 'https://shop.example/?UTM_Source=theirs&utm_campaign=spring%20%26%20co'],
    ['https://shop.example/?xutm_source=theirs#utm_campaign=1', UTM, `https://shop.example/?xutm_source=theirs&${ADDED}#utm_campaign=1`],
    ['https://shop.example/{{contact.custom["a#b?c"]}}', UTM, `https://shop.example/{{contact.custom["a#b?c"]}}?${ADDED}`],
    [
      'https://shop.example/?for={{contact.email}}#{{contact.city}}',
      { term: '{{x}}' },
      'https://shop.example/?for={{contact.email}}&utm_term=%7B%7Bx%7D%7D#{{contact.city}}',
    ],
    ['https://shop.example/?utm_source=', { source: 'x' }, 'https://shop.example/?utm_source='],
    ['https://shop.example/', { content: '\ud800' }, 'https://shop.example/?utm_content=%EF%BF%BD'],
  ])('%s', (address, utm, result) => {
    expect(withUtm(address, utm)).toBe(result);
    expect(withUtm(result, utm)).toBe(result);
  });
});

const HTML =
  '<p><a href="https://shop.example.com/?a=1&amp;utm_source=theirs#top">One</a> <a href="mailto:hi@example.com">Two</a> <a href="{{unsubscribe_url}}">Out</a></p>';
let mail: FlowMail;
beforeAll(async () => {
  mail = await startFlowMail();
});
afterAll(() => mail.stop());
const linksOf = async (messageId: string) =>
  (
    await mail.service.db.query<{ url: string }>(sql`
      SELECT url FROM message_links WHERE workspace_id = ${mail.service.id}::uuid AND message_id = ${messageId}::uuid ORDER BY position`)
  ).map(({ url }) => url);
const LINK = 'https://shop.example.com/?a=1&utm_source=theirs&utm_campaign=spring%20%26%20co#top';

describe('a blast', () => {
  it.runIf(isAtLength)('has them for its links, and gives them to its copies', async () => {
    const { api, id: workspaceId } = mail.service;
    const { blast_id, utm } = await must(api.POST('/v1/email-blasts', { body: { name: 'Spring', utm: UTM } }));
    expect(utm).toEqual(UTM);
    const at = { params: { path: { blastId: blast_id } } };
    const patch = (body: object) => api.PATCH('/v1/email-blasts/{blastId}', { ...at, body });
    expect((await must(patch({ utm: { source: 'x' } }))).utm).toEqual({ source: 'x' });
    expect((await must(patch({ name: 'Spring again' }))).utm).toEqual({ source: 'x' });
    expect((await must(patch({ utm: null }))).utm).toBeNull();
    await must(patch({ utm: UTM }));
    for (const wrong of [{}, { source: '' }, { source: null }, { id: 'x' }])
      expect((await patch({ utm: wrong })).response.status).toBe(400);

    const list_id = await givenList({ db: mail.service.db, workspaceId }, await givenContacts({ db: mail.service.db, workspaceId }, 1));
    await must(api.PUT('/v1/email-blasts/{blastId}/audience', { ...at, body: { source: 'existing', list_id } }));
    await must(
      api.PUT('/v1/email-blasts/{blastId}/email', { ...at, body: { source: 'existing', email_id: await approvedEmail(api, HTML) } }),
    );
    await sendNow(api, blast_id);
    await mail.service.drain();
    expect(await linksOf(blast_id)).toEqual([LINK]);

    expect((await patch({ utm: null })).response.status).toBe(409);
    expect((await must(patch({ name: 'Sent' }))).utm).toEqual(UTM);
    expect((await must(api.POST('/v1/email-blasts/{blastId}/duplicate', at))).utm).toEqual(UTM);
    expect((await must(api.POST('/v1/email-blasts/{blastId}/resend-to-non-openers', at))).utm).toEqual(UTM);
  });
});

describe('a step of a flow', () => {
  it.runIf(isAtLength)('has them for its links; other parameters make another message, and none leaves the message as it was', async () => {
    const { service } = mail;
    const step = await emailStep(service, HTML);
    const flow = await mail.flow([{ ...step, utm: UTM } as never]);
    const messages = async () =>
      (
        await service.db.query<{ id: string }>(sql`
          SELECT message_id::text AS id FROM flow_messages WHERE workspace_id = ${service.id}::uuid AND flow_id = ${flow.flowId}::uuid ORDER BY message_id`)
      ).map(({ id }) => id);
    const [ada, bo] = (await givenContacts({ db: service.db, workspaceId: service.id }, 2)) as [string, string];
    await mail.enter(flow, [ada]);
    await mail.settle();
    const [first] = await messages();
    expect(await linksOf(first as string)).toEqual([LINK]);

    const params = { path: { flowId: flow.flowId, stepId: step.step_id } };
    await mail.pause(flow);
    const changed = await must(service.api.PATCH('/v1/email-flows/{flowId}/steps/{stepId}', { params, body: { step: { utm: null } } }));
    expect(changed.steps[0]).not.toHaveProperty('utm');
    await mail.activate(flow);
    await mail.enter(flow, [bo]);
    await mail.settle();
    const [, second] = await messages();
    expect(await linksOf(second as string)).toEqual(['https://shop.example.com/?a=1&utm_source=theirs#top']);
  });
});
