/** Generations: their start, allowed actions meanwhile, and their end. */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { generateWork } from '../../src/content/generation/generate.work.ts';
import * as repo from '../../src/content/generation/generations.repo.ts';
import { GenerationRefused, GeneratorUnavailable } from '../../src/content/generation/generator.ts';
import type { Enqueue } from '../../src/jobs/jobs.ts';
import { sql } from '../../src/platform/db.ts';
import { openEvents } from '../../src/platform/events.ts';
import { fromUlid, newId } from '../../src/platform/ids.ts';
import { openLog } from '../../src/platform/log.ts';
import { signedAddresses } from '../../src/platform/signed-addresses.ts';
import { openStorage } from '../../src/platform/storage.ts';
import { type Claim, claimNext, release, renew } from '../../src/queue/ledger.ts';
import { updateWorkspace } from '../../src/workspaces/workspaces.service.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { asTx } from '../support/database.ts';
import { draft, mail, page, type TestGenerator, testGenerator } from '../support/generator.ts';
import { outcome } from '../support/outcome.ts';
import { startTestService, type TestService } from '../support/service.ts';

let generator: TestGenerator;
let service: TestService;
beforeAll(async () => {
  generator = testGenerator();
  service = await startTestService({}, { generator });
});
beforeEach(() => {
  Object.assign(generator, testGenerator(), { generate: generator.generate, hold: generator.hold });
});
afterAll(() => service.stop());

const HEADERS = { subject: 'Hi', from_name: 'Juniper Trail', from_address: 'hello@example.com', reply_to_email: 'reply@example.com' };
const at = (emailId: string) => ({ params: { path: { emailId } } });
const create = (body: object = {}) => service.api.POST('/v1/emails', { body: { name: 'Letter', prompt: 'A letter', ...body } as never });
type Started = { email_id: string; generation_id: string; message_id: string; status: 'generating' };
const begin = async (body: object = {}) => (await must(create(body))) as Started;
const iterate = (emailId: string, body: object = { prompt: 'Shorter' }) =>
  service.api.POST('/v1/emails/{emailId}/messages', { ...at(emailId), body: body as never });
const read = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}', at(emailId)));
const generation = ({ email_id, generation_id }: { email_id: string; generation_id: string }) =>
  must(
    service.api.GET('/v1/emails/{emailId}/generations/{generationId}', {
      params: { path: { emailId: email_id, generationId: generation_id } },
    }),
  );
const content = async (emailId: string) =>
  (await service.api.GET('/v1/emails/{emailId}/content', { ...at(emailId), parseAs: 'text' })).data as unknown as string;
const text = (emailId: string) => must(service.api.GET('/v1/emails/{emailId}/plain-text', at(emailId)));
const save = (emailId: string, code: string) => service.api.POST('/v1/emails/{emailId}/save-code', { ...at(emailId), body: { code } });
const approve = (emailId: string, version?: number) =>
  service.api.POST('/v1/emails/{emailId}/approve', { ...at(emailId), ...(version !== undefined && { body: { version } }) });
/** An email with a version that a generator wrote. */
const written = async (body: object = {}) => {
  const { email_id } = await begin(body);
  await service.drain();
  return email_id;
};

