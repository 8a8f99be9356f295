/** Prism on the bundled document: every operation answers with its examples, no database and no key list needed. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { PORT = '4010', HOST = '127.0.0.1' } = process.env;
const document = fileURLToPath(new URL('../generated/openapi.json', import.meta.url));
const prism = spawn('prism', ['mock', document, '--port', PORT, '--host', HOST, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => prism.kill(signal));
prism.once('exit', (code) => process.exit(code ?? 0));
