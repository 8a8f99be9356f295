import { requireContact } from '../../../audience/contacts/contacts.repo.ts';
import type { Handler, Handlers } from '../../../http/handler.types.ts';
import { fromUlid } from '../../../platform/ids.ts';
import { invalid, notFound } from '../../../shared/errors.ts';
import { isTooLong, TOO_LONG } from '../fields.ts';
import { requireFlow } from '../flows.service.ts';
import { findCurrentVisit, findMembers, findVisits, pageOfFlowsOf, pageOfMembers } from './members.repo.ts';
import { type Enrolments, removeMember } from './members.service.ts';
import { MOST_STEPS, toFlowOfContact, toMembership, toMembershipDetail } from './members.view.ts';

export function createMemberHandlers(enrolments: Enrolments) {
  const enrol: Handler<'enrolContactInEmailFlow'> = async ({ path, body }, ctx) => {
    if (isTooLong(body?.dynamic_context ?? {})) throw invalid({ path: 'dynamic_context', message: TOO_LONG });
    const wanted = { flowId: path.flowId, contactId: path.contactId, dynamicContext: body?.dynamic_context };
    return { status: 201, body: toMembership(await enrolments.enrol(ctx, wanted)) };
  };

  return {
    enrolContactInEmailFlow: Object.assign(enrol, { gathers: true as const }),

    async removeContactFromEmailFlow({ path }, ctx) {
      return { status: 200, body: toMembership(await removeMember(ctx, path.flowId, path.contactId)) };
    },

    async listEmailFlowMembers({ path, query }, ctx) {
      await requireFlow(ctx, path.flowId);
      const { status, ...rest } = query;
      const filter = { ...rest, status: status === 'any' ? undefined : status };
      const { rows, paging } = await pageOfMembers(ctx, path.flowId, filter);
      return { status: 200, body: { members: rows.map(toMembership), ...paging } };
    },

    async listEmailFlowsOfContact({ path, query }, ctx) {
      await requireContact(ctx, path.contact_id);
      const { status, ...page } = query;
      const { rows, paging } = await pageOfFlowsOf(ctx, path.contact_id, { ...page, status: status === 'any' ? undefined : status });
      return { status: 200, body: { memberships: rows.map(toFlowOfContact), ...paging } };
    },

    async getEmailFlowMember({ path }, ctx) {
      const flow = await requireFlow(ctx, path.flowId);
      const [member] = await findMembers(ctx, flow.id, [fromUlid(path.membershipId)]);
      if (!member) throw notFound();
      const visits = await findVisits(ctx, member.id, MOST_STEPS);
      return { status: 200, body: toMembershipDetail(flow, member, { visits, current: await findCurrentVisit(ctx, flow.id, member) }) };
    },
  } satisfies Partial<Handlers>;
}
