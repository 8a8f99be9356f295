import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { EMAIL, EMAIL_TEMPLATE, TENT_TEMPLATE } from '../documents/kinds.ts';
import { toGeneration as toTemplateGeneration } from '../email-templates/email-templates.view.ts';
import { toGeneration as toEmailGeneration } from '../emails/emails.view.ts';
import { toGeneration as toTentTemplateGeneration } from '../tent-templates/tent-templates.view.ts';
import { cancelGeneration } from './cancel.service.ts';

export function createCancelHandlers({ events }: { events: Events }) {
  const cancelEmailGeneration: Handler<'cancelEmailGeneration'> = async ({ path }, ctx) => {
    const place = { documentId: path.emailId, id: fromUlid(path.generationId) };
    return { status: 200, body: toEmailGeneration(path.emailId, await cancelGeneration(ctx, events, EMAIL, place)) };
  };

  const cancelEmailTemplateGeneration: Handler<'cancelEmailTemplateGeneration'> = async ({ path }, ctx) => {
    const place = { documentId: path.templateId, id: fromUlid(path.generationId) };
    const generation = await cancelGeneration(ctx, events, EMAIL_TEMPLATE, place);
    return { status: 200, body: toTemplateGeneration(path.templateId, generation) };
  };

  const cancelTentTemplateGeneration: Handler<'cancelTentTemplateGeneration'> = async ({ path }, ctx) => {
    const place = { documentId: fromUlid(path.templateId), id: fromUlid(path.generationId) };
    const generation = await cancelGeneration(ctx, events, TENT_TEMPLATE, place);
    return { status: 200, body: toTentTemplateGeneration(path.templateId, generation) };
  };

  return { cancelEmailGeneration, cancelEmailTemplateGeneration, cancelTentTemplateGeneration } satisfies Partial<Handlers>;
}
