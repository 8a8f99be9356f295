/** Merge tags that name nothing: shown where an email is saved and read, and before a blast or flow sends it; refused in subjects. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isAtLength } from '../support/at-length.ts';
import { approvedEmail, draftBlast, must, readBlast } from '../support/blast.ts';
import { givenEmail } from '../support/given.ts';
import { references } from '../support/references.ts';
import { startTestService, type TestService } from '../support/service.ts';

let service: TestService;
let given: ReturnType<typeof references>;
beforeAll(async () => {
  service = await startTestService();
  given = references(service);
});
afterAll(() => service.stop());

const page = (body: string) => `<!doctype html><html><body>${body}</body></html>`;
const HEADERS = { from_name: 'Juniper', from_address: 'hello@example.com', reply_to_email: 'hello@example.com' };

type Warned = { warnings?: { code: string; tags?: string[] }[] | undefined };
const tagsIn = ({ warnings }: Warned) => warnings?.flatMap(({ code, tags }) => (code === 'unknown_merge_tag' ? tags : [code]));
const at = (emailId: string) => ({ params: { path: { emailId } } });
const create = async (headers: object) =>
  must(service.api.POST('/v1/emails', { body: { name: 'Tags', subject: 'Hello', ...HEADERS, ...headers } })) as Promise<
    Warned & { email_id: string }
  >;
const save = (emailId: string, code: string) =>
  must(service.api.POST('/v1/emails/{emailId}/save-code', { ...at(emailId), body: { code } }));
const change = (emailId: string, body: object) => must(service.api.PATCH('/v1/emails/{emailId}', { ...at(emailId), body }));
const read = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}', at(emailId)));
const approve = (emailId: string) => service.api.POST('/v1/emails/{emailId}/approve', at(emailId));

test.runIf(isAtLength)('every save of an email names the tags that nothing is behind, wherever they are', async () => {
  const { id: fieldId, name } = await given.field();
  const { name: archived, id } = await given.field();
  await must(given.archive(id));
  const email = await create({ subject: 'Hi {{contact.first_name}}', preview_text: '{{contact.frist_name | default: "you"}}' });
  expect(tagsIn(email)).toEqual(['{{contact.frist_name}}']);
  const known =
    `{{contact.custom.${name}}} {{contact["first_name"] | upcase}} {{ contact.email_domain }} {{campaign.dynamic.code}} ` +
    '{{campaign.tents["a page"].url}} {{workspace.name}} {{unsubscribe_url}} {{ "{{" }} {{ "contact.x" }}';
  expect(tagsIn(await save(email.email_id, page(known)))).toEqual(['{{contact.frist_name}}']);
  expect(tagsIn(await change(email.email_id, { preview_text: null }))).toEqual([]);
  const unknown =
    `<a href="https://example.com/?a={{contact.Email}}">x</a> {{first_name}} {{contact.custom.${archived}}} {{contact.custom}} {{contact}} ` +
    '{{contact.email | default: contact.nick}} {{campaign.tents.page}} {{workspace.id}} {{unsubscribe_url.x}} {{contact.unsubscribed}}';
  const saved = await save(email.email_id, page(unknown.repeat(40)));
  const all = [
    ...['{{campaign.tents.page}}', '{{contact.Email}}', `{{contact.custom.${archived}}}`, '{{contact.custom}}', '{{contact.nick}}'],
    ...['{{contact.unsubscribed}}', '{{contact}}', '{{first_name}}', '{{unsubscribe_url.x}}', '{{workspace.id}}'],
  ].sort();
  expect(tagsIn(saved)?.toSorted()).toEqual(all);
  expect(saved.warnings.find(({ code }) => code === 'unknown_merge_tag')?.message).toContain('{{contact.nick}}');
  expect(tagsIn(await read(email.email_id))?.toSorted()).toEqual(all);
  // A custom plain text is scanned too, and a field that exists now is no longer unknown.
  await save(email.email_id, page(`{{contact.custom.${archived}}}`));
  await must(service.api.PUT('/v1/emails/{emailId}/plain-text', { ...at(email.email_id), body: { content: '{{contact.nick}}' } }));
  expect(tagsIn(await read(email.email_id))).toEqual([`{{contact.custom.${archived}}}`, '{{contact.nick}}']);
  await must(given.restore(id));
  expect(tagsIn(await read(email.email_id))).toEqual(['{{contact.nick}}']);
  await must(given.archive(fieldId));
});

test('a version of an older service is scanned where it is read', async () => {
  const id = await givenEmail({ db: service.db, workspaceId: service.id });
  await service.db.prisma.version.updateMany({
    where: { workspaceId: service.id, documentId: id },
    data: { html: page('{{contact.nick}}') },
  });
  expect(tagsIn(await read(id))).toEqual(['{{contact.nick}}']);
});

test('templates may have tokens of their own, which an email made from one still has until they are filled in', async () => {
  const code = page('<p>{{season}} {{hut}}</p>');
  const template = (await must(service.api.POST('/v1/email-templates', { body: { name: 'Season', code } }))) as Warned & {
    template_id: string;
  };
  expect(template.warnings).toEqual([]);
  await must(service.api.POST('/v1/email-templates/{templateId}/approve', { params: { path: { templateId: template.template_id } } }));
  const email = await create({ template_id: template.template_id, token_data: { season: 'Spring' } });
  expect(tagsIn(email)).toEqual(['{{hut}}']);
});

test('a subject with such a tag is not approved, and makes an approved email a draft', async () => {
  const { email_id } = await create({ subject: 'Hi {{contact.frist_name | default: "you"}}' });
  const { response, error } = await approve(email_id);
  expect([response.status, error?.error_code, error?.details?.issues?.map(({ path }) => path)]).toEqual([
    400,
    'validation_failed',
    ['subject'],
  ]);
  expect(error?.details?.issues?.[0]?.message).toContain('{{contact.frist_name}}');
  expect((await change(email_id, { subject: 'Hi {{contact.first_name}}' })).status).toBe('draft');
  expect((await must(approve(email_id))).status).toBe('approved');
  expect((await change(email_id, { preview_text: '{{nobody}}', name: 'Other' })).status).toBe('approved');
  const changed = await change(email_id, { subject: 'Hi {{name}}' });
  expect([changed.status, tagsIn(changed)]).toEqual(['draft', ['{{name}}', '{{nobody}}']]);
});

test.runIf(isAtLength)('a blast warns of the tags of what it sends, and of those that only flows fill in', async () => {
  const emailId = await approvedEmail(service.api, page('{{contact.nick}} {{campaign.dynamic.code}} {{contact.first_name}}'));
  const blastId = await draftBlast(service.api, await given.list(), emailId);
  await save(emailId, page('Newer, and not what is sent.'));
  const readiness = async () => (await readBlast(service.api, blastId)).approval_readiness;
  expect(await readiness()).toMatchObject({
    ready: true,
    warnings: ['empty_static_audience', 'newer_email_version', 'unknown_merge_tag', 'no_postal_address'],
    unknown_merge_tags: ['{{campaign.dynamic.code}}', '{{contact.nick}}'],
  });
  await must(approve(emailId));
  expect(await readiness()).toMatchObject({ missing: ['schedule'], warnings: ['empty_static_audience', 'no_postal_address'] });
  expect(await readiness()).not.toHaveProperty('unknown_merge_tags');
});

test('a flow warns of the tags in its emails and in the texts of its steps', async () => {
  const emailId = await approvedEmail(service.api, page('{{contact.nick}} {{campaign.dynamic.code}} {{unsubscribe_url}}'));
  const { activation_readiness } = await must(
    service.api.POST('/v1/email-flows', {
      body: {
        name: 'Tags',
        triggers: [{ type: 'contact_created' }],
        steps: [
          { step_id: 'mail', type: 'send_email', email_id: emailId, next_step_id: 'page' },
          { step_id: 'page', type: 'create_tent', source: 'scratch', prompt: 'A page for {{contact.frist_name}}', next_step_id: 'call' },
          {
            ...{ step_id: 'call', type: 'send_webhook', endpoint_url: 'https://crm.example.com/{{contact.id}}' },
            custom_fields: { deep: [{ link: '{{unsubscribe_url}} {{contact.email}}' }] },
          },
        ],
      },
    }),
  );
  expect(activation_readiness?.ready).toBe(true);
  expect(activation_readiness?.warnings.map(({ step_id, field, code, tags }) => [step_id, field, code, tags])).toEqual([
    ['mail', 'email_id', 'unknown_merge_tag', ['{{contact.nick}}']],
    ['page', 'prompt', 'unknown_merge_tag', ['{{contact.frist_name}}']],
    ['call', 'endpoint_url', 'unknown_merge_tag', ['{{contact.id}}']],
    ['call', 'custom_fields', 'unknown_merge_tag', ['{{unsubscribe_url}}']],
    ['mail', null, 'no_postal_address', undefined],
  ]);
});
