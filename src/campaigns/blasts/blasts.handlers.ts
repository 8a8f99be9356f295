import type { Blast } from '../../../generated/prisma/client.ts';
import type { Call, Handlers } from '../../http/handler.types.ts';
import type { Events } from '../../platform/events.ts';
import { notFound, notImplemented } from '../../shared/errors.ts';
import { paginationOf } from '../../shared/paging.ts';
import { findBlasts, insertBlast, updateBlast } from './blasts.repo.ts';
import {
  completeBlast,
  type EnqueueSending,
  removeBlast,
  requireBlast,
  sendNow,
  setAudience,
  setEmail,
  setInlineAudience,
} from './blasts.service.ts';
import { toEmailBlast } from './blasts.view.ts';
import { findRecipients } from './report.repo.ts';
import { toRecipient } from './report.view.ts';
import { completeBlasts } from './whole-blast.repo.ts';

export interface BlastDependencies {
  enqueueSending: EnqueueSending;
  events: Events;
}

const show = async ({ db, workspaceId }: Call, blast: Blast) => toEmailBlast(await completeBlast(db, workspaceId, blast));

/** The operations of email blasts. */
export const createBlastHandlers = ({ enqueueSending, events }: BlastDependencies) =>
  ({
    async listEmailBlasts({ query }, { db, workspaceId }) {
      const { blasts, total } = await findBlasts(db, workspaceId, query);
      const whole = await completeBlasts(db, workspaceId, blasts);
      return { status: 200, body: { blasts: whole.map(toEmailBlast), pagination: paginationOf(query, total) } };
    },

    async createEmailBlast({ body: { name, description = null } }, call) {
      const blast = await insertBlast(call.db, call.workspaceId, { name, description }, call.now);
      return { status: 201, body: await show(call, blast) };
    },

    async getEmailBlast({ path }, call) {
      const blast = await requireBlast(call.db, call.workspaceId, path.blastId);
      return { status: 200, body: await show(call, blast) };
    },

    async updateEmailBlast({ path, body }, call) {
      const blast = await updateBlast(call.db, call.workspaceId, path.blastId, body, call.now);
      if (!blast) throw notFound();
      return { status: 200, body: await show(call, blast) };
    },

    async deleteEmailBlast({ path }, { db, workspaceId }) {
      await removeBlast(db, workspaceId, path.blastId);
      return { status: 200, body: { blast_id: path.blastId, deleted: true } };
    },

    async setEmailBlastAudience({ path, body }, call) {
      const { db, workspaceId, now } = call;
      const blast =
        body.source === 'inline'
          ? await setInlineAudience(db, events, workspaceId, path.blastId, body, now)
          : await setAudience(db, workspaceId, path.blastId, body.list_id, now);
      return { status: 200, body: await show(call, blast) };
    },

    async setEmailBlastEmail({ path, body }, call) {
      if (body.source === 'inline') throw notImplemented('an email of its own for a blast');
      const blast = await setEmail(call.db, call.workspaceId, path.blastId, body.email_id, call.now);
      return { status: 200, body: await show(call, blast) };
    },

    async sendEmailBlastNow({ path, body }, { db, workspaceId, now }) {
      const whole = await sendNow(db, workspaceId, path.blastId, { operational: body?.operational ?? false, now, enqueueSending });
      return { status: 202, body: toEmailBlast(whole) };
    },

    async listEmailBlastContacts({ path, query }, { db, workspaceId }) {
      await requireBlast(db, workspaceId, path.blastId);
      const { rows, total } = await findRecipients(db, workspaceId, path.blastId, query);
      return { status: 200, body: { contacts: rows.map(toRecipient), pagination: paginationOf(query, total) } };
    },
  }) satisfies Partial<Handlers>;
