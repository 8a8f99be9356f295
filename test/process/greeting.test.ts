/** The greeting at the start. */
import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import { greeting } from '../../src/process/greeting.ts';
import { wantsHelp } from '../../src/process/help.ts';
import { progressOn } from '../../src/process/progress.ts';

const OWN = {
  DATABASE_URL: 'postgres://ada:hunter2@db.example.com:5433/bivouac?sslmode=require',
  SMTP_URL: 'smtps://relay:hunter2@mail.example.com',
  APP_SECRET: 'a secret for the tests',
  STORAGE_URL: 's3://files',
};
const said = (environment: Record<string, string>, more: Partial<Parameters<typeof greeting>[0]> = {}) =>
  greeting({ config: readConfig(environment), port: 3000, welcome: undefined, hasWorkspaces: true, ...more });

describe('the greeting', () => {
  it('names the database and the mail server, and no password', () => {
    const text = said({ ...OWN, BASE_URL: 'https://mail.example.com' });
    for (const line of [
      'database   db.example.com:5433/bivouac',
      'goes out by mail.example.com:465',
      'public     https://mail.example.com',
    ])
      expect(text).toContain(line);
    expect(text).not.toMatch(/hunter2|ada|relay|mailbox|There is no workspace/);
    expect(said({ ...OWN, ROLE: 'api' })).not.toContain('goes out');
    expect(said({ ...OWN, ROLE: 'worker' }, { port: undefined })).toMatch(/^Bivouac works on .*\n {2}database .*\n {2}mail /);
  });

  it('tells where everything is that comes with it', () => {
    const text = said({ DATA_DIR: '/srv/bivouac' });
    for (const line of ['embedded, in /srv/bivouac', 'mailbox    http://localhost:3000/mailbox', 'cli -- --help'])
      expect(text).toContain(line);
    expect(text).not.toContain('public');
    expect(said({ HOST: '0.0.0.0' }, { mailboxKey: '1.a' })).toContain('mailbox    http://localhost:3000/mailbox?key=1.a');
  });

  it('writes commands as they can be pasted, with the folder that the service uses', () => {
    expect(said({})).toContain('  commands   npm run --silent cli -- --help');
    expect(said({ DATA_DIR: '/srv/bivouac' })).toContain('  commands   DATA_DIR=/srv/bivouac npm run --silent cli -- --help');
    expect(said({ DATA_DIR: "/srv/my team's" })).toContain(`DATA_DIR='/srv/my team'\\''s' npm run`);
    expect(said({ ...OWN, DATA_DIR: '/srv/bivouac' })).not.toContain('DATA_DIR');
  });

  it('shows the first key, or the file that holds it', () => {
    const welcome = { workspace: 'Demo', apiKey: 'bvk_first' };
    expect(said({}, { welcome })).toMatch(/shown this once:\n\n {2}bvk_first\n[\s\S]*Bearer bvk_first"/);
    const text = said({}, { welcome, keyFile: '/srv/my data/first-api-key' });
    expect(text).toContain('Its key is in /srv/my data/first-api-key.');
    expect(text).toContain(`Bearer $(cat '/srv/my data/first-api-key')"`);
    expect(text).not.toContain('bvk_');
  });

  it('says how to get a workspace and a key where there are none', () => {
    expect(said(OWN, { hasWorkspaces: false })).toMatch(
      /no workspace yet\..*with the same DATABASE_URL:[\s\S]*workspaces create --name[\s\S]*keys create --workspace ID/,
    );
  });
});

describe('progress', () => {
  const written = (isTTY: boolean) => {
    const words: string[] = [];
    const progress = progressOn({ isTTY, write: (text: string | Uint8Array) => words.push(String(text)) > 0 });
    for (const step of ['Starting PostgreSQL', 'Applying migrations 1/2']) progress.step(step);
    progress.done();
    return words;
  };

  it('is one line of a terminal, which then is gone', () => {
    expect(written(true)).toEqual(['\r\u001b[KStarting PostgreSQL …', '\r\u001b[KApplying migrations 1/2 …', '\r\u001b[K']);
  });

  it('stands below the lines of the log that come meanwhile', () => {
    const words: string[] = [];
    const screen = { isTTY: true, write: (text: string) => words.push(text) };
    const progress = progressOn(screen);
    const log = progress.under(screen);
    for (const move of [() => progress.step('Starting'), () => log.write('a line\n'), progress.done, () => log.write('another\n')]) move();
    expect(words).toEqual(['\r\u001b[KStarting …', '\r\u001b[K', 'a line\n', '\r\u001b[KStarting …', '\r\u001b[K', 'another\n']);
  });

  it('is not kept in files', () => expect(written(false)).toEqual([]));
});

it('arguments ask for help, or are refused', () => {
  expect([wantsHelp([]), wantsHelp(['--help']), wantsHelp(['-h'])]).toEqual([false, true, true]);
  expect(() => wantsHelp(['--port=3000'])).toThrow('takes no arguments, but was given "--port=3000"');
});
