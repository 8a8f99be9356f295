import type { Blast } from '../../../generated/prisma/client.ts';
import { type Call, type Handlers, holding } from '../../http/handler.types.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { momentOf } from '../../shared/dates.ts';
import { paginationOf } from '../../shared/paging.ts';
import { findBlasts, insertBlast, lockForSending, updateBlast } from './blasts.repo.ts';
import {
  duplicateBlast,
  noBlast,
  removeBlast,
  requireBlast,
  setAudience,
  setEmail,
  setInlineAudience,
  setInlineEmail,
} from './blasts.service.ts';
import { toEmailBlast } from './blasts.view.ts';
import * as moves from './moves.service.ts';
import { resume, type Sending, schedule, sendNow } from './release.service.ts';
import { findRecipients } from './report.repo.ts';
import { toRecipient } from './report.view.ts';
import { completeBlast, completeBlasts } from './whole-blast.repo.ts';

export interface BlastDependencies {
  sending: Sending;
  events: Events;
}

const show = async (ctx, blast: Blast) => toEmailBlast(await completeBlast(ctx, blast));

/** Writes a blast and answers with it in one transaction, on one connection: the answer is what was written. */
const written = (call: Call, write: (db: Db) => Promise<Blast>) =>
  call.db.transaction(async (tx) => show({ ...call, db: tx }, await write(tx)));

/** An operation that only moves a blast. */
const moved =
  (move: (typeof moves)[keyof typeof moves]) =>
  async ({ path }: { path: { blastId: string } }, call: Call) => {
    const body = await written(call, (db) => move(db, call.workspaceId, path.blastId, call.now));
    return { status: 200 as const, body };
  };

/** The operations of email blasts. */
export const createBlastHandlers = ({ sending, events }: BlastDependencies) =>
  ({
    async listEmailBlasts({ query }, { db, workspaceId, now }) {
      const { blasts, total } = await findBlasts({ db, workspaceId }, query);
      const whole = await completeBlasts({ db, workspaceId, now }, blasts);
      return { status: 200, body: { blasts: whole.map(toEmailBlast), pagination: paginationOf(query, total) } };
    },

    async createEmailBlast({ body: { name, description = null } }, call) {
      return {
        status: 201,
        body: await written(call, (db) => insertBlast({ db, workspaceId: call.workspaceId, now: call.now }, { name, description })),
      };
    },

    async duplicateEmailBlast({ path, body }, call) {
      const { workspaceId, now } = call;
      return { status: 201, body: await written(call, (db) => duplicateBlast({ db, workspaceId, now }, path.blastId, body?.name)) };
    },

    getEmailBlast: holding<'getEmailBlast'>(
      async ({ path }, call) => ({ status: 200, body: await show(call, await requireBlast(call, path.blastId)) }),
      (tx, workspaceId, { blastId }) => lockForSending({ db: tx, workspaceId }, blastId),
    ),

    async updateEmailBlast({ path, body }, call) {
      const { workspaceId, now } = call;
      const update = async (db: Db) =>
        (await updateBlast({ db, workspaceId, now }, path.blastId, body)) ?? noBlast({ db, workspaceId }, path.blastId);
      return { status: 200, body: await written(call, update) };
    },

    async deleteEmailBlast({ path }, { db, workspaceId }) {
      await removeBlast({ db, workspaceId }, path.blastId);
      return { status: 200, body: { blast_id: path.blastId, deleted: true } };
    },

    async setEmailBlastAudience({ path, body }, call) {
      const { workspaceId, now } = call;
      const set = (db: Db) =>
        body.source === 'inline'
          ? setInlineAudience({ db, workspaceId, now }, events, path.blastId, body)
          : setAudience({ db, workspaceId, now }, path.blastId, body.list_id);
      return { status: 200, body: await written(call, set) };
    },

    async setEmailBlastEmail({ path, body }, call) {
      const { workspaceId, key, now } = call;
      const set = (db: Db) =>
        body.source === 'inline'
          ? setInlineEmail({ db, workspaceId, now }, path.blastId, body, key.name)
          : setEmail({ db, workspaceId, now }, path.blastId, body.email_id);
      return { status: 200, body: await written(call, set) };
    },

    async scheduleEmailBlast({ path, body }, { db, workspaceId, now }) {
      const { operational = false } = body;
      const scheduledAt = momentOf(body.scheduled_at) as Date;
      return { status: 200, body: toEmailBlast(await schedule({ db, workspaceId, now }, path.blastId, { scheduledAt, operational })) };
    },

    async sendEmailBlastNow({ path, body }, { db, workspaceId, now }) {
      const whole = await sendNow({ db, workspaceId, now }, sending, path.blastId, body?.operational ?? false);
      return { status: 202, body: toEmailBlast(whole) };
    },

    async resumeEmailBlast({ path }, { db, workspaceId, now }) {
      return { status: 202, body: toEmailBlast(await resume({ db, workspaceId, now }, sending, path.blastId)) };
    },

    unscheduleEmailBlast: moved(moves.unschedule),
    reopenEmailBlast: moved(moves.reopen),
    pauseEmailBlast: moved(moves.pause),
    cancelEmailBlast: moved(moves.cancel),
    archiveEmailBlast: moved(moves.archive),

    async listEmailBlastContacts({ path, query }, { db, workspaceId }) {
      await requireBlast({ db, workspaceId }, path.blastId);
      const { rows, total } = await findRecipients({ db, workspaceId }, path.blastId, query);
      return { status: 200, body: { contacts: rows.map(toRecipient), pagination: paginationOf(query, total) } };
    },
  }) satisfies Partial<Handlers>;
