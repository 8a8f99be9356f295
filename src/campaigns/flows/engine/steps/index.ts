import type { Events } from '../../../../platform/events.ts';
import { conditionCheck } from './condition-check.ts';
import { createCreateTent, type TentDependencies } from './create-tent.ts';
import { dropFromFlow } from './drop-from-flow.ts';
import { createAddToList, createRemoveFromList } from './lists.ts';
import { sendEmail } from './send-email.ts';
import { sendWebhook } from './send-webhook.ts';
import type { Executors } from './step.types.ts';
import { createUpdateContact } from './update-contact.ts';
import { wait } from './wait.ts';

export interface StepDependencies extends TentDependencies {
  events: Events;
}

/** What carries each type of step out. */
export const createExecutors = (dependencies: StepDependencies): Executors => ({
  send_email: sendEmail,
  wait,
  update_contact: createUpdateContact(dependencies),
  add_to_list: createAddToList(dependencies),
  remove_from_list: createRemoveFromList(dependencies),
  condition_check: conditionCheck,
  create_tent: createCreateTent(dependencies),
  send_webhook: sendWebhook,
  drop_from_flow: dropFromFlow,
});
