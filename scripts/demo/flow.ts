/** A flow that whoever sends the form of a page enters: a welcome, a branch, a list, and a wait in which its drawing shows people. */
import { type Client, poll, unwrap, waitForEmailGeneration } from '../../src/client/index.ts';
import { SENDER } from './blast.ts';
import type { LivePage } from './page.ts';
import { SOON } from './patience.ts';
import { readMailOf } from './readers.ts';
import { count, heading, step, table } from './terminal.ts';

const PROMPT = `A short welcome to guided ridge hikes: the place is kept, we meet on Saturday at 7:00 at the old mill, bring water and good boots.
One button to the packing list. Green and sand.`;
/** The step where members stay for now. */
const WAIT = 'two_days';
/** The readers of the welcome. */
const READERS = { openers: 6, clickers: 0, leavers: 0 };

export async function makeFlow(api: Client, name: string, { tentId, form }: LivePage): Promise<string> {
  const emailId = await step(
    'Writing its email',
    () => writeEmail(api, name),
    () => 'from a prompt, approved',
  );
  return step(
    'Making a flow',
    async () => {
      const { list_id: listId } = await unwrap(api.POST('/v1/contact-lists', { body: { name: `${name}: ridge walkers`, kind: 'static' } }));
      const { fields } = await unwrap(api.GET('/v1/contact-fields'));
      const trail = fields.find(({ api_name }) => api_name === 'favourite_trail');
      const { flow_id: flowId } = await unwrap(
        api.POST('/v1/email-flows', {
          body: {
            name,
            triggers: [{ type: 'form_submitted', tent_id: tentId, form_id: form.form_id }],
            steps: [
              { step_id: 'welcome', type: 'send_email', label: 'Say welcome', email_id: emailId, next_step_id: 'which_trail' },
              {
                step_id: 'which_trail',
                type: 'condition_check',
                label: 'Ridge or valley?',
                condition: {
                  kind: 'condition',
                  source: 'custom_field',
                  fieldDefinitionId: trail?.field_definition_id ?? null,
                  operator: 'contains',
                  value: 'ridge',
                },
                true_step_id: 'ridge_walkers',
                false_step_id: 'valley',
              },
              { step_id: 'ridge_walkers', type: 'add_to_list', label: 'Ridge walkers', list_id: listId, next_step_id: WAIT },
              {
                step_id: WAIT,
                type: 'wait',
                label: 'Before the hike',
                duration_amount: 2,
                duration_unit: 'days',
                next_step_id: 'reminder',
              },
              { step_id: 'reminder', type: 'send_email', label: 'Remind them', email_id: emailId },
              {
                step_id: 'valley',
                type: 'update_contact',
                label: 'Keep them in mind',
                updates: [{ field: 'lifecycleStage', value: 'valley walker' }],
              },
            ],
          },
        }),
      );
      await unwrap(api.POST('/v1/email-flows/{flowId}/activate', { params: { path: { flowId } } }));
      return flowId;
    },
    () => 'six steps, active: it waits for the form',
  );
}

/** Waits until everybody who sent the form has gone as far as the flow goes today, and has some read the welcome. Resolves with its report in lines. */
export async function followFlow(
  api: Client,
  baseUrl: string,
  flowId: string,
  since: string,
  entering: number,
): Promise<{ drawingUrl: string; report: string }> {
  const params = { path: { flowId } };
  await step(
    'Moving its members',
    (show) =>
      poll(
        async () => {
          const { details, steps } = await unwrap(api.GET('/v1/email-flows/{flowId}/report', { params }));
          const waiting = steps.find(({ step_id }) => step_id === WAIT)?.member_count ?? 0;
          const settled = details.completed_count + details.dropped_count + waiting;
          show(`${count(settled)} of ${count(entering)}`);
          return { settled, waiting, completed: details.completed_count };
        },
        ({ settled }) => settled >= entering,
        SOON,
      ),
    ({ waiting, completed }) => `${count(completed)} have come to the end, ${count(waiting)} wait for their reminder`,
  );
  const opened = await step(
    'Reading its email',
    (show) => readMailOf(baseUrl, since, READERS, show),
    (openers) => `${count(openers)} people opened it`,
  );
  const { name, steps } = await poll(
    () => unwrap(api.GET('/v1/email-flows/{flowId}/report', { params })),
    ({ steps: [first] }) => (first?.email?.opened_count ?? 0) >= opened,
    SOON,
  );
  const { drawing_url } = await unwrap(api.GET('/v1/email-flows/{flowId}/graph', { params }));
  const rows = steps.map(({ step_id, label, entered_count, member_count, email }) => [
    label ?? step_id,
    count(entered_count),
    count(member_count),
    email ? count(email.opened_count) : '–',
  ]);
  const report = `${heading(`The flow "${name}"`)}  ${drawing_url}\n\n${table([['Step', 'Came', 'Are there', 'Opened'], ...rows], [1, 2, 3])}`;
  return { drawingUrl: drawing_url, report };
}

async function writeEmail(api: Client, name: string): Promise<string> {
  const headers = { ...SENDER, subject: 'Your place is kept, {{contact.first_name | default: "hiker"}}' };
  const started = await unwrap(api.POST('/v1/emails', { body: { name, prompt: PROMPT, ...headers } }));
  await waitForEmailGeneration(api, started, SOON);
  await unwrap(api.POST('/v1/emails/{emailId}/approve', { params: { path: { emailId: started.email_id } } }));
  return started.email_id;
}
