import type { components } from '../../../generated/api.d.ts';
import { toUlid } from '../../platform/ids.ts';
import { linksOf, parseMessage } from '../../platform/mailbox/message.ts';
import type { TestMailRow } from './test-mailbox.repo.ts';

type Schemas = components['schemas'];

export const toTestMail = (mail: TestMailRow): Schemas['TestMail'] => ({
  mail_id: toUlid(mail.id),
  received_at: mail.receivedAt.toISOString(),
  from: mail.from,
  to: mail.recipient,
  subject: mail.subject,
  size_bytes: mail.sizeBytes,
  contact_id: mail.contactId,
  blast_id: mail.blastId,
  flow_id: mail.flowId,
  message_id: mail.messageId === null ? null : toUlid(mail.messageId),
});

export async function toTestMailDetail(mail: TestMailRow & { raw: Uint8Array }): Promise<Schemas['TestMailDetail']> {
  const message = await parseMessage(mail.raw);
  return {
    ...toTestMail(mail),
    headers: message.headers.map(([name, value]) => ({ name, value })),
    html: message.html,
    text: message.text,
    links: linksOf(message),
    attachments: message.attachments.map(({ name, type, bytes }) => ({ file_name: name, content_type: type, size_bytes: bytes })),
  };
}
