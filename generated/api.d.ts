// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
    "/v1/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List or look up contacts
         * @description Answers in one of two ways.
         *
         *     With `email` or `phone` it is a lookup: the identifier is normalized as on a write, and the answer is `{items}` with
         *     the complete contacts that hold it, or an empty array. Given both, a contact that holds either one matches. A value
         *     that is no email or phone matches nobody.
         *
         *     Without them it is a page of all contacts of the workspace, `{items, pagination}`, without `custom_fields`. To follow
         *     changes, ask with `updated_after`, `sort=updated_at` and `order=asc`.
         *
         *     A lookup ignores the parameters of the page. Percent-encode a `+` in any parameter as `%2B`.
         */
        get: operations["listContacts"];
        put?: never;
        /**
         * Create contacts
         * @description Creates up to 100 contacts. Each item needs an `email` or a `phone`. An item whose email or phone belongs to a
         *     contact already, including one created by an earlier item, is rejected with `conflict` and names that contact; to
         *     write over it use the upsert. Bad items are rejected alone, so read `rejected_count`: the answer is `201` even when
         *     no item was good.
         *
         *     Each new contact starts its timeline with `contact_created`. With an `Idempotency-Key` a repeat replays the first
         *     result; without one it is rejected item by item, since the contacts exist by then.
         */
        post: operations["createContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/upsert": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create or update contacts
         * @description Writes up to 100 contacts without asking first whether they exist: the operation for synchronizing from another
         *     system. An item is matched on its `email`; only an item without an email is matched on its `phone`. A match is
         *     updated, otherwise a contact is created. An item that brings a phone which belongs to a different contact is
         *     rejected with `conflict`, and that contact is not touched.
         *
         *     Items act in order, so a second item for the same contact updates what the first one wrote. Bad items are rejected
         *     alone; read `rejected_count`. Writes are recorded in the timelines as `contact_created` or `contact_updated`.
         *     Repeating the request leads to the same contacts.
         */
        post: operations["upsertContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/update": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Update contacts
         * @description Changes up to 100 contacts, each named by its `contact_id`. A null email is accepted while the phone stays, and the
         *     other way round. An unknown `contact_id` rejects its item with `not_found`, an email or phone of another contact with
         *     `conflict`, anything malformed with `validation_failed`; the other items are written.
         *
         *     Items act in order, so two items for one contact both take effect. Changes are recorded in the timelines as
         *     `contact_updated`. Repeating the request is harmless.
         */
        post: operations["updateContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/{contact_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        /**
         * Get a contact
         * @description Returns one contact with every writable field and its custom fields.
         */
        get: operations["getContact"];
        put?: never;
        post?: never;
        /**
         * Delete a contact
         * @description Deletes the contact for good, with its timeline and its place on every list. Reports of past blasts keep their entry
         *     for it, marked `contact_deleted`. Deleting it again answers `404`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the fields that you send and returns the whole contact. Null clears a field; clearing the last of `email` and
         *     `phone` is refused with `400`, and an email or phone that another contact has with `409`. The change is recorded in
         *     the timeline as `contact_updated`. Repeating the request is harmless.
         */
        patch: operations["updateContact"];
        trace?: never;
    };
    "/v1/contacts/{contact_id}/activities": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        /**
         * List a contact's activities
         * @description Returns the contact's timeline page by page: its creation, its changes, and what became of the emails that blasts sent
         *     to it. Engagement is recorded as it arrives, so an entry may appear some moments after the fact.
         */
        get: operations["listContactActivities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact lists
         * @description Returns the lists of the workspace page by page, newest first. Lists that a blast keeps for itself are left out.
         */
        get: operations["listContactLists"];
        put?: never;
        /**
         * Create a contact list
         * @description Creates a static list, empty or with up to 500 first members; add more with the members operation. It is all or
         *     nothing: when one of the contacts is unknown, the answer is `404` and there is no list.
         */
        post: operations["createContactList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{listId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /**
         * Get a contact list
         * @description Returns one list; its members have an operation of their own.
         */
        get: operations["getContactList"];
        put?: never;
        post?: never;
        /**
         * Delete a contact list
         * @description Deletes the list and who is on it. The contacts themselves stay. A draft blast with this audience needs another
         *     one before it can be sent.
         */
        delete: operations["deleteContactList"];
        options?: never;
        head?: never;
        /**
         * Rename or describe a contact list
         * @description Changes the name, the description or both; the members stay as they are. Repeating the request is harmless.
         */
        patch: operations["updateContactList"];
        trace?: never;
    };
    "/v1/contact-lists/{listId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /**
         * List the members of a contact list
         * @description Returns the contacts on the list page by page, without their custom fields; read a single contact for those.
         */
        get: operations["listContactListMembers"];
        put?: never;
        /**
         * Add contacts to a contact list
         * @description Puts up to 500 contacts on the list. Those that are on it stay on it and are counted apart, so repeating the
         *     request is harmless. It is all or nothing: when one of the contacts is unknown, the answer is `404` and nobody
         *     is added.
         */
        post: operations["addContactListMembers"];
        /**
         * Remove contacts from a contact list
         * @description Takes up to 500 contacts, named in the body, off the list; the contacts themselves stay. Contacts that are not
         *     on the list are passed over, so repeating the request is harmless.
         */
        delete: operations["removeContactListMembers"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{listId}/member-count": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        /**
         * Count the members of a contact list
         * @description Counts the members at this moment, and how many of them a marketing blast would pass over. Use it before sending
         *     to a list.
         */
        get: operations["getContactListMemberCount"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List emails
         * @description Returns the emails of the workspace, without their content, one page for each cursor. Begin without a cursor,
         *     then send each `next_cursor` with otherwise unchanged parameters until none comes back.
         */
        get: operations["listEmails"];
        put?: never;
        /**
         * Create an email
         * @description Creates a draft whose content is a blank design in the colours of the workspace. The design is ready at once, as
         *     version 1; put your own HTML in its place by saving code. Headers may wait until approval. A malformed merge
         *     tag, a line break or control character in a header, or a `from_address` on a domain that is not verified, is
         *     `400` with an issue at that field.
         */
        post: operations["createEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        /**
         * Get an email
         * @description Returns one email with its headers and state, and says where its content is.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        /**
         * Delete an email
         * @description Deletes the email with all of its versions. Refused while a blast that is scheduled or being sent needs it. A
         *     draft blast with this email needs another one before it can be sent.
         */
        delete: operations["deleteEmail"];
        options?: never;
        head?: never;
        /**
         * Change the name or headers of an email
         * @description Changes the fields that you send and makes no new version. A new `preview_text` is also written into the HTML of
         *     the current version. An approved email stays approved, but can only be sent while its required headers are
         *     filled in. A malformed merge tag, a line break or control character in a header, or a `from_address` on a domain
         *     that is not verified, is `400` with an issue at that field. Repeating the request is harmless.
         */
        patch: operations["updateEmail"];
        trace?: never;
    };
    "/v1/emails/{emailId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of an email
         * @description Returns the HTML of the newest completed version, with its merge tags as they are written; they are filled in
         *     for each recipient when a blast is sent.
         */
        get: operations["getEmailContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/plain-text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        /**
         * Get the plain text of an email
         * @description Returns the text that goes out beside the HTML: your own if you wrote one, else one derived from the newest
         *     version.
         */
        get: operations["getEmailPlainText"];
        /**
         * Write the plain text of an email
         * @description Replaces the plain text with your own, up to 1 MiB of UTF-8; more, or a malformed merge tag, is `400`. An empty
         *     string leaves the email without a text; to have it derived again, delete your own. The text stays when the HTML
         *     changes, and is then marked stale until you write it anew. Repeating the request is harmless.
         */
        put: operations["overrideEmailPlainText"];
        post?: never;
        /**
         * Go back to the derived plain text
         * @description Drops the plain text that you wrote, so that the text follows the HTML again. Without one of your own nothing
         *     changes.
         */
        delete: operations["revertEmailPlainText"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/save-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save HTML as a new version
         * @description Makes your HTML the newest version of the email. The HTML may be up to 2 MiB of UTF-8; more, or a malformed
         *     merge tag, is `400` with an issue at `code`. Where the email has a `preview_text` and the HTML no preheader, one is put in after
         *     `<body>`. An approved email stays approved at the version that was approved: approve again to send the new one.
         *     A plain text of your own is marked stale.
         */
        post: operations["saveEmailCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an email
         * @description Approves the newest completed version, which is the one that blasts send from then on. `subject`, `from_name`,
         *     `from_address` and `reply_to_email` have to be filled in; those that are not are named in `details.missing`.
         *     Send the `version` that you looked at, to be refused when there is a newer one. Approving an approved email
         *     moves the approval to its newest version.
         */
        post: operations["approveEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the approval of an email
         * @description Makes the email a draft again, so that no blast can send it. Refused while a blast that is scheduled or being
         *     sent needs it. A draft stays as it is.
         */
        post: operations["unapproveEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email blasts
         * @description Returns the workspace's blasts page by page, each with its progress or results in `details`. Archived blasts are left
         *     out unless you ask for them.
         */
        get: operations["listEmailBlasts"];
        put?: never;
        /**
         * Create an email blast
         * @description Creates a draft that has a name and nothing else. Give it an audience and an email next, in either order, and then
         *     send it; `approval_readiness` always says what is still missing.
         */
        post: operations["createEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        /**
         * Get an email blast
         * @description Returns one blast. A draft says in `approval_readiness` what keeps it from going out; while a blast is sending, read it
         *     again to follow the counters in `details`.
         */
        get: operations["getEmailBlast"];
        put?: never;
        post?: never;
        /**
         * Delete an email blast
         * @description Deletes the blast with its report. The list and the email stay, and mail that went out can not be called back. A
         *     blast that is scheduled, sending or archived is kept and answers `409`.
         */
        delete: operations["deleteEmailBlast"];
        options?: never;
        head?: never;
        /**
         * Rename or describe an email blast
         * @description Changes the name, the description or both. Both are notes for yourself that no recipient sees, so this works whatever
         *     the blast's status is. Repeating the request is harmless.
         */
        patch: operations["updateEmailBlast"];
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/audience": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the audience of an email blast
         * @description Chooses the list that a draft goes to, in place of any it had. The list may still change: who gets the email is settled
         *     when sending starts. An unknown list is `404`, a system list `400`, and a blast that is no longer a draft `409`.
         *     Repeating the request is harmless.
         */
        put: operations["setEmailBlastAudience"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the email of an email blast
         * @description Chooses the email that a draft carries, in place of any it had. It may be edited and approved afterwards; sending takes
         *     the version that is approved at that moment. An unknown email is `404`, a blast that is no longer a draft `409`.
         *     Repeating the request is harmless.
         */
        put: operations["setEmailBlastEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/send-now": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send an email blast now
         * @description Starts sending a draft and answers at once; the work goes on in the background. Read the blast again until `status` is
         *     `sent`. Once a blast is sending, asking again is `409`, so it can not go out twice; with an `Idempotency-Key`, a repeat
         *     gets the first answer.
         *
         *     **Before it starts.** The blast needs an audience and an approved email with all four sender headers, else the answer is
         *     `400 campaign_not_ready`. On the free plan it also has to fit into 100 emails a day (UTC) and the workspace into 1,000
         *     contacts, else the answer is `403 free_plan_email_limit`. In both cases it stays a draft that you can edit.
         *
         *     **Who gets it.** The approved version of the email is pinned and the members of the list are taken down once, when sending
         *     starts; later changes to either do not matter. Contacts who unsubscribed, whose address bounced before or who
         *     complained are `blocked`, and so is anyone who unsubscribes before their turn. Contacts without an email address are
         *     `unqualified`.
         *
         *     **How it goes.** The counters in `details` follow the progress, and the contacts report shows every single recipient. A
         *     recipient is `sent` when the mail server accepts the message, `bounced` when it refuses the address for good, and `failed`
         *     when the message can not be handed over for another reason. Temporary refusals are tried again. While the mail server is
         *     out of reach the blast waits in `sending`, and goes on by itself. When the server refuses the service as a whole, for
         *     example its credentials, the blast ends as `failed`, with the reason in `details.blast_error`.
         *
         *     **After a crash.** A service that stops on the way carries on where it was, and leaves nobody out.
         *     Only messages that were being handed over at that moment can go out again, and then with the same `Message-ID`, by which
         *     mailboxes can tell the repeat.
         */
        post: operations["sendEmailBlastNow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/contacts": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        /**
         * List the recipients of an email blast
         * @description Reports person by person what became of a blast, while it is sending and afterwards. A blast that has not started has no
         *     recipients yet. People stay in the report when their contact is deleted.
         */
        get: operations["listEmailBlastContacts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        /**
         * @description A stable code for programs.
         * @enum {string}
         */
        ErrorCode: "validation_failed" | "invalid_json" | "invalid_cursor" | "idempotency_key_mismatch" | "email_missing_required_headers" | "campaign_not_ready" | "unauthorized" | "free_plan_email_limit" | "not_found" | "method_not_allowed" | "conflict" | "idempotency_in_progress" | "contact_list_name_exists" | "approval_version_stale" | "email_in_scheduled_blast" | "campaign_invalid_state" | "payload_too_large" | "unsupported_media_type" | "rate_limited" | "internal_error" | "unavailable";
        /** @description One finding about a request. */
        Issue: {
            /** @description Where it is, with dots between the steps (`items.0.email`); empty for the body as a whole. */
            path: string;
            /** @description What is wrong there. */
            message: string;
        };
        /**
         * Format: uuid
         * @description An opaque identifier.
         */
        Uuid: string;
        /** @description The contact that already holds the email or phone. */
        ExistingContact: {
            contact_id: components["schemas"]["Uuid"];
            display_name: string;
            email: string | null;
            phone: string | null;
        };
        /** @description What still keeps a draft blast from going out. */
        ApprovalReadiness: {
            /** @description True when nothing that send-now needs is missing; a missing `schedule` does not count. */
            ready: boolean;
            /**
             * @description What has to be done first. The last word on an email is only given once there is one: without an email,
             *     `email_approval` and `email_headers` are not listed.
             *
             *     - `audience`: no list is set.
             *     - `email`: no email is set.
             *     - `email_approval`: the email is not approved.
             *     - `email_headers`: the email's `subject`, `from_name`, `from_address` or `reply_to_email` is empty, or the domain of
             *       `from_address` is no longer verified.
             *     - `schedule`: no time to go out is set. A draft never has one, and sending now needs none.
             */
            missing: ("audience" | "email" | "email_approval" | "email_headers" | "schedule")[];
            /**
             * @description What is allowed but probably not meant.
             *
             *     - `empty_static_audience`: the list has no members, so the blast would reach nobody.
             */
            warnings: "empty_static_audience"[];
        };
        /** @description More about the error; which fields are present depends on `error_code`. */
        ErrorDetails: {
            /** @description What is wrong with the request, one entry a finding. */
            issues?: components["schemas"]["Issue"][];
            existing_contact?: components["schemas"]["ExistingContact"];
            approval_readiness?: components["schemas"]["ApprovalReadiness"];
            /** @description With `email_missing_required_headers`, the headers that are still empty. */
            missing?: string[];
            /** @description With `free_plan_email_limit`, the allowance that would be passed. */
            limit?: number;
            /** @description With `free_plan_email_limit`, how much of the allowance is used. */
            current?: number;
        };
        /** @description The body of every error. */
        Error: {
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            error: string;
            error_code: components["schemas"]["ErrorCode"];
            details?: components["schemas"]["ErrorDetails"];
        };
        /**
         * @description How the contact came in; `public_api` for contacts created through this API.
         * @enum {string}
         */
        ContactSource: "public_api" | "import" | "tent_form";
        /**
         * Format: date-time
         * @description A moment in UTC with milliseconds.
         */
        Timestamp: string;
        /** @description A contact as listings show it, with every field but `custom_fields`. */
        ContactListItem: {
            contact_id: components["schemas"]["Uuid"];
            /** @description The name to show for this contact. */
            display_name: string;
            /** @description The given name; empty when unset. */
            first_name: string;
            /** @description The family name; empty when unset. */
            last_name: string;
            /** @description The normalized address. */
            email: string | null;
            /** @description The part of `email` after the at sign, unless it was set otherwise. */
            email_domain: string | null;
            /** @description The normalized number, in international form. */
            phone: string | null;
            /** @description Where the contact works; empty when unset. */
            company: string;
            /** @description What the contact does there; empty when unset. */
            job_title: string;
            /** @description First line of the postal address. */
            address: string | null;
            /** @description Second line of the postal address. */
            address2: string | null;
            /** @description City of the postal address. */
            city: string | null;
            /** @description State, province or region of the postal address. */
            state: string | null;
            /** @description Country of the postal address, as you wrote it. */
            country: string | null;
            /** @description Postal code. */
            zip_code: string | null;
            /** @description Your own label for where the sales talk stands; empty when unset. */
            lead_status: string;
            /** @description Your own label for the stage of the relation; empty when unset. */
            lifecycle_stage: string;
            /** @description The contact score, on a scale of your own. */
            service_score: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source, for example the name of an imported file. */
            original_source_detail: string | null;
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Where this page lies in the whole list. */
        Pagination: {
            /** @description This page, counted from 1. */
            page: number;
            /** @description The greatest number of entries on a page. */
            limit: number;
            /** @description How many entries there are on all pages. */
            total: number;
            /** @description How many pages there are; 0 when the list is empty. */
            totalPages: number;
        };
        /** @description One page of the workspace's contacts. */
        ContactPage: {
            /** @description The contacts on this page, without `custom_fields`. */
            items: components["schemas"]["ContactListItem"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description Values of the workspace's own fields, keyed by each field's `api_name`. On a write, keys that you leave out keep their
         *     value and null clears one.
         */
        CustomFields: {
            [key: string]: string | number | boolean | null;
        };
        /** @description A person, with every field. */
        Contact: {
            contact_id: components["schemas"]["Uuid"];
            /** @description The name to show for this contact. */
            display_name: string;
            /** @description The given name; empty when unset. */
            first_name: string;
            /** @description The family name; empty when unset. */
            last_name: string;
            /** @description The normalized address. */
            email: string | null;
            /** @description The part of `email` after the at sign, unless it was set otherwise. */
            email_domain: string | null;
            /** @description The normalized number, in international form. */
            phone: string | null;
            /** @description Where the contact works; empty when unset. */
            company: string;
            /** @description What the contact does there; empty when unset. */
            job_title: string;
            /** @description First line of the postal address. */
            address: string | null;
            /** @description Second line of the postal address. */
            address2: string | null;
            /** @description City of the postal address. */
            city: string | null;
            /** @description State, province or region of the postal address. */
            state: string | null;
            /** @description Country of the postal address, as you wrote it. */
            country: string | null;
            /** @description Postal code. */
            zip_code: string | null;
            /** @description Your own label for where the sales talk stands; empty when unset. */
            lead_status: string;
            /** @description Your own label for the stage of the relation; empty when unset. */
            lifecycle_stage: string;
            /** @description The contact score, on a scale of your own. */
            service_score: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source, for example the name of an imported file. */
            original_source_detail: string | null;
            custom_fields: components["schemas"]["CustomFields"];
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description The contacts that hold the identifiers asked for. */
        ContactLookup: {
            /** @description Complete contacts; empty when nobody matches. Two only when `email` and `phone` belong to different contacts. */
            items: components["schemas"]["Contact"][];
        };
        /** @description A lookup's matches when `email` or `phone` is given, otherwise a page. */
        ContactPageOrLookup: components["schemas"]["ContactPage"] | components["schemas"]["ContactLookup"];
        /**
         * @description The email address; null for none. It is trimmed, lower-cased and checked, and no two contacts of a workspace share one.
         *     A contact keeps at least one of `email` and `phone`.
         */
        ContactEmail: string | null;
        /**
         * @description The phone number; null for none. It is kept in international form (`+46701740605`); a number without a country code is
         *     read as one of the workspace's default country. No two contacts of a workspace share one.
         *     A contact keeps at least one of `email` and `phone`.
         */
        ContactPhone: string | null;
        /** @description A contact to create. One of `email` and `phone` is needed; null anywhere is the same as leaving the field out. */
        ContactCreateItem: {
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description The given name. */
            first_name?: string | null;
            /** @description The family name. */
            last_name?: string | null;
            /** @description Where the contact works. */
            company?: string | null;
            /** @description What the contact does there. */
            job_title?: string | null;
            /** @description First line of the postal address. */
            address?: string | null;
            /** @description Second line of the postal address. */
            address2?: string | null;
            /** @description City of the postal address. */
            city?: string | null;
            /** @description State, province or region of the postal address. */
            state?: string | null;
            /** @description Country of the postal address. */
            country?: string | null;
            /** @description Postal code. */
            zip_code?: string | null;
            /** @description Your own label for where the sales talk stands. */
            lead_status?: string | null;
            /** @description Your own label for the stage of the relation. */
            lifecycle_stage?: string | null;
            /** @description The contact score, on a scale of your own. */
            service_score?: number | null;
            /**
             * @description True keeps every blast away from this contact, except operational ones.
             * @default false
             */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed?: boolean | null;
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The contacts to create. */
        ContactCreateBatch: {
            /** @description Handled one after the other, in this order; each succeeds or is rejected on its own. */
            items: components["schemas"]["ContactCreateItem"][];
        };
        /** @description The item has created a contact. */
        ContactCreated: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none. */
            client_item_id: string | null;
            contact_id: components["schemas"]["Uuid"];
            /** @constant */
            status: "created";
            /** @description The contact as it is now. */
            contact: components["schemas"]["Contact"];
        };
        /** @description The item was refused; nothing was written for it. */
        ContactRejected: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none. */
            client_item_id: string | null;
            /** @description The contact that the item meant to update; null when it named none. */
            contact_id: components["schemas"]["Uuid"] | null;
            /** @constant */
            status: "rejected";
            /** @description There is no contact to show. */
            contact: null;
            /**
             * @description A stable code for programs. `validation_failed`: see `issues`. `conflict`: another contact holds the email or phone,
             *     see `existing_contact`. `not_found`: no contact has the item's `contact_id`.
             * @enum {string}
             */
            error_code: "validation_failed" | "conflict" | "not_found";
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            message: string;
            /** @description With `validation_failed`, what is wrong; paths start inside the item (`email`). */
            issues?: components["schemas"]["Issue"][];
            existing_contact?: components["schemas"]["ExistingContact"];
        };
        /** @description What became of each contact to create. */
        ContactCreateResult: {
            /**
             * @description Every item has been dealt with, well or not.
             * @constant
             */
            status: "completed";
            /** @description How many items created a contact. */
            created_count: number;
            /** @description How many items were refused. */
            rejected_count: number;
            /** @description One result an item, in the order of the request. */
            items: (components["schemas"]["ContactCreated"] | components["schemas"]["ContactRejected"])[];
        };
        /**
         * @description A contact to write, matched on `email`, or on `phone` when it has no email; one of the two is needed. On a match, fields
         *     that you leave out stay as they are; null, or an empty text, clears one.
         */
        ContactUpsertItem: {
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description Follows `email` by itself; set it only to override that. Null goes back to the email's own domain. */
            email_domain?: string | null;
            /** @description The given name. */
            first_name?: string | null;
            /** @description The family name. */
            last_name?: string | null;
            /** @description Where the contact works. */
            company?: string | null;
            /** @description What the contact does there. */
            job_title?: string | null;
            /** @description First line of the postal address. */
            address?: string | null;
            /** @description Second line of the postal address. */
            address2?: string | null;
            /** @description City of the postal address. */
            city?: string | null;
            /** @description State, province or region of the postal address. */
            state?: string | null;
            /** @description Country of the postal address. */
            country?: string | null;
            /** @description Postal code. */
            zip_code?: string | null;
            /** @description Your own label for where the sales talk stands. */
            lead_status?: string | null;
            /** @description Your own label for the stage of the relation. */
            lifecycle_stage?: string | null;
            /** @description The contact score, on a scale of your own. */
            service_score?: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed?: boolean | null;
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The contacts to write. */
        ContactUpsertBatch: {
            /** @description Handled one after the other, in this order; each succeeds or is rejected on its own. */
            items: components["schemas"]["ContactUpsertItem"][];
        };
        /** @description The item has updated the contact. */
        ContactUpdated: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none. */
            client_item_id: string | null;
            contact_id: components["schemas"]["Uuid"];
            /** @constant */
            status: "updated";
            /** @description The contact as it is now. */
            contact: components["schemas"]["Contact"];
        };
        /** @description What became of each contact to write. */
        ContactUpsertResult: {
            /**
             * @description Every item has been dealt with, well or not.
             * @constant
             */
            status: "completed";
            /** @description How many items created a contact. */
            created_count: number;
            /** @description How many items updated one. */
            updated_count: number;
            /** @description How many items were refused. */
            rejected_count: number;
            /** @description One result an item, in the order of the request. */
            items: (components["schemas"]["ContactCreated"] | components["schemas"]["ContactUpdated"] | components["schemas"]["ContactRejected"])[];
        };
        /** @description Changes to one contact. Fields that you leave out stay as they are; null, or an empty text, clears one. */
        ContactUpdateItem: {
            contact_id: components["schemas"]["Uuid"];
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description Follows `email` by itself; set it only to override that. Null goes back to the email's own domain. */
            email_domain?: string | null;
            /** @description The given name. */
            first_name?: string | null;
            /** @description The family name. */
            last_name?: string | null;
            /** @description Where the contact works. */
            company?: string | null;
            /** @description What the contact does there. */
            job_title?: string | null;
            /** @description First line of the postal address. */
            address?: string | null;
            /** @description Second line of the postal address. */
            address2?: string | null;
            /** @description City of the postal address. */
            city?: string | null;
            /** @description State, province or region of the postal address. */
            state?: string | null;
            /** @description Country of the postal address. */
            country?: string | null;
            /** @description Postal code. */
            zip_code?: string | null;
            /** @description Your own label for where the sales talk stands. */
            lead_status?: string | null;
            /** @description Your own label for the stage of the relation. */
            lifecycle_stage?: string | null;
            /** @description The contact score, on a scale of your own. */
            service_score?: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed?: boolean | null;
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The contacts to change. */
        ContactUpdateBatch: {
            /** @description Handled one after the other, in this order; each succeeds or is rejected on its own. */
            items: components["schemas"]["ContactUpdateItem"][];
        };
        /** @description What became of each contact to change. */
        ContactUpdateResult: {
            /**
             * @description Every item has been dealt with, well or not.
             * @constant
             */
            status: "completed";
            /** @description How many items updated their contact. */
            updated_count: number;
            /** @description How many items were refused. */
            rejected_count: number;
            /** @description One result an item, in the order of the request. */
            items: (components["schemas"]["ContactUpdated"] | components["schemas"]["ContactRejected"])[];
        };
        /** @description Changes to a contact. Fields that you leave out stay as they are; null, or an empty text, clears one. */
        ContactPatch: {
            /** @description Taken so that a batch item can be reused here; a single update has no use for it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description Follows `email` by itself; set it only to override that. Null goes back to the email's own domain. */
            email_domain?: string | null;
            /** @description The given name. */
            first_name?: string | null;
            /** @description The family name. */
            last_name?: string | null;
            /** @description Where the contact works. */
            company?: string | null;
            /** @description What the contact does there. */
            job_title?: string | null;
            /** @description First line of the postal address. */
            address?: string | null;
            /** @description Second line of the postal address. */
            address2?: string | null;
            /** @description City of the postal address. */
            city?: string | null;
            /** @description State, province or region of the postal address. */
            state?: string | null;
            /** @description Country of the postal address. */
            country?: string | null;
            /** @description Postal code. */
            zip_code?: string | null;
            /** @description Your own label for where the sales talk stands. */
            lead_status?: string | null;
            /** @description Your own label for the stage of the relation. */
            lifecycle_stage?: string | null;
            /** @description The contact score, on a scale of your own. */
            service_score?: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed?: boolean | null;
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The contact was created. */
        ContactCreatedActivity: {
            /** @constant */
            type: "contact_created";
            timestamp: components["schemas"]["Timestamp"];
            metadata: {
                source: components["schemas"]["ContactSource"];
                /** @description More about the source, for example the name of an imported file. */
                source_detail: string | null;
            };
        };
        /** @description Fields of the contact changed. A write that leaves everything as it was makes no entry. */
        ContactUpdatedActivity: {
            /** @constant */
            type: "contact_updated";
            timestamp: components["schemas"]["Timestamp"];
            metadata: {
                /** @description What made the change. */
                source: components["schemas"]["ContactSource"];
                /** @description The names of the fields that changed; those of custom fields as `custom_fields.<api_name>`. */
                fields: string[];
            };
        };
        /** @description An opaque, sortable identifier of 26 characters. */
        Ulid: string;
        /** @description A step on the way of a blast's email to the contact, or an answer to it. */
        EmailActivity: {
            /** @enum {string} */
            type: "email_sent" | "email_delivered" | "email_opened" | "email_unsubscribed" | "email_complained";
            timestamp: components["schemas"]["Timestamp"];
            metadata: {
                /** @description The blast that carried the email. */
                blast_id: components["schemas"]["Uuid"];
                /** @description The contact's entry in the blast's report. */
                recipient_id: components["schemas"]["Ulid"];
            };
        };
        /** @description The contact followed a link in a blast's email. */
        EmailClickedActivity: {
            /** @constant */
            type: "email_clicked";
            timestamp: components["schemas"]["Timestamp"];
            metadata: {
                /** @description The blast that carried the email. */
                blast_id: components["schemas"]["Uuid"];
                /** @description The contact's entry in the blast's report. */
                recipient_id: components["schemas"]["Ulid"];
                /** @description Where the link leads. */
                url: string;
            };
        };
        /** @description A blast's email to the contact came back. */
        EmailBouncedActivity: {
            /** @constant */
            type: "email_bounced";
            timestamp: components["schemas"]["Timestamp"];
            metadata: {
                /** @description The blast that carried the email. */
                blast_id: components["schemas"]["Uuid"];
                /** @description The contact's entry in the blast's report. */
                recipient_id: components["schemas"]["Ulid"];
                /** @description What the receiving server said. */
                reason: string;
            };
        };
        /** @description One entry of a contact's timeline; `type` tells what `metadata` holds. */
        ContactActivity: components["schemas"]["ContactCreatedActivity"] | components["schemas"]["ContactUpdatedActivity"] | components["schemas"]["EmailActivity"] | components["schemas"]["EmailClickedActivity"] | components["schemas"]["EmailBouncedActivity"];
        /** @description One page of a contact's timeline. */
        ContactActivityPage: {
            /** @description The entries on this page. */
            items: components["schemas"]["ContactActivity"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description How a list gets its members: a `static` list holds the contacts that you put on it, a `dynamic` list those that
         *     match its rules, and a `system` list is kept by the service. The kind of a list never changes.
         * @enum {string}
         */
        ContactListKind: "static" | "dynamic" | "system";
        /** @description A named group of contacts. */
        ContactList: {
            list_id: components["schemas"]["Uuid"];
            /** @description No two lists of a workspace share a name. */
            name: string;
            /** @description A short form of the name for use in addresses. */
            slug: string;
            description: string | null;
            kind: components["schemas"]["ContactListKind"];
            /** @description Null, because a static list has no rules. */
            rules: null;
            /** @description How many contacts are on a static list; null where members are computed, see the member-count operation. */
            member_count: number | null;
            /** @description The blast that a private list belongs to; null for every list of your own. */
            owner_campaign_id: components["schemas"]["Uuid"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of contact lists. */
        ContactListPage: {
            lists: components["schemas"]["ContactList"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new static list. */
        CreateContactListRequest: {
            /** @description Has to be free in the workspace. */
            name: string;
            description?: string | null;
            /**
             * @description Only static lists can be created.
             * @constant
             */
            kind: "static";
            /** @description The first members, each named once. */
            contact_ids?: components["schemas"]["Uuid"][];
        };
        /** @description The fields to change; a field left out keeps its value. */
        UpdateContactListRequest: {
            /** @description Has to be free in the workspace. */
            name?: string;
            /** @description Null clears it. */
            description?: string | null;
        };
        /** @description A contact as a member of a list, with every field but `custom_fields`. */
        ContactListMember: {
            contact_id: components["schemas"]["Uuid"];
            /** @description The name to show for this contact. */
            display_name: string;
            /** @description The given name; empty when unset. */
            first_name: string;
            /** @description The family name; empty when unset. */
            last_name: string;
            /** @description The normalized address. */
            email: string | null;
            /** @description The part of `email` after the at sign, unless it was set otherwise. */
            email_domain: string | null;
            /** @description The normalized number, in international form. */
            phone: string | null;
            /** @description Where the contact works; empty when unset. */
            company: string;
            /** @description What the contact does there; empty when unset. */
            job_title: string;
            /** @description First line of the postal address. */
            address: string | null;
            /** @description Second line of the postal address. */
            address2: string | null;
            /** @description City of the postal address. */
            city: string | null;
            /** @description State, province or region of the postal address. */
            state: string | null;
            /** @description Country of the postal address, as you wrote it. */
            country: string | null;
            /** @description Postal code. */
            zip_code: string | null;
            /** @description Your own label for where the sales talk stands; empty when unset. */
            lead_status: string;
            /** @description Your own label for the stage of the relation; empty when unset. */
            lifecycle_stage: string;
            /** @description The contact score, on a scale of your own. */
            service_score: number | null;
            /** @description True keeps every blast away from this contact, except operational ones. */
            unsubscribed: boolean;
            /** @description Consent to marketing by email; null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message; null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source, for example the name of an imported file. */
            original_source_detail: string | null;
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            /** @description When the contact was put on the list; null on lists whose members are computed. */
            member_added_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of a list's members. */
        ContactListMemberPage: {
            contacts: components["schemas"]["ContactListMember"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description The contacts to put on a list or to take off it. */
        ContactListMembersRequest: {
            /** @description Each contact named once. */
            contact_ids: components["schemas"]["Uuid"][];
        };
        /** @description What adding contacts did; the two counts add up to the number of contacts sent. */
        AddedContactListMembers: {
            /** @description How many are new on the list. */
            added_count: number;
            /** @description How many were on it before. */
            already_member_count: number;
        };
        /** @description What removing contacts did. */
        RemovedContactListMembers: {
            /** @description How many were on the list and are not any more. */
            removed_count: number;
        };
        /** @description A list's members, counted at the time of the request. */
        ContactListMemberCount: {
            list_id: components["schemas"]["Uuid"];
            kind: components["schemas"]["ContactListKind"];
            member_count: number;
            /** @description How many of the members are unsubscribed, so that marketing blasts pass them over. */
            blocked_count: number;
        };
        /**
         * @description An `approved` email can be sent by a blast, a `draft` can not.
         * @enum {string}
         */
        EmailStatus: "draft" | "approved";
        /** @description An email as lists show it, without its generation and the paths to its content. */
        EmailListItem: {
            email_id: components["schemas"]["Uuid"];
            /** @description What you call the email; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailStatus"];
            subject: string | null;
            /** @description The line that mail programs show beside the subject. */
            preview_text: string | null;
            from_name: string | null;
            from_address: string | null;
            reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none. */
            current_version: number | null;
            /** @description The version that a blast sends; null while the email is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. Saved code does not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            plain_text_overridden_at: components["schemas"]["Timestamp"] | null;
            /** @description True when the HTML has changed since you wrote the plain text. */
            plain_text_stale_after_html_iteration: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the email. */
            created_by_name: string;
        };
        /** @description One page of emails. */
        EmailPage: {
            emails: components["schemas"]["EmailListItem"][];
            /** @description Send it as `cursor` for the next page; absent on the last one. */
            next_cursor?: string;
        };
        /** @description A new email; every header may be left out or null, and filled in before approval. */
        CreateEmailRequest: {
            /** @description What you call the email; recipients never see it. */
            name: string;
            /** @description One line, which may carry merge tags. */
            subject?: string | null;
            /** @description The line that mail programs show beside the subject. May carry merge tags. */
            preview_text?: string | null;
            /** @description Who the email is from, in one line. Sent as it is, without merge tags. */
            from_name?: string | null;
            /**
             * Format: email
             * @description Its domain has to be verified for the workspace; a verified domain does not cover its subdomains.
             */
            from_address?: string | null;
            /** Format: email */
            reply_to_email?: string | null;
        };
        /** @description An email; its HTML and plain text have addresses of their own. */
        Email: {
            email_id: components["schemas"]["Uuid"];
            /** @description What you call the email; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailStatus"];
            subject: string | null;
            /** @description The line that mail programs show beside the subject. */
            preview_text: string | null;
            from_name: string | null;
            from_address: string | null;
            reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none. */
            current_version: number | null;
            /** @description The version that a blast sends; null while the email is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. Saved code does not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            plain_text_overridden_at: components["schemas"]["Timestamp"] | null;
            /** @description True when the HTML has changed since you wrote the plain text. */
            plain_text_stale_after_html_iteration: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the email. */
            created_by_name: string;
            /**
             * @description How far the newest version is.
             * @enum {string}
             */
            latest_generation_status: "generating" | "completed" | "failed";
            /** @description Where the HTML is, as a path on this service. */
            content_path: string;
            /** @description Where the plain text is, as a path on this service. */
            plain_text_path: string;
        };
        /** @description The email that was deleted. */
        DeletedEmail: {
            email_id: components["schemas"]["Uuid"];
            /** @constant */
            deleted: true;
        };
        /** @description The fields to change; a field left out keeps its value, and null clears a header. */
        UpdateEmailRequest: {
            /** @description What you call the email; recipients never see it. */
            name?: string;
            /** @description One line, which may carry merge tags. */
            subject?: string | null;
            /** @description The line that mail programs show beside the subject. May carry merge tags. */
            preview_text?: string | null;
            /** @description Who the email is from, in one line. Sent as it is, without merge tags. */
            from_name?: string | null;
            /**
             * Format: email
             * @description Its domain has to be verified for the workspace; a verified domain does not cover its subdomains.
             */
            from_address?: string | null;
            /** Format: email */
            reply_to_email?: string | null;
        };
        /** @description The plain-text alternative of an email's newest version. */
        EmailPlainText: {
            email_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            version: number;
            content: string;
            /** @description True when you wrote the text yourself. */
            overridden: boolean;
            /** @description True when the HTML has changed since you wrote the text. */
            stale_after_html_iteration: boolean;
            /**
             * @description Where the text comes from; `auto` derives it from the HTML, `override` is what you wrote.
             * @enum {string}
             */
            plain_text_source: "auto" | "override";
        };
        /** @description A plain text of your own. */
        OverrideEmailPlainTextRequest: {
            /**
             * @description At most 1 MiB, counted in bytes of UTF-8. May carry merge tags. An empty string stands for an email without
             *     any text.
             */
            content: string;
        };
        /** @description New HTML for an email. */
        SaveEmailCodeRequest: {
            /**
             * @description The HTML, at most 2 MiB, counted in bytes of UTF-8, and with at most 256 elements in one another. May carry
             *     merge tags.
             */
            code: string;
        };
        /** @description The version that the saved HTML became. */
        SavedEmailCode: {
            email_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            version: number;
        };
        /** @description Which version you looked at. */
        ApproveEmailRequest: {
            /** @description Has to be the newest completed version, so that nothing newer is approved unseen. */
            version?: number;
        };
        /** @description The list that a blast goes to. */
        EmailBlastAudience: {
            list_id: components["schemas"]["Uuid"];
            /**
             * @description The blast's `audience_source`.
             * @enum {string}
             */
            source: "existing" | "inline";
            name: string;
            /**
             * @description Whether you put the members on the list (`static`), or a rule does (`dynamic`).
             * @enum {string}
             */
            kind: "static" | "dynamic";
            /** @description How many members the list has now; null for a dynamic list. */
            member_count: number | null;
        };
        /** @description The email that a blast carries. */
        EmailBlastEmail: {
            email_id: components["schemas"]["Uuid"];
            /**
             * @description The blast's `email_source`.
             * @enum {string}
             */
            source: "existing" | "inline";
            name: string;
            status: components["schemas"]["EmailStatus"];
            subject: string | null;
            /** @description The newest version; null while there is none. */
            current_version: number | null;
            /** @description The version that a blast sends; null while the email is a draft. */
            approved_version: number | null;
        };
        /**
         * @description Progress and results of a blast. People are counted, not messages or clicks: somebody who opens an email ten times
         *     counts once. All counters are 0 until sending starts.
         */
        EmailBlastDetails: {
            /** @description All members of the audience when sending started. */
            blast_recipient_count: number;
            /** @description Those whose message the mail server has accepted. */
            blast_sent_count: number;
            /** @description Those whose message could not be handed to the mail server. */
            blast_failed_count: number;
            /** @description Those who are held back because they unsubscribed, bounced before or complained. */
            blast_blocked_count: number;
            /** @description Those who have an email address and are not blocked. */
            blast_qualified_count: number;
            /** @description True when the audience was cut because it is larger than a blast can take. */
            blast_audience_truncated: boolean;
            /** @description Those whose message was accepted and has not come back. */
            blast_delivered_count: number;
            /** @description Those who opened it. Mail programs that load images unasked count too. */
            blast_opened_count: number;
            /** @description Those who followed a link in it. */
            blast_clicked_count: number;
            /** @description Those whose address the mail server refused, at once or later. */
            blast_bounced_count: number;
            /** @description Those who reported it as spam. */
            blast_spam_count: number;
            /** @description Those who unsubscribed through it. */
            blast_unsubscribed_count: number;
            /** @description Why the blast failed; while it is `sending`, what it waits for, such as a mail server out of reach; otherwise null. */
            blast_error: string | null;
        };
        /** @description A one-time send of an approved email to the members of a list. */
        EmailBlast: {
            blast_id: components["schemas"]["Uuid"];
            /** @constant */
            type: "email_blast";
            /** @description What you call the blast; recipients never see it. */
            name: string;
            /** @description A note for yourself; recipients never see it. */
            description: string | null;
            /**
             * @description - `draft`: being prepared.
             *     - `scheduled`: goes out at `scheduled_at`.
             *     - `sending`: going out now; `details` shows how far it is.
             *     - `sent`: every recipient has been dealt with.
             *     - `failed`: it could not go out, for example because the mail server refuses the service as a whole; `details.blast_error`
             *       says why.
             *     - `cancelled`: called off, see `cancelled_reason`.
             *     - `archived`: put away.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "archived";
            /** @description The list it goes to; null until one is set, and when that list has been deleted. */
            audience_list_id: components["schemas"]["Uuid"] | null;
            /**
             * @description Where the list comes from, `existing` being one of the workspace's lists; null without an audience.
             * @enum {string|null}
             */
            audience_source: "existing" | "inline" | null;
            /** @description The list in short; null without an audience. */
            audience: components["schemas"]["EmailBlastAudience"] | null;
            /** @description The email it carries; null until one is set, and when that email has been deleted. */
            email_id: components["schemas"]["Uuid"] | null;
            /**
             * @description Where the email comes from, `existing` being one of the workspace's emails; null without an email.
             * @enum {string|null}
             */
            email_source: "existing" | "inline" | null;
            /** @description The email in short; null without an email. */
            email: components["schemas"]["EmailBlastEmail"] | null;
            /** @description True for transactional mail: it also goes to unsubscribed contacts, and carries no unsubscribe footer. */
            operational: boolean;
            /** @description When it is, or was, due; null when it never was scheduled. */
            scheduled_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was released for sending; null on a draft. */
            approved_at: components["schemas"]["Timestamp"] | null;
            /** @description The version of the email that goes out, fixed at the release; null on a draft. */
            approved_email_version: number | null;
            /** @description When the last recipient had been dealt with; null unless it was sent. */
            sent_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description How it was released, by `scheduled` time or `immediate`ly; null on a draft.
             * @enum {string|null}
             */
            send_mode: "scheduled" | "immediate" | null;
            /** @description When it was cancelled, by you or by the service. */
            cancelled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Which allowance of the free plan stopped a scheduled blast; null when you cancelled it yourself.
             * @enum {string|null}
             */
            cancelled_reason: "daily_email_limit" | "contact_allowance" | null;
            details: components["schemas"]["EmailBlastDetails"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Only on a draft. */
            approval_readiness?: components["schemas"]["ApprovalReadiness"];
        };
        /** @description One page of blasts. */
        EmailBlastPage: {
            blasts: components["schemas"]["EmailBlast"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new blast; audience and email follow. */
        CreateEmailBlastRequest: {
            /** @description What you call the blast; recipients never see it. */
            name: string;
            /** @description A note for yourself. */
            description?: string | null;
        };
        /** @description The blast that was deleted. */
        DeletedEmailBlast: {
            blast_id: components["schemas"]["Uuid"];
            /** @constant */
            deleted: true;
        };
        /** @description What to change about a blast. What you leave out stays as it is. */
        UpdateEmailBlastRequest: {
            name?: string;
            /** @description A note for yourself; null clears it. */
            description?: string | null;
        };
        /** @description The audience to give a blast. */
        SetEmailBlastAudienceRequest: {
            /**
             * @description One of the workspace's lists.
             * @constant
             */
            source: "existing";
            /** @description The list. A system list can not be an audience. */
            list_id: components["schemas"]["Uuid"];
        };
        /** @description The email to give a blast. */
        SetEmailBlastEmailRequest: {
            /**
             * @description One of the workspace's emails.
             * @constant
             */
            source: "existing";
            /** @description The email. It may still be a draft now, and has to be approved before the blast can send. */
            email_id: components["schemas"]["Uuid"];
        };
        /** @description How to send a blast. */
        SendEmailBlastNowRequest: {
            /**
             * @description True for transactional mail, such as a change of terms: unsubscribed contacts get it too, and it carries no
             *     unsubscribe footer. Addresses that bounced and people who complained stay blocked.
             * @default false
             */
            operational?: boolean;
        };
        /** @description What became of a blast for one member of its audience. Name and address are those of the moment when sending started. */
        EmailBlastRecipient: {
            recipient_id: components["schemas"]["Ulid"];
            /** @description The contact; it may have been deleted since, see `contact_deleted`. */
            contact_id: components["schemas"]["Uuid"];
            display_name: string;
            /** @description The address it goes to; null when the contact had none. */
            email: string | null;
            /** @description True when the contact has been deleted since. */
            contact_deleted: boolean;
            /** @description When the mail server accepted the message. */
            sent_at: components["schemas"]["Timestamp"] | null;
            /** @description When the message counted as delivered, which is on acceptance; null again after a bounce. */
            delivered_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was first opened. */
            opened_at: components["schemas"]["Timestamp"] | null;
            /** @description When a link in it was first followed. */
            clicked_at: components["schemas"]["Timestamp"] | null;
            /** @description The link that was followed first. */
            clicked_url: string | null;
            /** @description When the address was refused, at once or after acceptance. */
            bounced_at: components["schemas"]["Timestamp"] | null;
            /** @description When the contact unsubscribed through this blast. */
            unsubscribed_at: components["schemas"]["Timestamp"] | null;
            /** @description When the contact reported it as spam. */
            complained_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description - `pending`: waits for its turn.
             *     - `sending`: is being handed to the mail server.
             *     - `sent`: the mail server accepted it.
             *     - `failed`: it could not be handed over, for a reason that lies with the connection, the credentials or the sender.
             *     - `bounced`: the address was refused.
             *     - `blocked`: held back; the contact unsubscribed, bounced before or complained.
             *     - `unqualified`: the contact has no email address.
             * @enum {string}
             */
            status: "pending" | "sending" | "sent" | "failed" | "bounced" | "blocked" | "unqualified";
            /** @description Why it failed, bounced or was blocked; null otherwise. */
            error: string | null;
        };
        /** @description One page of a blast's recipients. */
        EmailBlastRecipientPage: {
            contacts: components["schemas"]["EmailBlastRecipient"][];
            pagination: components["schemas"]["Pagination"];
        };
    };
    responses: {
        /** @description The service failed; nothing was written. */
        Failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A parameter is malformed or unknown. */
        BadRead: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key is missing, malformed, unknown, revoked or expired. */
        Unauthorized: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The key has made too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A part that the service needs is out of reach for the moment. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
        BadPost: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A request with the same idempotency key still runs. */
        InProgress: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not declared as JSON. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description There is no such thing in this workspace. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body or a parameter is malformed, or names an unknown field. */
        BadWrite: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The blast's status does not allow this. */
        BlastInvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
    };
    parameters: {
        /** @description Which page, counted from 1. */
        Page: number;
        /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
        Limit: number;
        /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
        Order: "desc" | "asc";
        /**
         * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
         * @example 5f0c7a52-spring-sale
         */
        IdempotencyKey: string;
        /**
         * @description The contact's identifier.
         * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
         */
        ContactId: components["schemas"]["Uuid"];
        /**
         * @description The contact list's identifier.
         * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
         */
        ListId: components["schemas"]["Uuid"];
        /**
         * @description The email's identifier.
         * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
         */
        EmailId: components["schemas"]["Uuid"];
        /**
         * @description The blast's identifier.
         * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
         */
        BlastId: components["schemas"]["Uuid"];
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the service's logs; your own `X-Request-Id` when you sent one. */
        RequestId: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listContacts: {
        parameters: {
            query?: {
                /** @description Looks up the contact with this email. */
                email?: string;
                /** @description Looks up the contact with this phone. */
                phone?: string;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description What to sort by; names in upper or lower case alike. Contacts without a value come last. */
                sort?: "created_at" | "updated_at" | "last_activity_at" | "display_name" | "first_name" | "last_name" | "normalized_email" | "original_source";
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"];
                /** @description Keeps the contacts whose name, email, phone or company contains this text, in upper or lower case. */
                search?: string;
                /** @description Keeps the contacts changed after this moment, an ISO 8601 timestamp with an offset or `Z`. */
                updated_after?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The matches of a lookup, or a page. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPageOrLookup"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactCreateBatch"];
            };
        };
        responses: {
            /** @description What became of each item. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactCreateResult"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    upsertContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpsertBatch"];
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpsertResult"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactUpdateBatch"];
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpdateResult"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The contact is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateContact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactPatch"];
            };
        };
        responses: {
            /** @description The contact as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Another contact has the new email or phone; `details.existing_contact` names it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listContactActivities: {
        parameters: {
            query?: {
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"];
            };
            header?: never;
            path: {
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
                 */
                contact_id: components["parameters"]["ContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of the timeline. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactActivityPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listContactLists: {
        parameters: {
            query?: {
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description Keeps the lists whose name contains this text, in upper or lower case. */
                search?: string;
                /** @description Keeps the lists of one kind. */
                kind?: components["schemas"]["ContactListKind"];
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of lists. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createContactList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactListRequest"];
            };
        };
        responses: {
            /** @description The new list. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The name is taken, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The list is gone. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateContactList: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactListRequest"];
            };
        };
        responses: {
            /** @description The list as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Another list has this name. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listContactListMembers: {
        parameters: {
            query?: {
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description Keeps the members whose name or email contains this text, in upper or lower case. */
                search?: string;
                /** @description What to sort by. Members without a value come last. */
                sort?: "member_added_at" | "created_at" | "updated_at" | "last_activity_at" | "display_name" | "first_name" | "last_name" | "normalized_email" | "original_source";
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: "desc" | "asc";
                /** @description Leaves unsubscribed members out. Wins over `only_unsubscribed`. */
                exclude_unsubscribed?: "1" | "true" | "0" | "false";
                /** @description Keeps unsubscribed members only. */
                only_unsubscribed?: "1" | "true" | "0" | "false";
            };
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of members. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListMemberPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    addContactListMembers: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListMembersRequest"];
            };
        };
        responses: {
            /** @description How many were added. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedContactListMembers"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    removeContactListMembers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactListMembersRequest"];
            };
        };
        responses: {
            /** @description How many were removed. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedContactListMembers"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getContactListMemberCount: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The counts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListMemberCount"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Keeps the emails with one status. */
                status?: "any" | "draft" | "approved";
                /** @description What to sort by while `status` is `any`; other listings go by `updated_at`. */
                sort_by?: "updated_at" | "created_at" | "name";
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: "desc" | "asc";
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description The `next_cursor` of the page before; without one, the listing begins at its start. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of emails. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPage"];
                };
            };
            /** @description A parameter is malformed or unknown, or the cursor does not fit. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailRequest"];
            };
        };
        responses: {
            /** @description The new draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmail"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A blast needs the email. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailRequest"];
            };
        };
        responses: {
            /** @description The email as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailPlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plain text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    overrideEmailPlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideEmailPlainTextRequest"];
            };
        };
        responses: {
            /** @description The plain text as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    revertEmailPlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The derived plain text. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    saveEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveEmailCodeRequest"];
            };
        };
        responses: {
            /** @description The new version. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEmailCode"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    approveEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveEmailRequest"];
            };
        };
        responses: {
            /** @description The approved email. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description The request is malformed, a required header is empty, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The version is not the newest one, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    unapproveEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email as a draft. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A blast needs the email, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailBlasts: {
        parameters: {
            query?: {
                /** @description Keeps the blasts in this status. `archived` finds archived blasts whatever `archived` says. */
                status?: "any" | "draft" | "scheduled" | "sending" | "sent" | "failed" | "cancelled" | "archived";
                /** @description Leaves archived blasts out, takes them in, or keeps nothing else. */
                archived?: "exclude" | "include" | "only";
                /** @description What to sort by. With `scheduled_at`, blasts without a time come last in either order. */
                sort_by?: "updated_at" | "created_at" | "scheduled_at" | "name";
                /** @description Whether the greatest or the least value comes first. */
                sort_order?: "desc" | "asc";
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description Keeps the blasts whose name or description contains this text, in upper or lower case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of blasts. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlastPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailBlastRequest"];
            };
        };
        responses: {
            /** @description The new draft. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            400: components["responses"]["BadPost"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailBlast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blast. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteEmailBlast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The blast is gone. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmailBlast"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastInvalidState"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateEmailBlast: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailBlastRequest"];
            };
        };
        responses: {
            /** @description The blast as it is now. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    setEmailBlastAudience: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEmailBlastAudienceRequest"];
            };
        };
        responses: {
            /** @description The blast with its audience. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    setEmailBlastEmail: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEmailBlastEmailRequest"];
            };
        };
        responses: {
            /** @description The blast with its email. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            400: components["responses"]["BadWrite"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    sendEmailBlastNow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency above. An opaque string of your own, for example a UUID.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendEmailBlastNowRequest"];
            };
        };
        responses: {
            /** @description Sending has started. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The blast is not ready, the body or a parameter is malformed, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description The blast would pass an allowance of the free plan; `details` names the allowance and what is used of it. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The blast is not a draft, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailBlastContacts: {
        parameters: {
            query?: {
                /**
                 * @description Which recipients to keep. `recipients` are all of them, those who are blocked or have no address included; each other
                 *     category keeps those to whom that has happened, as its timestamp says (`spam` goes by `complained_at`).
                 */
                category?: "recipients" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed" | "spam";
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"];
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"];
                /** @description Keeps the recipients whose name or email contains this text, in upper or lower case. */
                search?: string;
                /** @description What to sort by. Recipients without a value come last in either order. */
                sort?: "sent_at" | "delivered_at" | "opened_at" | "clicked_at" | "bounced_at" | "unsubscribed_at" | "complained_at" | "display_name" | "email";
                /** @description Whether the greatest or the least value comes first. */
                order?: "desc" | "asc";
            };
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of recipients. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlastRecipientPage"];
                };
            };
            400: components["responses"]["BadRead"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
}

/** The query parameters of each operation that have a default. */
export interface queryDefaults {
    listContacts: 'page' | 'limit' | 'sort' | 'order';
    listContactActivities: 'page' | 'limit' | 'order';
    listContactLists: 'page' | 'limit';
    listContactListMembers: 'page' | 'limit' | 'sort' | 'order' | 'exclude_unsubscribed' | 'only_unsubscribed';
    listEmails: 'status' | 'sort_by' | 'sort_order' | 'limit';
    listEmailBlasts: 'status' | 'archived' | 'sort_by' | 'sort_order' | 'page' | 'limit';
    listEmailBlastContacts: 'category' | 'page' | 'limit' | 'sort' | 'order';
}
