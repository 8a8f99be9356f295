import { createHmac } from 'node:crypto';
import type { Credentials } from './server.ts';

type Ask = (line: string) => Promise<{ code: number | null; lines: string[] }>;

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Each ends with the final reply: 235, or a refusal. */
const MECHANISMS: Record<string, (ask: Ask, credentials: Credentials) => ReturnType<Ask>> = {
  PLAIN: (ask, { user, pass }) => ask(`AUTH PLAIN ${base64(`\0${user}\0${pass}`)}`),
  async LOGIN(ask, { user, pass }) {
    const forUser = await ask('AUTH LOGIN');
    if (forUser.code !== 334) return forUser;
    const forPass = await ask(base64(user));
    return forPass.code === 334 ? ask(base64(pass)) : forPass;
  },
  async 'CRAM-MD5'(ask, { user, pass }) {
    const challenge = await ask('AUTH CRAM-MD5');
    if (challenge.code !== 334) return challenge;
    const digest = createHmac('md5', pass)
      .update(Buffer.from(challenge.lines[0] ?? '', 'base64'))
      .digest('hex');
    return ask(base64(`${user} ${digest}`));
  },
  /** The password is an access token. */
  async XOAUTH2(ask, { user, pass }) {
    const answer = await ask(`AUTH XOAUTH2 ${base64(`user=${user}\x01auth=Bearer ${pass}\x01\x01`)}`);
    // A failure comes as a challenge; the refusal follows an empty response.
    return answer.code === 334 ? ask('') : answer;
  },
};

/** Without TLS, a challenge hides the password. */
const PREFERENCES = { hidden: ['PLAIN', 'LOGIN', 'CRAM-MD5'], open: ['CRAM-MD5', 'PLAIN', 'LOGIN'] };

/** Undefined without a common mechanism. XOAUTH2 only on request: a password is no token. */
export function chooseMechanism(offered: string[], { method }: Credentials, isEncrypted: boolean): string | undefined {
  const wanted = method ? [method] : PREFERENCES[isEncrypted ? 'hidden' : 'open'];
  return wanted.find((name) => name in MECHANISMS && offered.includes(name));
}

export const authenticate = (mechanism: string, ask: Ask, credentials: Credentials): ReturnType<Ask> =>
  (MECHANISMS[mechanism] as (typeof MECHANISMS)[string])(ask, credentials);
