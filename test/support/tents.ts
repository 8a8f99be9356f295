/** Tents for tests, made as the service makes them. */
import { createDocument, withDocument } from '../../src/content/documents/documents.service.ts';
import { TENT } from '../../src/content/documents/kinds.ts';
import { insertCompleted } from '../../src/content/generation/generations.repo.ts';
import { start, waking } from '../../src/content/generation/generations.service.ts';
import type { Db } from '../../src/platform/db.ts';
import { awaitGenerations } from '../../src/tents/publishing/publications.repo.ts';
import { page } from './generator.ts';
import type { TestService, TestWorkspace } from './service.ts';

/** The place of the tents. Without a service, its sweep finds the generations. */
type Where = { db: Db; clock: Pick<TestService['clock'], 'now'>; service?: TestService['service'] };
type In = Pick<TestWorkspace, 'id'>;

/** A tent with a version. */
export async function giveTent({ db, clock }: Where, { id: workspaceId }: In, html = page('<p>Hello</p>')): Promise<string> {
  const given = { name: 'Page', createdByName: 'Test' };
  return (await createDocument({ db, workspaceId, now: clock.now() }, TENT, given, { type: 'template', html })).id;
}

/** Adds a version immediately. */
export const giveVersion = ({ db, clock }: Where, { id: workspaceId }: In, tentId: string, html: string): Promise<number> =>
  withDocument({ db, workspaceId, now: clock.now() }, TENT, tentId, async (tx, document) => {
    const version = (document.currentVersion ?? 0) + 1;
    const made = { version, html, draft: null, plainText: null, plainTextSource: null, stale: false };
    await insertCompleted(tx, tentId, { type: 'template' }, made);
    return version;
  });

/** Begins a generation of it. @param publish the address to publish at; undefined: none */
export const beginEdit = (
  { db, clock, service }: Where,
  { id: workspaceId }: In,
  tentId: string,
  prompt: string,
  publish?: { alias: string | null },
): Promise<string> =>
  withDocument({ db, workspaceId, now: clock.now() }, TENT, tentId, async (tx, document) => {
    const wake = service ? waking(service.jobs.enqueue) : async () => {};
    const { generationId } = await start(tx, wake, TENT, document, { prompt });
    if (publish) await awaitGenerations(tx, [{ tentId, generationId, ...publish }]);
    return generationId;
  });
