import { describe, expect, it } from 'vitest';
import { ConfigError, cookiesInCommon, mailLeadsNowhere, readConfig } from '../src/config.ts';
import { WORK_NAMES } from '../src/queue/kinds.ts';

const OWN_DATABASE = { DATABASE_URL: 'postgres://db.example.com/bivouac', APP_SECRET: 'a secret for the tests' };

describe('the configuration', () => {
  it('has defaults for everything', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:3000',
      pagesPort: 3001,
      publishedHost: 'localhost:3001',
      databaseUrl: undefined,
      dataDir: `${process.cwd()}/.data`,
      smtpUrl: undefined,
      ai: { provider: 'library', concurrency: 8 },
      role: 'all',
      works: WORK_NAMES,
      rateLimitRps: 100,
      corsOrigins: [],
      outboundAllow: [],
      dnsServers: [],
      logLevel: 'info',
    });
  });

  it('follows the port in its addresses, and takes empty variables for unset', () => {
    expect(
      readConfig({
        PORT: '8080',
        SMTP_URL: '',
        BASE_URL: 'https://api.example.com/',
        OUTBOUND_ALLOW: 'a.internal, 10.0.0.0/8',
        CORS_ORIGINS: 'http://localhost:5173',
      }),
    ).toMatchObject({
      port: 8080,
      baseUrl: 'https://api.example.com',
      smtpUrl: undefined,
      outboundAllow: ['a.internal', '10.0.0.0/8'],
      corsOrigins: ['http://localhost:5173'],
    });
    expect(readConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
  });

  it('limits the kinds of background work, and lists them where one is misspelt', () => {
    expect(readConfig({ WORK: ' flows,deliver ' }).works).toEqual(['deliver', 'flows']);
    expect(readConfig({ ...OWN_DATABASE, ROLE: 'api', WORK: 'flows', STORAGE_URL: 's3://files' }).works).toEqual([]);
    expect(() => readConfig({ WORK: 'flows,import,mail' })).toThrow(
      `WORK must be a list of ${WORK_NAMES.join(', ')}, with commas, and "import" is none: did you mean imports?\n` +
        `  - WORK must be a list of ${WORK_NAMES.join(', ')}, with commas, and "mail" is none`,
    );
  });

  it('names every bad value at once, and repeats no secret', () => {
    const read = () =>
      readConfig({
        PORT: 'eighty',
        ROLE: 'boss',
        RATE_LIMIT_RPS: '-1',
        BASE_URL: 'nonsense',
        LOG_LEVEL: 'loud',
        SMTP_URL: 'http://user:hunter2@mail.example.com',
        DATABASE_URL: 'mysql://user:hunter2@db.example.com',
        AI_PROVIDER: 'openai-compatible',
        APP_SECRET: 'short',
      });
    expect(read).toThrow(ConfigError);
    try {
      read();
    } catch (error) {
      const { message } = error as Error;
      for (const name of [
        'PORT',
        'ROLE',
        'RATE_LIMIT_RPS',
        'BASE_URL',
        'LOG_LEVEL',
        'SMTP_URL',
        'DATABASE_URL',
        'AI_MODEL',
        'AI_BASE_URL',
        'APP_SECRET',
      ]) {
        expect(message).toContain(name);
      }
      expect(message).not.toContain('hunter2');
    }
  });

  it.each([
    [{ STORAGE_URL: 's3://files?timeout=0' }, 'STORAGE_URL must have a timeout from 1 to 999, in seconds'],
    [{ STORAGE_URL: 's3://files?timeout=soon' }, 'STORAGE_URL must have a timeout from 1 to 999, in seconds'],
    [{ STORAGE_URL: 'file:files' }, 'STORAGE_URL must name a folder by its whole path'],
    [{ STORAGE_URL: 'file://nas/x' }, 'STORAGE_URL must name a folder by its whole path'],
    [{ BASE_URL: 'https://api.example.com/?a=b' }, 'BASE_URL must have no query'],
    [{ BASE_URL: 'https://api.example.com/#a' }, 'BASE_URL must have no query'],
    [{ BASE_URL: 'https://user@api.example.com' }, 'BASE_URL must have no query'],
    [{ PUBLISHED_HOST: 'https://x' }, 'PUBLISHED_HOST must be a host'],
    [{ PUBLISHED_HOST: '192.0.2.1:3001' }, 'PUBLISHED_HOST must be a name'],
    [{ PORT: '3001' }, 'PAGES_PORT must differ from PORT'],
    [{ ROLE: 'worker', PAGES_PORT: '0' }, 'PUBLISHED_HOST must be set for a worker when PAGES_PORT is 0'],
    [{ PAGES_MEMORY_MIB: '0' }, 'PAGES_MEMORY_MIB must be a whole number from 1'],
    [{ PAGES_DISK_MIB: '-1' }, 'PAGES_DISK_MIB must be a whole number from 0'],
    [{ PUBLISHED_HOST: 'pages.example.com:99999' }, 'PUBLISHED_HOST must be a host'],
    [{ PUBLISHED_HOST: 'pages.example.com/x' }, 'PUBLISHED_HOST must be a host'],
    [
      { OUTBOUND_ALLOW: 'a.internal, not/a/cidr' },
      'OUTBOUND_ALLOW must be a list of hosts and CIDRs, with commas, and "not/a/cidr" is none',
    ],
    [{ OUTBOUND_ALLOW: '10.0.0.0/33' }, 'OUTBOUND_ALLOW must be a list'],
    ...['*', 'null', 'https://*.example.com', 'app.example.com', 'https://app.example.com/', 'https://App.example.com'].map(
      (origin): [Record<string, string>, string] => [
        { CORS_ORIGINS: `http://localhost:5173, ${origin}` },
        `CORS_ORIGINS must be a list of exact origins, as https://app.example.com or http://localhost:5173`,
      ],
    ),
    ...['dns.example.com', '192.0.2.256', '192.0.2.1:0', '192.0.2.1:65536', '[192.0.2.1]:53', '[2001:db8::1', '2001:db8::1]:53'].map(
      (server): [Record<string, string>, string] => [{ DNS_SERVERS: `192.0.2.1,${server}` }, `DNS_SERVERS must be a list of IP addresses`],
    ),
    [{ SMTP_URL: 'smtp://localhost:99999' }, 'SMTP_URL is no address: it must read smtp:// or smtps://host:port, with a port up to 65535'],
    [{ ...OWN_DATABASE, ROLE: 'api' }, 'STORAGE_URL must be a bucket (s3://…) when ROLE is api'],
    [
      { ...OWN_DATABASE, ROLE: 'worker', STORAGE_URL: 'file:///srv/files', STORAGE_SHARED: 'no' },
      'STORAGE_URL must be a bucket (s3://…) when ROLE is worker',
    ],
    [{ ROLE: 'api' }, 'DATABASE_URL must be set when ROLE is api'],
    [{ ROLE: 'worker' }, 'DATABASE_URL must be set when ROLE is worker'],
    [{ ROLE: 'worker', PORT: '0' }, 'BASE_URL must be set for a worker when PORT is 0'],
    [{ DRAIN_SECONDS: '-1' }, 'DRAIN_SECONDS must be a whole number from 0 to 300'],
    [{ DATABASE_CONNECTIONS: '0' }, 'DATABASE_CONNECTIONS must be a whole number from 1 to 1000'],
    [{ DATABASE_JOB_CONNECTIONS: '1' }, 'DATABASE_JOB_CONNECTIONS must be a whole number from 2 to 1000'],
    [{ DATABASE_JOB_CONNECTIONS: '1001' }, 'DATABASE_JOB_CONNECTIONS must be a whole number from 2 to 1000'],
    [{ AI_PROVIDER: 'gpt' }, 'AI_PROVIDER must be one of library, local, openai, anthropic, google, openai-compatible'],
    [{ AI_PROVIDER: 'openai', AI_API_KEY: 'sk-1' }, 'AI_MODEL must be set when AI_PROVIDER is openai'],
    [{ AI_PROVIDER: 'openai', AI_MODEL: 'm' }, 'AI_API_KEY must be set when AI_PROVIDER is openai'],
    [{ AI_PROVIDER: 'google', AI_MODEL: 'm' }, 'AI_API_KEY must be set when AI_PROVIDER is google'],
    [
      { AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k', AI_IMAGE_MODEL: 'p' },
      'AI_IMAGE_MODEL must be unset when AI_PROVIDER is anthropic',
    ],
    [{ AI_PROVIDER: 'anthropic', AI_MODEL: 'm' }, 'AI_API_KEY must be set when AI_PROVIDER is anthropic'],
    [{ AI_PROVIDER: 'openai-compatible', AI_MODEL: 'm' }, 'AI_BASE_URL must be set when AI_PROVIDER is openai-compatible'],
    [
      { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'https://ai.example/v1' },
      'AI_MODEL must be set when AI_PROVIDER is openai-compatible',
    ],
    [{ AI_BASE_URL: 'ai.example/v1' }, 'AI_BASE_URL must be an address that starts with http:// or https://'],
    [{ AI_BASE_URL: 'https://ai.example/v1?key=x' }, 'AI_BASE_URL must have no query'],
    [{ AI_BASE_URL: 'https://ai.example/v1/chat/completions' }, 'AI_BASE_URL must end before /chat/completions'],
    [{ AI_API_KEY: 'sk-1 sk-2' }, 'AI_API_KEY must have only letters'],
    [{ AI_TIMEOUT_SECONDS: '5' }, 'AI_TIMEOUT_SECONDS must be a whole number from 10 to 840'],
    [{ AI_BASE_URL: 'https://ai.example/v1/responses' }, 'AI_BASE_URL must end before /chat/completions, /responses'],
    [{ AI_SILENCE_SECONDS: '1' }, 'AI_SILENCE_SECONDS must be a whole number from 5 to 600'],
    [{ AI_CONCURRENCY: '0' }, 'AI_CONCURRENCY must be a whole number from 1 to 1000'],
    [{ AI_EFFORT: 'low' }, 'AI_EFFORT must be one of min, medium, high, max'],
    [{ AI_EFFORT_EDITS: 'most' }, 'AI_EFFORT_EDITS must be one of min, medium, high, max'],
    [{ AI_VISION: 'yes' }, 'AI_VISION must be one of auto, on, off'],
    [{ AI_MAX_TOKENS: '10' }, 'AI_MAX_TOKENS must be a whole number from 1000 to 1000000'],
    [{ DATABASE_POOLED: 'yes' }, 'DATABASE_POOLED must be one of true, false'],
  ])('refuses %j', (environment, words) => {
    expect(() => readConfig(environment)).toThrow(words);
  });

  it.each(['pa#word', 'pa/word', 'pa?word', '12#word', '12/word', '12?word', 'p@12/word', 'p@pa#word'])(
    'says of a password that its signs have to be encoded, and repeats nothing of it: %s',
    (password) => {
      for (const address of [`smtp://ada:${password}@mail.example.com:587`, `postgres://ada:${password}@db.example.com:5432/bivouac`]) {
        const name = address.startsWith('smtp') ? 'SMTP_URL' : 'DATABASE_URL';
        const read = () => readConfig({ APP_SECRET: 'a secret for the tests', [name]: address });
        expect(read).toThrow(new RegExp(`${name} .*; in a user|${name} has an @ .* in a user`));
        expect(read).toThrow('# is written as %23, / as %2F, ? as %3F and @ as %40');
        expect(read).not.toThrow('word@');
        expect(read).not.toThrow(password);
      }
    },
  );

  it('takes what is meant', () => {
    const taken = {
      STORAGE_URL: 'file:///srv/my%20files',
      BASE_URL: 'https://example.com/bivouac/',
      PUBLISHED_HOST: 'pages.example.com',
      OUTBOUND_ALLOW: 'a.internal, 10.0.0.0/8,fd00::/8, ::1,192.0.2.1 ,',
      SMTP_URL: 'smtp://user:p%40ss@mail.example.com:587?maxConnections=3',
      DNS_SERVERS: '192.0.2.1, 192.0.2.1:5353,2001:db8::1 , [2001:db8::1],[2001:db8::1]:53',
    };
    expect(readConfig(taken)).toMatchObject({
      dnsServers: ['192.0.2.1', '192.0.2.1:5353', '2001:db8::1', '[2001:db8::1]', '[2001:db8::1]:53'],
      storageUrl: taken.STORAGE_URL,
      baseUrl: 'https://example.com/bivouac',
      publishedHost: taken.PUBLISHED_HOST,
      outboundAllow: ['a.internal', '10.0.0.0/8', 'fd00::/8', '::1', '192.0.2.1'],
      smtpUrl: taken.SMTP_URL,
    });
  });

  it('knows who writes', () => {
    expect(readConfig({ AI_PROVIDER: 'local', AI_CONCURRENCY: '2' }).ai).toEqual({ provider: 'library', concurrency: 2 });
    const own = { AI_PROVIDER: 'openai-compatible', AI_BASE_URL: 'http://localhost:11434/v1/', AI_MODEL: 'qwen3', AI_MAX_TOKENS: '8000' };
    expect(readConfig(own).ai).toEqual({
      provider: 'openai-compatible',
      baseUrl: 'http://localhost:11434/v1',
      apiKey: undefined,
      models: { pages: 'qwen3', emails: 'qwen3', edits: 'qwen3', pictures: undefined },
      effort: { drafts: undefined, edits: undefined },
      concurrency: 8,
      timeoutMs: 600_000,
      silenceMs: 60_000,
      maxTokens: 8_000,
      vision: 'auto',
    });
    const anthropic = { AI_PROVIDER: 'anthropic', AI_MODEL: 'claude-sonnet-4-5', AI_API_KEY: 'sk-ant-1', AI_TIMEOUT_SECONDS: '600' };
    expect(readConfig(anthropic).ai).toMatchObject({ baseUrl: 'https://api.anthropic.com/v1', timeoutMs: 600_000, maxTokens: undefined });
    expect(() => readConfig({ ...anthropic, AI_API_KEY: 'sk-ünlikely' })).toThrow(/AI_API_KEY must have only(?!.*ünlikely)/);
  });

  it('takes models and efforts by kind of work', () => {
    const google = { AI_PROVIDER: 'google', AI_MODEL: 'gemini-3-pro', AI_API_KEY: 'k', AI_SILENCE_SECONDS: '45', AI_VISION: 'off' };
    expect(
      readConfig({ ...google, AI_MODEL_EDITS: 'gemini-3-flash', AI_EFFORT: 'high', AI_IMAGE_MODEL: 'gemini-3-image' }).ai,
    ).toMatchObject({
      baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
      models: { pages: 'gemini-3-pro', emails: 'gemini-3-pro', edits: 'gemini-3-flash', pictures: 'gemini-3-image' },
      effort: { drafts: 'high', edits: 'high' },
      timeoutMs: 300_000,
      silenceMs: 45_000,
      vision: 'off',
    });
    const openai = { AI_PROVIDER: 'openai', AI_MODEL: 'gpt-5', AI_API_KEY: 'sk-1', AI_MODEL_EMAILS: 'gpt-5-mini', AI_EFFORT_EDITS: 'min' };
    expect(readConfig(openai).ai).toMatchObject({
      baseUrl: 'https://api.openai.com/v1',
      models: { pages: 'gpt-5', emails: 'gpt-5-mini', edits: 'gpt-5' },
      effort: { drafts: undefined, edits: 'min' },
    });
  });

  it('has connections for requests and for jobs, and a server of its own unless told of a pooler', () => {
    expect(readConfig({})).toMatchObject({ databaseConnections: 12, databaseJobConnections: 12, databasePooled: false });
    const taken = { DATABASE_CONNECTIONS: '1', DATABASE_JOB_CONNECTIONS: '2', DATABASE_POOLED: 'true' };
    expect(readConfig(taken)).toMatchObject({ databaseConnections: 1, databaseJobConnections: 2, databasePooled: true });
    expect(readConfig({ DATABASE_POOLED: 'false' }).databasePooled).toBe(false);
  });

  it('waits with its end for those who send requests, but not for whoever sits before it', () => {
    expect([readConfig({}), readConfig({}, { onTerminal: true })].map(({ drainSeconds }) => drainSeconds)).toEqual([5, 0]);
    expect(readConfig({ DRAIN_SECONDS: '7' }, { onTerminal: true }).drainSeconds).toBe(7);
  });

  it('knows when links in real mail would lead nowhere', () => {
    const leadsNowhere = (environment: Record<string, string>) => mailLeadsNowhere(readConfig(environment));
    const SMTP_URL = 'smtp://mail.example.com';
    for (const local of ['', 'http://localhost:8080', 'https://127.0.0.1/api', 'http://[::1]:3000'])
      expect(leadsNowhere({ SMTP_URL, BASE_URL: local }), local).toBe(true);
    expect([leadsNowhere({ SMTP_URL, BASE_URL: 'https://api.example.com' }), leadsNowhere({})]).toEqual([false, false]);
    const api = { ...OWN_DATABASE, ROLE: 'api', STORAGE_URL: 's3://files' };
    expect(leadsNowhere({ ...api, SMTP_URL })).toBe(false);
  });

  it.each([
    ['https://api.example.com', 'pages.example.com', 'example.com'],
    ['https://example.co.uk:8443', 'example.co.uk:3001', 'example.co.uk'],
    ['https://api.bivouac.github.io', 'bivouac.github.io', 'bivouac.github.io'],
    ['https://api.example.com', 'example.net', null],
    ['https://api.one.co.uk', 'two.co.uk', null],
    ['https://api.github.io', 'github.io', null],
    ['https://192.0.2.1', 'pages.example.com', null],
    ['http://localhost:3000', 'localhost:3001', null],
  ])('finds that pages could set cookies for the API: %s, %s', (BASE_URL, PUBLISHED_HOST, domain) => {
    expect(cookiesInCommon(readConfig({ BASE_URL, PUBLISHED_HOST }))).toBe(domain);
  });

  it('wants a secret together with a database', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/bivouac' })).toThrow(/APP_SECRET/);
  });

  it('says who may tell of bounces, and repeats none of their secrets', () => {
    const topics = ['arn:aws:sns:eu-central-1:123456789012:feedback', 'arn:aws-cn:sns:cn-north-1:123456789012:f.fifo'];
    expect(readConfig({}).hooks.sesTopics).toEqual([]);
    expect(
      readConfig({
        BOUNCE_DOMAIN: 'Bounces.example.com',
        HOOK_SES_TOPICS: topics.join(', '),
        HOOK_POSTMARK_CREDENTIALS: 'a:0123456789abcdef',
      }),
    ).toMatchObject({ bounceDomain: 'bounces.example.com', hooks: { sesTopics: topics, postmarkCredentials: 'a:0123456789abcdef' } });
    const wrong = {
      BOUNCE_DOMAIN: 'localhost',
      HOOK_SES_TOPICS: 'arn:aws:s3:::bucket',
      HOOK_SENDGRID_PUBLIC_KEY: 'hunter2',
      HOOK_POSTMARK_CREDENTIALS: 'hunter2',
      HOOK_MAILGUN_SIGNING_KEY: 'hunter2',
      HOOK_BOUNCES_SECRET: 'hunter2',
    };
    try {
      readConfig(wrong);
      expect.unreachable();
    } catch (error) {
      for (const name of Object.keys(wrong)) expect((error as Error).message).toContain(name);
      expect((error as Error).message).not.toContain('hunter2');
    }
  });
});

it.each([
  ['SMPT_URL', 'SMTP_URL'],
  ['DATABSE_URL', 'DATABASE_URL'],
  ['STORAGE_URI', 'STORAGE_URL'],
  ['AI_MODLE', 'AI_MODEL'],
  ['PROT', 'PORT'],
])('a variable %s is taken for a slip of %s', (name, meant) => {
  expect(readConfig({ [name]: 'x' }).misspelt).toEqual([{ name, meant }]);
});

it('variables of others are none, nor are those that are right', () => {
  const others = [
    'HOME',
    'PATH',
    'PWD',
    'HOSTNAME',
    'LANG',
    'TERM',
    'MAIL',
    'SECRET_JUNIPER_TRAIL_CRM',
    'npm_config_port',
    'POSTGRES_PASSWORD',
    'AWS_REGION',
  ];
  const environment = Object.fromEntries(others.map((name) => [name, 'x']));
  expect(readConfig({ ...environment, SMTP_URL: 'smtp://mail.example.com' }).misspelt).toEqual([]);
});
