/** A server that takes webhooks, as a process of its own. Prints its port; `GET /` answers with how many have come. */
import { listen } from './lib.ts';

let count = 0;
const { port } = await listen((request, response) => {
  if (request.method === 'GET') return void response.end(String(count));
  request.resume().on('end', () => {
    count += 1;
    response.end('ok');
  });
});
console.log(port);
