import { toUlid } from '../../platform/ids.ts';
import type { Message } from './composer.ts';
import { personHeader } from './mime.ts';

/** The random end of an id: short, and the same for ever. */
const endOf = (id: string): string => id.slice(-12).toLowerCase();

/**
 * Headers by which receivers tell the streams of a sender apart. Their forms never change, since receivers keep what they learned by them.
 * `Feedback-ID` (Google's): the message, the topic, the kind of mail and the workspace. `List-Id` (RFC 2919), which mail programs offer to
 * mute or leave: the topic, or all marketing mail of the workspace, under the sender's domain.
 */
export function streamHeaders({ id, workspaceId, topicId, operational, fromAddress, workspaceName }: Message): string[] {
  const topic = topicId ? endOf(topicId) : 'all';
  const sender = endOf(workspaceId);
  const feedback = `Feedback-ID: ${toUlid(id).toLowerCase()}:${topic}:${operational ? 'operational' : 'marketing'}:${sender}`;
  if (operational) return [feedback];
  const domain = fromAddress.slice(fromAddress.lastIndexOf('@') + 1).toLowerCase();
  return [feedback, personHeader('List-Id', workspaceName, `${topic}.${sender}.${domain}`)];
}
