import type { BlockKind, DrawingName, ToneName } from '../draft/draft.ts';

export interface PagePlan {
  tone: ToneName;
  primary: string;
  drawing?: DrawingName;
  /** Shown where there is something to say, in the order in which all parts stand. */
  parts: readonly BlockKind[];
  formFirst?: boolean;
  /** The trade's own parts that fit even though the page has another purpose. */
  borrows: readonly ('features' | 'faq' | 'about')[];
  upFront: readonly string[];
}

const SERVICE: readonly BlockKind[] = ['features', 'pricing', 'steps', 'people', 'quote', 'gallery', 'faq', 'contact', 'form'];

export const PAGES: Record<string, PagePlan> = {
  'local-service': { tone: 'natural', primary: '#1f6f6b', parts: SERVICE, borrows: [], upFront: [] },
  health: { tone: 'calm', primary: '#2f6b7a', drawing: 'calm', parts: SERVICE, borrows: [], upFront: [] },
  coaching: {
    tone: 'warm',
    primary: '#8a4b2d',
    parts: ['features', 'text', 'steps', 'pricing', 'quote', 'faq', 'contact', 'form'],
    borrows: [],
    upFront: [],
  },
  property: {
    tone: 'elegant',
    primary: '#3d4f3a',
    drawing: 'city',
    parts: ['facts', 'features', 'pricing', 'gallery', 'map', 'faq', 'contact', 'form'],
    borrows: ['features'],
    upFront: ['price', 'where', 'when'],
  },
  shop: {
    tone: 'warm',
    primary: '#7a3b2e',
    drawing: 'goods',
    parts: ['features', 'menu', 'pricing', 'gallery', 'faq', 'facts', 'map', 'contact', 'form'],
    borrows: ['features'],
    upFront: [],
  },
  restaurant: {
    tone: 'warm',
    primary: '#8a3524',
    drawing: 'table',
    parts: ['features', 'menu', 'gallery', 'facts', 'map', 'contact', 'faq', 'form'],
    borrows: ['features'],
    upFront: ['hours', 'where'],
  },
  product: {
    tone: 'modern',
    primary: '#3b4fd1',
    parts: ['features', 'pricing', 'steps', 'compare', 'quote', 'gallery', 'faq', 'form'],
    borrows: ['features', 'faq'],
    upFront: ['price', 'when'],
  },
  app: {
    tone: 'modern',
    primary: '#4a3fd6',
    drawing: 'device',
    parts: ['features', 'steps', 'pricing', 'quote', 'faq', 'form'],
    borrows: ['features', 'faq'],
    upFront: ['price'],
  },
  saas: {
    tone: 'modern',
    primary: '#2750c4',
    drawing: 'device',
    parts: ['features', 'steps', 'pricing', 'compare', 'numbers', 'quote', 'logos', 'faq', 'form'],
    borrows: ['features', 'faq'],
    upFront: [],
  },
  waitlist: {
    tone: 'modern',
    primary: '#5a3fbf',
    parts: ['features', 'faq', 'form'],
    formFirst: true,
    borrows: ['features'],
    upFront: ['when', 'price'],
  },
  'coming-soon': {
    tone: 'bold',
    primary: '#b3401e',
    parts: ['features', 'form'],
    formFirst: true,
    borrows: ['features'],
    upFront: ['when', 'where'],
  },
  newsletter: {
    tone: 'calm',
    primary: '#7b2f45',
    drawing: 'letters',
    parts: ['features', 'faq', 'form'],
    formFirst: true,
    borrows: [],
    upFront: ['when'],
  },
  event: {
    tone: 'bold',
    primary: '#c2402b',
    drawing: 'stage',
    parts: ['facts', 'text', 'schedule', 'people', 'pricing', 'gallery', 'map', 'faq', 'form'],
    borrows: ['features'],
    upFront: ['when', 'where', 'price'],
  },
  conference: {
    tone: 'bold',
    primary: '#2b3fb8',
    drawing: 'stage',
    parts: ['facts', 'features', 'schedule', 'people', 'pricing', 'logos', 'map', 'faq', 'form'],
    borrows: [],
    upFront: ['when', 'where', 'price'],
  },
  webinar: {
    tone: 'modern',
    primary: '#0f6b6b',
    drawing: 'desk',
    parts: ['features', 'schedule', 'people', 'faq', 'form'],
    formFirst: true,
    borrows: [],
    upFront: ['when', 'price', 'host'],
  },
  course: {
    tone: 'natural',
    primary: '#2f6b4f',
    drawing: 'desk',
    parts: ['facts', 'features', 'schedule', 'people', 'pricing', 'steps', 'faq', 'form'],
    borrows: ['features', 'faq'],
    upFront: ['when', 'where', 'price'],
  },
  job: {
    tone: 'natural',
    primary: '#2b5a8a',
    drawing: 'desk',
    parts: ['facts', 'text', 'features', 'steps', 'faq', 'form'],
    borrows: [],
    upFront: ['where', 'salary', 'deadline'],
  },
  portfolio: {
    tone: 'elegant',
    primary: '#2a2a2a',
    parts: ['gallery', 'features', 'text', 'logos', 'quote', 'faq', 'contact', 'form'],
    borrows: ['features', 'faq', 'about'],
    upFront: [],
  },
  band: {
    tone: 'bold',
    primary: '#a3263b',
    drawing: 'sound',
    parts: ['schedule', 'video', 'features', 'text', 'gallery', 'quote', 'contact', 'form'],
    borrows: ['features'],
    upFront: ['when', 'where'],
  },
  wedding: {
    tone: 'elegant',
    primary: '#7d5a4f',
    drawing: 'meadow',
    parts: ['facts', 'schedule', 'text', 'map', 'gallery', 'faq', 'form'],
    borrows: [],
    upFront: ['when', 'where'],
  },
  charity: {
    tone: 'warm',
    primary: '#b5522a',
    parts: ['features', 'text', 'numbers', 'steps', 'quote', 'faq', 'contact', 'form'],
    borrows: ['features'],
    upFront: ['until', 'when', 'where'],
  },
  community: {
    tone: 'natural',
    primary: '#3f6b3a',
    parts: ['facts', 'features', 'schedule', 'pricing', 'people', 'gallery', 'faq', 'map', 'contact', 'form'],
    borrows: ['features'],
    upFront: ['when', 'where'],
  },
  survey: { tone: 'calm', primary: '#3f5a8a', parts: ['form'], borrows: [], upFront: ['until'] },
  thanks: { tone: 'warm', primary: '#2f6b4f', parts: [], borrows: [], upFront: [] },
  landing: {
    tone: 'natural',
    primary: '#245c4a',
    parts: ['features', 'text', 'pricing', 'contact', 'form'],
    borrows: ['features'],
    upFront: ['when', 'where', 'price'],
  },
};

