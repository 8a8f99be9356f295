import { getDomain } from 'tldts';

/**
 * The receiver of a domain's mail: a large provider by its name, another one by the registered domain of its mail servers, and a domain by
 * itself where that is not known.
 */
export interface Receiver {
  name: string;
  /** Whether its mail servers are not known, so that it may be any provider. */
  isGuess: boolean;
}

interface Provider {
  name: 'google' | 'microsoft' | 'yahoo' | 'apple';
  /** Registered domains of its mail servers. */
  servers: string[];
  /** Domains of its mailboxes, which need no look at the DNS. */
  mailboxes: RegExp;
}

const PROVIDERS: Provider[] = [
  // aspmx.l.google.com, gmail-smtp-in.l.google.com, aspmx2.googlemail.com, smtp.google.com
  { name: 'google', servers: ['google.com', 'googlemail.com'], mailboxes: /^(gmail|googlemail)\.com$/ },
  // example-com.mail.protection.outlook.com, outlook-com.olc.protection.outlook.com, example-com.a-v1.mx.microsoft
  {
    name: 'microsoft',
    servers: ['outlook.com', 'mx.microsoft', 'hotmail.com'],
    mailboxes: /^((hotmail|outlook|live)\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})|msn\.com|passport\.com)$/,
  },
  // mta5.am0.yahoodns.net, also for AOL and AT&T
  {
    name: 'yahoo',
    servers: ['yahoodns.net'],
    mailboxes:
      /^((yahoo|ymail|rocketmail)\.(com|[a-z]{2}|co\.[a-z]{2}|com\.[a-z]{2})|aol\.com|aim\.com|att\.net|sbcglobal\.net|bellsouth\.net)$/,
  },
  // mx01.mail.icloud.com
  { name: 'apple', servers: ['icloud.com'], mailboxes: /^(icloud|me|mac)\.com$/ },
];

/** By the name of the domain alone; undefined where its mail servers have to be asked for. */
export function receiverByName(domain: string): Receiver | undefined {
  const provider = PROVIDERS.find(({ mailboxes }) => mailboxes.test(domain));
  return provider && { name: provider.name, isGuess: false };
}

/** @param exchanges the hosts of its MX records, the preferred one first */
export function receiverByServers(domain: string, exchanges: string[]): Receiver {
  const [host = ''] = exchanges;
  // Any name below it belongs to Microsoft.
  const server = host.toLowerCase().endsWith('.mx.microsoft') ? 'mx.microsoft' : (getDomain(host) ?? '');
  const provider = PROVIDERS.find(({ servers }) => servers.includes(server));
  return { name: provider?.name ?? (server || domain), isGuess: false };
}
