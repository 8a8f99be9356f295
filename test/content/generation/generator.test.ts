import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createGenerator } from '../../../src/content/generation/index.ts';
import { library } from '../../../src/content/generation/library/index.ts';
import { isAtLength } from '../../support/at-length.ts';
import { commission } from './commission.ts';
import { answerWith, PAGE } from './models/given.ts';
import { says, startServer } from './models/server.ts';

it.runIf(isAtLength)('is the library, unless the administrator chose a model', async () => {
  expect(createGenerator(readConfig({}))).toBe(library);

  const server = await startServer();
  try {
    server.behave(says(answerWith(PAGE)));
    const generator = createGenerator(
      readConfig({ AI_PROVIDER: 'openai-compatible', AI_BASE_URL: server.baseUrl, AI_MODEL: 'some-model' }),
    );
    const asked = commission('page for a dog walking business in Leeds, an hour out in all weathers, with a contact form');
    const { html } = await generator.generate(asked, new AbortController().signal);
    expect(html).toContain('<title>Dog walking in Leeds</title>');
  } finally {
    await server.close();
  }
});
