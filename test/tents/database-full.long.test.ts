import { afterEach, expect, test } from 'vitest';
import { sql } from '../../src/platform/db.ts';
import { formOf, png, upload } from '../support/assets.ts';
import { isAtLength } from '../support/at-length.ts';
import { must } from '../support/blast.ts';
import { askBulk, giveTemplate, items } from '../support/bulk.ts';
import { creditsOf } from '../support/credits.ts';
import { fillDatabase } from '../support/full-disk.ts';
import { page, testGenerator } from '../support/generator.ts';
import { asking } from '../support/pages.ts';
import { problemsAtRest, servingProblems } from '../support/rest.ts';
import { startTestService } from '../support/service.ts';
import { at, create, edit, read } from '../support/tent-requests.ts';
import { giveTent } from '../support/tents.ts';

const FORM = '<form id="signup"><input name="email" type="email"></form>';
const URLENCODED = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' };
const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

test('a database that has no room says so, keeps nothing by halves, and goes on when it has', async () => {
  const generator = testGenerator();
  const service = await startTestService({ PUBLISHED_HOST: 'localhost' }, { generator });
  ends.push(() => service.stop());
  const { api, db } = service;
  const ask = asking(service);
  const templateId = await giveTemplate(service);
  const live = await giveTent(service, service, page(`<h1>Old</h1>${FORM}`));
  const publish = (tentId: string, body: object) => api.POST('/v1/tents/{tentId}/publish', { ...at(tentId), body });
  await must(publish(live, { custom_page_alias: 'hut' }));
  await must(create(service, { prompt: 'A landing page for a hut', auto_publish: true }));
  const credits = await creditsOf(service, service.id);
  const rows = async () =>
    (
      await db.query(sql`SELECT (SELECT count(*)::int FROM documents) AS documents, (SELECT count(*)::int FROM generations) AS generations,
      (SELECT count(*)::int FROM versions) AS versions, (SELECT count(*)::int FROM contacts) AS contacts, (SELECT count(*)::int FROM bulk_jobs) AS jobs,
      (SELECT count(*)::int FROM credit_entries) AS credits, (SELECT count(*)::int FROM assets) AS assets, (SELECT count(*)::int FROM loose_files) AS loose`)
    )[0];
  const before = await rows();

  const held = generator.hold();
  const writing = service.drain();
  await held.begun;
  const makeRoom = await fillDatabase(db);
  // Results are retried until there is room. At length they are given up meanwhile.
  held.finish();
  if (isAtLength) await writing;
  const send = () => ask(`/submit/${live}/signup`, { method: 'POST', headers: URLENCODED, body: 'email=noor@mail.example' });
  const bulk = () => askBulk(service, { template_id: templateId, auto_publish: true, items: items(3) }, 'bulk');
  for (const refused of [
    () => create(service, { prompt: 'A page for a bakery in Leeds' }),
    () => edit(service, live),
    () => publish(live, { custom_page_alias: 'ridge' }),
    bulk,
    () => api.POST('/v1/tents/{tentId}/clone', { ...at(live), body: {} }),
    () => api.POST('/v1/tents/{tentId}/unpublish', at(live)),
  ]) {
    const { response, error } = await refused();
    const answer = [response.status, response.headers.get('retry-after'), error?.error];
    expect(answer).toEqual([503, '60', expect.stringContaining('no room left')]);
  }
  expect((await upload(service, 'uploadNewTentAssets', {}, formOf(png()))).status).toBe(503);
  expect((await send()).status).toBe(503);
  expect([(await ask('/hut')).status, (await read(service, live)).publication?.status]).toEqual([200, 'published']);
  expect([await rows(), await creditsOf(service, service.id)]).toEqual([before, credits]);

  await makeRoom();
  await writing;
  // The lease ends of a run that could not keep what it had written, and the pause before its job's next turn.
  service.clock.advance({ minutes: 2 });
  await db.query(sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  await service.drain();
  expect([(await send()).status, (await bulk()).response.status]).toEqual([200, 202]);
  await must(publish(live, { custom_page_alias: 'ridge' }));
  await service.drain();
  await db.query(sql`UPDATE pgboss.job SET start_after = now() WHERE state = 'retry'`);
  await service.drain();
  expect(await db.prisma.generation.count({ where: { status: { not: 'completed' } } })).toBe(0);
  expect(await problemsAtRest(service)).toEqual([]);
  // A change shows within a second.
  await expect.poll(() => servingProblems(service, service.service.pagesPort as number)).toEqual([]);
});
