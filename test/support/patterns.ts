/** Patterns of opens and clicks: seconds after sending, and the program, for filters and mail programs as their makers describe them. */

export const AGENTS = {
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  cubot: 'Mozilla/5.0 (Linux; Android 11; CUBOT X30) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Mobile Safari/537.36',
  desk: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Firefox/128.0',
  outlook: 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)',
  gmail: 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)',
  yahoo: 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html',
  chrome: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36',
  apple: 'Mozilla/5.0',
  barracuda: 'Mozilla/5.0 (compatible; BarracudaCentral Sentinel; +https://www.barracuda.com)',
  googlebot: 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
  slack: 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)',
  headless: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) HeadlessChrome/131.0.0.0 Safari/537.36',
  python: 'python-requests/2.32.3',
  none: '',
};

export interface PatternHit {
  after: number;
  /** Null for an open. */
  position: number | null;
  agent: keyof typeof AGENTS;
  method?: 'GET' | 'HEAD';
  address?: string;
  purpose?: string;
}

export interface Pattern {
  name: string;
  /** The source of all hits. */
  by: 'people' | 'machine';
  links: number;
  hits: PatternHit[];
}

const open = (after: number, agent: PatternHit['agent'], more: Partial<PatternHit> = {}): PatternHit => ({
  after,
  position: null,
  agent,
  ...more,
});
const click = (after: number, position: number, agent: PatternHit['agent'], more: Partial<PatternHit> = {}): PatternHit => ({
  after,
  position,
  agent,
  ...more,
});
/** So many links, one after the other. */
const all = (from: number, step: number, links: number, agent: PatternHit['agent'], more: Partial<PatternHit> = {}) =>
  Array.from({ length: links }, (_, position) => click(from + position * step, position, agent, more));

export const PATTERNS: Pattern[] = [
  { name: 'reads on the phone and follows one link', by: 'people', links: 5, hits: [open(340, 'phone'), click(352, 2, 'phone')] },
  { name: 'has a phone by a maker called Cubot', by: 'people', links: 5, hits: [open(90, 'cubot'), click(99, 0, 'cubot')] },
  {
    name: 'reads on the phone, and again at the desk',
    by: 'people',
    links: 4,
    hits: [open(60, 'phone'), open(4_000, 'desk'), click(4_020, 1, 'desk'), click(4_090, 3, 'desk')],
  },
  { name: 'reads as soon as the phone rings', by: 'people', links: 3, hits: [open(4, 'phone'), click(7, 0, 'phone')] },
  {
    name: 'opens two links in tabs at once',
    by: 'people',
    links: 6,
    hits: [open(800, 'chrome'), click(812, 1, 'chrome'), click(813, 2, 'chrome')],
  },
  { name: 'follows every link, one after another', by: 'people', links: 4, hits: [open(500, 'desk'), ...all(520, 25, 4, 'desk')] },
  { name: 'follows both links of a short message at once', by: 'people', links: 2, hits: [open(70, 'desk'), ...all(75, 1, 2, 'desk')] },
  {
    name: 'reads at Gmail, which loads the pictures for them',
    by: 'people',
    links: 5,
    hits: [open(200, 'gmail'), click(215, 4, 'chrome')],
  },
  { name: 'reads at Yahoo, which loads the pictures for them', by: 'people', links: 5, hits: [open(90, 'yahoo'), click(100, 0, 'chrome')] },
  { name: 'reads in Outlook', by: 'people', links: 3, hits: [open(610, 'outlook'), click(630, 1, 'chrome')] },
  { name: 'follows a link without loading pictures', by: 'people', links: 8, hits: [click(1_200, 6, 'desk')] },
  { name: 'an Apple mail program loads pictures ahead', by: 'machine', links: 5, hits: [open(30, 'apple')] },
  { name: 'a browser prefetches a link', by: 'machine', links: 5, hits: [click(60, 1, 'chrome', { purpose: 'prefetch;prerender' })] },
  {
    name: 'a gateway follows all links on arrival as a browser',
    by: 'machine',
    links: 5,
    hits: [open(0.4, 'chrome'), ...all(0.5, 0.1, 5, 'chrome')],
  },
  {
    name: 'a gateway follows all links a minute later',
    by: 'machine',
    links: 5,
    hits: [open(59.5, 'chrome'), ...all(60, 0.7, 5, 'chrome')],
  },
  {
    name: 'a gateway follows the links first and loads the pictures then',
    by: 'machine',
    links: 4,
    hits: [...all(60, 0.5, 4, 'chrome'), open(62.5, 'chrome')],
  },
  { name: 'a gateway follows the first ten of many links', by: 'machine', links: 30, hits: all(45, 0.4, 10, 'chrome') },
  { name: 'a gateway goes on beyond ten', by: 'machine', links: 30, hits: all(45, 0.4, 24, 'chrome') },
  { name: 'a gateway asks for headers', by: 'machine', links: 3, hits: all(20, 3, 3, 'chrome', { method: 'HEAD' }) },
  { name: 'a gateway names itself', by: 'machine', links: 6, hits: [click(30, 0, 'barracuda'), click(45, 1, 'barracuda')] },
  {
    name: 'a filter follows one link from its own network',
    by: 'machine',
    links: 6,
    hits: [click(100, 3, 'chrome', { address: '40.94.1.1' }), click(101, 3, 'chrome', { address: '52.101.7.7' })],
  },
  { name: 'a filter comes through IPv6', by: 'machine', links: 6, hits: [click(100, 3, 'chrome', { address: '::ffff:104.47.0.9' })] },
  { name: 'a chat shows what a link leads to', by: 'machine', links: 3, hits: [click(900, 1, 'slack')] },
  { name: 'a search engine has found the link', by: 'machine', links: 3, hits: [click(86_400, 1, 'googlebot')] },
  { name: 'a sandbox opens one link', by: 'machine', links: 3, hits: [click(12, 2, 'headless')] },
  { name: 'a script follows links', by: 'machine', links: 3, hits: [click(12, 0, 'python'), click(40, 1, 'python')] },
  { name: 'a program without a name opens it', by: 'machine', links: 3, hits: [open(15, 'none')] },
  { name: 'a sandbox follows one link, as a browser, minutes later', by: 'machine', links: 5, hits: [click(240, 0, 'chrome')] },
  { name: 'a gateway follows both links of a short message', by: 'machine', links: 2, hits: all(30, 0.1, 2, 'chrome') },
];
