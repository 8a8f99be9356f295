import { type Config, cookiesInCommon, mailLeadsNowhere, workLeftOut } from '../config.ts';
import type { Log } from '../platform/log.ts';

/** Logs a warning for each setting that is valid but has consequences that an operator may not expect. */
export function warnOfSettings(config: Config, log: Log): void {
  for (const { name, meant } of config.misspelt)
    log.warn({ variable: name }, `${name} is not a variable of Bivouac: did you mean ${meant}?`);
  const kinds = workLeftOut(config);
  if (kinds.length > 0)
    log.warn({ kinds }, 'WORK leaves out work that no other process does, since the embedded database serves one process at a time');
  if (mailLeadsNowhere(config))
    log.warn({ base_url: config.baseUrl }, 'SMTP_URL lets real mail out, and links in it lead to this machine only: set BASE_URL');
  const domain = cookiesInCommon(config);
  if (domain)
    log.warn(
      { base_url: config.baseUrl, published_host: config.publishedHost, domain },
      'published pages can set cookies for the API: set PUBLISHED_HOST to a domain of its own, or have it added to the Public Suffix List',
    );
}
