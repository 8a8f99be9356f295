import { expect, it } from 'vitest';
import { readConfig } from '../../../src/config.ts';
import { createGenerator } from '../../../src/content/generation/index.ts';
import { library } from '../../../src/content/generation/library/index.ts';
import { says, startModelServer } from '../../support/model-server.ts';

it('is the library, unless the administrator chose a model', async () => {
  expect(createGenerator(readConfig({}))).toBe(library);

  const server = await startModelServer();
  try {
    server.behave(says('<h1>Tents</h1>'));
    const config = readConfig({ AI_PROVIDER: 'openai-compatible', AI_BASE_URL: server.baseUrl, AI_MODEL: 'some-model' });
    const commission = {
      workspaceId: 'one',
      kind: 'page',
      prompt: 'Tents',
      facts: {},
      brand: { name: 'J' },
      assets: [],
      reasoning: 'medium',
      today: new Date(),
    } as const;
    const { html } = await createGenerator(config).generate(commission, new AbortController().signal);
    expect(html).toContain('<title>Tents</title>');
  } finally {
    await server.close();
  }
});
