import { fromUlid, toUlid } from '../../platform/ids.ts';

const UPLOADS = 'contact-imports/';

/** Where the file of a session waits until a run takes it over. */
export const uploadKey = (sessionId: string): string => `${UPLOADS}${toUlid(sessionId)}`;

/** The session that an upload is for. */
export const sessionOf = (key: string): string => fromUlid(key.slice(UPLOADS.length));

/** The file of a run, which no upload can reach. */
export const runKey = (runId: string): string => `contact-import-runs/${toUlid(runId)}`;
