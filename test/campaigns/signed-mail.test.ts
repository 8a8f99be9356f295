/** Mail of a domain with a key arrives signed, and bounces to its own address. */
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { DkimKey } from '../../generated/prisma/client.ts';
import { returnPathReader } from '../../src/campaigns/messages/return-path.ts';
import { activate, createKeys, type KeyAlgorithm } from '../../src/workspaces/dkim-keys.ts';
import { isAtLength } from '../support/at-length.ts';
import { people, prepareBlast, readBlast, sendNow } from '../support/blast.ts';
import { startTestService, type TestService, type TestWorkspace } from '../support/service.ts';
import { type SmtpSink, startSmtp } from '../support/smtp.ts';

const SECRET = 'a secret for the tests';
const senders: string[] = [];
let smtp: SmtpSink;
let service: TestService;
beforeAll(async () => {
  smtp = await startSmtp({
    onMailFrom({ address }, _session, callback) {
      senders.push(address);
      callback();
    },
  });
  service = await startTestService({ SMTP_URL: smtp.url });
});
afterAll(async () => {
  await service.stop();
  await smtp.close();
});
beforeEach(() => {
  smtp.messages.length = 0;
  senders.length = 0;
});

async function activeKey({ id }: TestWorkspace, algorithm: KeyAlgorithm = 'rsa', secret = SECRET): Promise<DkimKey> {
  const key = await createKeys({ db: service.db, workspaceId: id, domain: 'example.com', now: service.clock.now() }, algorithm, {
    secret,
    givesUp: true,
  });
  await service.db.transaction((tx) => activate(tx, key, { secret, now: service.clock.now() }));
  return key;
}

async function blast({ api }: TestWorkspace) {
  const { blastId } = await prepareBlast(api, people(2));
  await sendNow(api, blastId);
  await service.drain();
  return blastId;
}

/** The verdict of a receiver on a message if the DNS has these keys. */
async function verdicts(raw: string, keys: DkimKey[]): Promise<string[]> {
  const resolver = async (name: string) => {
    const key = keys.find(({ selector }) => name === `${selector}._domainkey.example.com`);
    if (!key) throw Object.assign(new Error('no such record'), { code: 'ENOTFOUND' });
    return [[`v=DKIM1; k=${key.algorithm}; p=${key.publicKey}`]];
  };
  const { results } = await dkimVerify(Buffer.from(raw, 'latin1'), { resolver });
  return results.map(({ status, signingDomain }) => `${status.result} ${signingDomain}`);
}

describe('a blast', () => {
  it.runIf(isAtLength)('is signed with the active keys of its domain, and with no other', async () => {
    const workspace = await service.workspace();
    const rsa = await activeKey(workspace);
    const curve = await activeKey(workspace, 'ed25519');
    const waiting = await createKeys({ db: service.db, workspaceId: workspace.id, domain: 'example.com', now: new Date() }, 'rsa', {
      secret: SECRET,
      givesUp: true,
    });
    await blast(workspace);
    expect(smtp.messages).toHaveLength(2);
    for (const { raw } of smtp.messages) {
      expect(await verdicts(raw, [rsa, curve])).toEqual(['pass example.com', 'pass example.com']);
      expect(raw).not.toContain(waiting.selector);
    }
  });

  it('goes out as it is where no key is active, also beside a workspace that has one for the same domain', async () => {
    const [with_, without] = [await service.workspace(), await service.workspace()];
    await activeKey(with_);
    await createKeys({ db: service.db, workspaceId: without.id, domain: 'example.com', now: new Date() }, 'rsa', {
      secret: SECRET,
      givesUp: true,
    });
    await blast(without);
    expect(smtp.messages).toHaveLength(2);
    for (const { raw } of smtp.messages) expect(raw).not.toContain('DKIM-Signature');
    expect(senders).toEqual(['hello@example.com', 'hello@example.com']);
  });

  it.runIf(isAtLength)('is not sent unsigned when the key cannot be read', async () => {
    const workspace = await service.workspace();
    await activeKey(workspace, 'rsa', 'another secret for the tests');
    const blastId = await blast(workspace);
    expect(smtp.messages).toEqual([]);
    expect(await readBlast(workspace.api, blastId)).toMatchObject({
      status: 'failed',
      details: { blast_error: expect.stringContaining('it was stored under another APP_SECRET. Set that one again.') },
    });
  });
});

describe('a return path', () => {
  const returnPath = (workspaceId: string, returnPathVerifiedAt: Date | null) =>
    service.db.prisma.sendingDomain.updateMany({
      where: { workspaceId },
      data: { returnPathDomain: 'bounces.example.com', returnPathVerifiedAt },
    });

  it.runIf(isAtLength)('is the envelope sender, and names the delivery', async () => {
    const workspace = await service.workspace();
    await returnPath(workspace.id, new Date());
    await blast(workspace);
    const named = senders.map((address) => returnPathReader(SECRET)(address));
    const { rows } = await service.db.pool.query('SELECT id FROM deliveries WHERE workspace_id = $1', [workspace.id]);
    expect(rows).toHaveLength(2);
    for (const address of senders) expect(address).toMatch(/@bounces\.example\.com$/);
    expect(named.map((of) => of?.deliveryId).toSorted()).toEqual(rows.map(({ id }) => id).toSorted());
    expect(new Set(named.map((of) => of?.workspaceId))).toEqual(new Set([workspace.id]));
    for (const { raw } of smtp.messages) expect(raw).toMatch(/^From: .*<hello@example\.com>\r$/m);
  });

  it('is not used before its MX was seen', async () => {
    const workspace = await service.workspace();
    await returnPath(workspace.id, null);
    await blast(workspace);
    expect(senders).toEqual(['hello@example.com', 'hello@example.com']);
  });
});
