import type { DkimKey, SendingDomain } from '../../generated/prisma/client.ts';
import { readConfig } from '../config.ts';
import type { Db } from '../platform/db.ts';
import { appSecret } from '../platform/secret.ts';
import { createKeys, findKeys, type KeyAlgorithm, removableAt, retireKey } from '../workspaces/dkim-keys.ts';
import { dkimName } from '../workspaces/dns-records.ts';
import { recordName, recordsFor, verifyDomain } from '../workspaces/domain-checks.ts';
import { openDns } from '../workspaces/domain-proof.ts';
import { addDomain, findDomain, listDomains, removeDomain } from '../workspaces/sending-domains.ts';
import {
  type Arguments,
  type Commands,
  iso,
  optional,
  type Row,
  required,
  Unsatisfied,
  UsageError,
  WORKSPACE_OPTION,
  workspaceOf,
} from './arguments.ts';
import { commandConfig, noteCommand, onDatabase } from './session.ts';

async function rowOf(db: Db, domain: SendingDomain): Promise<Row> {
  const keys = await findKeys(db, domain);
  return {
    workspace_id: domain.workspaceId,
    domain: domain.domain,
    verified_at: iso(domain.verifiedAt),
    txt_name: recordName(domain.domain),
    txt_value: domain.verificationToken,
    return_path: domain.returnPathDomain,
    return_path_verified_at: iso(domain.returnPathVerifiedAt),
    dkim: keys.map(({ selector, algorithm, state }) => ({ selector, algorithm, state })),
  };
}

const withRecords = async (db: Db, domain: SendingDomain): Promise<Row> => ({
  ...(await rowOf(db, domain)),
  records: recordsFor(domain, await findKeys(db, domain), commandConfig().bounceDomain),
});

/** With the fate of its DNS record. */
const keyRow = (key: DkimKey): Row => ({
  selector: key.selector,
  algorithm: key.algorithm,
  state: key.state,
  created_at: iso(key.createdAt),
  activated_at: iso(key.activatedAt),
  retired_at: iso(key.retiredAt),
  record_name: dkimName(key.selector, key.domain),
  remove_record_after: iso(removableAt(key)),
});

const named = (args: Arguments) => ({ workspaceId: workspaceOf(args), domain: required(args, 'domain') });
const options = { ...WORKSPACE_OPTION, domain: { takes: 'DOMAIN', about: 'The domain that mail comes from', required: true } } as const;
const ALGORITHM = { takes: 'rsa|ed25519', about: 'Of the DKIM key; rsa by default, which all receivers take' };

const serviceSecret = (): Promise<string> => appSecret(readConfig(process.env));

function algorithmOf(args: Arguments): KeyAlgorithm | undefined {
  const value = optional(args, 'dkim-algorithm');
  if (value === undefined || value === 'rsa' || value === 'ed25519') return value;
  throw new UsageError(`--dkim-algorithm takes rsa or ed25519, not "${value}".`);
}

export const domainCommands: Commands = {
  'domains add': {
    about: 'Adds a sending domain, and prints the DNS records that it needs',
    options: {
      ...options,
      verified: { about: 'Takes it for verified, without a look into the DNS' },
      'dkim-algorithm': ALGORITHM,
      'return-path': { takes: 'DOMAIN|none', about: 'Where bounces come to' },
    },
    run: onDatabase(
      (args) => {
        const returnPath = optional(args, 'return-path');
        return {
          algorithm: algorithmOf(args),
          wanted: { ...named(args), verified: args.options.verified === true, returnPath: returnPath === 'none' ? null : returnPath },
        };
      },
      async (db, { algorithm, wanted }, now) => {
        const secret = await serviceSecret();
        const added = await addDomain(db, wanted, now);
        const keys = (await findKeys(db, added)).filter(({ state }) => state !== 'retired');
        const hasKey = keys.some((key) => algorithm === undefined || key.algorithm === algorithm);
        if (!hasKey) await createKeys({ db, ...added, now }, algorithm ?? 'rsa', { secret });
        return withRecords(db, added);
      },
      { audit: 'sending_domain.created' },
    ),
  },
  'domains verify': {
    about: 'Looks whether its records are in the DNS; ends with 1 while ownership, a DKIM key or the return path is not as it should be',
    options,
    run: onDatabase(named, async (db, wanted, now) => {
      const { dnsServers, bounceDomain } = commandConfig();
      const means = { dns: openDns(dnsServers), secret: serviceSecret, bounceDomain };
      const { domain, ok, checks } = await db.transaction(async (tx) => {
        const verification = await verifyDomain({ db: tx, ...wanted, now }, means);
        const { workspaceId, domain: name, verifiedAt } = verification.domain;
        if (verifiedAt) await noteCommand({ db: tx, workspaceId, now }, 'sending_domain.verified', name);
        return verification;
      });
      const row = { ok, ...(await rowOf(db, domain)), dkim: (await findKeys(db, domain)).map(keyRow), checks };
      if (!ok) throw new Unsatisfied(row);
      return row;
    }),
  },
  'domains rotate-dkim': {
    about: 'Makes the next DKIM key, which signs once its record is in the DNS',
    options: { ...options, 'dkim-algorithm': ALGORITHM, 'give-up': { about: 'Gives up the key that has waited for its record until now' } },
    run: onDatabase(
      (args) => ({ wanted: named(args), algorithm: algorithmOf(args) ?? 'rsa', givesUp: args.options['give-up'] === true }),
      async (db, { wanted, algorithm, givesUp }, now) => {
        const domain = await findDomain(db, wanted);
        await createKeys({ db, ...domain, now }, algorithm, { secret: await serviceSecret(), givesUp });
        return withRecords(db, domain);
      },
      { audit: 'sending_domain.dkim_rotated' },
    ),
  },
  'domains retire-dkim': {
    about: 'Ends a DKIM key; its private half is forgotten',
    options: {
      ...options,
      selector: { takes: 'SELECTOR', about: 'Which key, as domains list-dkim shows it', required: true },
      unsigned: { about: 'Also the last one: mail of the domain is not signed any more' },
    },
    run: onDatabase(
      (args) => ({ wanted: named(args), selector: required(args, 'selector'), unsigned: args.options.unsigned === true }),
      async (db, { wanted, selector, unsigned }, now) =>
        keyRow(await retireKey({ db, ...(await findDomain(db, wanted)), now }, selector, { unsigned })),
      { audit: 'sending_domain.dkim_retired' },
    ),
  },
  'domains list-dkim': {
    about: 'Lists the DKIM keys of a domain, and what becomes of their records',
    options,
    run: onDatabase(named, async (db, wanted) => (await findKeys(db, await findDomain(db, wanted))).map(keyRow)),
  },
  'domains remove': {
    about: 'Forgets a sending domain with its DKIM keys: mail from it is refused or unsigned from then on',
    options,
    run: onDatabase(
      named,
      async (db, wanted) => {
        const { workspaceId, domain } = await removeDomain(db, wanted);
        return { workspace_id: workspaceId, domain, removed: true };
      },
      { audit: 'sending_domain.deleted' },
    ),
  },
  'domains list': {
    about: 'Lists the sending domains of a workspace',
    options: WORKSPACE_OPTION,
    run: onDatabase(workspaceOf, async (db, workspaceId) =>
      Promise.all((await listDomains({ db, workspaceId })).map((domain) => rowOf(db, domain))),
    ),
  },
};
