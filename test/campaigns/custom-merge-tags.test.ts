/** `{{contact.custom.x}}` in a blast's texts and in the addresses of its links. */
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

type Schemas = components['schemas'];

let service: TestService;
let sink: SmtpSink;
beforeEach(async () => {
  sink = await startSmtp();
  service = await startTestService({ SMTP_URL: sink.url });
});
afterEach(async () => {
  await service.stop();
  await sink.close();
});

const HTML =
  '<p>{{contact.custom.trail | default: "no trail"}}, {{contact.custom.size | default: "no size"}}, {{contact.custom.member}}</p>' +
  '<p><a href="https://shop.example.com/?t={{contact.custom.trail}}&amp;s={{contact.custom.size}}&amp;x={{contact.custom_fields.trail}}">Yours</a></p>';

it('shows what the contact has, and nothing of archived fields', async () => {
  const { api } = service;
  const items = [
    { display_name: 'Trail', value_type: 'string' as const },
    { display_name: 'Size', value_type: 'number' as const },
    { display_name: 'Member', value_type: 'boolean' as const },
  ];
  const made = (await must(api.POST('/v1/contact-fields', { body: { items } }))) as Schemas['CreatedContactFieldBatch'];
  const { blastId } = await prepareBlast(api, ['maya@example.net', 'bare@example.net'], HTML);
  const custom_fields = { trail: 'GR 11 <b>', size: 39.5, member: true };
  await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'maya@example.net', custom_fields }] } }));
  const setStatus = (status: Schemas['ContactFieldStatus']) =>
    must(
      api.PATCH('/v1/contact-fields/{field_definition_id}', {
        params: { path: { field_definition_id: made.items[0]?.field_definition_id as string } },
        body: { status },
      }),
    );
  await setStatus('archived');
  await sendNow(api, blastId);
  await service.drain();

  const bodies = new Map<string, string>();
  for (const { to, raw } of sink.messages) bodies.set(to, (await PostalMime.parse(raw)).html ?? '');
  expect(bodies.get('maya@example.net')).toContain('<p>no trail, 39.5, true</p>');
  expect(bodies.get('bare@example.net')).toContain('<p>no trail, no size, </p>');

  const link = /https?:\/\/[^"]*(\/t\/c\/[^"]+)/.exec(bodies.get('maya@example.net') ?? '')?.[1];
  const target = async () => (await fetch(`${service.url}${link}`, { redirect: 'manual' })).headers.get('location');
  expect(await target()).toBe('https://shop.example.com/?t=&s=39.5&x=');
  await setStatus('active');
  expect(await target()).toBe('https://shop.example.com/?t=GR%2011%20%3Cb%3E&s=39.5&x=');
});
