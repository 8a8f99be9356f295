import type { ServerResponse } from 'node:http';
import type { Provider } from '../../../../src/content/generation/models/settings.ts';

/** How an answer is given. */
export interface Said {
  /** The text before it. */
  thought?: string;
  /** The server's count of tokens read and written. */
  usage?: [read: number, written: number];
  /** Why it ends, where it does not end well. */
  end?: 'length' | 'refused';
  /** The server's action after the text, in place of the end of its stream. */
  instead?: (response: ServerResponse) => void;
  /** Anthropic: the answer is text although there is a tool. */
  asText?: boolean;
}

type Speaker = (response: ServerResponse, pieces: string[], body: any, said: Said) => void;

export function speak(response: ServerResponse, provider: Provider, text: string, body: any, said: Said): void {
  SPEAKERS[provider](response, text.match(/[\s\S]{1,4000}/g) ?? [], body, said);
}

/** https://platform.openai.com/docs/api-reference/responses-streaming */
const responses: Speaker = (response, pieces, body, { thought, usage = [100, 50], end, instead }) => {
  let sequence_number = 0;
  const event = (type: string, data: object) =>
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, sequence_number: sequence_number++, ...data })}\n\n`);
  const whole = { id: 'resp_1', object: 'response', created_at: 1_741_487_325, model: body.model, service_tier: 'default' };
  event('response.created', {
    response: { ...whole, status: 'in_progress', error: null, incomplete_details: null, output: [], usage: null },
  });
  event('response.in_progress', { response: { ...whole, status: 'in_progress', output: [], usage: null } });
  let output_index = 0;
  if (thought) {
    const item = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: null };
    event('response.output_item.added', { output_index, item });
    event('response.output_item.done', { output_index, item });
    output_index += 1;
  }
  const item_id = 'msg_1';
  const message = {
    id: item_id,
    type: 'message',
    role: 'assistant',
    status: 'in_progress',
    content: [] as object[],
    phase: 'final_answer',
  };
  event('response.output_item.added', { output_index, item: message });
  const isRefusal = end === 'refused';
  const part = isRefusal ? { type: 'refusal', refusal: '' } : { type: 'output_text', text: '', annotations: [], logprobs: [] };
  event('response.content_part.added', { item_id, output_index, content_index: 0, part });
  const kind = isRefusal ? 'response.refusal' : 'response.output_text';
  for (const delta of pieces) event(`${kind}.delta`, { item_id, output_index, content_index: 0, delta, logprobs: [] });
  if (instead) return instead(response);
  const text = pieces.join('');
  const done = isRefusal ? { type: 'refusal', refusal: text } : { type: 'output_text', text, annotations: [], logprobs: [] };
  event(`${kind}.done`, { item_id, output_index, content_index: 0, ...(isRefusal ? { refusal: text } : { text }) });
  event('response.content_part.done', { item_id, output_index, content_index: 0, part: done });
  event('response.output_item.done', { output_index, item: { ...message, status: 'completed', content: [done] } });
  const counted = {
    input_tokens: usage[0],
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: usage[1],
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: usage[0] + usage[1],
  };
  const isCut = end === 'length';
  event(isCut ? 'response.incomplete' : 'response.completed', {
    response: {
      ...{ ...whole, status: isCut ? 'incomplete' : 'completed', error: null, usage: counted },
      incomplete_details: isCut ? { reason: 'max_output_tokens' } : null,
    },
  });
  response.end();
};

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
const messages: Speaker = (response, pieces, body, { thought, usage = [100, 50], end, instead, asText }) => {
  const event = (type: string, data: object) => response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  const message = {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: body.model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
  };
  const read = { input_tokens: usage[0], cache_creation_input_tokens: 0, cache_read_input_tokens: 0 };
  event('message_start', { message: { ...message, usage: { ...read, output_tokens: 1 } } });
  event('ping', {});
  let index = 0;
  if (thought) {
    event('content_block_start', { index, content_block: { type: 'thinking', thinking: '', signature: '' } });
    event('content_block_delta', { index, delta: { type: 'thinking_delta', thinking: thought } });
    event('content_block_delta', { index, delta: { type: 'signature_delta', signature: 'EqQB' } });
    event('content_block_stop', { index });
    index += 1;
  }
  const tool = asText || end === 'refused' ? undefined : body.tools?.[0];
  if (tool) {
    event('content_block_start', { index, content_block: { type: 'tool_use', id: 'toolu_1', name: tool.name, input: {} } });
    event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: '' } });
    for (const piece of pieces) event('content_block_delta', { index, delta: { type: 'input_json_delta', partial_json: piece } });
  } else {
    event('content_block_start', { index, content_block: { type: 'text', text: '' } });
    for (const piece of pieces) event('content_block_delta', { index, delta: { type: 'text_delta', text: piece } });
  }
  if (instead) return instead(response);
  event('content_block_stop', { index });
  const reasons = { length: 'max_tokens', refused: 'refusal' };
  const stop_reason = end ? reasons[end] : tool ? 'tool_use' : 'end_turn';
  event('message_delta', { delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: usage[1] } });
  event('message_stop', {});
  response.end();
};

/** https://ai.google.dev/api/generate-content#method:-models.streamgeneratecontent */
const gemini: Speaker = (response, pieces, _body, { thought, usage = [100, 50], end, instead }) => {
  const data = (value: object) => response.write(`data: ${JSON.stringify(value)}\r\n\r\n`);
  const chunk = (parts: object[], more: object = {}, last: object = {}) =>
    data({
      candidates: [{ content: { parts, role: 'model' }, index: 0, ...more }],
      modelVersion: 'gemini-3-pro',
      responseId: 'r1',
      ...last,
    });
  if (thought) chunk([{ text: thought, thought: true }]);
  for (const text of pieces) chunk([{ text }]);
  if (instead) return instead(response);
  const usageMetadata = { promptTokenCount: usage[0], candidatesTokenCount: usage[1], totalTokenCount: usage[0] + usage[1] };
  const reasons = { length: 'MAX_TOKENS', refused: 'PROHIBITED_CONTENT' };
  chunk([{ text: '' }], { finishReason: end ? reasons[end] : 'STOP' }, { usageMetadata });
  response.end();
};

/** https://platform.openai.com/docs/api-reference/chat-streaming */
const completions: Speaker = (response, pieces, body, { thought, usage = [100, 50], end, instead }) => {
  const data = (value: object) => response.write(`data: ${JSON.stringify(value)}\n\n`);
  const whole = { id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1_694_268_190, model: body.model };
  const chunk = (delta: object, finish_reason: string | null = null) =>
    data({ ...whole, choices: [{ index: 0, delta, logprobs: null, finish_reason }] });
  chunk({ role: 'assistant', content: '' });
  if (thought) chunk({ reasoning_content: thought });
  for (const content of pieces) chunk({ content });
  if (instead) return instead(response);
  const reasons = { length: 'length', refused: 'content_filter' };
  chunk({}, end ? reasons[end] : 'stop');
  if (body.stream_options?.include_usage) {
    const counted = { prompt_tokens: usage[0], completion_tokens: usage[1], total_tokens: usage[0] + usage[1] };
    data({ ...whole, choices: [], usage: counted });
  }
  response.write('data: [DONE]\n\n');
  response.end();
};

const SPEAKERS: Record<Provider, Speaker> = { openai: responses, anthropic: messages, google: gemini, 'openai-compatible': completions };
