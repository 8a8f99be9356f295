import { requireDocument } from '../../content/documents/documents.service.ts';
import { checkHeaders, missingHeaders } from '../../content/documents/headers.ts';
import { EMAIL } from '../../content/documents/kinds.ts';
import type { Sweep } from '../../jobs/jobs.ts';
import { type Clock, later } from '../../platform/clock.ts';
import { type Ctx, type Db, type Scope, sql, type Tx, transaction } from '../../platform/db.ts';
import { type ContactId, type EmailId, newId } from '../../platform/ids.ts';
import { DomainError, invalid, notFound, unknown } from '../../shared/errors.ts';
import { normaliseEmail } from '../../shared/identifiers.ts';
import { spend } from '../../workspaces/budget/budget.ts';
import { cancelDeliveries } from '../deliveries/claims.repo.ts';
import { insertDispatch, type Lane } from '../deliveries/dispatches.repo.ts';
import type { Origin } from '../deliveries/origin.ts';
import { givingBack, reservedOrRefused, reserveEmails } from '../free-plan.ts';
import * as repo from './tests.repo.ts';

interface TestWish {
  emailId: EmailId;
  to: string[];
  contactId: ContactId | undefined;
  version: number | undefined;
}

export type WakeLane = (tx: Tx, lane: Lane) => Promise<void>;

/** @throws not_found, email_not_ready, email_missing_required_headers, validation_failed, free_plan_email_limit, budget_exceeded */
export const sendTest = (ctx: Ctx, wake: WakeLane, { emailId, ...wish }: TestWish): Promise<repo.TestRow> =>
  transaction(ctx, async (tx) => {
    const to = addressesIn(wish.to);
    const email = await requireDocument(tx, EMAIL, emailId);
    const version = wish.version ?? email.currentVersion;
    if (version === null) throw new DomainError('email_not_ready', 'The email has no completed version yet.');
    if (!(await repo.hasVersion(tx, emailId, version))) throw notFound(unknown('version'));
    const missing = missingHeaders(EMAIL, email);
    if (missing.length > 0)
      throw new DomainError('email_missing_required_headers', `Set ${LIST.format(missing)} before testing the email.`, { missing });
    await checkHeaders(tx, EMAIL, { fromAddress: email.fromAddress });
    const sample = wish.contactId === undefined ? null : await repo.findSample(tx, wish.contactId);
    if (sample === undefined) throw notFound(unknown('contact_id'));

    const blocked = await repo.findBlocked(tx, to);
    const count = async () => to.length - blocked.size;
    const reserved = reservedOrRefused(await reserveEmails(tx, count, { anyContacts: true }));
    if (!tx.isTest) await spend(tx, 'test_mails', to.length - blocked.size);
    const id = newId();
    await repo.insertTest(tx, { id, emailId, version, subject: `[Test] ${email.subject}`, sample, reserved });
    await repo.insertTestDeliveries(tx, id, { addresses: to, blocked });
    await insertDispatch(tx, { messageId: id, origin: 'test', lane: 'interactive', repeatable: true });
    await wake(tx.db, 'interactive');
    return requireTest(tx, emailId, id);
  });

/** Normalised as suppressions are, without duplicates. */
function addressesIn(given: string[]): string[] {
  const addresses = given.map(normaliseEmail);
  const issues = addresses.flatMap((address, i) =>
    address === null ? [{ path: `to.${i}`, message: 'is not a valid email address' }] : [],
  );
  if (issues.length > 0) throw invalid(...issues);
  return [...new Set(addresses.filter((address) => address !== null))];
}

/** @throws not_found */
export async function requireTest(ctx: Scope, emailId: EmailId, testId: string): Promise<repo.TestRow> {
  const test = await repo.findTest(ctx, emailId, testId);
  if (!test) throw notFound();
  return test;
}

const LIST = new Intl.ListFormat('en');

const giveBackUnsent = givingBack('email_tests');

/** It is never resumed: a failed test is over. */
export const testOrigin: Origin = {
  name: 'test',
  stillWanted: sql`TRUE`,
  hold: async () => {},
  stopped: giveBackUnsent,
  ended: giveBackUnsent,
  async failed(tx, testId, reason) {
    await cancelDeliveries(tx, testId);
    await repo.noteError(tx, testId, reason);
    await giveBackUnsent(tx, testId);
  },
};

const KEPT_MS = 30 * 24 * 60 * 60_000;

/** Old tests, and those whose email is gone. */
export const testSweep = ({ db, clock }: { db: Db; clock: Clock }): Sweep => ({
  name: 'email-tests',
  everySeconds: 3_600,
  run: (stopping) => repo.deleteTests(db, later(clock, -KEPT_MS), stopping),
});
