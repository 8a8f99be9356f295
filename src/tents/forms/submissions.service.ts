import { contactCreated, contactUpdated } from '../../audience/events.ts';
import { type SentForm, takeForms } from '../../audience/visitors/visitors.service.ts';
import type { Submission, SubmissionOutcome } from '../../http/pages/pages.types.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { createGroups } from '../../platform/groups.ts';
import type { Issue } from '../../shared/errors.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { countSubmissions } from '../analytics/views.repo.ts';
import { formSubmitted } from '../events.ts';
import type { PageForm } from './form.types.ts';
import { findLive } from './submissions.repo.ts';
import { trapOf } from './trap.ts';

export interface Submissions {
  /** Resolves when what was sent is in the database for good. @throws contended when too many wait */
  submit(submission: Submission): Promise<SubmissionOutcome>;
  /** Resolves when all that came is written. */
  finish(): Promise<void>;
}

const UNKNOWN: SubmissionOutcome = { accepted: false, reason: 'unknown' };
const ROBOT: SubmissionOutcome = { accepted: true, kept: false };
const KEPT: SubmissionOutcome = { accepted: true, kept: true };

/** Takes what visitors send: contact, timeline, events and figures in one transaction for each group. */
export function createSubmissions({ db, clock, events }: { db: Db; clock: Clock; events: Events }): Submissions {
  const groups = createGroups<Submission, SubmissionOutcome>({
    write: (workspaceId, sent) => db.transaction((tx) => writeGroup(tx, events, workspaceId, sent, clock.now())),
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
  form: PageForm;
  sent: SentForm;
}

async function writeGroup(tx: Db, events: Events, workspaceId: string, group: Submission[], now: Date): Promise<SubmissionOutcome[]> {
  const live = await findLive(tx, workspaceId, [...new Set(group.map(({ tentId }) => tentId))]);
  const tents = new Map(live.map((tent) => [tent.tentId, tent]));
  const outcomes: SubmissionOutcome[] = group.map(() => UNKNOWN);
  const taken: Taken[] = [];
  for (const [index, submission] of group.entries()) {
    const tent = tents.get(submission.tentId);
    const form = tent?.forms.find(({ formId }) => formId === submission.formId);
    if (!tent || !form) continue;
    const trap = trapOf(form);
    if (submission.fields.some(([name, value]) => name === trap && value.trim() !== '')) outcomes[index] = ROBOT;
    else taken.push({ index, submission, form, sent: sentForm(submission, form, tent.name) });
  }
  if (taken.length === 0) return outcomes;

  const { contacts, created, updated } = await takeForms(
    tx,
    workspaceId,
    taken.map(({ sent }) => sent),
    now,
  );
  const counts = new Map<string, number>();
  const submitted = taken.flatMap(({ index, submission: { tentId, formId }, form, sent }, place) => {
    const contactId = contacts[place];
    if (!contactId) {
      outcomes[index] = { accepted: false, reason: 'invalid', issues: unreachable(form, sent.values) };
      return [];
    }
    outcomes[index] = KEPT;
    counts.set(tentId, (counts.get(tentId) ?? 0) + 1);
    return [{ tentId, formId, contactId }];
  });
  await events.publish(tx, workspaceId, [contactCreated, created], [contactUpdated, updated], [formSubmitted, submitted]);
  await countSubmissions(tx, workspaceId, counts, now);
  return outcomes;
}

/** What was typed into fields that the form has. What comes beside them nobody was asked for. */
function sentForm({ tentId, formId, fields }: Submission, form: PageForm, tentName: string): SentForm {
  const declared = new Set(form.fields.map(({ name }) => name));
  const values = new Map<string, string>();
  for (const [name, value] of fields) {
    if (!declared.has(name)) continue;
    const before = values.get(name);
    values.set(name, before === undefined ? value : `${before}, ${value}`);
  }
  return { values, sourceDetail: tentName, metadata: { tent_id: tentId, form_id: formId, fields: Object.fromEntries(values) } };
}

const IDENTIFIERS: [path: string, message: string][] = [
  ['email', 'is not a valid email address'],
  ['phone', 'is not a valid phone number'],
];

/** Where an email or a phone was to be, and what is there instead. */
function unreachable({ fields }: PageForm, values: ReadonlyMap<string, string>): Issue[] {
  const asked = IDENTIFIERS.filter(([path]) => fields.some(({ name }) => name === path));
  if (asked.length === 0) return [{ path: '', message: 'needs an email or a phone, and the form asks for neither' }];
  const given = asked.filter(([path]) => values.get(path)?.trim());
  if (given.length > 0) return given.map(([path, message]) => ({ path, message }));
  return asked.map(([path]) => ({ path, message: 'is missing: a form needs an email or a phone' }));
}