describe('a first draft', () => {
  test('is written after the answer', async () => {
    const started = await begin({ ...HEADERS, preview_text: 'Read <me>', token_data: { season: 'spring', year: 2027, sale: true } });
    expect(started).toEqual({
      email_id: started.email_id,
      generation_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      message_id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
      status: 'generating',
    });
    const { created_at } = await read(started.email_id);
    const waiting = {
      generation_id: started.generation_id,
      status: 'generating',
      type: 'draft',
      version: null,
      content_path: null,
      plain_text_path: null,
      plain_text_source: null,
      created_at,
      completed_at: null,
      error_code: null,
      error_message: null,
      prompt: 'A letter',
      summary: null,
      notes: [],
      usage: null,
      created_by_name: 'Test',
      has_draft: false,
    };
    expect(await generation(started)).toEqual(waiting);
    expect(await read(started.email_id)).toMatchObject({
      current_version: null,
      latest_generation_status: 'generating',
      latest_generation_id: started.generation_id,
    });

    service.clock.advance({ seconds: 1 });
    await service.drain();
    const path = `/v1/emails/${started.email_id}/generations/${started.generation_id}`;
    const done = await generation(started);
    expect(done).toEqual({
      ...waiting,
      status: 'completed',
      summary: 'Done.',
      version: 1,
      content_path: `${path}/content`,
      plain_text_path: `${path}/plain-text`,
      plain_text_source: 'auto',
      completed_at: expect.any(String),
    });
    expect((done.completed_at as string) > created_at).toBe(true);
    expect(await read(started.email_id)).toMatchObject({
      ...HEADERS,
      status: 'draft',
      current_version: 1,
      number_of_iterations: 0,
      latest_generation_status: 'completed',
      updated_at: done.completed_at,
    });
    expect(await content(started.email_id)).toMatch(/<body><div data-preheader [^>]*>Read &lt;me&gt;<\/div><p>A letter<\/p>/);
    expect((await text(started.email_id)).content).toContain('A letter');
    expect(generator.commissions).toEqual([
      {
        workspaceId: service.id,
        kind: 'email',
        isTemplate: false,
        prompt: 'A letter',
        conversation: [],
        facts: { season: 'spring', year: '2027', sale: 'true' },
        brand: { name: 'Juniper Trail' },
        withBrand: true,
        assets: [],
        reasoning: 'medium',
        today: expect.any(Date),
      },
    ]);
  });

  test.runIf(isAtLength)('is told how the workspace looks', async () => {
    const brand = { colors: { primary: '#C0FFEE' }, logo_url: 'https://example.com/logo.png' };
    await updateWorkspace(service.db, service.id, { brand }, new Date());
    await written();
    await updateWorkspace(service.db, service.id, { brand: { colors: { primary: 'red;' }, logo_url: 'javascript:alert(1)' } }, new Date());
    await written();
    expect(generator.commissions.map(({ brand }) => brand)).toEqual([
      { name: 'Juniper Trail', primaryColor: '#C0FFEE', logoUrl: 'https://example.com/logo.png' },
      { name: 'Juniper Trail' },
    ]);
  });

  test('leaves nothing to read, approve or write over until it is there', async () => {
    const { email_id: id } = await begin(HEADERS);
    const answers = [
      await service.api.GET('/v1/emails/{emailId}/content', { ...at(id), parseAs: 'text' }),
      await service.api.GET('/v1/emails/{emailId}/plain-text', at(id)),
      await service.api.PUT('/v1/emails/{emailId}/plain-text', { ...at(id), body: { content: 'Mine' } }),
      await service.api.DELETE('/v1/emails/{emailId}/plain-text', at(id)),
      await approve(id),
      await approve(id, 1),
      await save(id, '<p>Mine</p>'),
      await iterate(id),
    ];
    expect(answers.map(outcome as never)).toEqual([
      [404, 'not_found'],
      [404, 'not_found'],
      [400, 'validation_failed'],
      [400, 'validation_failed'],
      [409, 'generation_in_progress'],
      [409, 'generation_in_progress'],
      [409, 'generation_in_progress'],
      [409, 'generation_in_progress'],
    ]);
    // Headers are no content.
    await must(service.api.PATCH('/v1/emails/{emailId}', { ...at(id), body: { preview_text: 'Late', name: 'Renamed' } }));
    await service.drain();
    expect(await content(id)).toMatch(/<div data-preheader [^>]*>Late<\/div>/);
  });

  test('that comes to nothing says why, and leaves the email to be tried again', async () => {
    generator.answer = async () => {
      throw new GenerationRefused('I read "a dance", and cannot dance.');
    };
    const started = await begin({ ...HEADERS, prompt: 'A dance' });
    await service.drain();
    expect(await generation(started)).toMatchObject({
      status: 'failed',
      version: null,
      content_path: null,
      error_code: 'generation_failed',
      error_message: 'I read "a dance", and cannot dance.',
      completed_at: expect.any(String),
    });
    const { email_id: id } = started;
    expect(await read(id)).toMatchObject({ current_version: null, latest_generation_status: 'failed' });
    expect(outcome(await approve(id))).toEqual([409, 'email_not_ready']);
    const unread = await service.api.GET('/v1/emails/{emailId}/generations/{generationId}/content', {
      params: { path: { emailId: id, generationId: started.generation_id } },
      parseAs: 'text',
    });
    expect(outcome(unread as never)).toEqual([404, 'not_found']);

    Object.assign(generator, { answer: testGenerator().answer });
    const { generation_id } = (await must(iterate(id, { prompt: 'A letter' }))) as Started;
    await service.drain();
    expect(await generation({ email_id: id, generation_id })).toMatchObject({ type: 'draft', status: 'completed', version: 1 });
    expect(await read(id)).toMatchObject({ current_version: 1, number_of_iterations: 0 });
  });

  test('that came to nothing may be followed by code', async () => {
    generator.answer = async () => draft('no page');
    const id = await written();
    expect(await must(save(id, '<p>Mine</p>'))).toMatchObject({ version: 1 });
    expect(await read(id)).toMatchObject({ current_version: 1, latest_generation_status: 'completed' });
  });
});

