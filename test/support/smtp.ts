import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { freePort } from '../../scripts/free-port.ts';

export interface CaughtMessage {
  to: string;
  messageId: string;
  raw: string;
}

export interface SmtpSink {
  url: string;
  port: number;
  /** Every message that was accepted, in order. */
  messages: CaughtMessage[];
  close(): Promise<void>;
}

/** How a server treats a message; the default takes everything. Thrown errors carry `responseCode`. */
export interface SmtpBehaviour extends SMTPServerOptions {
  /** Called with the recipient when its content has arrived, before it is accepted. */
  accept?: (to: string, raw: string) => void | Promise<void>;
}

export const smtpError = (responseCode: number, message: string): Error => Object.assign(new Error(message), { responseCode });

/** A real SMTP server with scripted behaviour. */
export async function startSmtp({ accept, ...options }: SmtpBehaviour = {}, port?: number): Promise<SmtpSink> {
  const messages: CaughtMessage[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 100,
    ...options,
    onData(stream, session, callback) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.once('end', async () => {
        const raw = Buffer.concat(chunks).toString('latin1');
        const to = session.envelope.rcptTo[0]?.address ?? '';
        try {
          await accept?.(to, raw);
        } catch (error) {
          return callback(error as Error);
        }
        messages.push({ to, raw, messageId: /^Message-ID: (.+)\r$/im.exec(raw)?.[1] ?? '' });
        callback();
      });
    },
  });
  server.on('error', () => {});
  // A port that no other process takes while the server is away, because it may come back.
  const listening = port ?? (await freePort());
  await new Promise<void>((resolve) => server.listen(listening, '127.0.0.1', () => resolve()));
  return {
    url: `smtp://127.0.0.1:${listening}`,
    port: listening,
    messages,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
