import { confirmationRoom } from '../../audience/consent/confirmation-limit.ts';
import { addMembers } from '../../audience/contact-lists/members.repo.ts';
import { addedToStaticList, contactCreated, contactUpdated, type ListMember } from '../../audience/events.ts';
import { identifiersOf } from '../../audience/visitors/identifiers.ts';
import { type SentForm, takeForms } from '../../audience/visitors/visitors.service.ts';
import type { Pages, Submission, SubmissionOutcome } from '../../http/pages/pages.types.ts';
import { record } from '../../outbound/event-log.ts';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Ctx, Db, Tx } from '../../platform/db.ts';
import type { Events } from '../../platform/events.ts';
import { newId, toUlid } from '../../platform/ids.ts';
import { isUuid } from '../../shared/identifiers.ts';
import { countSubmissions } from '../analytics/views.repo.ts';
import { formSubmitted } from '../events.ts';
import { spend } from './captcha.repo.ts';
import { type Captcha, type Proof, SOLUTION } from './captcha.ts';
import type { PageForm } from './find.ts';
import { trapOf } from './find.ts';
import { requestNotices } from './notices.repo.ts';
import { DEFAULTS, type FormSettings, findSettings, settingsOf } from './settings.repo.ts';
import { findLive, insertSubmissions } from './submissions.repo.ts';

export interface Submissions extends Pick<Pages, 'formRules' | 'challenge'> {
  /** Resolves when the submission is committed. @throws contended when too many wait */
  submit(submission: Submission): Promise<SubmissionOutcome>;
  finish(): Promise<void>;
}

const UNKNOWN: SubmissionOutcome = { accepted: false, reason: 'unknown' };
const UNSOLVED: SubmissionOutcome = { accepted: false, reason: 'captcha' };
const EMPTY: SubmissionOutcome = {
  accepted: false,
  reason: 'invalid',
  issues: [{ path: '', message: 'must have at least one of the form’s fields filled in' }],
};

interface SubmissionDependencies {
  db: Db;
  clock: Clock;
  events: Events;
  captcha: Captcha;
}

interface Sent extends Submission {
  proof: Proof | undefined;
}

/** Contact, timeline, submission, events and figures are one transaction for each group. A submission without a contact is kept too. */
export function createSubmissions({ db, clock, events, captcha }: SubmissionDependencies): Submissions {
  const groups = createBatch<Sent, SubmissionOutcome>({
    write: (workspaceId, sent) => db.transaction((tx) => writeGroup({ db: tx, workspaceId, now: clock.now() }, events, sent)),
    tooMany: 'Too many forms are being sent at this moment; try again shortly.',
  });
  return {
    async submit(submission) {
      if (!isUuid(submission.tentId)) return UNKNOWN;
      const [, solution] = submission.fields.find(([name]) => name === SOLUTION) ?? [];
      const proof = solution === undefined ? undefined : await captcha.verify(submission, solution);
      return groups.add(submission.workspaceId, { ...submission, proof });
    },
    formRules: ({ workspaceId, tentId, formId }) => settingsOf({ db, workspaceId }, tentId, formId),
    challenge: captcha.challenge,
    finish: groups.settled,
  };
}

interface Taken {
  index: number;
  submission: Sent;
  sent: SentForm;
  settings: FormSettings;
}

