import { resolve } from 'node:path';
import { type Config, worksInPart } from '../config.ts';
import { parseMailServer } from '../platform/mail/server.ts';
import { CLI } from '../shared/program.ts';

export interface Greeting {
  config: Config;
  port: number | undefined;
  welcome: { workspace: string; apiKey: string } | undefined;
  keyFile?: string | undefined;
  hasWorkspaces: boolean;
  /** By which the mailbox opens on other machines. */
  mailboxKey?: string | undefined;
}

/** For another terminal. An address with a password is not repeated. */
function commandLine({ databaseUrl, dataDir }: Config): string {
  return databaseUrl || dataDir === resolve('.data') ? CLI : `DATA_DIR=${quoted(dataDir)} ${CLI}`;
}

const quoted = (path: string): string => (/^[\w./@:+-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`);

export function greeting({ config, port, welcome, keyFile, hasWorkspaces, mailboxKey }: Greeting): string {
  const cli = commandLine(config);
  const lines = port === undefined ? ['Bivouac works on background jobs (ROLE=worker).'] : ['', ...addresses(config, port, mailboxKey)];
  lines.push(`  database   ${database(config)}`);
  if (worksInPart(config)) lines.push(`  work       ${config.works.join(', ')} (WORK)`);
  if (config.smtpUrl && config.role !== 'api') lines.push(`  mail       goes out by ${mailServer(config.smtpUrl)}`);
  lines.push(`  commands   ${cli} --help`);
  if (!hasWorkspaces) {
    const where = config.databaseUrl ? ', with the same DATABASE_URL' : '';
    lines.push('', `There is no workspace yet. Make one, and a key for it${where}:`, '');
    lines.push(`  ${cli} workspaces create --name "My team"`, `  ${cli} keys create --workspace ID --name mine`);
  }
  if (welcome) {
    const key = keyFile ? `$(cat ${quoted(keyFile)})` : welcome.apiKey;
    lines.push(
      '',
      `A workspace "${welcome.workspace}" was made for you. Its key is ${keyFile ? `in ${keyFile}.` : 'shown this once:'}`,
      '',
    );
    if (!keyFile) lines.push(`  ${key}`, '');
    lines.push('Try it:', '', `  curl ${local(port)}/v1/contacts -H "Authorization: Bearer ${key}"`);
  }
  return `${lines.join('\n')}\n\n`;
}

const local = (port: number | undefined): string => `http://localhost:${port}`;

function addresses({ baseUrl, publishedHost, smtpUrl }: Config, port: number, mailboxKey: string | undefined): string[] {
  const here = local(port);
  const lines = [`Bivouac is ready on ${here}`];
  if (baseUrl !== here) lines.push(`  public     ${baseUrl}`);
  lines.push(`  reference  ${here}/docs`, `  pages      http://{workspace}.${publishedHost}`);
  if (!smtpUrl) lines.push(`  mailbox    ${mailboxKey ? `${baseUrl}/mailbox?key=${mailboxKey}` : `${here}/mailbox`}`);
  return lines;
}

/** Without the user and the password. */
export function database({ databaseUrl, dataDir }: Config): string {
  if (!databaseUrl) return `embedded, in ${dataDir}`;
  const { host, pathname } = new URL(databaseUrl);
  return `${host}${pathname}`;
}

function mailServer(url: string): string {
  const { host, port } = parseMailServer(url);
  return `${host}:${port}`;
}
