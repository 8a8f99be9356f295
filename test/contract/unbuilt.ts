/** What the document describes and the service does not do yet. With the last of it this file goes. */
import type { Operation } from '../../src/http/contract.ts';

/** Operations that are there, and those of their answers that only a missing part, or a missing neighbour, can bring about. */
export const PARTLY_BUILT: Record<string, string[]> = {
  deleteEmail: ['409 email_in_active_flow'],
  unapproveEmail: ['409 email_in_active_flow'],
  getEmailBlast: ['400 campaign_not_blast'],
  updateEmailBlast: ['400 campaign_not_blast'],
  deleteEmailBlast: ['400 campaign_not_blast'],
  setEmailBlastAudience: ['400 campaign_not_blast'],
  setEmailBlastEmail: ['400 campaign_not_blast'],
  scheduleEmailBlast: ['400 campaign_not_blast'],
  sendEmailBlastNow: ['400 campaign_not_blast'],
  unscheduleEmailBlast: ['400 campaign_not_blast'],
  pauseEmailBlast: ['400 campaign_not_blast'],
  resumeEmailBlast: ['400 campaign_not_blast'],
  cancelEmailBlast: ['400 campaign_not_blast'],
  archiveEmailBlast: ['400 campaign_not_blast'],
  listEmailBlastContacts: ['400 campaign_not_blast'],
  exportEmailBlastContacts: ['400 campaign_not_blast'],
  getEmailBlastContactsExport: ['400 campaign_not_blast'],
};

/** An operation that answers 501 to every request that fits. */
export const isUnbuilt = ({ operationId, responses }: Operation): boolean => '501' in responses && !(operationId in PARTLY_BUILT);

/** The codes that the gateway answers with before there is a handler to ask; those of an unbuilt operation are seen too. */
const OF_THE_GATEWAY = [
  'validation_failed',
  'invalid_json',
  'unauthorized',
  'payload_too_large',
  'unsupported_media_type',
  'rate_limited',
  'internal_error',
  'not_implemented',
  'unavailable',
  'contended',
];

/** Whether a documented answer can be seen at all yet; `code` is undefined for a success. */
export function canBeSeen(operation: Operation, status: string, code: string | undefined): boolean {
  if (isUnbuilt(operation)) return OF_THE_GATEWAY.includes(code ?? '') && !(operation.upload && code === 'payload_too_large');
  return !PARTLY_BUILT[operation.operationId]?.includes(code ? `${status} ${code}` : status);
}
