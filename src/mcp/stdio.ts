/**
 * `npm run mcp`: the tools of a running service for programs that speak the Model Context Protocol with a process of their own. It
 * carries messages between its streams and `POST /mcp` of the service, so that there is one set of tools, and it is the service's.
 * Nothing but the protocol is written to stdout; words for people go to stderr.
 */
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import {
  ErrorCode,
  isInitializeRequest,
  isJSONRPCRequest,
  isJSONRPCResultResponse,
  type JSONRPCMessage,
} from '@modelcontextprotocol/sdk/types.js';

const FAREWELL_MS = 5_000;

const { BIVOUAC_URL: url = 'http://localhost:3000', BIVOUAC_API_KEY: apiKey, BIVOUAC_TOOLS: tools } = process.env;

function complain(words: string): never {
  console.error(words);
  process.exit(1);
}

if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
  complain(`BIVOUAC_URL has to be the address of a running service, such as http://localhost:3000, and is ${url}`);
if (!apiKey) complain('BIVOUAC_API_KEY has to be set to an API key of the workspace that the tools are for.');

const endpoint = new URL(`${url.replace(/\/+$/, '')}/mcp`);
if (tools) endpoint.searchParams.set('tools', tools);

const near = new StdioServerTransport();
const far = new StreamableHTTPClientTransport(endpoint, { fetch: reach, requestInit: { headers: { authorization: `Bearer ${apiKey}` } } });
const underWay = new Set<Promise<void>>();
let initializing: string | number | undefined;

near.onmessage = (message) => {
  if (isInitializeRequest(message) && isJSONRPCRequest(message)) initializing = message.id;
  const carried = carry(message).finally(() => underWay.delete(carried));
  underWay.add(carried);
};
far.onmessage = (message) => {
  // Later requests carry the negotiated version.
  if (isJSONRPCResultResponse(message) && message.id === initializing) far.setProtocolVersion(String(message.result.protocolVersion));
  void near.send(message);
};
near.onerror = (error) => console.error(`What came on stdin is no message of the protocol: ${error.message}`);
// `carry` reports failures; the rest is the SDK probing for streams.
far.onerror = () => {};

async function carry(message: JSONRPCMessage): Promise<void> {
  try {
    await far.send(message);
  } catch (error) {
    const { message: words } = error as Error;
    console.error(words);
    if (!isJSONRPCRequest(message)) return;
    const { id, method } = message;
    // An agent reads results of tools; errors of the protocol are for its program.
    await near.send(
      method === 'tools/call'
        ? { jsonrpc: '2.0', id, result: { isError: true, content: [{ type: 'text', text: words }] } }
        : { jsonrpc: '2.0', id, error: { code: ErrorCode.InternalError, message: words } },
    );
  }
}

interface Refusal {
  error?: string | { message: string };
  details?: { issues?: { path: string; message: string }[] };
}

/** @throws an explanation when the service does not answer, or refuses the message as a whole */
async function reach(address: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(address, init).catch(({ cause, message }) => {
    throw new Error(`The service at ${url} cannot be reached (${cause?.code ?? message}). Is it running, and is BIVOUAC_URL its address?`);
  });
  // The SDK probes for a stream with GET.
  if (response.ok || init?.method !== 'POST') return response;
  if (response.status === 401) throw new Error(`The service at ${url} does not take BIVOUAC_API_KEY: it is unknown, revoked or expired.`);
  const { error, details } = (await response.json().catch(() => ({}))) as Refusal;
  // A parameter of the address there, a variable here.
  const unknownSets = details?.issues?.find(({ path }) => path === 'tools');
  if (unknownSets) throw new Error(`BIVOUAC_TOOLS ${unknownSets.message}; it is "${tools}".`);
  const said = (typeof error === 'object' ? error.message : error) ?? 'Is BIVOUAC_URL the address of a Bivouac service?';
  const wait = response.headers.get('retry-after');
  throw new Error(`The service at ${url} has refused this (${response.status}): ${said}${wait ? ` Try again in ${wait} s.` : ''}`);
}

async function end(): Promise<void> {
  const limit = setTimeout(() => process.exit(0), FAREWELL_MS);
  await Promise.allSettled(underWay);
  clearTimeout(limit);
  await far.close();
  // Flushes stdout first.
  process.stdout.write('', () => process.exit(0));
}

process.stdin.once('end', end);
process.stdin.once('close', end);
// The reader has gone.
process.stdout.on('error', () => process.exit(0));
await near.start();
console.error(`Tools of ${endpoint.origin}; waiting for messages on stdin.`);
