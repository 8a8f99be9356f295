/** A real Postfix, where the machine has one, with a configuration of its own. Only root can start it. */
import { execFile, execFileSync } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '../../scripts/free-port.ts';

const run = promisify(execFile);

/** Null, or why there is none. */
export function missingPostfix(): string | null {
  if (process.getuid?.() !== 0) return 'Postfix is started by root only';
  try {
    execFileSync('postconf', ['-d', 'mail_version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Postfix is not on this machine (Debian: apt-get install postfix)';
  }
}

export interface PostfixOptions {
  /** The script that bounces are piped to, with the recipient as its argument. */
  script: string;
  /** Lines of `master.cf` that run it, with the path of the script in place of `/usr/local/bin/bivouac-bounce`. */
  service: string;
  /** The addresses at `mail.example` that exist. */
  mailboxes: string[];
}

export interface Postfix {
  port: number;
  folder: string;
  start(): Promise<void>;
  /** At once: mail that is being received gets no answer. */
  stop(): Promise<void>;
  /** Refuses recipients, as `slow.example 450 4.2.0 Greylisted`; takes effect for new connections. */
  refuse(lines: string[]): Promise<void>;
  /** The mails that were delivered, whole. */
  delivered(): Promise<string[]>;
  log(): Promise<string>;
  remove(): Promise<void>;
}

/**
 * It delivers what comes for `mail.example` and `slow.example`, accepts mail for `later.example` and returns it, and pipes what comes for
 * `bounces.example.com` into the script.
 */
export async function givenPostfix({ script, service, mailboxes }: PostfixOptions): Promise<Postfix> {
  // Its processes run as several users, and the temporary folder of a test run is open to one.
  const folder = await mkdtemp('/var/tmp/bivouac-postfix-');
  const port = await freePort();
  const at = (name: string) => join(folder, name);
  const { stdout } = await run('id', ['-u', 'postfix']);
  const { stdout: nobody } = await run('id', ['-u', 'nobody']);
  const uid = Number(nobody);
  await chmod(folder, 0o755);
  for (const name of ['conf', 'queue', 'data', 'mail']) await mkdir(at(name));
  await chown(at('data'), Number(stdout), 0);
  await chown(at('mail'), uid, uid);
  await writeFile(at('bounce'), script);
  await chmod(at('bounce'), 0o755);
  await writeFile(at('conf/mailboxes'), mailboxes.map((address) => `${address} all/\n`).join(''));
  await writeFile(at('conf/transport'), 'bounces.example.com bivouac:\nlater.example error:5.1.1 user unknown\n');
  await writeFile(at('conf/access'), '');
  await writeFile(
    at('conf/main.cf'),
    [
      'compatibility_level = 3.6',
      `config_directory = ${at('conf')}`,
      `queue_directory = ${at('queue')}`,
      `data_directory = ${at('data')}`,
      'inet_interfaces = 127.0.0.1',
      'inet_protocols = ipv4',
      'myhostname = mx.mail.example',
      'mydestination =',
      'mynetworks = 127.0.0.0/8',
      `maillog_file = ${at('mail.log')}`,
      `maillog_file_prefixes = ${folder}`,
      'virtual_mailbox_domains = mail.example, slow.example',
      `virtual_mailbox_base = ${at('mail')}`,
      `virtual_mailbox_maps = texthash:${at('conf/mailboxes')}`,
      `virtual_uid_maps = static:${uid}`,
      `virtual_gid_maps = static:${uid}`,
      'relay_domains = bounces.example.com, later.example',
      `transport_maps = texthash:${at('conf/transport')}`,
      `smtpd_recipient_restrictions = check_recipient_access texthash:${at('conf/access')}, permit_mynetworks, reject`,
    ].join('\n'),
  );
  await writeFile(
    at('conf/master.cf'),
    [
      `${port} inet n - n - - smtpd`,
      'postlog unix-dgram n - n - 1 postlogd',
      'pickup unix n - n 60 1 pickup',
      'cleanup unix n - n - 0 cleanup',
      'qmgr unix n - n 300 1 qmgr',
      'rewrite unix - - n - - trivial-rewrite',
      ...['bounce', 'defer', 'trace'].map((name) => `${name} unix - - n - 0 bounce`),
      'proxymap unix - - n - - proxymap',
      ...['smtp', 'error', 'discard'].map((name) => `${name} unix - - n - - ${name}`),
      'retry unix - - n - - error',
      'virtual unix - n n - - virtual',
      'anvil unix - - n - 1 anvil',
      'scache unix - - n - 1 scache',
      service.replace('/usr/local/bin/bivouac-bounce', at('bounce')),
    ].join('\n'),
  );
  const postfix = (command: string) => run('postfix', ['-c', at('conf'), command]);
  const inbox = at('mail/all/new');
  let isRunning = false;
  return {
    port,
    folder,
    async start() {
      await postfix('start');
      isRunning = true;
    },
    async stop() {
      if (isRunning) await postfix('abort');
      isRunning = false;
    },
    async refuse(lines) {
      await writeFile(at('conf/access'), lines.map((line) => `${line}\n`).join(''));
      if (isRunning) await postfix('reload');
    },
    async delivered() {
      const names = await readdir(inbox).catch(() => []);
      return Promise.all(names.map((name) => readFile(join(inbox, name), 'utf8')));
    },
    log: () => readFile(at('mail.log'), 'utf8'),
    async remove() {
      if (isRunning) await postfix('abort');
      await rm(folder, { recursive: true, force: true });
    },
  };
}
