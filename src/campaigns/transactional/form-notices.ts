import { readDocument } from '../../content/documents/documents.service.ts';
import { TENT } from '../../content/documents/kinds.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Ctx, type Db, isPassing, type Tx } from '../../platform/db.ts';
import { toUlid } from '../../platform/ids.ts';
import type { Log } from '../../platform/log.ts';
import { DomainError } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { deleteNotice, type Notice, putNotice, takeNotice } from '../../tents/forms/notices.repo.ts';
import { settingsOf } from '../../tents/forms/settings.repo.ts';
import { countAfter, type SubmissionRow, submissionsAfter } from '../../tents/forms/submission-page.repo.ts';
import { type AcceptDependencies, acceptMessages } from './accept.service.ts';
import type { MessageInput } from './draft.ts';

interface NoticeDependencies {
  db: Db;
  clock: Clock;
  log: Log;
}

/** Single mails of a form in an hour. What follows is summed up in one. */
const MOST_MAILS = 60;
const HOUR_MS = 60 * 60_000;
/** Mails of one transaction. */
const AT_ONCE = 20;
const MOST_SUMMED_UP = 100_000;
const SHOWN = 20;
const PAUSE_MS = 10 * 60_000;
/** Of each value; the submission itself has all of it. */
const LONGEST_VALUE = 2_000;
const LONGEST_BODY = 40_000;

/** Notifies people of submissions by messages, in the transaction that notes how far it has come: no submission is mailed twice. */
export const formNoticeSweep = ({ db, clock, log }: NoticeDependencies, accepting: AcceptDependencies): Sweep => ({
  name: 'form-notices',
  everySeconds: 10,
  run: async (stopping) => {
    for (;;) {
      stopping.throwIfAborted();
      let taken: Notice | undefined;
      try {
        await db.transaction(async (tx) => {
          taken = await takeNotice(tx, clock.now());
          if (taken) await deal({ db: tx, workspaceId: taken.workspaceId, now: clock.now() }, accepting, taken);
        });
      } catch (error) {
        if (!taken || isPassing(error)) throw error;
        // Such as a workspace at one of its limits. Others go on meanwhile.
        const level = error instanceof DomainError ? 'warn' : 'error';
        log[level]({ err: error, workspace_id: taken.workspaceId, tent_id: taken.tentId }, 'submissions could not be mailed yet');
        await putNotice(db, taken, later(clock, PAUSE_MS));
      }
      if (!taken) return;
    }
  },
});

async function deal(tx: Ctx<Tx>, accepting: AcceptDependencies, notice: Notice): Promise<void> {
  const { tentId, formId, after } = notice;
  const tent = await readDocument(tx, TENT, tentId);
  if (!tent) return deleteNotice(tx.db, notice);
  const { notify } = await settingsOf(tx, tentId, formId);
  if (notify.length === 0) return putNotice(tx.db, notice, null);

  const isNewHour = tx.now.getTime() - notice.hourAt.getTime() >= HOUR_MS;
  const { hourAt, mails } = isNewHour ? { hourAt: tx.now, mails: 0 } : notice;
  const hourEnd = new Date(hourAt.getTime() + HOUR_MS);
  const { count, last } = await countAfter(tx, { tentId, formId }, after, MOST_SUMMED_UP);
  if (!last) return putNotice(tx.db, notice, null);
  if (mails > MOST_MAILS) return putNotice(tx.db, notice, hourEnd);

  const room = MOST_MAILS - mails;
  const to: Recipients = { tentName: tent.name, notify };
  if (room === 0 || (isNewHour && count > room)) {
    const shown = await submissionsAfter(tx, { tentId, formId }, after, SHOWN);
    await send(tx, accepting, [summary(to, shown, count)]);
    return putNotice(tx.db, { ...notice, after: last, hourAt, mails: MOST_MAILS + 1 }, hourEnd);
  }
  const rows = await submissionsAfter(tx, { tentId, formId }, after, Math.min(AT_ONCE, room));
  await send(
    tx,
    accepting,
    rows.map((row) => single(to, row)),
  );
  const end = rows.at(-1) as SubmissionRow;
  const next = { ...notice, after: { at: end.submittedAt, id: end.id }, hourAt, mails: mails + rows.length };
  return putNotice(tx.db, next, tx.now);
}

/** Refused messages are dropped: the domain may no longer be verified, or the free plan may have no room. */
async function send(tx: Ctx<Tx>, accepting: AcceptDependencies, messages: MessageInput[]): Promise<void> {
  await acceptMessages(
    tx,
    accepting,
    messages,
    messages.map(() => null),
  );
}

interface Recipients {
  tentName: string;
  notify: readonly string[];
}

/** The words of visitors are values of merge tags: a tag that a visitor types stays as it is. */
function message(
  { tentName, notify }: Recipients,
  subject: string,
  { body, of }: { body: string; of: readonly SubmissionRow[] },
): MessageInput {
  const [first = '', ...others] = notify;
  return {
    to: { email: first },
    ...(others.length > 0 && { cc: others.map((email) => ({ email })) }),
    from_address: `no-reply@${first.slice(first.lastIndexOf('@') + 1)}`,
    from_name: 'Forms',
    subject,
    text: '{{data.body}}',
    // Erasures find the message by the submissions: it may name a person without an address.
    data: { tent: tentName.replaceAll(/\s+/g, ' ').slice(0, 100), body, submission_ids: of.map(({ id }) => toUlid(id)) },
    tags: ['form_notification'],
  };
}

function single(to: Recipients, row: SubmissionRow): MessageInput {
  const visitor = Object.values(row.fields)
    .map((value) => normaliseEmail(value.trim()))
    .find((email) => email !== null);
  const whole = message(to, 'New submission: {{data.tent}}', { body: bodyOf(row, LONGEST_BODY), of: [row] });
  return visitor ? { ...whole, reply_to: visitor } : whole;
}

function summary(to: Recipients, shown: readonly SubmissionRow[], count: number): MessageInput {
  const left = count - shown.length;
  const more = left > 0 ? `\n\nAnd ${left} more.` : '';
  const body = shown.map((row) => bodyOf(row, Math.floor(LONGEST_BODY / shown.length))).join('\n\n---\n\n');
  return message(to, `${count} new submissions: {{data.tent}}`, { body: `${body}${more}`, of: shown });
}

/** @param most of the values; the id stays, by which an erasure finds the mail */
const bodyOf = ({ id, formId, fields, submittedAt }: SubmissionRow, most: number): string => {
  const values = Object.entries(fields).map(([name, value]) => `${name}: ${value.slice(0, LONGEST_VALUE)}`);
  return `${values.join('\n').slice(0, most)}\n\nForm ${formId}, submission ${toUlid(id)}, ${submittedAt.toISOString()}`;
};
