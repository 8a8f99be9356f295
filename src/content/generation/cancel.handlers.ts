import type { Handler, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { fromUlid } from '../../platform/ids.ts';
import { EMAIL, EMAIL_TEMPLATE, TENT_TEMPLATE } from '../documents/kinds.ts';
import { toGeneration as toTemplateGeneration } from '../email-templates/email-templates.view.ts';
import { toGeneration as toEmailGeneration } from '../emails/emails.view.ts';
import { toGeneration as toTentTemplateGeneration } from '../tent-templates/tent-templates.view.ts';
import { cancelGeneration } from './cancel.service.ts';

export function createCancelHandlers({ events }: { events: Events }) {
  const cancelEmailGeneration: Handler<'cancelEmailGeneration'> = async ({ path }, { db, workspaceId, now }) => {
    const place = { documentId: path.emailId, id: fromUlid(path.generationId) };
    return { status: 200, body: toEmailGeneration(path.emailId, await cancelGeneration(db, events, EMAIL, workspaceId, place, now)) };
  };

  const cancelEmailTemplateGeneration: Handler<'cancelEmailTemplateGeneration'> = async ({ path }, { db, workspaceId, now }) => {
    const place = { documentId: path.templateId, id: fromUlid(path.generationId) };
    const generation = await cancelGeneration(db, events, EMAIL_TEMPLATE, workspaceId, place, now);
    return { status: 200, body: toTemplateGeneration(path.templateId, generation) };
  };

  const cancelTentTemplateGeneration: Handler<'cancelTentTemplateGeneration'> = async ({ path }, { db, workspaceId, now }) => {
    const place = { documentId: fromUlid(path.templateId), id: fromUlid(path.generationId) };
    const generation = await cancelGeneration(db, events, TENT_TEMPLATE, workspaceId, place, now);
    return { status: 200, body: toTentTemplateGeneration(path.templateId, generation) };
  };

  return { cancelEmailGeneration, cancelEmailTemplateGeneration, cancelTentTemplateGeneration } satisfies Partial<Handlers>;
}