describe('a prompt that reworks', () => {
  test.runIf(isAtLength)('makes the next version of the newest one', async () => {
    const id = await written();
    const before = await content(id);
    const started = (await must(iterate(id))) as Started;
    expect(started).toMatchObject({ email_id: id, status: 'generating' });
    await service.drain();
    expect(generator.commissions[1]).toMatchObject({ prompt: 'Shorter', current: { html: before, draft: null }, facts: {} });
    expect(await generation(started)).toMatchObject({ type: 'iteration', status: 'completed', version: 2 });
    expect(await read(id)).toMatchObject({ current_version: 2, number_of_iterations: 1, latest_generation_id: started.generation_id });
    expect(await content(id)).toContain('Shorter');
  });

  test.runIf(isAtLength)('makes an approved email a draft when it is done, and keeps the version that was approved', async () => {
    const id = await written(HEADERS);
    const approved = await must(approve(id));
    await must(iterate(id));
    expect(await read(id)).toMatchObject({ status: 'approved', approved_version: 1, latest_generation_status: 'generating' });
    expect(outcome(await approve(id))).toEqual([409, 'generation_in_progress']);
    expect(outcome(await approve(id, 2))).toEqual([409, 'approval_version_stale']);
    expect((await must(approve(id, 1))).status).toBe('approved');
    await service.drain();
    expect(await read(id)).toMatchObject({
      status: 'draft',
      current_version: 2,
      approved_version: 1,
      approved_generation_id: approved.latest_generation_id,
    });
    expect(await must(approve(id))).toMatchObject({ status: 'approved', approved_version: 2 });
    await must(iterate(id));
    await service.drain();
    expect(await must(service.api.POST('/v1/emails/{emailId}/unapprove', at(id)))).toMatchObject({
      status: 'draft',
      approved_version: null,
    });
  });

  test.runIf(isAtLength)('that fails changes nothing', async () => {
    const id = await written(HEADERS);
    const before = await must(approve(id));
    generator.answer = async () => {
      throw new GenerationRefused('No.');
    };
    const { generation_id } = (await must(iterate(id))) as Started;
    await service.drain();
    expect(await read(id)).toEqual({
      ...before,
      latest_generation_id: generation_id,
      latest_generation_status: 'failed',
      used_by: [],
      used_by_count: 0,
    });
  });

  test.runIf(isAtLength)('keeps a plain text of the author, which is stale then', async () => {
    const id = await written();
    await must(service.api.PUT('/v1/emails/{emailId}/plain-text', { ...at(id), body: { content: 'Mine' } }));
    const { generation_id } = (await must(iterate(id))) as Started;
    await service.drain();
    expect(await text(id)).toMatchObject({ version: 2, content: 'Mine', overridden: true, stale_after_html_iteration: true });
    const older = await must(
      service.api.GET('/v1/emails/{emailId}/generations/{generationId}/plain-text', {
        params: { path: { emailId: id, generationId: generation_id } },
      }),
    );
    expect(older).toEqual({ email_id: id, generation_id, version: 2, content: 'Mine', plain_text_source: 'override' });
  });

  test.runIf(isAtLength)('comes out with the preview text of the moment it is done', async () => {
    const id = await written({ preview_text: 'Old' });
    generator.answer = async ({ current }) => draft(current?.html as string);
    const held = generator.hold();
    await must(iterate(id));
    const working = service.drain();
    await held.begun;
    await must(service.api.PATCH('/v1/emails/{emailId}', { ...at(id), body: { preview_text: 'New' } }));
    held.finish();
    await working;
    const html = await content(id);
    expect([html.includes('>Old</div>'), html.includes('>New</div>')]).toEqual([false, true]);
  });

  test.each([[['01JPQ8B6T2W9X4R7D5N3K1M0ZZ']], [['01JPQ8B6T2W9X4R7D5N3K1M0ZZ', '01JPQ8B6T2W9X4R7D5N3K1M0ZZ']]])(
    'cannot use files that are not attached',
    async (asset_ids) => {
      const { error, response } = await iterate(await written(), { prompt: 'With the logo', asset_ids });
      expect([response.status, error?.error_code, error?.details?.issues]).toEqual([
        409,
        'asset_not_found',
        [{ path: 'asset_ids.0', message: 'is not known in this workspace' }],
      ]);
    },
  );

  test.each([{}, { prompt: '' }, { prompt: 'x'.repeat(10_001) }, { prompt: 'x', asset_ids: Array(21).fill('01JPQ8B6T2W9X4R7D5N3K1M0ZZ') }])(
    'is refused where it is malformed',
    async (body) => {
      expect(outcome(await iterate(await written(), body))).toEqual([400, 'validation_failed']);
    },
  );
});

