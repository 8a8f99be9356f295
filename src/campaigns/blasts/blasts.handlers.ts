import type { Blast } from '../../../generated/prisma/client.ts';
import { type Handlers, holding } from '../../http/handler.types.ts';
import { type Ctx, type Tx, transaction } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import type { BlastId } from '../../platform/ids.ts';
import type { PageLinks } from '../../platform/page-links.ts';
import { momentOf } from '../../shared/dates.ts';
import { findBlasts, lockForSending } from './blasts.repo.ts';
import {
  changeDetails,
  createBlast,
  duplicateBlast,
  duplicateForNonOpeners,
  removeBlast,
  requireBlast,
  setAudience,
  setEmail,
  setInlineAudience,
  setInlineEmail,
} from './blasts.service.ts';
import { toEmailBlast, toLink, toRecipient } from './blasts.view.ts';
import { pageOfLinks } from './links.repo.ts';
import * as moves from './moves.service.ts';
import { resume, type Sending, schedule, sendNow } from './release.service.ts';
import { findRecipients } from './report.repo.ts';
import { completeBlast, completeBlasts, type WholeBlast } from './whole-blast.repo.ts';

interface BlastDependencies {
  sending: Sending;
  events: Events;
  links: PageLinks;
}

export function createBlastHandlers({ sending, events, links }: BlastDependencies) {
  const view = (whole: WholeBlast) => toEmailBlast(whole, sending.showing, links);
  const show = async (ctx: Ctx, blast: Blast) => view(await completeBlast(ctx, blast));

  /** The answer is read in the transaction of the write, on one connection. */
  const written = (ctx: Ctx, write: (tx: Ctx<Tx>) => Promise<Blast>) => transaction(ctx, async (tx) => show(tx, await write(tx)));

  const changed = async (ctx: Ctx, write: (tx: Ctx<Tx>) => Promise<Blast>) => ({ status: 200 as const, body: await written(ctx, write) });

  const moved =
    (move: (typeof moves)[keyof typeof moves]) =>
    ({ path }: { path: { blastId: BlastId } }, ctx: Ctx) =>
      changed(ctx, (tx) => move(tx, path.blastId));

  return {
    async listEmailBlasts({ query }, ctx) {
      const { rows, paging } = await findBlasts(ctx, query);
      const whole = await completeBlasts(ctx, rows);
      return {
        status: 200,
        body: { blasts: whole.map((blast) => toEmailBlast(blast, { ...sending.showing, helpOf: undefined }, links)), ...paging },
      };
    },

    async createEmailBlast({ body: { name, description = null, topic_id: topicId = null, utm = null } }, ctx) {
      return { status: 201, body: await written(ctx, (tx) => createBlast(tx, { name, description, topicId, utm })) };
    },

    async duplicateEmailBlast({ path, body }, ctx) {
      return { status: 201, body: await written(ctx, (tx) => duplicateBlast(tx, path.blastId, body?.name)) };
    },

    async duplicateEmailBlastForNonOpeners({ path, body }, ctx) {
      return { status: 201, body: await written(ctx, (tx) => duplicateForNonOpeners(tx, path.blastId, body?.name)) };
    },

    getEmailBlast: holding<'getEmailBlast'>(
      async ({ path }, call) => ({ status: 200, body: await show(call, await requireBlast(call, path.blastId)) }),
      (tx, { blastId }) => lockForSending(tx, blastId),
    ),

    updateEmailBlast: ({ path, body }, ctx) => changed(ctx, (tx) => changeDetails(tx, path.blastId, body)),

    async deleteEmailBlast({ path }, ctx) {
      await removeBlast(ctx, path.blastId);
      return { status: 200, body: { blast_id: path.blastId, deleted: true } };
    },

    setEmailBlastAudience: ({ path, body }, ctx) =>
      changed(ctx, (tx) =>
        body.source === 'inline' ? setInlineAudience(tx, events, path.blastId, body) : setAudience(tx, path.blastId, body),
      ),

    setEmailBlastEmail: ({ path, body, key }, ctx) =>
      changed(ctx, (tx) =>
        body.source === 'inline'
          ? setInlineEmail(tx, path.blastId, { ...body, createdByName: key.name })
          : setEmail(tx, path.blastId, body.email_id),
      ),

    async scheduleEmailBlast({ path, body }, ctx) {
      const { operational = false } = body;
      const scheduledAt = momentOf(body.scheduled_at) as Date;
      return { status: 200, body: view(await schedule(ctx, sending, { ...path, scheduledAt, operational })) };
    },

    async sendEmailBlastNow({ path, body }, ctx) {
      const whole = await sendNow(ctx, sending, { ...path, operational: body?.operational ?? false });
      return { status: 202, body: view(whole) };
    },

    async resumeEmailBlast({ path }, ctx) {
      return { status: 202, body: view(await resume(ctx, sending, path.blastId)) };
    },

    unscheduleEmailBlast: moved(moves.unschedule),
    reopenEmailBlast: moved(moves.reopen),
    pauseEmailBlast: moved(moves.pause),
    cancelEmailBlast: moved(moves.cancel),
    archiveEmailBlast: moved(moves.archive),

    async listEmailBlastContacts({ path, query }, ctx) {
      await requireBlast(ctx, path.blastId);
      const { rows, paging } = await findRecipients(ctx, path.blastId, query);
      return { status: 200, body: { contacts: rows.map(toRecipient), ...paging } };
    },

    async listEmailBlastLinks({ path, query }, ctx) {
      await requireBlast(ctx, path.blastId);
      const { rows, paging } = await pageOfLinks(ctx, path.blastId, query);
      return { status: 200, body: { links: rows.map(toLink), ...paging } };
    },
  } satisfies Partial<Handlers>;
}
