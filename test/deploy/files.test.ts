/** The deployment files: linted, and consistent with the configuration. */
import { readdirSync, readFileSync } from 'node:fs';
import { DCLinter } from 'dclint';
import { validate } from 'dockerfile-utils';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import packageJson from '../../package.json' with { type: 'json' };
import { COMMANDS } from '../../src/cli.ts';
import { readConfig } from '../../src/config.ts';
import { isAtLength } from '../support/at-length.ts';

const read = (file: string) => readFileSync(file, 'utf8');
const UNIT = read('docs/deploy/bivouac.service');
const DOCKERFILE = read('Dockerfile');
const COMPOSE = read('compose.yaml');
const LAUNCHER = read('scripts/bivouac');

/** The variables that the configuration reads. */
function knownVariables(): Set<string> {
  const asked = new Set<string>();
  const given: Record<string, string> = { AI_PROVIDER: 'anthropic', AI_MODEL: 'm', AI_API_KEY: 'k' };
  readConfig(
    new Proxy(given, {
      get(target, name) {
        asked.add(String(name));
        return target[String(name)];
      },
    }),
  );
  return asked;
}

/** Those that others read: Node, the C library, and the shell. */
const OF_OTHERS = ['MALLOC_ARENA_MAX', 'NODE_COMPILE_CACHE', 'PATH'];
const unknown = (names: string[]) => names.filter((name) => !knownVariables().has(name) && !OF_OTHERS.includes(name));

it('the unit, the image and the compose file set only variables that there are', () => {
  const ofUnit = [...UNIT.matchAll(/^Environment=(\w+)=/gm)].map(([, name]) => name as string);
  const [, ofImage = ''] = /^ENV (.*)$/m.exec(DOCKERFILE) ?? [];
  const ofCompose = Object.keys(parse(COMPOSE).services.bivouac.environment);
  // All other variables of the file reach the service as well.
  expect(parse(COMPOSE).services.bivouac.env_file).toBe('.env');
  // Ports and folders of the image are not those of the machine.
  expect(ofCompose).toEqual(expect.arrayContaining(['DATA_DIR', 'HOST', 'PAGES_PORT', 'PORT']));
  const all = [...ofUnit, ...ofImage.split(' ').map((pair) => pair.split('=')[0] as string), ...ofCompose];
  expect(all).toEqual(expect.arrayContaining(['DATA_DIR', 'HOST', 'DATABASE_URL', 'APP_SECRET']));
  expect(unknown(all)).toEqual([]);
  expect(unknown(['DATABSE_URL'])).toEqual(['DATABSE_URL']);
});

it('the page on configuration has every variable, and no other', () => {
  const told = [...read('docs/configuration.md').matchAll(/^\| (`[A-Z].*?) \|/gm)].flatMap(([, names]) =>
    [...(names as string).matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name as string),
  );
  expect(told.sort()).toEqual([...knownVariables()].sort());
});

it('they start the service as npm start does', () => {
  const [, command = ''] = /exec (node .*)$/.exec(packageJson.scripts.start) ?? [];
  expect(UNIT).toContain(`/node_modules/.bin/${command}\n`);
  expect(LAUNCHER).toContain(`exec ${command.replace('src/main.ts', '"$app/src/main.$type"')} "$@"\n`);
  expect(DOCKERFILE).toContain('CMD ["bivouac", "start"]\n');
  const [arenas = ''] = /MALLOC_\S+/.exec(packageJson.scripts.start) ?? [];
  expect(UNIT).toContain(`\nEnvironment=${arenas}\n`);
  expect(LAUNCHER).toContain(arenas.replace('=', '=${MALLOC_ARENA_MAX:-').concat('}'));
});

it.runIf(isAtLength)('the compose file has nothing to find fault with', () => {
  const linter = new DCLinter({ rules: {}, quiet: false, debug: false, exclude: [] });
  // Its types lead nowhere under our settings.
  const found = linter.lintFiles(['compose.yaml'], false) as { messages: unknown[] }[];
  expect(found.map(({ messages }) => messages)).toEqual([[]]);
});

it('the Dockerfile has nothing to find fault with', () => {
  expect(validate(DOCKERFILE)).toEqual([]);
  expect(validate('FROM a\nEXPOSE x')).not.toEqual([]);
});

it('the guides and the alerts name no command that is not there', () => {
  const guides = readdirSync('docs/guides').map((name) => `docs/guides/${name}`);
  const texts = ['README.md', 'docs/configuration.md', 'docs/deploy/alerts.yaml', ...guides].map(read);
  // As npm, an operator's own command and the image are asked for them.
  const named = texts.flatMap((text) => [...text.matchAll(/(?:cli --|["`]bivouac|bivouac bivouac|^bivouac) ([a-z-]+)(?: ([a-z-]+))?/gm)]);
  expect(named.length).toBeGreaterThan(30);
  const isThere = (word: string, next?: string) =>
    ['start', 'demo', 'mcp'].includes(word) || word in COMMANDS || `${word} ${next}` in COMMANDS;
  const missing = named.filter(([, word = '', next]) => !isThere(word, next)).map(([words]) => words);
  // The second is a line of Postfix.
  expect(new Set(missing)).toEqual(new Set(['cli -- --help', 'bivouac unix -']));
});

it('the guide for operating names the services and the volumes of the compose file', () => {
  const { name, services, volumes } = parse(COMPOSE);
  const guide = read('docs/guides/operations.md');
  const asked = [...guide.matchAll(/docker compose (?:exec|run|stop)(?: -\S+)* ([a-z]+)/g)].map(([, service]) => service as string);
  expect(new Set(asked)).toEqual(new Set(Object.keys(services)));
  for (const volume of Object.keys(volumes)) expect(guide).toContain(`\`${name}_${volume}\``);
});
