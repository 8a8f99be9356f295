import type { Db } from '../../src/platform/db.ts';
import { givenTent } from '../tents/given.ts';
import { must } from './blast.ts';
import type { ApiClient } from './client.ts';
import { page } from './generator.ts';
import type { Target } from './hostile.ts';

/** One target of each kind: templates full of tags, a message that values make large, a flow with all edges. */
export async function givenTarget({ api, db, workspaceId }: { api: ApiClient; db: Db; workspaceId: string }): Promise<Target> {
  const headers = { subject: 'Hi', from_name: 'A', from_address: 'a@example.com', reply_to_email: 'a@example.com' };
  const { email_id: emailId } = await must(api.POST('/v1/emails', { body: { name: 'x', ...headers } }));
  const message = '<p>{{contact.custom.story}}</p>'.repeat(1_500);
  await must(api.POST('/v1/emails/{emailId}/save-code', { params: { path: { emailId } }, body: { code: message } }));

  const template = { name: 'x', code: '<p>{{k}}</p>'.repeat(1_900) };
  const { template_id: templateId } = await must(api.POST('/v1/email-templates', { body: template }));
  await must(api.POST('/v1/email-templates/{templateId}/approve', { params: { path: { templateId } } }));
  const pageTemplate = { name: 'x', code: page('{{k}}'.repeat(20_000)) };
  const { template_id: pageTemplateId } = await must(api.POST('/v1/tent-templates', { body: pageTemplate }));
  await must(api.POST('/v1/tent-templates/{templateId}/approve', { params: { path: { templateId: pageTemplateId } } }));

  await must(api.POST('/v1/contact-fields', { body: { items: [{ display_name: 'Story', value_type: 'string' }] } }));
  const somebody = { email: 'long@mail.example', custom_fields: { story: 'é'.repeat(8_000) } };
  const { items } = await must(api.POST('/v1/contacts/upsert', { body: { items: [somebody] } }));

  const condition = { kind: 'condition', source: 'contact', field: 'city', operator: 'equals', value: 'Oslo' };
  const steps = Array.from({ length: 40 }, (_, i) => ({
    ...{ step_id: `s${i}`, type: 'condition_check', condition },
    ...{ true_step_id: `s${(i + 1) % 40}`, false_step_id: `s${(i * 17 + 20) % 40}` },
  }));
  const { flow_id: flowId } = await must(api.POST('/v1/email-flows', { body: { name: 'Maze', steps: steps as never } }));
  const { drawing_url } = await must(api.GET('/v1/email-flows/{flowId}/graph', { params: { path: { flowId } } }));
  const { pathname, search } = new URL(drawing_url);
  const contactId = (items[0] as { contact_id: string }).contact_id;
  return {
    tentId: await givenTent({ db, workspaceId }),
    emailId,
    templateId,
    pageTemplateId,
    contactId,
    flowId,
    drawing: pathname + search,
  };
}
