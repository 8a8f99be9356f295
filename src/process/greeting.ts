import type { Config } from '../config.ts';

/** What a person who has just started the service wants to know. */
export interface Greeting {
  config: Config;
  /** Where the API listens; undefined for a worker. */
  port: number | undefined;
  /** The workspace and key of a first start. */
  welcome: { workspace: string; apiKey: string } | undefined;
}

/** In lines, for a terminal. */
export function greeting({ config, port, welcome }: Greeting): string {
  if (port === undefined) return 'Bivouac works on background jobs (ROLE=worker).\n';
  const here = `http://localhost:${port}`;
  const lines = ['', `Bivouac is ready on ${here}`, `  reference  ${here}/docs`, `  pages      http://{workspace}.${config.publishedHost}`];
  if (!config.smtpUrl) lines.push(`  mailbox    ${here}/mailbox`);
  if (welcome) {
    lines.push('', `A workspace "${welcome.workspace}" was made for you. Its key is shown this once:`, '', `  ${welcome.apiKey}`, '');
    lines.push('Try it:', '', `  curl ${here}/v1/contacts -H "Authorization: Bearer ${welcome.apiKey}"`);
  }
  return `${lines.join('\n')}\n\n`;
}
