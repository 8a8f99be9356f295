/** Warnings about settings that are valid. */
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { warnOfSettings } from '../../src/process/warnings.ts';
import { isAtLength } from '../support/at-length.ts';
import { notingLog } from '../support/log.ts';
import { startTestService } from '../support/service.ts';

const NEIGHBOURS = { BASE_URL: 'https://api.example.com', PUBLISHED_HOST: 'pages.example.com' };
const APART = { BASE_URL: 'https://api.example.com', PUBLISHED_HOST: 'example-pages.net' };
const OF_COOKIES = {
  level: 'warn',
  message: expect.stringMatching(/^published pages can set cookies for the API: set PUBLISHED_HOST to a domain of its own/),
  base_url: 'https://api.example.com',
  published_host: 'pages.example.com',
  domain: 'example.com',
};

const warningsOf = (environment: Record<string, string>) => {
  const { log, logged } = notingLog();
  warnOfSettings(readConfig(environment), log);
  return logged;
};

describe('the log', () => {
  it('warns of published pages that can set cookies for the API', () => {
    expect(warningsOf(NEIGHBOURS)).toEqual([OF_COOKIES]);
  });

  it('warns of real mail whose links lead to this machine only', () => {
    expect(warningsOf({ SMTP_URL: 'smtp://mail.example.com' })).toEqual([
      {
        level: 'warn',
        message: expect.stringMatching(/^SMTP_URL lets real mail out, .*: set BASE_URL$/),
        base_url: 'http://localhost:3000',
      },
    ]);
  });

  it('warns of work that the only process leaves out', () => {
    expect(warningsOf({ ...APART, WORK: 'deliver,blasts,flows,webhooks,imports,exports,generation,contacts' })).toEqual([
      { level: 'warn', message: expect.stringMatching(/^WORK leaves out work/), kinds: ['tents', 'upkeep'] },
    ]);
  });

  it('says nothing of what is well', () => {
    expect(warningsOf({ ...APART, SMTP_URL: 'smtp://mail.example.com' })).toEqual([]);
  });
});

it.runIf(isAtLength)('a service that starts says so', async () => {
  const { log, logged } = notingLog();
  await (await startTestService(NEIGHBOURS, { log })).stop();
  expect(logged).toContainEqual(OF_COOKIES);
});
