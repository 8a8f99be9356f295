import { isIP } from 'node:net';
import { hostname } from 'node:os';
import type { ConnectionOptions } from 'node:tls';
import { isLocalName } from '../../shared/local-names.ts';

export interface Credentials {
  user: string;
  pass: string;
  /** Undefined: the best of both sides. */
  method: string | undefined;
}

export interface TimeLimits {
  connect: number;
  greeting: number;
  /** EHLO, STARTTLS and each step of AUTH; RSET too. */
  hello: number;
  mail: number;
  rcpt: number;
  data: number;
  block: number;
  dot: number;
}

export interface MailServer {
  host: string;
  port: number;
  secure: boolean;
  /** Default for a password and a remote server. */
  requireTls: boolean;
  ignoreTls: boolean;
  tls: ConnectionOptions;
  /** For EHLO; undefined: the local address. */
  name: string | undefined;
  localAddress: string | undefined;
  credentials: Credentials | undefined;
  maxConnections: number;
  maxMessages: number;
  limits: TimeLimits;
}

const MINUTES = 60_000;
/** RFC 5321, 4.5.3.2, with a shorter limit for the connection. */
const LIMITS: TimeLimits = {
  connect: 15_000,
  greeting: 5 * MINUTES,
  hello: 5 * MINUTES,
  mail: 5 * MINUTES,
  rcpt: 5 * MINUTES,
  data: 2 * MINUTES,
  block: 3 * MINUTES,
  dot: 10 * MINUTES,
};
/** Names of the limits in the query. `socketTimeout` stands for all from `hello` on that are not named. */
const LIMIT_NAMES: Record<keyof TimeLimits, string> = {
  connect: 'connectionTimeout',
  greeting: 'greetingTimeout',
  hello: 'helloTimeout',
  mail: 'mailTimeout',
  rcpt: 'rcptTimeout',
  data: 'dataTimeout',
  block: 'blockTimeout',
  dot: 'dotTimeout',
};

const IDLE_OPTIONS = new Set(['pool', 'logger', 'debug', 'transactionLog', 'dnsTimeout', 'socketCloseTimeout', 'opportunisticTLS']);

/**
 * `smtp://user:password@host:port?option=value`; docs/configuration.md lists the options.
 * @throws Error that explains the mistake
 */
export function parseMailServer(url: string): MailServer {
  const { protocol, hostname: host, port, username, password, searchParams } = new URL(url);
  const texts = new Map(searchParams);
  const known = new Set<string>();
  const text = (name: string) => {
    known.add(name);
    return texts.get(name) || undefined;
  };
  const number = (name: string, least: number): number | undefined => {
    const value = text(name);
    if (value === undefined) return undefined;
    if (!/^\d{1,9}$/.test(value) || Number(value) < least) throw new Error(`${name} must be a whole number from ${least} on`);
    return Number(value);
  };
  const flag = (name: string): boolean | undefined => {
    const value = text(name);
    if (value !== undefined && value !== 'true' && value !== 'false') throw new Error(`${name} must be true or false`);
    return value === undefined ? undefined : value === 'true';
  };

  const secure = flag('secure') ?? protocol === 'smtps:';
  const all = number('socketTimeout', 1);
  const limit = (name: keyof TimeLimits): number =>
    number(LIMIT_NAMES[name], 1) ?? (name === 'connect' || name === 'greeting' ? undefined : all) ?? LIMITS[name];
  // A password leaves this machine in the clear only when the address says so.
  const isHidden = username !== '' && !secure && !isLocalName(host || 'localhost');
  const [requireTls, ignoreTls] = [flag('requireTLS') ?? isHidden, flag('ignoreTLS') ?? false];
  if (ignoreTls && isHidden && !texts.get('requireTLS'))
    throw new Error('has a password, which ignoreTLS=true sends in the clear: remove that option, or add requireTLS=false if it is meant');
  const bare = host.replace(/^\[|\]$/g, '') || 'localhost';
  const tls: Record<string, unknown> = isIP(bare) ? {} : { servername: bare };
  for (const [name, value] of texts) {
    if (!name.startsWith('tls.')) continue;
    known.add(name);
    tls[name.slice('tls.'.length)] = value === 'true' || value === 'false' ? value === 'true' : value;
  }
  const server: MailServer = {
    host: bare,
    port: Number(port) || (secure ? 465 : 587),
    secure,
    requireTls,
    ignoreTls,
    tls,
    name: text('name') ?? ownName(),
    localAddress: text('localAddress'),
    credentials: username
      ? { user: decoded(username), pass: decoded(password), method: text('authMethod')?.toUpperCase() }
      : void text('authMethod'),
    maxConnections: number('maxConnections', 1) ?? 10,
    maxMessages: number('maxMessages', 1) ?? 1_000,
    limits: Object.fromEntries(Object.keys(LIMITS).map((name) => [name, limit(name as keyof TimeLimits)])) as Record<
      keyof TimeLimits,
      number
    >,
  };
  if (server.localAddress !== undefined && !isIP(server.localAddress)) throw new Error('localAddress must be an IP address');
  const unknown = [...texts.keys()].filter((name) => !known.has(name) && !IDLE_OPTIONS.has(name));
  if (unknown.length > 0) throw new Error(`knows no option called ${unknown.join(' or ')}`);
  return server;
}

/** A `%` that encodes nothing is literal. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Servers expect a full name or none. */
function ownName(): string | undefined {
  const name = hostname();
  return /^[a-z\d-]+(\.[a-z\d-]+)+$/i.test(name) && !isIP(name) ? name : undefined;
}
