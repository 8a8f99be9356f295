import { isIP, isIPv4, isIPv6 } from 'node:net';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Ai, readAi } from './config-ai.ts';
import { ENCODE, isHost, openReader, type Reader } from './config-reader.ts';
import { parseMailServer } from './platform/mail/server.ts';
import { WORK_NAMES, type WorkName } from './queue/kinds.ts';
import { sharedCookieDomain } from './shared/cookie-domain.ts';
import { didYouMean } from './shared/did-you-mean.ts';
import { isLocalName } from './shared/local-names.ts';
import { isNetwork } from './shared/networks.ts';
import { StartError } from './shared/start-error.ts';

/** Checked once at start. README and docs/configuration.md contain the table. */
export interface Config {
  port: number;
  host: string;
  /** Public address of the API, without a slash at the end. All links start with it. */
  baseUrl: string;
  pagesPort: number;
  /** Pages of a workspace are at its slug below this host, which may have a port. */
  publishedHost: string;
  pagesMemoryBytes: number;
  pagesDiskBytes: number;
  /** Unset: an embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined;
  /** Connections for requests, and for jobs and sweeps. Readiness and the job queue have a few of their own. */
  databaseConnections: number;
  databaseJobConnections: number;
  /** For a pooler that lends connections by the transaction, such as pgbouncer. */
  databasePooled: boolean;
  /** A standby for reports and exports. Unset: they read from `databaseUrl`. */
  databaseReadUrl: string | undefined;
  databaseReadConnections: number;
  databaseReadMostLagMs: number;
  dataDir: string;
  storageUrl: string;
  /** Unset: the built-in mailbox. */
  smtpUrl: string | undefined;
  /** Opens the built-in mailbox from other machines. Unset: this machine only. */
  mailboxPassword: string | undefined;
  /** Messages a second of all processes together. Unset: no limit. */
  smtpEmailsPerSecond: number | undefined;
  ai: Ai;
  /** For all workspaces together, a day. Unset: no limit. */
  serviceBudget: { generations: number | undefined; model_tokens: number | undefined };
  /** Free disk space that uploads and exports leave, in bytes. */
  storageReserveBytes: number;
  /** The domain of return paths. Unset: bounces go to the sender. */
  bounceDomain: string | undefined;
  /** DNS servers, as `192.0.2.1` or `[2001:db8::1]:5353`; none: the system's. */
  dnsServers: string[];
  /** Senders of bounces and complaints; an unset one is disabled. */
  hooks: {
    sesTopics: string[];
    /** As SendGrid shows it: the base64 of an EC key. */
    sendgridPublicKey: string | undefined;
    /** `user:password` in the webhook's address. */
    postmarkCredentials: string | undefined;
    mailgunSigningKey: string | undefined;
    bouncesSecret: string | undefined;
  };
  /** Unset: generated into `dataDir` when the database is embedded. */
  appSecret: string | undefined;
  /** Opens the API of the operator. Unset: there is none. */
  platformKey: string | undefined;
  role: 'all' | 'api' | 'worker';
  /** The kinds of background work of this process; none for an API. */
  works: readonly WorkName[];
  rateLimitRps: number;
  /** Proxies whose `X-Forwarded-For` is trusted: their number, or their networks. */
  trustProxy: number | string[];
  /** Allowed origins of browsers: `https://app.example.com`. */
  corsOrigins: string[];
  /** Shown in `security.txt`. */
  securityContact: string | undefined;
  /** Hosts and CIDRs that flow webhooks may reach in spite of the guard. */
  outboundAllow: string[];
  /** How long a stopping process still accepts requests, while it is not ready. */
  drainSeconds: number;
  logLevel: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  /** `auto`: text on a terminal, else JSON. */
  logFormat: 'auto' | 'json' | 'text';
  /** Probable typos: `SMPT_URL` for `SMTP_URL`. */
  misspelt: { name: string; meant: string }[];
}

