/** Pictures that a model is shown, and the one that it makes. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CommissionedAsset, GeneratorUnavailable } from '../../../../src/content/generation/generator.ts';
import type { Usage } from '../../../../src/content/generation/models/filler.ts';
import { createPictureMaker } from '../../../../src/content/generation/models/hero-picture.ts';
import type { Provider } from '../../../../src/content/generation/models/settings.ts';
import { isAtLength, rounds } from '../../../support/at-length.ts';
import { answerWith, failure, filler, PAGE, PNG, PROVIDERS, settings, told } from './given.ts';
import { refuses, says, sends, startServer, type TestServer } from './server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
  server.behave(says(answerWith(PAGE)));
});

const asset = (fileName: string, contentType = 'image/png', bytes: Uint8Array = PNG): CommissionedAsset => ({
  ...{ url: `https://files.example/${fileName}`, fileName, contentType, read: async () => bytes },
});

/** How a picture stands in a request of each protocol. */
const PICTURE: Record<Provider, string> = {
  openai: '"type":"input_image","image_url":"data:image/png;base64,iVBOR',
  anthropic: '"type":"image","source":{"type":"base64","media_type":"image/png","data":"iVBOR',
  google: '"inlineData":{"mimeType":"image/png","data":"iVBOR',
  'openai-compatible': '"type":"image_url","image_url":{"url":"data:image/png;base64,iVBOR',
};
const picturesIn = (provider: Provider) => server.asked.map(({ body }) => JSON.stringify(body).split(PICTURE[provider]).length - 1);

describe.each(PROVIDERS.slice(0, rounds(1, PROVIDERS.length)))('%s', (provider) => {
  it('shows the first four pictures that it can read, and names all files', async () => {
    const assets = [
      asset('menu.pdf', 'application/pdf'),
      asset('huge.png', 'image/png', new Uint8Array(5 * 1024 * 1024 + 1)),
      { ...asset('gone.png'), read: () => Promise.reject(new Error('gone')) },
      { ...asset('named.png'), read: undefined },
      ...['a.png', 'b.png', 'c.png', 'd.png', 'e.png'].map((name) => asset(name)),
    ];
    await filler(server, provider).fill({ assets });
    expect(picturesIn(provider)).toEqual([4]);
    const { user } = told(server.asked[0]?.body);
    for (const { url } of assets) expect(user).toContain(url);
    expect(user).toContain('The file "d.png":');
    expect(user).not.toContain('The file "e.png":');
  });

  it.runIf(isAtLength)('shows no more bytes than servers take, and asks for no more of a file', async () => {
    const asked: number[] = [];
    const large = (name: string): CommissionedAsset => ({
      ...asset(name),
      read: async (most) => {
        asked.push(most);
        return Buffer.concat([PNG, Buffer.alloc(3 * 1024 * 1024)]);
      },
    });
    await filler(server, provider).fill({ assets: [large('a.png'), large('b.png'), large('c.png')] });
    expect(picturesIn(provider)).toEqual([2]);
    expect(asked.map((most) => Math.ceil(most / 1024 / 1024))).toEqual([5, 5, 2]);
  });

  it.each([
    ['for good', 'This model does not support image input.', [1, 0, 0]],
    ['for good', 'Invalid content type. image_url is only supported by certain models.', [1, 0, 0]],
    ['for good', 'Failed to deserialize: unknown variant `image_url`, expected `text`: not a supported type', [1, 0, 0]],
    ['once', 'Could not process image', [1, 0, 1]],
    ['once', 'You uploaded an unsupported image. Please make sure your image has one of the following formats: png', [1, 0, 1]],
  ])('leaves them out %s where a server says: %s', async (_, words, counts) => {
    server.behave(refuses(400, words), says(answerWith(PAGE)));
    const { fill } = filler(server, provider);
    await fill({ assets: [asset('a.png')] });
    await fill({ assets: [asset('a.png')] });
    expect(picturesIn(provider)).toEqual(counts);
  });

  it('shows none when told so, and insists when told so', async () => {
    await filler(server, provider, { vision: 'off' }).fill({ assets: [asset('a.png')] });
    expect(picturesIn(provider)).toEqual([0]);
    server.behave(refuses(404, 'No endpoints found that support image input'));
    const error = await failure(filler(server, provider, { vision: 'on' }).fill({ assets: [asset('a.png')] }));
    expect(error.message).toContain('refuses a part of the request');
    expect(server.asked).toHaveLength(2);
  });
});

