import type { OutgoingMessage } from './mailer.ts';

/** Postmark's webhooks identify our messages by this metadata, since it replaces the Message-ID. */
export const POSTMARK_METADATA = 'bivouac-delivery';

export const isPostmark = (host: string): boolean => /(^|\.)postmarkapp\.com$/i.test(host);

/** Postmark removes the header. The value is the Message-ID up to its @, as metadata is short. */
export function withMetadata(message: OutgoingMessage): OutgoingMessage {
  const { raw } = message;
  // Avoids a copy of the whole message.
  const head = typeof raw === 'string' ? raw.slice(0, raw.indexOf('\r\n\r\n') + 2) : raw.toString('latin1', 0, raw.indexOf('\r\n\r\n') + 2);
  const [, name] = /^message-id:\s*<([\w.-]{1,80})@/im.exec(head) ?? [];
  if (name === undefined) return message;
  const line = `X-PM-Metadata-${POSTMARK_METADATA}: ${name}\r\n`;
  return { ...message, raw: typeof raw === 'string' ? line + raw : Buffer.concat([Buffer.from(line), raw]) };
}