describe('every version', () => {
  test('can be read later, by the generation that made it', async () => {
    const id = await written();
    const { generation_id: second } = await must(save(id, '<p>two</p>'));
    const { latest_generation_id } = await read(id);
    expect(latest_generation_id).toBe(second);
    await must(save(id, '<p>three</p>'));
    const params = { path: { emailId: id, generationId: second } };
    const { data, response } = await service.api.GET('/v1/emails/{emailId}/generations/{generationId}/content', {
      params,
      parseAs: 'text',
    });
    expect([response.status, data]).toEqual([200, '<p>two</p>']);
    expect(await must(service.api.GET('/v1/emails/{emailId}/generations/{generationId}/plain-text', { params }))).toMatchObject({
      version: 2,
      content: 'two',
      plain_text_source: 'auto',
    });
    expect(await generation({ email_id: id, generation_id: second })).toMatchObject({ type: 'code', status: 'completed', version: 2 });
  });

  test('is that of its own email only', async () => {
    const [one, other] = [await written(), await written()];
    const { latest_generation_id: generationId } = await read(one);
    const params = { path: { emailId: other, generationId } };
    const answers = [
      await service.api.GET('/v1/emails/{emailId}/generations/{generationId}', { params }),
      await service.api.GET('/v1/emails/{emailId}/generations/{generationId}/content', { params, parseAs: 'text' }),
      await service.api.GET('/v1/emails/{emailId}/generations/{generationId}/plain-text', { params }),
    ];
    expect(answers.map(({ response }) => response.status)).toEqual([404, 404, 404]);
  });
});