/** The order of parts that no plan names. */
export const ORDER: readonly BlockKind[] = [
  ...([
    'facts',
    'code',
    'text',
    'gallery',
    'features',
    'menu',
    'pricing',
    'schedule',
    'steps',
    'compare',
    'numbers',
    'people',
    'quote',
  ] as const),
  ...(['video', 'logos', 'faq', 'map', 'contact', 'cta', 'form', 'footer'] as const),
];

export interface EmailPlan {
  tone: ToneName;
  primary: string;
  layout: 'band' | 'plain';
  /** Its reader needs it: it carries no link to unsubscribe. */
  operational: boolean;
}

const plain = (tone: ToneName, primary: string, operational = false): EmailPlan => ({ tone, primary, layout: 'plain', operational });
const band = (tone: ToneName, primary: string): EmailPlan => ({ tone, primary, layout: 'band', operational: false });

export const EMAILS: Record<string, EmailPlan> = {
  announcement: band('natural', '#2b5a8a'),
  sale: band('bold', '#b5302a'),
  newsletter: plain('calm', '#7b2f45'),
  welcome: band('warm', '#2f6b4f'),
  invitation: band('elegant', '#6b3f6b'),
  reminder: plain('natural', '#a3611a'),
  'win-back': plain('warm', '#8a3b2e'),
  'product-news': band('modern', '#3b4fd1'),
  survey: plain('calm', '#3f5a8a'),
  'event-details': plain('natural', '#2b5a8a', true),
  receipt: plain('calm', '#2f4f4f', true),
  shipped: plain('natural', '#2f6b4f', true),
  password: plain('calm', '#2b4a7a', true),
  'trial-ends': plain('modern', '#3b4fd1', true),
  thanks: plain('warm', '#2f6b4f'),
  apology: plain('calm', '#5a4a3a'),
  letter: plain('natural', '#245c4a'),
};
