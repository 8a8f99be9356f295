/** Waiting for work, on a clock that moves only while the client waits. */

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import * as product from '../../src/client/index.ts';
import { type Client, PollTimeoutError, poll, WorkFailedError } from '../../src/client/index.ts';
import { endIdleServices } from '../support/idle.ts';
import { answered, error } from './answered.ts';

beforeAll(endIdleServices);

describe('waiting', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });
  /** Advances the time by seconds until the promise has ended. */
  async function run<T>(promise: Promise<T>): Promise<T> {
    let ended = false;
    const end = () => {
      ended = true;
    };
    promise.then(end, end);
    while (!ended) {
      for (let turn = 0; turn < 5; turn += 1) await new Promise(setImmediate);
      if (!ended) await vi.advanceTimersByTimeAsync(1_000);
    }
    return promise;
  }

  it('reads until it is done, in even steps', async () => {
    const moments: number[] = [];
    const started = Date.now();
    const value = await run(
      poll(
        async () => moments.push(Date.now() - started),
        (reads) => reads === 3,
        { intervalMs: 2_000 },
      ),
    );
    expect([value, moments]).toEqual([3, [0, 2_000, 4_000]]);
  });

  it('gives up in time, and tells how far it was', async () => {
    const read = vi.fn(async () => 'running');
    const failure = await run(poll(read, () => false, { intervalMs: 1_000, timeoutMs: 3_500 })).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(PollTimeoutError);
    expect(failure).toMatchObject({ name: 'PollTimeoutError', last: 'running', message: 'Not done after 3500 ms.' });
    expect(read).toHaveBeenCalledTimes(4);
  });

  it('says how far it was when it gives up', async () => {
    const late = run(generationOf(answered({ status: 'generating' }).client));
    await expect(late).rejects.toThrow('Not done after 500 ms: still generating.');
  });

  it('stops when it is told to', async () => {
    const controller = new AbortController();
    const read = vi.fn(async (_signal: AbortSignal) => controller.abort(new Error('never mind')));
    await expect(run(poll(read, () => false, { signal: controller.signal }))).rejects.toThrow('never mind');
    expect(read.mock.calls).toEqual([[controller.signal]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('passes on what reading throws', async () => {
    const { client } = answered(error(404, { error: 'No such blast.', error_code: 'not_found' }));
    await expect(run(product.waitForBlastSent(client, { blast_id: 'b' }))).rejects.toMatchObject({ code: 'not_found' });
  });

  const generationOf = (client: Client) =>
    product.waitForEmailGeneration(client, { email_id: 'e', generation_id: 'g' }, { timeoutMs: 500 });
  const generation = (client: Client) => product.waitForEmailGeneration(client, { email_id: 'e', generation_id: 'g' });
  const templated = { template_id: 't', generation_id: 'g' };
  const exported = (status: string) => ({ export: { status } });
  it.each<[string, (client: Client) => Promise<unknown>, string, object[]]>([
    ['waitForEmailGeneration', generation, '/emails/e/generations/g', [{ status: 'generating' }, { status: 'completed' }]],
    [
      'waitForEmailTemplateGeneration',
      (client) => product.waitForEmailTemplateGeneration(client, templated),
      '/email-templates/t/generations/g',
      [{ status: 'generating' }, { status: 'completed' }],
    ],
    [
      'waitForTentTemplateGeneration',
      (client) => product.waitForTentTemplateGeneration(client, templated),
      '/tent-templates/t/generations/g',
      [{ status: 'generating' }, { status: 'completed' }],
    ],
    [
      'waitForTent',
      (client) => product.waitForTent(client, { id: 'x' }),
      '/tents/x',
      [
        { generation: { status: 'pending' }, publication: { status: 'pending' } },
        { generation: { status: 'generating' }, publication: { status: 'published' } },
        { generation: { status: 'completed' }, publication: { status: 'pending' } },
        { generation: { status: 'completed' }, publication: { status: 'failed' } },
      ],
    ],
    [
      'waitForTent, nothing to publish',
      (client) => product.waitForTent(client, { id: 'x' }),
      '/tents/x',
      [
        { generation: { status: 'generating' }, publication: null },
        { generation: { status: 'completed' }, publication: null },
      ],
    ],
    [
      'waitForBulkJob',
      (client) => product.waitForBulkJob(client, { bulk_job_id: 'j' }),
      '/bulk-jobs/j',
      [{ status: 'accepted' }, { status: 'running' }, { status: 'completed_with_failures' }],
    ],
    [
      'waitForImportRun',
      (client) => product.waitForImportRun(client, { import_run_id: 'r' }),
      '/contacts/imports/r',
      [{ status: 'queued' }, { status: 'running' }, { status: 'completed' }],
    ],
    [
      'waitForEmailTest',
      (client) => product.waitForEmailTest(client, { email_id: 'e', test_id: 't' }),
      '/emails/e/tests/t',
      [{ status: 'sending' }, { status: 'completed' }],
    ],
    [
      'waitForBlastSent',
      (client) => product.waitForBlastSent(client, { blast_id: 'b' }),
      '/email-blasts/b',
      [{ status: 'scheduled' }, { status: 'sending' }, { status: 'sent', sent_at: '2026-04-14T10:20:00.000Z' }],
    ],
  ])('%s resolves to the outcome', async (_name, wait, path, bodies) => {
    const { client, asked } = answered(...bodies);
    expect(await run(wait(client))).toEqual(bodies.at(-1));
    expect(asked).toEqual(bodies.map(() => path));
  });

  it.each<[string, (client: Client) => Promise<unknown>, string]>([
    [
      'waitForContactListExport',
      (client) => product.waitForContactListExport(client, { export: { export_id: 'x' } }, 'l'),
      '/contact-lists/l/export/x',
    ],
    [
      'waitForBlastExport',
      (client) => product.waitForBlastExport(client, { export: { export_id: 'x' } }, 'b'),
      '/email-blasts/b/contacts/export/x',
    ],
  ])('%s resolves to the file', async (_name, wait, path) => {
    const { client, asked } = answered(exported('pending'), exported('processing'), exported('completed'));
    expect(await run(wait(client))).toEqual({ status: 'completed' });
    expect(asked).toEqual([path, path, path]);
  });

  it.each<[string, (client: Client) => Promise<unknown>, object, string]>([
    ['a generation', generation, { status: 'failed', error_message: 'Too vague.' }, 'Too vague.'],
    ['without a reason', generation, { status: 'failed', error_message: null }, 'The work failed.'],
    [
      'a test of an email',
      (client) => product.waitForEmailTest(client, { email_id: 'e', test_id: 't' }),
      { status: 'failed', error: 'Wrong password.' },
      'Wrong password.',
    ],
    [
      'a tent',
      (client) => product.waitForTent(client, { id: 'x' }),
      { generation: { status: 'failed', error_message: 'Too vague.' }, publication: { status: 'failed' } },
      'Too vague.',
    ],
    ['a bulk job', (client) => product.waitForBulkJob(client, { bulk_job_id: 'j' }), { status: 'failed' }, 'The work failed.'],
    [
      'a blast that could not go out',
      (client) => product.waitForBlastSent(client, { blast_id: 'b' }),
      { status: 'failed', sent_at: null, details: { blast_error: 'Wrong password.' } },
      'Wrong password.',
    ],
    [
      'a blast that was called off',
      (client) => product.waitForBlastSent(client, { blast_id: 'b' }),
      { status: 'cancelled', sent_at: null, details: { blast_error: null } },
      'The blast is cancelled.',
    ],
  ])('throws what has failed: %s', async (_name, wait, body, message) => {
    const failure = await run(wait(answered(body).client)).catch((thrown) => thrown);
    expect(failure).toBeInstanceOf(WorkFailedError);
    expect(failure).toMatchObject({ name: 'WorkFailedError', message, result: body });
  });

  it('takes an archived blast for sent if it was', async () => {
    const blast = { status: 'archived', sent_at: '2026-04-14T10:20:00.000Z' };
    expect(await run(product.waitForBlastSent(answered(blast).client, { blast_id: 'b' }))).toEqual(blast);
  });
});
