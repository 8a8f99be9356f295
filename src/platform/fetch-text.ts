/** @throws unless the text arrives whole, in time, with status 200 */
export type FetchText = (address: URL) => Promise<string>;

const TIME_MS = 5_000;
const MOST_BYTES = 64 * 1024;

/** Follows no redirect, waits for 5 s and accepts 64 KiB. The caller judges the address. */
export const fetchText: FetchText = async (address) => {
  const response = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(TIME_MS) });
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > MOST_BYTES) throw new Error(`The answer of ${address.host} is larger than ${MOST_BYTES} bytes.`);
    chunks.push(chunk);
  }
  if (response.status !== 200) throw new Error(`${address.host} answered with ${response.status}.`);
  return Buffer.concat(chunks).toString('utf8');
};
