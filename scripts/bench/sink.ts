/** A mail server that accepts everything and stores nothing, as its own process. Reports its port, then the awaited recipients. */
import { createServer } from 'node:net';

const END = Buffer.from('\r\n.\r\n');
/** Recipients that the sink reports to its parent. */
const AWAITED = /^RCPT TO:<(awaited[^>]*)>/i;

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => {});
  socket.write('220 sink\r\n');
  let data = false;
  let rest: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk) => {
    rest = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    let answers = '';
    while (rest.length > 0) {
      const end = data ? rest.indexOf(END) : rest.indexOf('\r\n');
      if (end < 0) break;
      if (data) {
        data = false;
        answers += '250 taken\r\n';
        rest = rest.subarray(end + END.length);
        continue;
      }
      const line = rest.toString('latin1', 0, end);
      const command = line.slice(0, 4).toUpperCase();
      const [, awaited] = AWAITED.exec(line) ?? [];
      if (awaited) process.send?.({ awaited });
      rest = rest.subarray(end + 2);
      if (command === 'EHLO') answers += '250-sink\r\n250 PIPELINING\r\n';
      else if (command === 'DATA') {
        data = true;
        answers += '354 go on\r\n';
      } else if (command === 'QUIT') {
        socket.end('221 bye\r\n');
      } else answers += '250 fine\r\n';
    }
    if (answers) socket.write(answers);
  });
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
process.on('disconnect', () => process.exit());
