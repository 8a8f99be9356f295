import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { WorkspaceId } from '../../platform/ids.ts';
import type { Api } from '../api.ts';
import type { Confirmations } from '../confirmation.ts';
import type { Schema } from '../schemas.ts';

export interface Context {
  api: Api;
  workspaceId: WorkspaceId;
  confirmations: Confirmations;
  /** To people, to the built-in mailbox, or, with a test key, to the test mailbox. */
  delivery: Delivery;
  /** On the free plan mail is counted. */
  isFree: (workspaceId: WorkspaceId) => Promise<boolean>;
  now: () => Date;
  /** The service is stopping: pure waits end. */
  isClosing: () => boolean;
}

export type Delivery = 'mail_server' | 'mailbox' | 'test_mailbox';

export interface Answer {
  words: string;
  data: Record<string, unknown>;
}

export function resultOf({ words, data }: Answer): CallToolResult {
  const content: CallToolResult['content'] = [{ type: 'text', text: words }];
  if (Object.keys(data).length === 0) return { content };
  return { content: [...content, { type: 'text', text: JSON.stringify(data) }], structuredContent: data };
}

/** A tool made of several operations. */
export interface Journey<Input = any> {
  name: string;
  title: string;
  description: string;
  /** May refer to schemas of the document. */
  input: Schema;
  hints: { reads?: boolean; destroys?: boolean; leaves?: boolean };
  /** @throws ToolError */
  run(input: Input, context: Context): Promise<Answer>;
}