/** An address, or one with a port; IPv6 then needs brackets. */
function isNameServer(text: string): boolean {
  const [, six = '', four = '', port = '53'] = /^(?:\[(.*)\]|([\d.]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  return isIP(text) !== 0 || ((isIPv6(six) || isIPv4(four)) && Number(port) > 0 && Number(port) <= 65535);
}

/** Lists all mistakes, so that one start is enough to fix them. */
export class ConfigError extends StartError {
  constructor(problems: string[]) {
    super(`The configuration is not usable:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * @param withoutSecret for commands that sign nothing: `APP_SECRET` may be missing beside a `DATABASE_URL`
 * @param onTerminal a person at a terminal does not wait for a drain
 * @throws ConfigError with every mistake
 */
export function readConfig(environment: Record<string, string | undefined>, { withoutSecret = false, onTerminal = false } = {}): Config {
  const reader = openReader(environment);
  const { problems, names, text, integer, oneOf, proxies, url, list, someOf, hostAndPort, domain, secretOf } = reader;

  const port = integer('PORT', 3000, 0, 65535);
  const pagesPort = integer('PAGES_PORT', 3001, 0, 65535);
  const dataDir = resolve(text('DATA_DIR') ?? '.data');
  const databaseUrl = url('DATABASE_URL', ['postgres:', 'postgresql:'], brokenOff);
  const databaseReadUrl = url('DATABASE_READ_URL', ['postgres:', 'postgresql:'], brokenOff);
  if (databaseReadUrl && !databaseUrl) problems.push('DATABASE_READ_URL needs a DATABASE_URL: the embedded database has no standby');
  const appSecret = text('APP_SECRET');

  if (databaseUrl && !appSecret && !withoutSecret) {
    problems.push('APP_SECRET must be set together with DATABASE_URL: every process that signs links needs the same one');
  }
  if (appSecret && appSecret.length < 16) problems.push('APP_SECRET must have at least 16 characters');

  const role = oneOf('ROLE', 'all', ['all', 'api', 'worker']);
  if (role !== 'all' && !databaseUrl) {
    problems.push(`DATABASE_URL must be set when ROLE is ${role}: the embedded database belongs to one process, which does everything`);
  }
  const storageUrl = url('STORAGE_URL', ['file:', 's3:'], notAStore) ?? pathToFileURL(resolve(dataDir, 'files')).href;
  const isShared = oneOf('STORAGE_SHARED', 'false', ['true', 'false']) === 'true';
  if (role !== 'all' && databaseUrl && storageUrl.startsWith('file:') && !isShared) {
    problems.push(
      `STORAGE_URL must be a bucket (s3://…) when ROLE is ${role}: processes on one database share their files. Where it is a folder that all of them ` +
        'can write to, set STORAGE_SHARED=true',
    );
  }
  if (role === 'worker' && port === 0 && !text('BASE_URL')) {
    problems.push('BASE_URL must be set for a worker when PORT is 0: it cannot know where the API listens');
  }

  if (role !== 'worker' && port === pagesPort && port !== 0)
    problems.push('PAGES_PORT must differ from PORT: pages are never at an address of the API');
  if (role === 'worker' && pagesPort === 0 && !text('PUBLISHED_HOST')) {
    problems.push('PUBLISHED_HOST must be set for a worker when PAGES_PORT is 0: it cannot know where pages are served');
  }

  const config: Omit<Config, 'misspelt'> = {
    port,
    host: text('HOST') ?? '127.0.0.1',
    baseUrl: (url('BASE_URL', ['http:', 'https:'], notPlain) ?? `http://localhost:${port}`).replace(/\/+$/, ''),
    pagesPort,
    publishedHost: hostAndPort('PUBLISHED_HOST', `localhost:${pagesPort}`),
    pagesMemoryBytes: integer('PAGES_MEMORY_MIB', 64, 1, 65_536) * MIB,
    pagesDiskBytes: integer('PAGES_DISK_MIB', 1_024, 0, 1_048_576) * MIB,
    databaseUrl,
    databaseConnections: integer('DATABASE_CONNECTIONS', 12, 1, 1_000),
    databaseJobConnections: integer('DATABASE_JOB_CONNECTIONS', 12, 2, 1_000),
    databasePooled: oneOf('DATABASE_POOLED', 'false', ['true', 'false']) === 'true',
    databaseReadUrl,
    databaseReadConnections: integer('DATABASE_READ_CONNECTIONS', 4, 1, 1_000),
    databaseReadMostLagMs: integer('DATABASE_READ_MAX_LAG', 10, 1, 600) * 1_000,
    dataDir,
    storageUrl,
    smtpUrl: url('SMTP_URL', ['smtp:', 'smtps:'], notAMailServer),
    mailboxPassword: secretOf('MAILBOX_PASSWORD', /^.{16,1000}$/, 'at least 16 characters'),
    smtpEmailsPerSecond: text('SMTP_EMAILS_PER_SECOND') === undefined ? undefined : integer('SMTP_EMAILS_PER_SECOND', 0, 1, 1_000_000),
    ai: readAi({ text, integer, oneOf, url, problem: (words) => problems.push(words) }, notPlain),
    serviceBudget: {
      generations: text('GENERATIONS_PER_DAY') === undefined ? undefined : integer('GENERATIONS_PER_DAY', 0, 0, 1_000_000_000),
      model_tokens: text('MODEL_TOKENS_PER_DAY') === undefined ? undefined : integer('MODEL_TOKENS_PER_DAY', 0, 0, 1_000_000_000_000),
    },
    storageReserveBytes: integer('STORAGE_RESERVE_MIB', 512, 0, 1_048_576) * MIB,
    bounceDomain: domain('BOUNCE_DOMAIN'),
    dnsServers: list('DNS_SERVERS', isNameServer, 'IP addresses, or addresses with a port as 192.0.2.1:5353 or [2001:db8::1]:5353'),
    hooks: readHooks(reader),
    appSecret,
    platformKey: secretOf('PLATFORM_KEY', /^[\x21-\x7e]{32,1000}$/, 'at least 32 characters of ASCII, without blanks'),
    role,
    works: role === 'api' ? [] : someOf('WORK', WORK_NAMES),
    rateLimitRps: integer('RATE_LIMIT_RPS', 100, 0, 1_000_000),
    trustProxy: proxies('TRUST_PROXY'),
    corsOrigins: list(
      'CORS_ORIGINS',
      isOrigin,
      'exact origins, as https://app.example.com or http://localhost:5173 (no path, and no * in place of names)',
    ),
    securityContact: url('SECURITY_CONTACT', ['mailto:', 'https:', 'tel:']),
    outboundAllow: list('OUTBOUND_ALLOW', (entry) => isHost(entry) || isNetwork(entry), 'hosts and CIDRs'),
    drainSeconds: integer('DRAIN_SECONDS', onTerminal ? 0 : 5, 0, 300),
    logLevel: oneOf('LOG_LEVEL', 'info', ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    logFormat: oneOf('LOG_FORMAT', 'auto', ['auto', 'json', 'text']),
  };
  if (problems.length > 0) throw new ConfigError(problems);
  return { ...config, misspelt: misspeltIn(environment, names) };
}

const readHooks = ({ list, secretOf }: Reader): Config['hooks'] => ({
  sesTopics: list('HOOK_SES_TOPICS', (entry) => TOPIC.test(entry), 'ARNs of SNS topics, as arn:aws:sns:eu-central-1:123456789012:bounces'),
  sendgridPublicKey: secretOf(
    'HOOK_SENDGRID_PUBLIC_KEY',
    /^[\w+/]{100,}={0,2}$/,
    'the verification key that SendGrid shows: the base64 of a P-256 key',
  ),
  postmarkCredentials: secretOf(
    'HOOK_POSTMARK_CREDENTIALS',
    /^[\x21-\x39\x3b-\x7e]+:[\x21-\x7e]{16,}$/,
    'user:password, the password with at least 16 characters',
  ),
  mailgunSigningKey: secretOf('HOOK_MAILGUN_SIGNING_KEY', /^.{16,}$/, 'the HTTP webhook signing key that Mailgun shows'),
  bouncesSecret: secretOf('HOOK_BOUNCES_SECRET', /^[\x21-\x7e]{16,}$/, 'at least 16 characters of ASCII, without blanks'),
});

function misspeltIn(environment: object, names: Set<string>): Config['misspelt'] {
  return Object.keys(environment).flatMap((name) => {
    const meant = names.has(name) || !/^[A-Z_]+$/.test(name) ? undefined : didYouMean(name, names);
    return meant ? { name, meant } : [];
  });
}

const notPlain = ({ search, hash, username, password }: URL): string | false =>
  (search || hash || username || password) !== '' && 'must have no query, no fragment and no user: paths are put behind it';

/** Compared as text, so in the form of browsers: lower case, no slash at the end, no default port. */
function isOrigin(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && ['http:', 'https:'].includes(url.protocol) && url.origin === text && !text.includes('*');
}

const TOPIC = /^arn:aws(-[a-z]+)*:sns:[a-z0-9-]+:\d{12}:[\w-]{1,256}(\.fifo)?$/;

const MIB = 1024 * 1024;

/** An unencoded sign ends the authority, and the rest with its `@` becomes a path. Other messages would repeat it. */
const brokenOff = ({ pathname, search, hash }: URL): string | false =>
  (/@/.test(pathname + hash) || /^[^=]*@/.test(search)) && `has an @ behind its host: ${ENCODE}`;

const notAMailServer = (parsed: URL, value: string): string | false => {
  const broken = brokenOff(parsed);
  if (broken) return broken;
  try {
    parseMailServer(value);
    return false;
  } catch (error) {
    return (error as Error).message;
  }
};

/** `file:files` would be the folder `/files`, and `file://nas/x` one of another machine. */
const notAbsolute = ({ protocol, hostname }: URL, value: string): string | false =>
  protocol === 'file:' && (hostname !== '' || !value.startsWith('file:/')) && 'must name a folder by its whole path: file:///srv/files';

function notAStore(url: URL, value: string): string | false {
  if (url.protocol !== 's3:') return notAbsolute(url, value);
  const timeout = url.searchParams.get('timeout') ?? '1';
  return !(/^\d{1,3}$/.test(timeout) && Number(timeout) > 0) && 'must have a timeout from 1 to 999, in seconds';
}

/** On some kinds of background work only. */
export const worksInPart = ({ role, works }: Config): boolean => role !== 'api' && works.length < WORK_NAMES.length;

/** Kinds of work that no process can do: the embedded database serves this one alone. */
export const workLeftOut = ({ databaseUrl, works }: Config): WorkName[] =>
  databaseUrl ? [] : WORK_NAMES.filter((work) => !works.includes(work));

/** Real mail with links to this machine. */
export const mailLeadsNowhere = ({ smtpUrl, role, baseUrl }: Config): boolean =>
  smtpUrl !== undefined && role !== 'api' && isLocalName(new URL(baseUrl).host);

/** The domain whose cookies published pages can set for the API; null where browsers separate the two. */
export const cookiesInCommon = ({ role, baseUrl, publishedHost }: Config): string | null =>
  role === 'worker' ? null : sharedCookieDomain(publishedHost, new URL(baseUrl).hostname);

/** Replaces ports of `0` by those that the system chose. */
export const atPorts = (config: Config, port: number, pagesPort: number): Config => ({
  ...config,
  ...(config.baseUrl === `http://localhost:${config.port}` && { baseUrl: `http://localhost:${port}` }),
  ...(config.publishedHost === `localhost:${config.pagesPort}` && { publishedHost: `localhost:${pagesPort}` }),
});
