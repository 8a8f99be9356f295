import type { Issue } from '../../shared/errors.ts';
import type { MessageInput } from './draft.ts';

/** Of all files of a message, before they are encoded. */
export const MOST_BYTES = 10 * 1024 * 1024;

export interface Attachment {
  fileName: string;
  contentType: string;
  /** By which the HTML shows it; null for one that stands beside the text. */
  contentId: string | null;
}

export interface AttachmentFile extends Attachment {
  content: Buffer;
}

/** The files of a message, or what is wrong with them. */
export function readAttachments(given: NonNullable<MessageInput['attachments']>): { files: AttachmentFile[]; issues: Issue[] } {
  const issues: Issue[] = [];
  const ids = new Set<string>();
  const files = given.map(({ file_name, content, content_type, content_id }, i): AttachmentFile => {
    const at = `attachments.${i}`;
    if (/[\\/]/.test(file_name)) issues.push({ path: `${at}.file_name`, message: 'must be a name without folders' });
    if (content_id !== undefined && ids.has(content_id))
      issues.push({ path: `${at}.content_id`, message: 'is that of another attachment' });
    if (content_id !== undefined) ids.add(content_id);
    const bytes = decoded(content);
    if (!bytes) issues.push({ path: `${at}.content`, message: 'is not base64' });
    else if (bytes.length === 0) issues.push({ path: `${at}.content`, message: 'must not be empty' });
    return {
      fileName: file_name,
      contentType: content_type ?? 'application/octet-stream',
      contentId: content_id ?? null,
      content: bytes ?? Buffer.alloc(0),
    };
  });
  const total = files.reduce((sum, { content }) => sum + content.length, 0);
  if (total > MOST_BYTES) issues.push({ path: 'attachments', message: `must not come to more than ${MOST_BYTES} bytes together` });
  return { files, issues };
}

/** Node reads anything as base64 and passes over what is none. Line breaks are part of the format in mail, so they are taken. */
function decoded(content: string): Buffer | null {
  const text = /[\r\n]/.test(content) ? content.replace(/[\r\n]+/g, '') : content;
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text) ? Buffer.from(text, 'base64') : null;
}
