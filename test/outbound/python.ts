/** Signs by the specification, with Python's standard library only: no code of ours or of a webhook library. */
import { spawnSync } from 'node:child_process';

const SCRIPT = `
import base64, hashlib, hmac, json, sys
asked = json.load(sys.stdin)
key = base64.b64decode(asked["secret"].removeprefix("whsec_"))
def sign(one):
    signed = f'{one["id"]}.{one["timestamp"]}.{one["body"]}'.encode("utf-8")
    return "v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode("ascii")
json.dump([sign(one) for one in asked["requests"]], sys.stdout)
`;

export interface Unsigned {
  id: string;
  timestamp: number;
  body: string;
}

export const hasPython = spawnSync('python3', ['--version']).status === 0;

/** The signature of each. */
export function signInPython(secret: string, requests: readonly Unsigned[]): string[] {
  const { stdout, stderr, status } = spawnSync('python3', ['-c', SCRIPT], {
    input: JSON.stringify({ secret, requests }),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`python3 failed: ${stderr}`);
  return JSON.parse(stdout);
}
