import { app } from './app.ts';
import { charity } from './charity.ts';
import { course } from './course.ts';
import { event } from './event.ts';
import { job } from './job.ts';
import { landing } from './landing.ts';
import { newsletter } from './newsletter.ts';
import { product } from './product.ts';
import type { Purpose } from './purpose.ts';
import { receipt } from './receipt.ts';
import { restaurant } from './restaurant.ts';
import { sale } from './sale.ts';
import { service } from './service.ts';
import { thanks } from './thanks.ts';
import { waitlist } from './waitlist.ts';

/** What asks somebody to do one thing comes before what a thing is: a waiting list for a restaurant is a waiting list. */
const ORDER: readonly Purpose[] = [thanks, receipt, waitlist, newsletter];
const OTHERS: readonly Purpose[] = [sale, event, course, job, charity, restaurant, app, product, service];

/**
 * What a prompt is for. Its first words weigh most: "a course on running events" is a course.
 * @param opening the first sentence
 * @param whole all of it
 */
export function purposeOf(opening: string, whole: string): Purpose {
  for (const text of [opening, whole]) {
    // Far down in a text, "newsletter" and "thank you" are things among others.
    if (text === opening) for (const purpose of ORDER) if (purpose.words.test(text)) return purpose;
    const found = OTHERS.map((purpose) => ({ purpose, at: text.search(purpose.words) }))
      .filter(({ at }) => at >= 0)
      .sort((a, b) => a.at - b.at);
    if (found[0]) return found[0].purpose;
  }
  return landing;
}

export type { Opening, Purpose, PurposeId } from './purpose.ts';