async function writeGroup(tx: Ctx<Tx>, events: Events, group: Sent[]): Promise<SubmissionOutcome[]> {
  const tentIds = [...new Set(group.map(({ tentId }) => tentId))];
  const tents = new Map((await findLive(tx, tentIds)).map((tent) => [tent.tentId, tent]));
  const settingsOfForms = new Map((await findSettings(tx, tentIds)).map((row) => [`${row.tentId} ${row.formId}`, row]));
  const outcomes: SubmissionOutcome[] = group.map(() => UNKNOWN);
  const sound: Taken[] = [];
  for (const [index, submission] of group.entries()) {
    const tent = tents.get(submission.tentId);
    const form = tent?.forms.find(({ formId }) => formId === submission.formId);
    if (!tent || !form) continue;
    const settings = settingsOfForms.get(`${submission.tentId} ${submission.formId}`) ?? DEFAULTS;
    const trap = trapOf(form);
    const sent = sentForm(submission, form, tent.name);
    if (submission.fields.some(([name, value]) => name === trap && value.trim() !== ''))
      // A robot gets an answer like any other, with an identifier that leads nowhere.
      outcomes[index] = { accepted: true, kept: false, submissionId: newId(), rules: settings };
    else if ([...sent.values.values()].every((value) => value.trim() === '')) outcomes[index] = EMPTY;
    else sound.push({ index, submission, sent, settings });
  }
  const welcome = await withoutTooMany(tx, sound, ({ index }, seconds) => {
    outcomes[index] = { accepted: false, reason: 'busy', seconds };
  });
  const taken = await withoutUnsolved(tx, welcome, ({ index }) => {
    outcomes[index] = UNSOLVED;
  });
  if (taken.length === 0) return outcomes;

  const { contacts, created, updated } = await takeForms(
    tx,
    taken.map(({ sent }) => sent),
  );
  const added = await addToLists(tx, taken, contacts);
  const kept = taken.map(({ submission: { tentId, formId, origin }, sent }, place) => ({
    ...{ id: newId(), tentId, formId, contactId: contacts[place] ?? null, origin: origin ?? null },
    fields: Object.fromEntries(sent.values),
  }));
  const counts = new Map<string, number>();
  for (const { tentId } of kept) counts.set(tentId, (counts.get(tentId) ?? 0) + 1);
  for (const [place, { index, settings }] of taken.entries())
    outcomes[index] = { accepted: true, kept: true, submissionId: kept[place]?.id as string, rules: settings };
  const submitted = kept.flatMap(({ tentId, formId, contactId, fields }) => (contactId ? { tentId, formId, contactId, fields } : []));
  await insertSubmissions(tx, kept);
  await record(
    tx,
    'form.submitted',
    kept.map(({ id, tentId, formId, contactId, fields }) => ({
      contactId,
      data: { submission_id: toUlid(id), tent_id: tentId, form_id: formId, contact_id: contactId, fields },
    })),
  );
  // One write is one event: a flow lets a contact in once, whether for the form or for a list.
  await events.publish(tx, [contactCreated, created], [contactUpdated, updated], [formSubmitted, submitted], [addedToStaticList, added]);
  await requestNotices(
    tx,
    taken.flatMap(({ submission, settings }) => (settings.notify.length > 0 ? submission : [])),
  );
  await countSubmissions(tx, counts);
  return outcomes;
}

/** Leaves out forms whose visitors would get a mail to confirm, where the workspace may send no more of them in this hour. */
async function withoutTooMany(tx: Ctx<Tx>, sound: Taken[], refuse: (taken: Taken, seconds: number) => void): Promise<Taken[]> {
  const isMailing = ({ settings }: Taken) => settings.doubleOptIn && settings.topicIds.length > 0;
  if (!sound.some(isMailing)) return sound;
  const { left, seconds } = await confirmationRoom(tx);
  const refused = new Set(sound.filter(isMailing).slice(Math.max(0, left)));
  for (const taken of refused) refuse(taken, seconds);
  return sound.filter((taken) => !refused.has(taken));
}

/** Leaves out forms with a captcha that was not solved, or whose solution was used before. Nothing else is written by then. */
async function withoutUnsolved(tx: Ctx<Tx>, sound: Taken[], refuse: (taken: Taken) => void): Promise<Taken[]> {
  const guarded = sound.filter(({ settings }) => settings.captcha !== null);
  if (guarded.length === 0) return sound;
  const unused = await spend(
    tx,
    guarded.flatMap(({ submission: { proof } }) => proof ?? []),
  );
  return sound.filter((taken) => {
    const { settings, submission } = taken;
    // Of two with one solution in this group, the first counts.
    if (settings.captcha === null || (submission.proof && unused.delete(submission.proof.nonce))) return true;
    refuse(taken);
    return false;
  });
}

/** The contacts are held; lists are locked by id. Lists that are gone are passed over. */
async function addToLists(tx: Ctx<Tx>, taken: readonly Taken[], contacts: readonly (string | null)[]): Promise<ListMember[]> {
  const byList = new Map<string, Set<string>>();
  for (const [place, { settings }] of taken.entries()) {
    const contactId = contacts[place];
    if (contactId) for (const listId of settings.listIds) byList.set(listId, (byList.get(listId) ?? new Set()).add(contactId));
  }
  const added: ListMember[] = [];
  for (const listId of [...byList.keys()].sort()) {
    const contactIds = await addMembers(tx, listId, { contactIds: [...(byList.get(listId) ?? [])], passing: true });
    added.push(...(contactIds ?? []).map((contactId) => ({ listId, contactId })));
  }
  return added;
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
