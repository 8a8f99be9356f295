/** A DNS server: by UDP, and by TCP for large answers. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import packet from 'dns-packet';

export type DnsAnswer =
  | { type: 'TXT'; data: string | string[] }
  | { type: 'MX'; data: { preference: number; exchange: string } }
  | { type: 'A' | 'AAAA' | 'CNAME'; data: string };

/** By name, in lower case; other names do not exist. `silence` never answers. */
export type DnsZone = Record<string, DnsAnswer[] | 'SERVFAIL' | 'silence' | undefined>;

export interface DnsServer {
  /** As `DNS_SERVERS` takes it. */
  address: string;
  zone: DnsZone;
  /** The queries, as `udp TXT fjord.example`. */
  asked: string[];
  close(): Promise<void>;
}

const TRUNCATED = packet.TRUNCATED_RESPONSE;
const RCODES = { NOERROR: 0, SERVFAIL: 2, NXDOMAIN: 3 } as const;
/** The size that every client accepts by UDP. */
const UDP_BYTES = 512;

export async function startDns(zone: DnsZone = {}): Promise<DnsServer> {
  const asked: string[] = [];

  /** Undefined: no answer at all. */
  function answerTo(query: packet.Packet, by: 'udp' | 'tcp'): packet.Packet | undefined {
    const [question] = query.questions ?? [];
    if (!question) return undefined;
    asked.push(`${by} ${question.type} ${question.name}`);
    const answers: packet.Answer[] = [];
    let rcode: keyof typeof RCODES = 'NOERROR';
    for (let name: string | undefined = question.name.toLowerCase(); name !== undefined; ) {
      const records: DnsZone[string] = zone[name];
      if (records === 'silence') return undefined;
      if (records === 'SERVFAIL' || records === undefined) {
        rcode = records ?? 'NXDOMAIN';
        break;
      }
      const alias: DnsAnswer | undefined = records.find(({ type }) => type === 'CNAME');
      for (const record of records) {
        if (record === alias || record.type === question.type) answers.push({ name, ttl: 60, ...record } as packet.Answer);
      }
      name = alias && question.type !== 'CNAME' ? String(alias.data) : undefined;
    }
    const flags = packet.AUTHORITATIVE_ANSWER | RCODES[rcode];
    return { type: 'response', id: query.id as number, flags, questions: [question], answers };
  }

  const sockets = new Set<Socket>();
  const tcp = createServer((socket) => {
    let received = Buffer.alloc(0);
    socket.on('data', (chunk) => {
      received = Buffer.concat([received, chunk]);
      if (received.length < 2 || received.length < 2 + received.readUInt16BE()) return;
      const answer = answerTo(packet.streamDecode(received), 'tcp');
      received = Buffer.alloc(0);
      if (answer) socket.write(packet.streamEncode(answer));
    });
    // Clients may disconnect at any time.
    socket.on('error', () => socket.destroy());
    sockets.add(socket.on('close', () => sockets.delete(socket)));
  });
  tcp.listen(0, '127.0.0.1');
  await once(tcp, 'listening');
  const { port } = tcp.address() as AddressInfo;

  const udp = createSocket('udp4');
  udp.on('message', (message, { port: to, address }) => {
    const answer = answerTo(packet.decode(message), 'udp');
    if (!answer) return;
    const whole = packet.encode(answer);
    const sent = whole.length <= UDP_BYTES ? whole : packet.encode({ ...answer, answers: [], flags: (answer.flags ?? 0) | TRUNCATED });
    udp.send(sent, to, address);
  });
  udp.bind(port, '127.0.0.1');
  await once(udp, 'listening');

  return {
    address: `127.0.0.1:${port}`,
    zone,
    asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await Promise.all([new Promise((done) => tcp.close(done)), new Promise<void>((done) => udp.close(done))]);
    },
  };
}
