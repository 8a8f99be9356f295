import type { PageDomain } from '../../generated/prisma/client.ts';
import type { Db } from '../platform/db.ts';
import {
  addPageDomain,
  listPageDomains,
  nameOf,
  recordName,
  removePageDomain,
  verifyPageDomain,
} from '../tents/pages/page-domains.service.ts';
import { openDns } from '../workspaces/domain-proof.ts';
import { findWorkspace } from '../workspaces/workspaces.service.ts';
import { type Arguments, type Commands, iso, type Row, required, WORKSPACE_OPTION, workspaceOf } from './arguments.ts';
import { commandConfig, onDatabase } from './session.ts';

async function rowOf(db: Db, { workspaceId, domain, verifiedAt, verificationToken }: PageDomain): Promise<Row> {
  const { slug } = await findWorkspace({ db, workspaceId });
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
const options = { ...WORKSPACE_OPTION, domain: { takes: 'HOST', about: 'A host of your own for its pages', required: true } } as const;

export const pageDomainCommands: Commands = {
  'pages-domains add': {
    about: 'Adds a host for pages, and prints the DNS records that it needs',
    options: { ...options, verified: { about: 'Takes it for verified, without a look into the DNS' } },
    run: onDatabase(
      (args) => ({ ...named(args), verified: args.options.verified === true }),
      async (db, { workspaceId, ...wanted }, now) => {
        const { publishedHost, baseUrl } = commandConfig();
        return rowOf(db, await addPageDomain({ db, workspaceId, now }, wanted, [publishedHost, new URL(baseUrl).hostname]));
      },
      { audit: 'page_domain.created' },
    ),
  },
  'pages-domains verify': {
    about: 'Looks for the record in the DNS that proves the host to be yours',
    options,
    run: onDatabase(
      named,
      async (db, { workspaceId, domain }, now) =>
        rowOf(db, await verifyPageDomain({ db, workspaceId, now }, domain, openDns(commandConfig().dnsServers).txt)),
      { audit: 'page_domain.verified' },
    ),
  },
  'pages-domains list': {
    about: 'Lists the hosts of a workspace',
    options: WORKSPACE_OPTION,
    run: onDatabase(workspaceOf, async (db, workspaceId) =>
      Promise.all((await listPageDomains({ db, workspaceId })).map((domain) => rowOf(db, domain))),
    ),
  },
  'pages-domains remove': {
    about: 'Takes a host away: its pages are at the slug of the workspace alone',
    options,
    run: onDatabase(
      named,
      async (db, given) => {
        const { workspaceId, domain } = await removePageDomain({ db, workspaceId: given.workspaceId }, given.domain);
        return { workspace_id: workspaceId, domain, removed: true };
      },
      { audit: 'page_domain.deleted' },
    ),
  },
};
