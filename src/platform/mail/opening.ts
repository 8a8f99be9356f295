import { authenticate, chooseMechanism } from './auth.ts';
import type { Dialogue } from './dialogue.ts';
import { type Reply, replyOf, troubleOf } from './reply.ts';
import type { MailServer } from './server.ts';

/** The extensions of EHLO with their parameters: `SIZE` with `35882577`. */
export type Extensions = Map<string, string>;

/**
 * Connection, greeting, EHLO, TLS, login.
 * @returns the extensions, or the failure
 */
export async function openDialogue(dialogue: Dialogue, server: MailServer): Promise<Extensions | Reply> {
  const { limits, secure, credentials } = server;
  const failure = (await dialogue.connect(server)) ?? (secure ? await dialogue.encrypt(server) : null);
  if (failure) return failure;
  const greeting = await new Promise<Reply>((resolve) =>
    dialogue.expect('greeting', limits.greeting, (code, lines) => resolve(replyOf('greeting', code, lines))),
  );
  if (greeting.code !== 220) return greeting;
  const hello = await sayHello(dialogue, server);
  const extensions = secure || !(hello instanceof Map) ? hello : await startTls(dialogue, server, hello);
  if (!credentials || !(extensions instanceof Map)) return extensions;

  const offered = (extensions.get('AUTH') ?? '').toUpperCase();
  const mechanism = chooseMechanism(offered.split(' '), credentials, dialogue.isEncrypted);
  // The code is the server's own for an unknown mechanism.
  if (!mechanism) {
    return replyOf('auth', 504, [`5.5.4 The mail server offers no way to log in that is known here. It offers: ${offered || 'none'}.`]);
  }
  const { code, lines } = await authenticate(mechanism, (line) => dialogue.ask('auth', limits.hello, line), credentials);
  return code !== null && code < 300 ? extensions : replyOf('auth', code, lines);
}

async function sayHello(dialogue: Dialogue, { name, limits }: MailServer): Promise<Extensions | Reply> {
  const self = name ?? dialogue.ownAddress;
  const { code, lines } = await dialogue.ask('hello', limits.hello, `EHLO ${self}`);
  if (code === 250) {
    return new Map(
      lines.slice(1).map((line) => {
        const [keyword = '', ...parameters] = line.trim().split(/[ =]+/);
        return [keyword.toUpperCase(), parameters.join(' ')];
      }),
    );
  }
  if (code === null || code < 500) return replyOf('hello', code, lines);
  // A server without extensions.
  const plain = await dialogue.ask('hello', limits.hello, `HELO ${self}`);
  return plain.code === 250 ? new Map() : replyOf('hello', plain.code, plain.lines);
}

async function startTls(dialogue: Dialogue, server: MailServer, extensions: Extensions): Promise<Extensions | Reply> {
  const { requireTls, ignoreTls, credentials, limits } = server;
  if (!extensions.has('STARTTLS') || (ignoreTls && !requireTls)) {
    return requireTls ? troubleOf('tls', credentials ? PASSWORD_IN_CLEAR : MAIL_IN_CLEAR) : extensions;
  }
  const { code, lines } = await dialogue.ask('tls', limits.hello, 'STARTTLS');
  if (code !== 220) return replyOf('tls', code, lines);
  // Extensions announced in the clear do not count.
  return (await dialogue.encrypt(server)) ?? sayHello(dialogue, server);
}

const MAIL_IN_CLEAR = 'The mail server does not offer STARTTLS, and SMTP_URL requires TLS.';
const PASSWORD_IN_CLEAR =
  'The mail server does not offer STARTTLS, so it is not sent the password in SMTP_URL. Use smtps:// or a port that offers STARTTLS; ' +
  'the option requireTLS=false in SMTP_URL sends password and mail in the clear.';
