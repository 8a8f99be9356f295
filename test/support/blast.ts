import type { ApiClient } from './client.ts';

export interface Prepared {
  blastId: string;
  listId: string;
  emailId: string;
}

/** Returns the data, or fails with the API's error. */
export async function must<T>(answer: Promise<{ data?: T; error?: unknown }>): Promise<T> {
  const { data, error } = await answer;
  if (error !== undefined || data === undefined) throw new Error(`The API said no: ${JSON.stringify(error)}`);
  return data;
}

const HTML =
  '<!doctype html><html><body><h1>Hi {{contact.first_name | default: "there"}}</h1><p><a href="https://shop.example.com/?a=1&amp;b=2">Shop</a> ' +
  '<a href="https://shop.example.com/for/{{contact.email}}">Yours</a></p></body></html>';

/** People, a list, an approved email and a draft blast with both. */
export async function prepareBlast(api: ApiClient, emails: string[], html = HTML): Promise<Prepared> {
  const contactIds: string[] = [];
  for (let i = 0; i < emails.length; i += 100) {
    const items = emails.slice(i, i + 100).map((email, j) => ({ email, first_name: `Person ${i + j}` }));
    const { items: results } = await must(api.POST('/v1/contacts/upsert', { body: { items } }));
    contactIds.push(...results.map(({ contact_id }) => contact_id as string));
  }
  const { list_id } = await must(api.POST('/v1/contact-lists', { body: { name: `List ${Math.random()}`, kind: 'static' } }));
  for (let i = 0; i < contactIds.length; i += 500) {
    await must(
      api.POST('/v1/contact-lists/{listId}/contacts', {
        params: { path: { listId: list_id } },
        body: { contact_ids: contactIds.slice(i, i + 500) },
      }),
    );
  }
  const emailId = await approvedEmail(api, html);
  const blastId = await draftBlast(api, list_id, emailId);
  return { blastId, listId: list_id, emailId };
}

export async function approvedEmail(api: ApiClient, html = HTML): Promise<string> {
  const { email_id } = await must(
    api.POST('/v1/emails', {
      body: {
        name: 'Spring opening',
        subject: 'Hi {{contact.first_name}}',
        preview_text: 'Spring is here',
        from_name: 'Juniper Trail',
        from_address: 'hello@example.com',
        reply_to_email: 'reply@example.com',
      },
    }),
  );
  const params = { path: { emailId: email_id } };
  await must(api.POST('/v1/emails/{emailId}/save-code', { params, body: { code: html } }));
  await must(api.POST('/v1/emails/{emailId}/approve', { params }));
  return email_id;
}

export async function draftBlast(api: ApiClient, listId: string, emailId: string): Promise<string> {
  const { blast_id } = await must(api.POST('/v1/email-blasts', { body: { name: `Blast ${Math.random()}` } }));
  const params = { path: { blastId: blast_id } };
  await must(api.PUT('/v1/email-blasts/{blastId}/audience', { params, body: { source: 'existing', list_id: listId } }));
  await must(api.PUT('/v1/email-blasts/{blastId}/email', { params, body: { source: 'existing', email_id: emailId } }));
  return blast_id;
}

export const sendNow = (api: ApiClient, blastId: string, operational = false) =>
  must(api.POST('/v1/email-blasts/{blastId}/send-now', { params: { path: { blastId } }, body: { operational } }));

export const readBlast = (api: ApiClient, blastId: string) =>
  must(api.GET('/v1/email-blasts/{blastId}', { params: { path: { blastId } } }));

export const people = (count: number, domain = 'example.net'): string[] =>
  Array.from({ length: count }, (_value, i) => `person${i}@${domain}`);

export type BlastMove = 'unschedule' | 'reopen' | 'archive' | 'cancel' | 'pause' | 'resume';

/** Changes the state of a blast, and returns the answer. */
export function moveBlast(api: ApiClient, how: BlastMove, blastId: string) {
  const at = { params: { path: { blastId } } };
  const moves = {
    unschedule: () => api.POST('/v1/email-blasts/{blastId}/unschedule', at),
    reopen: () => api.POST('/v1/email-blasts/{blastId}/reopen', at),
    archive: () => api.POST('/v1/email-blasts/{blastId}/archive', at),
    cancel: () => api.POST('/v1/email-blasts/{blastId}/cancel', at),
    pause: () => api.POST('/v1/email-blasts/{blastId}/pause', at),
    resume: () => api.POST('/v1/email-blasts/{blastId}/resume', at),
  };
  return moves[how]();
}
