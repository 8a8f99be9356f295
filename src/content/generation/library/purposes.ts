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

const list = <Of extends string>(words = ''): Of[] => words.split(' ').filter(Boolean) as Of[];

const page = (
  tone: ToneName,
  primary: string,
  parts: string,
  { borrows, upFront, ...more }: Pick<PagePlan, 'drawing' | 'formFirst'> & { borrows?: string; upFront?: string } = {},
): PagePlan => ({ tone, primary, parts: list(parts), borrows: list(borrows), upFront: list(upFront), ...more });

export const PAGES: Record<string, PagePlan> = {
  'local-service': page('natural', '#1f6f6b', 'features pricing steps people quote gallery faq contact form'),
  health: page('calm', '#2f6b7a', 'features pricing steps people quote gallery faq contact form', { drawing: 'calm' }),
  coaching: page('warm', '#8a4b2d', 'features text steps pricing quote faq contact form'),
  property: page('elegant', '#3d4f3a', 'facts features pricing gallery map faq contact form', {
    drawing: 'city',
    borrows: 'features',
    upFront: 'price where when',
  }),
  shop: page('warm', '#7a3b2e', 'features menu pricing gallery faq facts map contact form', { drawing: 'goods', borrows: 'features' }),
  restaurant: page('warm', '#8a3524', 'features menu gallery facts map contact faq form', {
    drawing: 'table',
    borrows: 'features',
    upFront: 'hours where',
  }),
  product: page('modern', '#3b4fd1', 'features pricing steps compare quote gallery faq form', {
    borrows: 'features faq',
    upFront: 'price when',
  }),
  app: page('modern', '#4a3fd6', 'features steps pricing quote faq form', { drawing: 'device', borrows: 'features faq', upFront: 'price' }),
  saas: page('modern', '#2750c4', 'features steps pricing compare numbers quote logos faq form', {
    drawing: 'device',
    borrows: 'features faq',
  }),
  waitlist: page('modern', '#5a3fbf', 'features faq form', { formFirst: true, borrows: 'features', upFront: 'when price' }),
  'coming-soon': page('bold', '#b3401e', 'features form', { formFirst: true, borrows: 'features', upFront: 'when where' }),
  newsletter: page('calm', '#7b2f45', 'features faq form', { drawing: 'letters', formFirst: true, upFront: 'when' }),
  event: page('bold', '#c2402b', 'facts text schedule people pricing gallery map faq form', {
    drawing: 'stage',
    borrows: 'features',
    upFront: 'when where price',
  }),
  conference: page('bold', '#2b3fb8', 'facts features schedule people pricing logos map faq form', {
    drawing: 'stage',
    upFront: 'when where price',
  }),
  webinar: page('modern', '#0f6b6b', 'features schedule people faq form', { drawing: 'desk', formFirst: true, upFront: 'when price host' }),
  course: page('natural', '#2f6b4f', 'facts features schedule people pricing steps faq form', {
    drawing: 'desk',
    borrows: 'features faq',
    upFront: 'when where price',
  }),
  job: page('natural', '#2b5a8a', 'facts text features steps faq form', { drawing: 'desk', upFront: 'where salary deadline' }),
  portfolio: page('elegant', '#2a2a2a', 'gallery features text logos quote faq contact form', { borrows: 'features faq about' }),
  band: page('bold', '#a3263b', 'schedule video features text gallery quote contact form', {
    drawing: 'sound',
    borrows: 'features',
    upFront: 'when where',
  }),
  wedding: page('elegant', '#7d5a4f', 'facts schedule text map gallery faq form', { drawing: 'meadow', upFront: 'when where' }),
  charity: page('warm', '#b5522a', 'features text numbers steps quote faq contact form', {
    borrows: 'features',
    upFront: 'until when where',
  }),
  community: page('natural', '#3f6b3a', 'facts features schedule pricing people gallery faq map contact form', {
    borrows: 'features',
    upFront: 'when where',
  }),
  survey: page('calm', '#3f5a8a', 'form', { upFront: 'until' }),
  thanks: page('warm', '#2f6b4f', ''),
  landing: page('natural', '#245c4a', 'features text pricing contact form', { borrows: 'features', upFront: 'when where price' }),
};

/** The order of parts that no plan names. */
export const ORDER: readonly BlockKind[] = list(
  'facts code text gallery features menu pricing schedule steps compare numbers people quote video logos faq map contact cta form footer',
);

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
