import type { IncomingMessage } from 'node:http';

const MOST_BYTES = 64 * 1024;

/** The fields of a form that a browser sends; none of a body that is too large. */
export async function readChoices(request: IncomingMessage): Promise<[name: string, value: string][]> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MOST_BYTES) return [];
    chunks.push(chunk);
  }
  return [...new URLSearchParams(Buffer.concat(chunks).toString())].filter(([, value]) => value !== '');
}