describe('one at a time', () => {
  test.runIf(isAtLength)('of 20 that are asked for at once one begins', async () => {
    const id = await written();
    const answers = await Promise.all(Array.from({ length: 20 }, () => iterate(id)));
    const outcomes = answers.map(({ response, error }) => `${response.status} ${error?.error_code ?? ''}`.trim()).sort();
    expect(outcomes).toEqual(['202', ...Array(19).fill('409 generation_in_progress')]);
    await service.drain();
    expect(await read(id)).toMatchObject({ current_version: 2, number_of_iterations: 1 });
  });

  test.runIf(isAtLength)('is a rule of the table, too', async () => {
    const id = await written();
    await must(iterate(id));
    const row = {
      id: newId(),
      documentId: id,
      messageId: newId(),
      type: 'iteration',
      prompt: 'x',
      facts: {},
      assetIds: [],
      startHtml: null,
      startDraft: null,
      createdByName: null,
      reasoning: 'medium',
      withBrand: true,
      requestedBy: null,
      fills: null,
    } as const;
    expect(await repo.insertWaiting({ db: asTx(service.db), workspaceId: service.id, now: new Date() }, [{ ...row, assetIds: [] }])).toBe(
      0,
    );
    const insert = service.db.query(sql`
      INSERT INTO generations (workspace_id, id, document_id, number, type, status, created_at)
      VALUES (${service.id}::uuid, ${newId()}::uuid, ${id}::uuid, 99, 'iteration', 'pending', now())`);
    await expect(insert).rejects.toThrow(/generations_one_running/);
    await service.drain();
  });

  test.runIf(isAtLength)('with a key is begun once', async () => {
    const id = await written();
    const ask = () =>
      service.api.POST('/v1/emails/{emailId}/messages', {
        params: { path: { emailId: id }, header: { 'Idempotency-Key': 'once' } },
        body: { prompt: 'Shorter' },
      });
    const first = await must(ask());
    expect(await must(ask())).toEqual(first);
    await service.drain();
    expect(await must(ask())).toEqual(first);
    expect(await read(id)).toMatchObject({ current_version: 2 });
  });
});

describe('what is written', () => {
  const iterated = async (html: string) => {
    const id = await written();
    generator.answer = async () => draft(html);
    const started = (await must(iterate(id))) as Started;
    await service.drain();
    const { status, error_message } = await generation(started);
    return status === 'failed' ? error_message : content(id);
  };

  test.runIf(isAtLength)('is kept as it is where nothing is wrong with it', async () => {
    expect(await iterated(mail('<p>{{contact.first_name}}</p>'))).toBe(mail('<p>{{contact.first_name}}</p>'));
  });

  test.runIf(isAtLength)('is mended before it is a version', async () => {
    const html = mail('<p>x</p><script src="https://evil.example/x.js"></script>').replace('<!doctype html>\n', '');
    expect(await iterated(html)).toBe(mail('<p>x</p>'));
    expect(await iterated(page('<p>x</p>'))).toContain('<a href="{{unsubscribe_url}}"');
  });

  test.each([
    ['words', 'I am sorry, I cannot.', 'holds no HTML document'],
    ['a malformed tag', mail('{{ contact.first_name'), expect.stringMatching(/^holds a malformed merge tag/)],
    ['too much', mail('x'.repeat(2 * 1024 * 1024)), 'is larger than 2 MiB'],
  ])('fails where it is %s', async (_what, html, problem) => {
    const message = (await iterated(html)) as string;
    expect(message).toMatch(/^What was written cannot be used: it .*\.$/);
    expect(message.slice('What was written cannot be used: it '.length, -1)).toEqual(problem);
  });
});

describe('a database in trouble', () => {
  /** Refuses so many versions with a PostgreSQL code. It counts with a sequence, which a rollback does not reset. */
  const refuse = async (times: number, code: string) => {
    await service.db.pool.query(`
      CREATE SEQUENCE refusals;
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF nextval('refusals') <= ${times} THEN RAISE EXCEPTION 'not now' USING ERRCODE = '${code}'; END IF;
        RETURN NEW;
      END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON versions FOR EACH ROW EXECUTE FUNCTION refuse()`);
  };
  afterEach(() => service.db.pool.query('DROP TRIGGER refuse ON versions; DROP FUNCTION refuse; DROP SEQUENCE refusals'));

  test.runIf(isAtLength).each([
    ['a lock that was not given in time', 2, '55P03'],
    ['a connection that was lost', 2, '57P01'],
    // As often as one transaction tries by itself, and once more.
    ['deadlocks', 6, '40P01'],
  ])('takes what was written a little later, after %s', async (_what, times, code) => {
    await refuse(times, code);
    const started = await begin();
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'completed', version: 1 });
    expect(generator.commissions).toHaveLength(1);
  });

  test('that will never take it is asked no more often than the generator', async () => {
    await refuse(1, '23514');
    const started = await begin();
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'generating' });
    service.clock.advance({ seconds: 5 });
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'completed', version: 1 });
    expect(generator.commissions).toHaveLength(2);
  });
});

