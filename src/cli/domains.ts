import { addDomain, listDomains, recordName, verifyDomain } from '../workspaces/sending-domains.ts';
import { type Arguments, type Commands, iso, type Row, required, workspaceOf } from './arguments.ts';
import { onDatabase } from './session.ts';

const rowOf = (domain: Awaited<ReturnType<typeof addDomain>>): Row => ({
  workspace_id: domain.workspaceId,
  domain: domain.domain,
  verified_at: iso(domain.verifiedAt),
  txt_name: recordName(domain.domain),
  txt_value: domain.verificationToken,
});

const named = (args: Arguments) => ({ workspaceId: workspaceOf(args), domain: required(args, 'domain') });

export const domainCommands: Commands = {
  'domains add': {
    usage: '--workspace ID --domain D [--verified]',
    options: { workspace: 'string', domain: 'string', verified: 'boolean' },
    run: onDatabase(async (db, args, now) => rowOf(await addDomain(db, { ...named(args), verified: args.options.verified === true }, now))),
  },
  'domains verify': {
    usage: '--workspace ID --domain D',
    options: { workspace: 'string', domain: 'string' },
    run: onDatabase(async (db, args, now) => rowOf(await verifyDomain(db, named(args), now))),
  },
  'domains list': {
    usage: '--workspace ID',
    options: { workspace: 'string' },
    run: onDatabase(async (db, args) => (await listDomains(db, workspaceOf(args))).map(rowOf)),
  },
};
