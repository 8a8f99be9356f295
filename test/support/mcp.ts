/** Clients of the Model Context Protocol, by the official kit. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';

export interface Called {
  isError: boolean;
  /** The text of the answer, one block to a line. */
  text: string;
  /** The structured content. */
  data: any;
}

export interface Agent {
  client: Client;
  call(name: string, given?: Record<string, unknown>): Promise<Called>;
  close(): Promise<void>;
}

/** @param tools sets of them; the service's choice when left out */
export async function connect(url: string, apiKey: string, tools?: string): Promise<Agent> {
  const endpoint = new URL(`${url}/mcp`);
  if (tools) endpoint.searchParams.set('tools', tools);
  const client = newClient();
  await client.connect(new StreamableHTTPClientTransport(endpoint, { requestInit: { headers: { authorization: `Bearer ${apiKey}` } } }));
  return agentOf(client);
}

export const newClient = (): Client => new Client({ name: 'a test', version: '1.0.0' });

export const agentOf = (client: Client): Agent => ({
  client,
  async call(name, given = {}) {
    const { isError = false, content, structuredContent } = (await client.callTool({ name, arguments: given })) as CallToolResult;
    return { isError, text: content.map((block) => (block.type === 'text' ? block.text : '')).join('\n'), data: structuredContent };
  },
  close: () => client.close(),
});

/** One message, without a client. */
export const post = (url: string, apiKey: string | null, body: unknown, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(apiKey && { authorization: `Bearer ${apiKey}` }),
      ...headers,
    },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });

export const message = (method: string, params: object = {}) => ({ jsonrpc: '2.0', id: 1, method, params });