describe('a generator in trouble', () => {
  test.runIf(isAtLength)('is asked a second time, a little later, and no third time', async () => {
    const wait = async () => {
      const count = generator.commissions.length;
      await service.drain();
      return generator.commissions.length - count;
    };
    generator.answer = async () => {
      throw new GeneratorUnavailable('The model server is overloaded.');
    };
    onTestFinished(service.clock.stop());
    const started = await begin();
    expect([await wait(), await wait()]).toEqual([1, 0]);
    expect(await generation(started)).toMatchObject({ status: 'generating' });
    service.clock.advance({ seconds: 5 });
    expect(await wait()).toBe(1);
    expect(await generation(started)).toMatchObject({
      status: 'failed',
      error_message: 'The model server is overloaded. Ask for it again later.',
    });

    generator.answer = async () => {
      throw new TypeError('x is not a function');
    };
    const { email_id } = started;
    const { generation_id } = (await must(iterate(email_id))) as Started;
    expect(await wait()).toBe(1);
    service.clock.advance({ seconds: 5 });
    expect([await wait(), await wait()]).toEqual([1, 0]);
    expect(await generation({ email_id, generation_id })).toMatchObject({
      status: 'failed',
      error_message: 'The generator failed. Ask for it again.',
    });
  });

  test.runIf(isAtLength)('that works the second time is not noticed', async () => {
    const { answer } = generator;
    generator.answer = async () => {
      generator.answer = answer;
      throw new GeneratorUnavailable('The model server is overloaded.');
    };
    const started = await begin();
    await service.drain();
    service.clock.advance({ seconds: 5 });
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'completed', version: 1, error_message: null });
  });

  test.runIf(isAtLength)('that hangs is cut off, whether it listens or not', async () => {
    const slow = testGenerator();
    const hasty = await startTestService({}, { generator: slow, longestGenerationMs: 500 });
    try {
      const told: unknown[] = [];
      for (const listens of [true, false]) {
        slow.answer = (_commission, signal) =>
          new Promise((_resolve, reject) => {
            if (listens) signal.addEventListener('abort', () => reject(new Error('stopped')));
            signal.addEventListener('abort', () => told.push(signal.reason.name));
          });
        const { email_id, generation_id } = (await must(hasty.api.POST('/v1/emails', { body: { name: 'x', prompt: 'x' } }))) as Started;
        await hasty.drain();
        const params = { path: { emailId: email_id, generationId: generation_id } };
        expect(await must(hasty.api.GET('/v1/emails/{emailId}/generations/{generationId}', { params }))).toMatchObject({
          status: 'failed',
          error_message: 'The generator took too long and was cut off. Ask for it again, or for less.',
        });
      }
      expect(told).toEqual(['TimeoutError', 'TimeoutError']);
    } finally {
      await hasty.stop();
    }
  });
});

