import { setTimeout as pause } from 'node:timers/promises';
import type { Draft } from '../draft/draft.ts';
import { TAG } from '../draft/text.ts';
import { GeneratorUnavailable, type MadePicture } from '../generator.ts';
import { ADAPTERS } from './adapters.ts';
import { deadlineIn } from './ask.ts';
import type { Usage } from './filler.ts';
import { estimatedTokens } from './question.ts';
import type { ModelSettings } from './settings.ts';
import { guardedFetch } from './transport.ts';
import { troubleOf } from './trouble.ts';

const MOST_TRIES = 3;
const FIRST_PAUSE_MS = 2_000;

type Maker = (draft: Draft, signal: AbortSignal, onUsage?: (usage: Usage) => void) => Promise<MadePicture>;

/** Undefined if no model for pictures is set or the provider makes none. The maker throws GeneratorUnavailable. */
export function createPictureMaker(settings: ModelSettings): Maker | undefined {
  const { provider, models, apiKey, timeoutMs } = settings;
  const { openPictures } = ADAPTERS[provider];
  const model = models.pictures;
  if (openPictures === undefined || model === undefined) return undefined;
  return async (draft, signal, onUsage = () => {}) => {
    const deadline = deadlineIn(timeoutMs);
    const both = AbortSignal.any([signal, deadline.signal]);
    const prompt = descriptionOf(draft);
    const opened = await openPictures(settings, model, guardedFetch({ streams: false }));
    let { options } = opened;
    for (let tries = 1; ; tries++) {
      try {
        const call = { ...UNSET, ...opened.shape, prompt, n: 1, providerOptions: options, abortSignal: both };
        const { images, usage } = await opened.model.doGenerate(call);
        const [input, output] = [usage?.inputTokens, usage?.outputTokens];
        onUsage({
          inputTokens: input ?? estimatedTokens(prompt.length),
          outputTokens: output ?? 0,
          model,
          estimated: output === undefined,
        });
        return pictureIn(images[0]);
      } catch (thrown) {
        signal.throwIfAborted();
        if (thrown instanceof GeneratorUnavailable) throw thrown;
        const trouble = troubleOf(thrown, apiKey, model);
        // Newer OpenAI models always send bytes and refuse the option that asks for them.
        const isFormat = trouble.features.includes('structure') && Object.keys(options).length > 0;
        if (isFormat) options = {};
        if ((trouble.next !== 'again' && !isFormat) || tries === MOST_TRIES || deadline.signal.aborted) throw trouble.error;
        if (!isFormat)
          await pause(trouble.pauseMs ?? (settings.firstPauseMs ?? FIRST_PAUSE_MS) * tries, undefined, { signal: both }).catch(() => {});
        signal.throwIfAborted();
      }
    }
  };
}

/** The SDK demands these keys. */
const UNSET = { size: undefined, aspectRatio: undefined, seed: undefined, files: undefined, mask: undefined };

/** Uses the words of the draft, which are already checked. Letters in a picture would come out wrong. */
function descriptionOf(draft: Draft): string {
  const { title, blocks, theme = {} } = draft;
  const hero = blocks.find((block) => block.kind === 'hero');
  const description = 'description' in draft ? draft.description : undefined;
  const subject = [title, hero?.heading, hero?.text, description].flatMap((text) => text?.replace(TAG, '').trim() || []);
  const colours = [theme.primary, theme.accent].filter((colour) => colour !== undefined);
  return [
    'One picture for the top of a web page, wide, with a calm part where its edge may be cut.',
    `The page is about: ${[...new Set(subject)].join(' — ').slice(0, 1_200).toWellFormed()}`,
    ...(colours.length > 0 ? [`It goes well with ${colours.join(' and ')}.`] : []),
    ...(theme.tone ? [`Its mood is ${theme.tone}.`] : []),
    'No words, letters, numbers, logos, brands, watermarks or user interfaces. No recognisable people.',
  ].join('\n');
}

function pictureIn(image: string | Uint8Array | undefined): MadePicture {
  const bytes = typeof image === 'string' ? new Uint8Array(Buffer.from(image, 'base64')) : image;
  const contentType = bytes && typeIn(bytes);
  if (bytes === undefined || contentType === undefined)
    throw new GeneratorUnavailable('The model for pictures (AI_IMAGE_MODEL) made no picture.');
  return { bytes, contentType };
}

function typeIn(bytes: Uint8Array): MadePicture['contentType'] | undefined {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1');
  if (head.startsWith('\x89PNG\r\n')) return 'image/png';
  if (head.startsWith('\xff\xd8\xff')) return 'image/jpeg';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'image/webp' : undefined;
}
