/** A scripted generator that records its commissions. */
import type { Commission, Generator, Written } from '../../src/content/generation/generator.ts';

export interface TestGenerator extends Generator {
  /** The commissions, in order. */
  commissions: Commission[];
  /** The answer from now on; by default a page with the prompt. */
  answer: (commission: Commission, signal: AbortSignal) => Promise<Written>;
  /** Makes the next commission wait; `begun` resolves at its start, and `finish` lets it answer. */
  hold(): { begun: Promise<Commission>; signal: () => AbortSignal; finish: () => void };
}

const HEAD = '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>t</title>';
/** A whole document, stored unchanged. */
export const page = (body: string): string => `<!doctype html>\n<html lang="en"><head>${HEAD}</head><body>${body}</body></html>`;
export const mail = (body: string): string => page(`${body}<a href="{{unsubscribe_url}}">Leave</a>`);
/** HTML without typed content, as of a version saved by hand. */
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
