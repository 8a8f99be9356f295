import type { PageDomain } from '../../generated/prisma/client.ts';
import type { Db } from '../platform/db.ts';
import { nameOf } from '../tents/pages/hosts.ts';
import { addPageDomain, listPageDomains, recordName, removePageDomain, verifyPageDomain } from '../tents/pages/page-domains.service.ts';
import { openDns } from '../workspaces/domain-proof.ts';
import { findWorkspace } from '../workspaces/workspaces.service.ts';
import { type Arguments, type Commands, iso, type Row, required, workspaceOf } from './arguments.ts';
import { commandConfig, onDatabase } from './session.ts';

/** With what its owner has to put into the DNS. */
async function rowOf(db: Db, { workspaceId, domain, verifiedAt, verificationToken }: PageDomain): Promise<Row> {
  const { slug } = await findWorkspace(db, workspaceId);
  return {
    workspace_id: workspaceId,
    domain,
    verified_at: iso(verifiedAt),
    txt_name: recordName(domain),
    txt_value: verificationToken,
    cname_value: `${slug}.${nameOf(commandConfig().publishedHost)}`,
  };
}

const named = (args: Arguments) => ({ workspaceId: workspaceOf(args), domain: required(args, 'domain') });
const options = { workspace: 'string', domain: 'string' } as const;

export const pageDomainCommands: Commands = {
  'pages-domains add': {
    usage: '--workspace ID --domain D [--verified]',
    options: { ...options, verified: 'boolean' },
    run: onDatabase(async (db, args, now) => {
      const { publishedHost, baseUrl } = commandConfig();
      const domain = { ...named(args), verified: args.options.verified === true };
      return rowOf(db, await addPageDomain(db, domain, [publishedHost, new URL(baseUrl).hostname], now));
    }),
  },
  'pages-domains verify': {
    usage: '--workspace ID --domain D',
    options,
    run: onDatabase(async (db, args, now) =>
      rowOf(db, await verifyPageDomain(db, named(args), now, openDns(commandConfig().dnsServers).txt)),
    ),
  },
  'pages-domains list': {
    usage: '--workspace ID',
    options: { workspace: 'string' },
    run: onDatabase(async (db, args) => Promise.all((await listPageDomains(db, workspaceOf(args))).map((domain) => rowOf(db, domain)))),
  },
  'pages-domains remove': {
    usage: '--workspace ID --domain D',
    options,
    run: onDatabase(async (db, args) => {
      const { workspaceId, domain } = await removePageDomain(db, named(args));
      return { workspace_id: workspaceId, domain, removed: true };
    }),
  },
};
