/** A generator that does what a test tells it, and notes what it was asked for. */
import type { Commission, Generator, Written } from '../../src/content/generation/generator.ts';

export interface TestGenerator extends Generator {
  /** What it was asked for, in order. */
  commissions: Commission[];
  /** How it answers from now on; by default with a page that says the prompt. */
  answer: (commission: Commission, signal: AbortSignal) => Promise<Written>;
  /** Makes the next one wait, and tells when it has begun. `finish` lets it answer. */
  hold(): { begun: Promise<Commission>; signal: () => AbortSignal; finish: () => void };
}

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>t</title>';
/** Whole documents, which are kept as they are. */
export const page = (body: string): string => `<!doctype html>\n<html lang="en"><head>${HEAD}</head><body>${body}</body></html>`;
export const mail = (body: string): string => page(`${body}<a href="{{unsubscribe_url}}">Leave</a>`);
/** HTML as of a version that was saved by hand: without typed content. */
export const draft = (html: string): Written => ({ html, draft: null, summary: 'Done.', notes: [] });

export function testGenerator(): TestGenerator {
  const says = async ({ kind, prompt }: Commission) => draft((kind === 'email' ? mail : page)(`<p>${prompt}</p>`));
  const generator: TestGenerator = {
    commissions: [],
    answer: says,
    generate(commission, signal) {
      generator.commissions.push(commission);
      return generator.answer(commission, signal);
    },
    hold() {
      const begun = Promise.withResolvers<Commission>();
      const finish = Promise.withResolvers<void>();
      const { answer } = generator;
      let held: AbortSignal;
      generator.answer = async (commission, signal) => {
        generator.answer = answer;
        held = signal;
        begun.resolve(commission);
        await finish.promise;
        return answer(commission, signal);
      };
      return { begun: begun.promise, signal: () => held, finish: finish.resolve };
    },
  };
  return generator;
}