describe('a worker that dies', () => {
  /** Takes the generation as a process does that then dies. */
  const takeAndDie = async () => {
    const now = service.clock.now();
    return (await claimNext(service.db, repo.generationLedger, newId(), now)) as Claim;
  };

  test.runIf(isAtLength)('loses its generation with its lease, and what it still writes counts for nothing', async () => {
    onTestFinished(service.clock.stop());
    const started = await begin();
    const dead = await takeAndDie();
    expect(dead.id).toBe(fromUlid(started.generation_id));
    service.clock.advance({ seconds: 59 });
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'generating' });
    service.clock.advance({ seconds: 1 });
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'completed', version: 1 });
    expect(await renew(service.db, repo.generationLedger, dead, new Date())).toBe(false);
    expect(await repo.complete(asTx(service.db), dead, { summary: 'Done.', notes: [] }, new Date())).toBe(false);
    await repo.fail(asTx(service.db), dead, 'late', new Date());
    await release(service.db, repo.generationLedger, dead, { at: new Date(), isCounted: true });
    expect(await generation(started)).toMatchObject({ status: 'completed', version: 1, error_message: null });
  });

  test.runIf(isAtLength)('twice ends it', async () => {
    const started = await begin(HEADERS);
    for (const attempts of [1, 2]) {
      expect((await takeAndDie()).attempts).toBe(attempts);
      service.clock.advance({ seconds: 60 });
    }
    await service.drain();
    expect(generator.commissions).toEqual([]);
    expect(await generation(started)).toMatchObject({
      status: 'failed',
      error_message: 'The service was interrupted twice while this was being written. Ask for it again.',
      error_code: 'generation_failed',
    });
    expect(outcome(await iterate(started.email_id))).toEqual([202, undefined]);
    await service.drain();
  });

  test('in its sleep makes no version when it wakes', async () => {
    const { email_id: id } = await begin();
    const held = generator.hold();
    const working = service.drain();
    await held.begun;
    // Its lease ends unseen, and another takes over and is done first.
    await service.db.query(sql`UPDATE generations SET lease_until = ${service.clock.now()}::timestamptz WHERE document_id = ${id}::uuid`);
    const now = service.clock.now();
    const other = (await claimNext(service.db, repo.generationLedger, newId(), now)) as Claim;
    held.finish();
    await working;
    expect(await read(id)).toMatchObject({ current_version: null, latest_generation_status: 'generating' });
    await repo.fail(asTx(service.db), other, 'The other one.', now);
    expect(await service.db.prisma.version.count({ where: { documentId: id } })).toBe(0);
  });

  test('finds nothing to write to when the email is gone', async () => {
    const { email_id: id } = await begin();
    const held = generator.hold();
    const working = service.drain();
    await held.begun;
    expect((await service.api.DELETE('/v1/emails/{emailId}', at(id))).response.status).toBe(200);
    held.finish();
    await working;
    expect(await service.db.prisma.generation.count({ where: { documentId: id } })).toBe(0);
    expect(await service.db.prisma.version.count({ where: { documentId: id } })).toBe(0);
  });
});

