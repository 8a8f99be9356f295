/** Requests to addresses of clients, and attacks by the servers there. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createSocketServer, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { allowing, mayReach, refusalOf } from '../../src/platform/outbound-guard.ts';
import { createOutbound, MOST_ANSWERED, type OutboundOptions } from '../../src/platform/outbound-http.ts';
import { isAtLength } from '../support/at-length.ts';
import { createSigner } from '../support/certificate.ts';

const NOBODY = allowing([]);
const HERE = allowing(['127.0.0.1']);
const NOT_PUBLIC = 'must lead to a public host, and not to a private, local or reserved address';
const UNREADABLE = 'is not a readable address';

const closing: (() => void)[] = [];
afterEach(() => {
  for (const close of closing.splice(0)) close();
  vi.unstubAllEnvs();
});

const listening = async (server: Server | ReturnType<typeof createSocketServer>, host = '127.0.0.1', port = 0) => {
  server.listen(port, host);
  await once(server, 'listening');
  closing.push(() => {
    server.close();
    if ('closeAllConnections' in server) server.closeAllConnections();
  });
  return (server.address() as AddressInfo).port;
};
const http = async (listener: RequestListener) => `http://127.0.0.1:${await listening(createServer(listener))}/`;
/** A server of bytes. */
const wire = async (speak: (socket: Socket) => void) => {
  const server = createSocketServer((socket) => {
    socket.on('error', () => {});
    closing.push(() => socket.destroy());
    speak(socket);
  });
  return `http://127.0.0.1:${await listening(server)}/`;
};
const get = (url: string, options: Partial<OutboundOptions> = {}, signal?: AbortSignal) =>
  createOutbound({ allowed: HERE, ...options })({ url, method: 'GET' }, signal);

