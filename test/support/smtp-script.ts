import { startWire, type Wire, type WireConnection } from './smtp-wire.ts';

/** A reply of the server, or an action. Lines are joined by CRLF. */
export type Answer = string | Deed;
type Deed = (connection: WireConnection, line: string) => void;

/** By verb; `greeting` is the first reply, `.` answers a content. The default is a positive reply. */
export type Script = Partial<Record<'greeting' | 'EHLO' | 'HELO' | 'MAIL' | 'RCPT' | 'DATA' | '.' | 'RSET' | 'AUTH' | 'STARTTLS', Answer>>;

export interface ScriptedServer extends Wire {
  /** The commands of clients, without contents. */
  heard: string[];
  /** The contents that came, taken or not. */
  contents: string[];
  /** May be changed at any moment. */
  script: Script;
}

export const PIPELINING: Script = { EHLO: '250-here\r\n250 PIPELINING' };
/** Says nothing more. */
export const silent: Deed = ({ state }) => {
  state.isSilent = true;
};
export const cut: Deed = ({ socket }) => void socket.destroy();
/** A last reply, then the end of the connection. */
export const farewell =
  (reply: string): Deed =>
  ({ hangUp }) =>
    hangUp(reply);

/** A server with scripted replies, and positive ones otherwise. */
export async function startScripted(script: Script = {}): Promise<ScriptedServer> {
  const heard: string[] = [];
  const contents: string[] = [];
  const answer = (to: keyof Script, line: string, connection: WireConnection, usual: string) => {
    const { state } = connection;
    if (state.isSilent) return;
    if (to === 'MAIL') state.refused = undefined;
    const said = server.script[to] ?? (to === 'RCPT' || to === 'DATA' ? (state.refused ?? usual) : usual);
    if (typeof said === 'string' && /^[45]/.test(said)) state.refused ??= '503 5.5.1 Out of order';
    if (typeof said !== 'string') return said(connection, line);
    if (to === 'DATA' && said.startsWith('354')) connection.takeContent();
    connection.say(said);
  };
  const wire = await startWire({
    greet: (connection) => answer('greeting', '', connection, '220 here'),
    line(line, connection) {
      heard.push(line);
      const verb = /^[A-Z]*/i.exec(line)?.[0].toUpperCase() as keyof Script;
      if (line.startsWith('QUIT')) return connection.hangUp('221 bye');
      answer(verb in USUAL || verb in server.script ? verb : 'MAIL', line, connection, USUAL[verb] ?? '250 fine');
    },
    content(raw, connection) {
      contents.push(raw);
      answer('.', '', connection, '250 2.0.0 taken as 17');
    },
  });
  const server: ScriptedServer = { ...wire, heard, contents, script };
  return server;
}

const USUAL: Partial<Record<keyof Script, string>> = {
  EHLO: '250 here',
  HELO: '250 here',
  MAIL: '250 2.1.0 fine',
  RCPT: '250 2.1.5 fine',
  DATA: '354 go on',
  RSET: '250 2.0.0 fine',
  AUTH: '235 2.7.0 welcome',
  STARTTLS: '220 go on',
};