describe('a picture for the hero', () => {
  const make = async (provider: Provider) => {
    const model = provider === 'google' ? 'gemini-2.5-flash-image' : 'gpt-image-1';
    const models = { pages: 'm', emails: 'm', edits: 'm', pictures: model };
    const usages: Usage[] = [];
    const maker = createPictureMaker(settings(server, provider, { models }));
    return { picture: await maker?.(PAGE, new AbortController().signal, (usage) => usages.push(usage)), usages };
  };
  const b64 = PNG.toString('base64');
  const image = sends(
    JSON.stringify({ created: 1, data: [{ b64_json: b64 }], usage: { input_tokens: 50, output_tokens: 4_000, total_tokens: 4_050 } }),
    'application/json',
  );
  const gemini = sends(
    JSON.stringify({
      candidates: [{ content: { role: 'model', parts: [{ inlineData: { mimeType: 'image/png', data: b64 } }] }, finishReason: 'STOP' }],
      usageMetadata: { promptTokenCount: 50, candidatesTokenCount: 1_290, totalTokenCount: 1_340 },
    }),
    'application/json',
  );

  it('comes from the endpoint for pictures of OpenAI and its like', async () => {
    for (const provider of ['openai', 'openai-compatible'] as const) {
      server.behave(image);
      const { picture, usages } = await make(provider);
      expect(picture).toEqual({ bytes: new Uint8Array(PNG), contentType: 'image/png' });
      expect(usages).toEqual([{ inputTokens: 50, outputTokens: 4_000, model: 'gpt-image-1', estimated: false }]);
    }
    const [{ path, body }] = server.asked as [(typeof server.asked)[0]];
    expect(path).toBe('/v1/images/generations');
    expect(body).toMatchObject({
      model: 'gpt-image-1',
      n: 1,
      size: '1536x1024',
      prompt: expect.stringContaining('Walks for dogs in Leeds'),
    });
    expect(body.prompt).toContain('No words, letters');
    expect(body).toMatchObject({ output_format: 'jpeg', output_compression: 85 });
    expect(server.asked[1]?.body.response_format).toBe('b64_json');
  });

  it('comes from a model of Google that makes pictures', async () => {
    server.behave(gemini);
    const { picture, usages } = await make('google');
    expect(picture?.contentType).toBe('image/png');
    expect(usages[0]).toMatchObject({ inputTokens: 50, outputTokens: 1_290, estimated: false });
    expect(server.asked[0]?.path).toBe('/v1/models/gemini-2.5-flash-image:generateContent');
  });

  it('does without the question for bytes where a server does not take it, and tries again while it is overloaded', async () => {
    server.behave(refuses(503, 'busy'), refuses(400, "Unknown parameter: 'response_format'."), image);
    expect((await make('openai-compatible')).picture?.contentType).toBe('image/png');
    expect(server.asked.map(({ body }) => body.response_format)).toEqual(['b64_json', 'b64_json', undefined]);
    server.asked.length = 0;
    server.behave(refuses(400, "Unknown parameter: 'output_format'."), image);
    expect((await make('openai')).picture?.contentType).toBe('image/png');
    expect(server.asked.map(({ body }) => body.output_format)).toEqual(['jpeg', undefined]);
  });

  it('is none where there are no bytes of a picture', async () => {
    const text = Buffer.from('<svg onload="x()">').toString('base64');
    server.behave(sends(JSON.stringify({ created: 1, data: [{ b64_json: text }] }), 'application/json'));
    const error = await failure(make('openai'));
    expect(error).toBeInstanceOf(GeneratorUnavailable);
    expect(error.message).toContain('AI_IMAGE_MODEL');
    server.behave(sends('<html>', 'text/html'));
    expect((await failure(make('openai'))).message).toContain('AI_BASE_URL');
  });

  it('is made by no model of Anthropic, and by none where none is set', async () => {
    expect(createPictureMaker(settings(server, 'anthropic'))).toBeUndefined();
    expect(createPictureMaker(settings(server, 'openai'))).toBeUndefined();
  });
});
