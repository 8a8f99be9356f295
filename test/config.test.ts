import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '../src/config.ts';

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
      aiProvider: 'local',
      role: 'all',
      rateLimitRps: 100,
      outboundAllow: [],
      logLevel: 'info',
    });
  });

  it('follows the port in its addresses, and takes empty variables for unset', () => {
    expect(
      readConfig({ PORT: '8080', SMTP_URL: '', BASE_URL: 'https://api.example.com/', OUTBOUND_ALLOW: 'a.internal, 10.0.0.0/8' }),
    ).toMatchObject({
      port: 8080,
      baseUrl: 'https://api.example.com',
      smtpUrl: undefined,
      outboundAllow: ['a.internal', '10.0.0.0/8'],
    });
    expect(readConfig({ PORT: '8080' }).baseUrl).toBe('http://localhost:8080');
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

  it('wants a secret together with a database', () => {
    expect(() => readConfig({ DATABASE_URL: 'postgres://localhost/bivouac' })).toThrow(/APP_SECRET/);
  });
});
