/** Messages to single people, sent through a mail server with scripted refusals. */
import { afterAll, beforeAll, beforeEach } from 'vitest';
import type { components } from '../../generated/api.d.ts';
import { sql } from '../../src/platform/db.ts';
import { must } from './blast.ts';
import type { ApiClient } from './client.ts';
import { startTestService, type TestService, type TestWorkspace } from './service.ts';
import { type SmtpSink, startSmtp } from './smtp.ts';

export type MessageInput = components['schemas']['SendMessageRequest'];

export interface Messaging {
  sink: SmtpSink;
  service: TestService;
  workspace: TestWorkspace;
  /** The refusal of a recipient; undefined accepts it. */
  refused: (to: string) => Error | undefined;
  send(body: MessageInput, headers?: Record<string, string>): ReturnType<typeof sendMessage>;
  /** Its id, and fails where it is refused. */
  sent(body: MessageInput): Promise<string>;
  read(messageId: string): Promise<components['schemas']['Message']>;
  cancel(messageId: string): ReturnType<typeof cancelMessage>;
  /** How many emails of each day are used. */
  used(): Promise<number[]>;
}

const sendMessage = (api: ApiClient, body: MessageInput, headers: Record<string, string> = {}) =>
  api.POST('/v1/messages', { body, headers } as { body: MessageInput });
const cancelMessage = (api: ApiClient, message_id: string) =>
  api.POST('/v1/messages/{message_id}/cancel', { params: { path: { message_id } } });

/** The required fields of a message. */
export const TEXT = { from_address: 'hello@example.com', subject: 'Hello', text: 'Good morning.' };

/** Call it at the top of the file. Each test has a workspace of its own. */
export function openMessaging(options: Parameters<TestService['workspace']>[0] = {}): Messaging {
  const messaging: Messaging = {
    ...({} as Pick<Messaging, 'sink' | 'service' | 'workspace'>),
    refused: () => undefined,
    send: (body, headers) => sendMessage(messaging.workspace.api, body, headers),
    sent: async (body) => (await must(messaging.send(body))).message_id,
    read: (message_id) => must(messaging.workspace.api.GET('/v1/messages/{message_id}', { params: { path: { message_id } } })),
    cancel: (messageId) => cancelMessage(messaging.workspace.api, messageId),
    async used() {
      const rows = await messaging.service.db.query<{ used: number }>(
        sql`SELECT used FROM daily_email_allotments WHERE workspace_id = ${messaging.workspace.id}::uuid ORDER BY day`,
      );
      return rows.map(({ used }) => used);
    },
  };
  beforeAll(async () => {
    messaging.sink = await startSmtp({
      onRcptTo: ({ address }, _session, callback) => callback(messaging.refused(address)),
      size: 30_000_000,
    });
    messaging.service = await startTestService({ SMTP_URL: messaging.sink.url });
  });
  beforeEach(async () => {
    messaging.refused = () => undefined;
    await messaging.service.db.query(sql`DELETE FROM messages`);
    await messaging.service.db.query(sql`DELETE FROM transports`);
    messaging.sink.messages.length = 0;
    messaging.workspace = await messaging.service.workspace(options);
  });
  afterAll(async () => {
    await messaging.service.stop();
    await messaging.sink.close();
  });
  return messaging;
}
