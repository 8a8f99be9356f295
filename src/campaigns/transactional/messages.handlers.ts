import type { Handler, Handlers } from '../../http/handler.types.ts';
import { fromUlid } from '../../platform/ids.ts';
import { momentOf } from '../../shared/dates.ts';
import { DomainError } from '../../shared/errors.ts';
import { type AcceptDependencies, type Accepted, acceptMessages } from './accept.service.ts';
import { cancelMessage, listMessages, requireMessage } from './messages.service.ts';
import { toAccepted, toBatchResult, toMessage, toMessageSummary } from './messages.view.ts';

const momentIn = (text: string | undefined): Date | undefined => (text === undefined ? undefined : (momentOf(text) ?? undefined));

export function createMessageHandlers(dependencies: AcceptDependencies) {
  const sendMessage: Handler<'sendMessage'> = async ({ body }, ctx) => {
    const [outcome] = await acceptMessages(ctx, dependencies, [body], [null]);
    if (outcome instanceof DomainError) throw outcome;
    return { status: 202, body: toAccepted(outcome as Accepted) };
  };

  const sendMessages: Handler<'sendMessages'> = async ({ body: { items }, itemIssues }, ctx) => ({
    status: 202,
    body: toBatchResult(await acceptMessages(ctx, dependencies, items, itemIssues)),
  });

  return {
    sendMessage,
    sendMessages,

    async listMessages({ query: { status, contact_id: contactId, tag, from, to, cursor, limit } }, ctx) {
      const filters = { status, contactId, tag, from: momentIn(from), to: momentIn(to) };
      const { rows, next } = await listMessages(ctx, filters, { cursor, limit });
      return { status: 200, body: { messages: rows.map(toMessageSummary), ...next } };
    },

    async getMessage({ path }, ctx) {
      return { status: 200, body: toMessage(await requireMessage(ctx, fromUlid(path.message_id))) };
    },

    async cancelMessage({ path }, ctx) {
      return { status: 200, body: toMessage(await cancelMessage(ctx, fromUlid(path.message_id))) };
    },
  } satisfies Partial<Handlers>;
}
