import type { LanguageModelV4Prompt } from '@ai-sdk/provider';
import { type Commission, type Draft, GenerationRefused, type Generator } from '../generator.ts';
import { verifyApart } from '../verify/apart.ts';
import { type Answer, ask, type Deadline } from './ask.ts';
import { briefOf } from './brief.ts';
import type { RemoteSettings } from './model.ts';
import { readReply } from './reply.ts';

/** A model's second chance to mend its answer; after that its author is told. */
const MOST_ANSWERS = 2;
/** Longer answers are not sent back to their model with what was wrong: it writes a new one. */
const LONGEST_RETURNED = 200_000;

/** Pages and emails by a model behind an API, checked and repaired like everybody's. */
export function createRemoteGenerator(settings: RemoteSettings): Generator {
  return {
    usesModel: true,
    async generate(commission, signal, onTokens = () => {}) {
      signal.throwIfAborted();
      const deadline: Deadline = { signal: AbortSignal.timeout(settings.timeoutMs), at: Date.now() + settings.timeoutMs };
      const { system, request } = briefOf(commission);
      const prompt: LanguageModelV4Prompt = [{ role: 'system', content: system }, user(request)];
      for (let answers = 1; ; answers++) {
        const answer = await ask(settings, prompt, commission.reasoning, signal, deadline);
        onTokens(answer.tokens ?? estimated(prompt, answer.text));
        const judged = await judge(answer, commission);
        if ('draft' in judged) return judged.draft;
        if (answers === MOST_ANSWERS) {
          throw new GenerationRefused(`What the model wrote cannot be used: it ${judged.problem}. Ask again, or for less.`);
        }
        if (answer.text !== '' && answer.text.length <= LONGEST_RETURNED) {
          prompt.push({ role: 'assistant', content: [{ type: 'text', text: answer.text }] });
          prompt.push(
            user(
              `Your answer cannot be used: it ${judged.problem}. ${judged.advice} Answer again, as you were told, with the whole document.`,
            ),
          );
        } else {
          prompt[1] = user(`${request}\n\nAn earlier answer could not be used: it ${judged.problem}. ${judged.advice}`);
        }
      }
    },
  };
}

const CHARACTERS_A_TOKEN = 4;

/** What a server that counts no tokens is taken to have read and written. */
const estimated = (prompt: LanguageModelV4Prompt, text: string): number =>
  Math.ceil((JSON.stringify(prompt).length + text.length) / CHARACTERS_A_TOKEN);

const user = (text: string) => ({ role: 'user' as const, content: [{ type: 'text' as const, text }] });

type Judged = { draft: Draft } | { problem: string; advice: string };

/** @throws GenerationRefused when the model does not want to */
async function judge({ text, end }: Answer, commission: Commission): Promise<Judged> {
  const { cannot, summary, subject, operational = false } = readReply(text);
  if (end === 'refused') throw new GenerationRefused('The model refuses to write this.');
  if (end === 'too-large') return { problem: 'is larger than 2 MiB', advice: SHORTER };
  if (end === 'length') return { problem: 'is longer than the model may write at a time, and breaks off', advice: SHORTER };
  if (cannot !== undefined) throw new GenerationRefused(cannot);
  const verdict = await verifyApart(commission.workspaceId, text, {
    ...{ kind: commission.kind, title: commission.brand.name, unsubscribeLink: !operational, start: commission.current },
  });
  if ('problem' in verdict) return { problem: verdict.problem, advice: '' };
  const done = summary ?? (commission.current === undefined ? 'Wrote a first draft.' : 'Made the changes.');
  return {
    draft: {
      html: verdict.html,
      ...(commission.kind === 'email' && { operational, ...(subject !== undefined && { subject }) }),
      summary: [done, ...verdict.repairs].join(' '),
    },
  };
}

const SHORTER = 'Write a much shorter document, with less CSS.';
