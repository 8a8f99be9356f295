import type { Config } from '../config.ts';
import { mailboxEntry } from '../platform/mailbox/signed-entry.ts';
import { appSecret } from '../platform/secret.ts';
import { isLoopback } from '../shared/local-names.ts';

/** Undefined where the mailbox needs none: there is a mail server or a password, or the service listens on this machine alone. */
export async function mailboxKeyFor(config: Config): Promise<string | undefined> {
  if (config.smtpUrl || config.mailboxPassword || config.role === 'worker' || isLoopback(config.host)) return undefined;
  return mailboxEntry({ secret: await appSecret(config), clock: { now: () => new Date() } }).key();
}