describe('an address that a client gives', () => {
  it.each([
    'https://example.com/hook?a=b#c',
    'HTTP://EXAMPLE.COM',
    'http://example.com:8080/',
    'http://1.1.1.1/',
    'http://[2606:4700:4700::1111]/',
    'https://bücher.example/',
    'http://notlocalhost/',
    'http://[::ffff:1.1.1.1]/',
    'http://[64:ff9b::1.1.1.1]/',
    // Where it leads is found out when there is something to send.
    'http://metadata.google.internal/',
  ])('may be %s', (url) => expect(refusalOf(url, NOBODY)).toBeNull());

  it.each([
    ...['127.0.0.1', '127.255.255.254', '10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1', '169.254.169.254', '0.0.0.0'],
    ...['100.64.0.1', '100.100.100.200', '168.63.129.16', '192.0.0.192', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.7'],
    ...['203.0.113.9', '192.88.99.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
    // The same in other spellings: decimal, octal, hexadecimal, short, encoded, with letters that look like them.
    ...['2130706433', '0x7f000001', '017700000001', '0177.0.0.1', '0x7f.0.0.1', '0X7F.1', '127.1', '127.0.1', '0', '00', '0x0'],
    ...['2852039166', '0xa9fea9fe', '169.254.43518', '3232235777', '%31%32%37.0.0.1', '127.0.0.1.', '①②⑦.⓪.⓪.①', '127。0。0。1'],
    ...['[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[fe80::1]', '[fec0::1]', '[fc00::1]', '[fd00:ec2::254]', '[ff02::1]', '[100::1]'],
    ...[
      '[::ffff:127.0.0.1]',
      '[::ffff:7f00:1]',
      '[::ffff:a9fe:a9fe]',
      '[0:0:0:0:0:ffff:10.0.0.1]',
      '[::127.0.0.1]',
      '[::ffff:0:127.0.0.1]',
    ],
    ...['[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::1]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2001:0:7f00:1::]'],
    ...['[2001:db8::1]', '[2001:2::1]', '[2001:20::1]', '[3fff::1]', '[5f00::1]', '[4000::1]'],
    ...[
      'localhost',
      'LOCALHOST',
      'localhost.',
      'localhost..',
      'a.localhost',
      'a.b.localhost.',
      'ⓛocalhost',
      'loc\u00adalhost',
      'lo%63alhost',
    ],
  ])('leads to no other host than a public one: %s', (host) => {
    expect(refusalOf(`http://${host}/`, NOBODY)).toBe(NOT_PUBLIC);
    expect(refusalOf(`https://${host}:8443`, NOBODY)).toBe(NOT_PUBLIC);
    expect(refusalOf(`http://${host}?q#f`, NOBODY)).toBe(NOT_PUBLIC);
  });

  it.each([
    ['ftp://example.com/', 'must start with http:// or https://'],
    ['file:///etc/passwd', 'must start with http:// or https://'],
    ['gopher://example.com/_x', 'must start with http:// or https://'],
    ['javascript:alert(1)', 'must start with http:// or https://'],
    ['//example.com/', 'must start with http:// or https://'],
    ['https:example.com', 'must start with http:// or https://'],
    ['http:/example.com', 'must start with http:// or https://'],
    ['', 'must start with http:// or https://'],
    ['http://user@example.com/', 'must not hold a user name or password'],
    ['http://:secret@example.com/', 'must not hold a user name or password'],
    ['http://@example.com/', 'must not hold a user name or password'],
    ['http://example.com@127.0.0.1/', 'must not hold a user name or password'],
    ['http://example.com\\@127.0.0.1/', 'must not hold blanks, line breaks or backslashes'],
    ['http:\\\\127.0.0.1/', 'must not hold blanks, line breaks or backslashes'],
    ['http://example.com/\r\nX-Evil: 1', 'must not hold blanks, line breaks or backslashes'],
    ['http://exa\tmple.com/', 'must not hold blanks, line breaks or backslashes'],
    ['http://127.0.0.\n1/', 'must not hold blanks, line breaks or backslashes'],
    [' http://example.com/', 'must not hold blanks, line breaks or backslashes'],
    ['http://example.com/\0', 'must not hold blanks, line breaks or backslashes'],
    ['http://example.com/\u2028', 'must not hold blanks, line breaks or backslashes'],
    ['http://', UNREADABLE],
    ['http:///path', UNREADABLE],
    ['http:///me@example.com/', UNREADABLE],
    ['http://example.com:99999/', UNREADABLE],
    ['http://[fe80::1%25eth0]/', UNREADABLE],
    ['http://[::1/', UNREADABLE],
    ['http://256.256.256.256/', UNREADABLE],
    ['http://1.2.3.4.5/', UNREADABLE],
    ['http://exa%00mple.com/', UNREADABLE],
    ['http://example.com%2f@127.0.0.1/', 'must not hold a user name or password'],
    ['http://example.com%2f.evil/', UNREADABLE],
  ])('is refused as %j', (url, reason) => expect(refusalOf(url, NOBODY)).toBe(reason));

  it('may lead to what the operator allows, and to nothing beside it', () => {
    const allowed = allowing(['10.1.0.0/16', 'Internal.Example.', '192.168.1.7', 'fd12::/16', 'localhost']);
    for (const host of ['10.1.2.3', '0x0a010203', '[::ffff:10.1.2.3]', '192.168.1.7', '[fd12::1]', 'localhost', 'LOCALHOST.'])
      expect(refusalOf(`http://${host}/`, allowed), host).toBeNull();
    for (const host of ['10.2.0.1', '192.168.1.8', '[fd13::1]', 'x.localhost', '127.0.0.1'])
      expect(refusalOf(`http://${host}/`, allowed), host).toBe(NOT_PUBLIC);
    expect(refusalOf('http://me@internal.example/', allowed)).toBe('must not hold a user name or password');
  });

  it('is judged in the same way when a name has led to it', () => {
    for (const address of ['fe80::1%eth0', '::1', '::ffff:10.0.0.1', '10.0.0.1', 'nonsense', ''])
      expect(mayReach(address, NOBODY)).toBe(false);
    for (const address of ['8.8.8.8', '2a00::1', '::ffff:8.8.8.8', '2001:200::1']) expect(mayReach(address, NOBODY)).toBe(true);
  });
});

describe('where a name leads', () => {
  it('is asked once, and the connection goes to what was judged', async () => {
    const reached: string[] = [];
    const answering =
      (name: string): RequestListener =>
      (_request, answer) => {
        reached.push(name);
        answer.end();
      };
    const port = await listening(createServer(answering('first')));
    await listening(createServer(answering('second')), '127.0.0.2', port);
    const answers = [['127.0.0.1'], ['127.0.0.2']];
    const resolve = vi.fn(async () => answers.shift() ?? []);
    const send = createOutbound({ allowed: HERE, resolve });
    const request = { url: `http://hooks.example:${port}/`, method: 'GET' as const };
    await send(request);
    expect(resolve).toHaveBeenCalledTimes(1);
    // No connection is left that the second request could take.
    await expect(send(request)).rejects.toThrow('The name of the host leads to a private, local or reserved address.');
    expect(reached).toEqual(['first']);
    await expect(send(request)).rejects.toThrow('The name of the host leads nowhere.');
  });

  it.each([
    ['169.254.169.254'],
    ['::ffff:169.254.169.254'],
    ['fd00:ec2::254'],
    ['8.8.8.8', '10.0.0.1'],
    ['127.0.0.1', '::1'],
    ['fe80::1%eth0'],
  ])('is nowhere that requests may go: %j', async (...addresses) => {
    await expect(get('http://hooks.example/', { resolve: async () => addresses })).rejects.toThrow(/private, local or reserved/);
  });

  it('does not matter where the operator knows the name', async () => {
    const port = await listening(
      createServer((_request, answer) => answer.end('here')),
      '127.0.0.3',
    );
    const options = { allowed: allowing(['hooks.example']), resolve: async () => ['127.0.0.3'] };
    await expect(get(`http://HOOKS.example:${port}/`, options)).resolves.toMatchObject({ status: 200 });
    await expect(get(`http://x.hooks.example:${port}/`, options)).rejects.toThrow(/private/);
  });

  it('is found by the system for a name that the operator knows', async () => {
    const port = await listening(
      createServer((_request, answer) => answer.end('here')),
      'localhost',
    );
    await expect(get(`http://localhost:${port}/`, { allowed: allowing(['localhost']) })).resolves.toMatchObject({ status: 200 });
  });

  it('is not waited for longer than for all else', async () => {
    const never = () => new Promise<string[]>(() => {});
    await expect(get('http://hooks.example/', { resolve: never, limitMs: 50 })).rejects.toThrow('no whole answer within 0.05 seconds');
  });

  it('is told to the server by its name, of which the certificate has to be', async () => {
    const { privateKey, certificate } = createSigner();
    const names: string[] = [];
    const server = createTlsServer({
      key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      cert: certificate,
      SNICallback: (servername, done) => {
        names.push(servername);
        done(null);
      },
    });
    server.on('secureConnection', (socket) => socket.on('error', () => {}));
    server.on('tlsClientError', () => {});
    const port = await listening(server);
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    const sent = get(`https://hooks.example:${port}/`, { resolve: async () => ['127.0.0.1'] });
    await expect(sent).rejects.toThrow(/^The certificate of the server is not valid/);
    expect(names).toEqual(['hooks.example']);
  });
});

describe('a request to a stranger', () => {
  it('says what it should, and nothing else', async () => {
    let seen: IncomingMessage | undefined;
    const url = await http((request, answer) => {
      seen = request;
      request.resume();
      answer.writeHead(201).end('made');
    });
    const headers = { 'content-type': 'application/json', authorization: 'Bearer t' };
    const port = new URL(url).port;
    const send = createOutbound({ allowed: HERE, resolve: async () => ['127.0.0.1'] });
    const answer = await send({ url: `http://hooks.example:${port}/a?b=c#d`, method: 'PUT', headers, body: '"é"' });
    expect({ status: answer.status, body: answer.body.toString() }).toEqual({ status: 201, body: 'made' });
    expect({ method: seen?.method, url: seen?.url, headers: seen?.headers }).toEqual({
      method: 'PUT',
      url: '/a?b=c',
      headers: {
        ...headers,
        host: `hooks.example:${port}`,
        'user-agent': 'Bivouac',
        accept: '*/*',
        'accept-encoding': 'identity',
        'content-length': '4',
        connection: 'close',
      },
    });
  });

  it('follows no redirect', async () => {
    let count = 0;
    const url = await http((_request, answer) => {
      count += 1;
      answer.writeHead(302, { location: 'http://169.254.169.254/latest/meta-data/' }).end('elsewhere');
    });
    await expect(get(url)).resolves.toEqual({ status: 302, body: Buffer.from('elsewhere') });
    expect(count).toBe(1);
  });

  it('goes through no proxy', async () => {
    const proxied = vi.fn();
    const proxy = await http((_request, answer) => {
      proxied();
      answer.end();
    });
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY', 'all_proxy']) vi.stubEnv(name, proxy);
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    const url = await http((_request, answer) => answer.end('direct'));
    expect((await get(url)).body.toString()).toBe('direct');
    expect(proxied).not.toHaveBeenCalled();
  });

  it('refuses on its own what nobody has judged before', async () => {
    await expect(get('http://169.254.169.254/')).rejects.toThrow(/^The address must lead to a public host/);
    await expect(get('file:///etc/passwd')).rejects.toThrow('The address must start with http:// or https://.');
    await expect(get('http://127.0.0.2/')).rejects.toThrow(/^The address must lead to a public host/);
  });

  it('is given up when the process stops', async () => {
    const stop = new AbortController();
    const url = await wire(() => stop.abort(new Error('stopping')));
    await expect(get(url, {}, stop.signal)).rejects.toThrow('stopping');
  });
});

describe('the answer of a stranger', () => {
  it.each([
    ['nothing', () => {}],
    ['half a line', (socket: Socket) => socket.write('HTTP/1.1 20')],
    ['headers without an end', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n', 'x: y\r\n')],
    ['a body without an end', (socket: Socket) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n', '.')],
    ['first words for ever', (socket: Socket) => drip(socket, '', 'HTTP/1.1 103 Early Hints\r\n\r\n')],
    ['less than it promised', (socket: Socket) => socket.write('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc')],
  ])('may be %s, and is not waited for', async (_what, speak) => {
    const url = await wire((socket) => socket.once('data', () => speak(socket)));
    await expect(get(url, { limitMs: 150 })).rejects.toThrow('There was no whole answer within 0.15 seconds.');
  });

  it.each([
    ['the end of the connection', (socket: Socket) => socket.end(), /cut off/],
    ['a reset', (socket: Socket) => socket.resetAndDestroy(), /cut off/],
    ['half an answer', (socket: Socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nabc'), /cut off/],
    ['another protocol', (socket: Socket) => socket.end('220 mail.example ESMTP\r\n'), 'The answer is not valid HTTP.'],
    ['headers of 20 KB', (socket: Socket) => socket.write(`HTTP/1.1 200 OK\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`), 'not valid HTTP'],
    ['a change of protocol', (socket: Socket) => socket.write('HTTP/1.1 101 X\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n'), /cut off/],
  ])('may be %s, which is none', async (_what, speak, reason) => {
    const url = await wire((socket) => socket.once('data', () => speak(socket)));
    await expect(get(url)).rejects.toThrow(reason);
  });

  it('is read up to 64 KB, and then the connection is cut', async () => {
    const cut = Promise.withResolvers<number>();
    const url = await http((_request, answer) => {
      let written = 0;
      const more = () => {
        if (answer.destroyed) return;
        written += 16_384;
        answer.write(Buffer.alloc(16_384, '.'), () => setImmediate(more));
      };
      answer.on('close', () => cut.resolve(written));
      more();
    });
    const { status, body } = await get(url);
    expect({ status, length: body.length }).toEqual({ status: 200, length: MOST_ANSWERED });
    await cut.promise;
  });

  it.each([MOST_ANSWERED - 1, MOST_ANSWERED, MOST_ANSWERED + 1])('of %d bytes is kept up to 64 KB', async (length) => {
    const url = await http((_request, answer) => answer.end(Buffer.alloc(length, 'x')));
    expect((await get(url)).body.length).toBe(Math.min(length, MOST_ANSWERED));
  });

  it.runIf(isAtLength)('is not decompressed', async () => {
    const bomb = gzipSync(Buffer.alloc(32 * 1024 * 1024));
    const url = await http((_request, answer) => answer.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb));
    expect((await get(url)).body).toEqual(bomb.subarray(0, MOST_ANSWERED));
  });
});

/** Sends a first part immediately, and then a trickle without end. */
function drip(socket: Socket, first: string, more: string): void {
  socket.write(first);
  const timer = setInterval(() => socket.write(more), 10);
  socket.on('close', () => clearInterval(timer));
}
