import type { components } from '../../generated/api.d.ts';

type Schemas = components['schemas'];
export type HelpCode =
  | Schemas['ApprovalReadiness']['missing'][number]
  | Schemas['ApprovalReadiness']['warnings'][number]
  | Schemas['ActivationFinding']['code'];

/** The remedy for each finding of a blast or a flow. The page `/docs/readiness` of the reference is made of them. */
export const REMEDIES: Record<HelpCode, string> = {
  all_blocked:
    'Read the reasons under `blocked` of a few members. Ask for consent or a confirmation, choose another topic, or remove suppressions that no longer hold.',
  archived_field: 'Choose an active contact field, or restore this one with `PATCH /v1/contact-fields/{field_definition_id}`.',
  audience: 'Set the list with `PUT /v1/email-blasts/{blastId}/audience`.',
  audience_rules: 'Read `findings`, and correct the rules of the list; they name a list or field that was deleted or archived.',
  audience_without_consent:
    'Record consent that you have with `POST /v1/contacts/{contact_id}/consent`, or ask for it with `POST /v1/contacts/{contact_id}/confirmations`.',
  bulk_without_one_click: 'Let the operator serve the API by https and set `BASE_URL` to that address.',
  email: 'Set the email with `PUT /v1/email-blasts/{blastId}/email`.',
  email_approval: 'Approve the version to send with `POST /v1/emails/{emailId}/approve`.',
  email_headers:
    'Set `subject`, `from_name`, `from_address` and `reply_to_email` with `PATCH /v1/emails/{emailId}`, then approve it again.',
  empty_dynamic_audience: 'Try the rules with `POST /v1/contacts/search`, and correct them on the list.',
  empty_static_audience: 'Add members with `POST /v1/contact-lists/{listId}/contacts`.',
  entry_tag: 'Add a trigger or a `wait` that supplies the values, or remove the tag from the text.',
  loop: 'Put a `wait` with a duration between these steps, or lead one of the edges elsewhere.',
  newer_email_version: 'Approve the newer version to send it, or go on to send the approved one.',
  no_dmarc: 'Publish a TXT record at `_dmarc` of the domain; `v=DMARC1; p=none` is a beginning. Receivers of bulk mail require one.',
  no_postal_address: 'Set `postal_address` with `PATCH /v1/workspace`. The footer of marketing mail then shows it.',
  nobody_mailable: 'Add email addresses to the members, or choose another list.',
  placeholder_text: 'Replace the placeholder sentences of the email, and approve the new version.',
  read_only: 'Choose a contact field that can be written.',
  required: 'Set the field that `field` names. For a flow as a whole, add a trigger or a step.',
  schedule: 'Send the blast now, or schedule it: either sets the time.',
  secret: 'Ask the operator to add the secret, or name one that exists.',
  sender_domain: 'Publish the records of the domain and verify it, or send from an address of a verified domain.',
  sender_not_aligned: "Publish the DKIM key of the sender's domain. `domains verify` shows what is missing.",
  spam_rate:
    'Look at the bounces and complaints of the last blasts, and remove the addresses or lists that cause them before you send again.',
  template_approval: 'Approve the tent template with `POST /v1/tent-templates/{templateId}/approve`.',
  tent_address: 'Name a step that makes a page before this one, with `auto_publish`.',
  topic: 'Choose another topic with `PATCH /v1/email-blasts/{blastId}`, or send without one.',
  unknown: 'Name something that exists in the workspace; it may have been deleted.',
  unknown_merge_tag: 'Correct the tags that are listed: each becomes empty text.',
  unreachable: 'Lead an edge to the step, or delete it.',
  wrong_kind: 'Name a thing of the kind that the step needs; `message` says which.',
  wrong_operator: 'Choose an operator for the type of the field. `GET /v1/contact-fields/rule-metadata` lists them.',
  wrong_value: 'Send a value of the type of the field.',
};

export type HelpOf = (codes: readonly HelpCode[]) => Schemas['ReadinessHelp'][];

/** @param baseUrl the address of the service, whose reference has a paragraph for each code */
export const createHelp =
  (baseUrl: string): HelpOf =>
  (codes) =>
    [...new Set(codes)].map((code) => ({ code, documentation_url: `${baseUrl}/docs/readiness#${code}`, remedy: REMEDIES[code] }));
