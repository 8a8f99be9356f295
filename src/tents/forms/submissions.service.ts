import { contactCreated, contactUpdated } from '../../audience/events.ts';
import { identifiersOf } from '../../audience/visitors/identifiers.ts';
import { type SentForm, takeForms } from '../../audience/visitors/visitors.service.ts';
import type { Submission, SubmissionOutcome } from '../../http/pages/pages.types.ts';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ctx, Db, Tx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { countSubmissions } from '../analytics/views.repo.ts';
import { formSubmitted } from '../events.ts';
import type { PageForm } from './find.ts';
import { trapOf } from './find.ts';
import { findLive, insertSubmissions } from './submissions.repo.ts';

export interface Submissions {
  /** Resolves when the submission is committed. @throws contended when too many wait */
  submit(submission: Submission): Promise<SubmissionOutcome>;
  finish(): Promise<void>;
}

const UNKNOWN: SubmissionOutcome = { accepted: false, reason: 'unknown' };
const ROBOT: SubmissionOutcome = { accepted: true, kept: false };
const EMPTY: SubmissionOutcome = {
  accepted: false,
  reason: 'invalid',
  issues: [{ path: '', message: 'must have at least one of the form’s fields filled in' }],
};
const KEPT: SubmissionOutcome = { accepted: true, kept: true };

/** Contact, timeline, submission, events and figures are one transaction for each group. A submission without a contact is kept too. */
export function createSubmissions({ db, clock, events }: { db: Db; clock: Clock; events: Events }): Submissions {
  const groups = createBatch<Submission, SubmissionOutcome>({
    write: (workspaceId, sent) => db.transaction((tx) => writeGroup({ db: tx, workspaceId, now: clock.now() }, events, sent)),
    tooMany: 'Too many forms are being sent at this moment; try again shortly.',
  });
  return {
    submit: async (submission) => (isUuid(submission.tentId) ? groups.add(submission.workspaceId, submission) : UNKNOWN),
    finish: groups.settled,
  };
}

interface Taken {
  index: number;
  submission: Submission;
  sent: SentForm;
}

async function writeGroup(tx: Ctx<Tx>, events: Events, group: Submission[]): Promise<SubmissionOutcome[]> {
  const live = await findLive(tx, [...new Set(group.map(({ tentId }) => tentId))]);
  const tents = new Map(live.map((tent) => [tent.tentId, tent]));
  const outcomes: SubmissionOutcome[] = group.map(() => UNKNOWN);
  const taken: Taken[] = [];
  for (const [index, submission] of group.entries()) {
    const tent = tents.get(submission.tentId);
    const form = tent?.forms.find(({ formId }) => formId === submission.formId);
    if (!tent || !form) continue;
    const trap = trapOf(form);
    const sent = sentForm(submission, form, tent.name);
    if (submission.fields.some(([name, value]) => name === trap && value.trim() !== '')) outcomes[index] = ROBOT;
    else if ([...sent.values.values()].every((value) => value.trim() === '')) outcomes[index] = EMPTY;
    else taken.push({ index, submission, sent });
  }
  if (taken.length === 0) return outcomes;

  const { contacts, created, updated } = await takeForms(
    tx,
    taken.map(({ sent }) => sent),
  );
  const kept = taken.map(({ submission: { tentId, formId }, sent }, place) => ({
    ...{ id: newId(), tentId, formId, contactId: contacts[place] ?? null },
    fields: Object.fromEntries(sent.values),
  }));
  const counts = new Map<string, number>();
  for (const { tentId } of kept) counts.set(tentId, (counts.get(tentId) ?? 0) + 1);
  for (const { index } of taken) outcomes[index] = KEPT;
  const submitted = kept.flatMap(({ tentId, formId, contactId }) => (contactId ? { tentId, formId, contactId } : []));
  await insertSubmissions(tx, kept);
  await events.publish(tx, [contactCreated, created], [contactUpdated, updated], [formSubmitted, submitted]);
  await countSubmissions(tx, counts);
  return outcomes;
}

/** Fields that the form does not have are passed over. */
function sentForm({ tentId, formId, fields }: Submission, form: PageForm, tentName: string): SentForm {
  const declared = new Set(form.fields.map(({ name }) => name));
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!declared.has(name)) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  const metadata = { tent_id: tentId, form_id: formId, fields: Object.fromEntries(values) };
  return { values, identifiers: identifiersOf(form.fields), sourceDetail: tentName, metadata };
}
