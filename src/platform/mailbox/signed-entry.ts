import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../clock.ts';

/** Of an address that the service prints at its start: a container is not on the machine of its browser. */
export interface MailboxEntry {
  key(): string;
  isValid(key: string): boolean;
}

const VALID_SECONDS = 7 * 24 * 60 * 60;

export function mailboxEntry({ secret, clock }: { secret: string; clock: Clock }): MailboxEntry {
  const macOf = (expires: string): string => createHmac('sha256', secret).update(`bivouac mailbox ${expires}`).digest('base64url');
  const seconds = () => Math.floor(clock.now().getTime() / 1_000);
  return {
    key() {
      const expires = String(seconds() + VALID_SECONDS);
      return `${expires}.${macOf(expires)}`;
    },
    isValid(key) {
      const [, expires = '', mac = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(key) ?? [];
      if (mac === '' || Number(expires) <= seconds()) return false;
      return timingSafeEqual(Buffer.from(mac), Buffer.from(macOf(expires)));
    },
  };
}
