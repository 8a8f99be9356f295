/** A merge tag has the same value in a message, in its subject and text, and in the targets of its links. */
import PostalMime from 'postal-mime';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { isAtLength } from '../support/at-length.ts';
import { must, prepareBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { type SmtpSink, smtpError, startSmtp } from '../support/smtp.ts';

type Schemas = components['schemas'];

let service: TestService;
let sink: SmtpSink;
let refused: (to: string) => Error | undefined = () => undefined;
beforeAll(async () => {
  sink = await startSmtp({ onRcptTo: ({ address }, _session, callback) => callback(refused(address)) });
  service = await startTestService({ SMTP_URL: sink.url });
});
afterAll(async () => {
  await service.stop();
  await sink.close();
});

const TAGS = [
  'contact.email',
  'contact.email_domain',
  'contact.first_name',
  'contact.company',
  'contact.custom.trail',
  'contact.custom.size',
  'contact.custom.member',
  'contact.custom.archived',
  'contact.nickname',
  'workspace.name',
];
const HTML =
  `<p>[${TAGS.map((tag) => `{{${tag}}}`).join('|')}]</p>` +
  `<p><a href="https://shop.example.com/?v=${TAGS.map((tag) => `{{${tag}}}`).join('|')}">Yours</a></p>`;

/** The HTML, the text and the link target of the message to an address. */
async function said(to: string): Promise<{ html: string; text: string; link: string }> {
  const { raw } = sink.messages.findLast((message) => message.to === to) ?? {};
  const { html = '', text = '' } = await PostalMime.parse(raw as string);
  const path = /https?:\/\/[^"/]*(\/t\/c\/[^"]+)/.exec(html)?.[1];
  const { headers } = await fetch(`${service.url}${path}`, { redirect: 'manual' });
  const between = (whole: string) => /\[(.*)\]/.exec(whole.replace(/\n/g, ' '))?.[1] as string;
  return {
    html: between(html),
    text: between(text),
    link: decodeURIComponent(/\?v=(.*)/.exec(headers.get('location') ?? '')?.[1] as string),
  };
}

it('in messages and in the targets of clicks, archived fields being nowhere', async () => {
  const { api } = await service.workspace({ name: 'Fjord / Fell' });
  const items = [
    { display_name: 'Trail', value_type: 'string' as const },
    { display_name: 'Size', value_type: 'number' as const },
    { display_name: 'Member', value_type: 'boolean' as const },
    { display_name: 'Archived', value_type: 'string' as const },
  ];
  const made = (await must(api.POST('/v1/contact-fields', { body: { items } }))) as Schemas['CreatedContactFieldBatch'];
  const { blastId } = await prepareBlast(api, ['maya@fjord.example'], HTML);
  const custom_fields = { trail: 'GR 11/å', size: 39.5, member: false, archived: 'gone' };
  await must(api.POST('/v1/contacts/upsert', { body: { items: [{ email: 'maya@fjord.example', company: 'Älv?', custom_fields }] } }));
  await must(
    api.PATCH('/v1/contact-fields/{field_definition_id}', {
      params: { path: { field_definition_id: made.items[3]?.field_definition_id as string } },
      body: { status: 'archived' },
    }),
  );
  await sendNow(api, blastId);
  await service.drain();

  const values = 'maya@fjord.example|fjord.example|Person 0|Älv?|GR 11/å|39.5|false|||Fjord / Fell';
  expect(await said('maya@fjord.example')).toEqual({ html: values, text: values, link: values });
});

it.runIf(isAtLength)('and name the address that the message went to, whenever it was changed', async () => {
  const { api } = await service.workspace();
  const { blastId } = await prepareBlast(api, ['before@old.example', 'later@old.example'], HTML);
  const { items } = await must(api.GET('/v1/contacts', {}));
  const idOf = (email: string) => items.find((contact) => contact.email === email)?.contact_id as string;
  const move = (from: string, to: string) =>
    must(api.PATCH('/v1/contacts/{contact_id}', { params: { path: { contact_id: idOf(from) } }, body: { email: to } }));
  refused = (to) => (to === 'later@old.example' ? smtpError(451, '4.2.0 Not now') : undefined);

  await sendNow(api, blastId);
  await move('before@old.example', 'before@new.example');
  await service.drain();
  await move('later@old.example', 'later@new.example');
  service.clock.advance({ hours: 2 });
  await service.drain();
  expect(sink.messages.map(({ to }) => to)).toEqual(expect.arrayContaining(['before@new.example', 'later@new.example']));
  expect(sink.messages.map(({ to }) => to)).not.toContain('before@old.example');

  await move('before@old.example', 'again@newer.example');
  for (const who of ['before', 'later']) {
    const { html, text, link } = await said(`${who}@new.example`);
    for (const values of [html, text, link]) expect(values).toMatch(new RegExp(`^${who}@new.example\\|new.example\\|Person`));
  }
});
