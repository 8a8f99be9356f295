import type { Provider } from '../settings.ts';
import type { Adapter } from './adapter.ts';
import { anthropic } from './anthropic.ts';
import { compatible } from './compatible.ts';
import { google } from './google.ts';
import { openai } from './openai.ts';

export const ADAPTERS: Record<Provider, Adapter> = { openai, anthropic, google, 'openai-compatible': compatible };