describe('turns', () => {
  test.runIf(isAtLength)('go round the workspaces', async () => {
    const others = [await service.workspace({ name: 'Second' }), await service.workspace({ name: 'Third' })];
    const mine: string[] = [];
    for (let n = 0; n < 4; n++) mine.push((await begin({ prompt: `first ${n}` })).email_id);
    // The last of them has waited for longest.
    await service.db.prisma.generation.updateMany({ where: { documentId: mine[3] as string }, data: { createdAt: new Date(0) } });
    for (const [place, { api }] of others.entries()) {
      await must(api.POST('/v1/emails', { body: { name: 'x', prompt: `other ${place}` } }));
      await must(api.POST('/v1/emails', { body: { name: 'x', prompt: `other ${place} again` } }));
    }
    await service.drain();
    const order = generator.commissions.map(({ brand }) => brand.name);
    expect(order.slice(0, 6).sort()).toEqual(['Juniper Trail', 'Juniper Trail', 'Second', 'Second', 'Third', 'Third']);
    expect(new Set(order.slice(0, 3)).size).toBe(3);
    expect(new Set(order.slice(3, 6)).size).toBe(3);
    // Within a workspace the oldest goes first.
    expect(generator.commissions.filter(({ brand }) => brand.name === 'Juniper Trail').map(({ prompt }) => prompt)).toEqual(
      [3, 0, 1, 2].map((n) => `first ${n}`),
    );
  });

  test.runIf(isAtLength)('of a workspace with a thousand in the queue delay the first of another by one at most', async () => {
    const busy = await service.workspace();
    const other = await service.workspace();
    await service.db.query(sql`
      WITH documents AS (
        INSERT INTO documents (workspace_id, id, kind, name, status, created_by_name, created_at, updated_at)
        SELECT ${busy.id}::uuid, gen_random_uuid(), 'email', 'x', 'draft', '', now(), now() FROM generate_series(1, 1000) RETURNING id
      )
      INSERT INTO generations (workspace_id, id, document_id, number, type, status, prompt, created_at)
      SELECT ${busy.id}::uuid, gen_random_uuid(), id, 1, 'draft', 'pending', 'x', '2026-01-01Z' FROM documents`);
    const take = async () => {
      const now = service.clock.now();
      service.clock.advance({ seconds: 1 });
      return (await claimNext(service.db, repo.generationLedger, newId(), now)) as Claim;
    };
    try {
      const places = [await take(), await take(), await take(), await take()];
      expect(places.every(({ workspaceId }) => workspaceId === busy.id)).toBe(true);
      const { email_id } = (await must(other.api.POST('/v1/emails', { body: { name: 'x', prompt: 'x' } }))) as Started;
      // One of the four places is free again.
      await repo.fail(asTx(service.db), places[0] as Claim, 'done', new Date());
      const next = await take();
      expect((await repo.findRun(service.db, next))?.documentId).toBe(email_id);
      expect((await take()).workspaceId).toBe(busy.id);
    } finally {
      await service.db.query(sql`DELETE FROM documents WHERE workspace_id IN (${busy.id}::uuid, ${other.id}::uuid)`);
    }
  });

  test.runIf(isAtLength)('that several ask for at once are given to one each', async () => {
    for (let n = 0; n < 5; n++) await begin();
    const now = service.clock.now();
    const runs = await Promise.all(Array.from({ length: 8 }, () => claimNext(service.db, repo.generationLedger, newId(), now)));
    const taken = runs.filter((run) => run !== undefined);
    expect(taken).toHaveLength(5);
    expect(new Set(taken.map(({ id }) => id)).size).toBe(5);
    for (const run of taken) await repo.fail(asTx(service.db), run, 'done', now);
  });

  test.runIf(isAtLength)('leave one place of a process to other workspaces', async () => {
    const [busy, other] = [await service.workspace({ name: 'Busy' }), await service.workspace({ name: 'Other' })];
    const ask = ({ api }: typeof busy) => must(api.POST('/v1/emails', { body: { name: 'x', prompt: 'x' } }));
    for (let n = 0; n < 5; n++) await ask(busy);
    const opened = Promise.withResolvers<void>();
    generator.answer = async () => {
      await opened.promise;
      return draft(mail('x'));
    };
    const { db, clock } = service;
    const enqueue: Enqueue = async () => {};
    const baseUrl = 'http://localhost';
    const storage = await openStorage(service.service.config, signedAddresses({ secret: 'a secret', baseUrl, clock }));
    const dependencies = { db, clock, log: openLog('silent'), enqueue, events: openEvents(), generator, storage, baseUrl };
    const { run } = generateWork(dependencies);
    const turn = () => run({} as never, new AbortController().signal);
    const turns = Array.from({ length: 4 }, turn);
    await Promise.race(turns);
    const begun = () => generator.commissions.map(({ brand }) => brand.name);
    await expect.poll(begun).toEqual(['Busy', 'Busy', 'Busy']);
    await ask(other);
    turns.push(turn());
    await expect.poll(begun).toEqual(['Busy', 'Busy', 'Busy', 'Other']);
    opened.resolve();
    await Promise.all(turns);
    await service.drain();
  });

  test.runIf(isAtLength)('whose job was lost come about all the same', async () => {
    const started = await begin();
    await service.db.query(sql`DELETE FROM pgboss.job WHERE name = 'generations'`);
    await service.drain();
    expect(await generation(started)).toMatchObject({ status: 'completed' });
  });
});

test.runIf(isAtLength)('a service that is told to stop gives the generation back, and it does not count', async () => {
  const slow = testGenerator();
  const stopping = await startTestService({}, { generator: slow });
  const held = slow.hold();
  await must(stopping.api.POST('/v1/emails', { body: { name: 'x', prompt: 'x' } }));
  const working = stopping.drain();
  await held.begun;
  try {
    await stopping.service.jobs.finish(AbortSignal.timeout(10_000));
    expect(held.signal().aborted).toBe(true);
    await working;
    expect(await stopping.db.prisma.generation.findMany({ select: { status: true, attempts: true, claimedBy: true } })).toEqual([
      { status: 'pending', attempts: 0, claimedBy: null },
    ]);
  } finally {
    await stopping.stop();
  }
});
