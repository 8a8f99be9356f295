import type { Step, StepOf, StepType } from '../definition.ts';
import type { Executor, Executors } from '../engine/step.types.ts';
import type { StepDependencies, StepKind } from '../step.kind.ts';
import { addToList } from './add-to-list.ts';
import { conditionCheck } from './condition-check.ts';
import { createTent } from './create-tent.ts';
import { dropFromFlow } from './drop-from-flow.ts';
import { removeFromList } from './remove-from-list.ts';
import { sendEmail } from './send-email.ts';
import { sendWebhook } from './send-webhook.ts';
import { split } from './split.ts';
import { updateContact } from './update-contact.ts';
import { wait } from './wait.ts';

const KINDS: { [Type in StepType]: StepKind<StepOf<Type>> } = {
  send_email: sendEmail,
  wait,
  update_contact: updateContact,
  add_to_list: addToList,
  remove_from_list: removeFromList,
  condition_check: conditionCheck,
  split,
  create_tent: createTent,
  send_webhook: sendWebhook,
  drop_from_flow: dropFromFlow,
};

export const kindOf = ({ type }: Pick<Step, 'type'>): StepKind => KINDS[type] as StepKind;

export const createExecutors = (dependencies: StepDependencies): Executors =>
  Object.fromEntries(Object.values(KINDS).map(({ type, execute }) => [type, execute(dependencies) as Executor])) as Executors;
