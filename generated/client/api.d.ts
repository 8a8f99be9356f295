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
         *     `custom_fields` takes values for active fields of the workspace. An item with an unknown field, an archived one or a value
         *     of another type is rejected with `validation_failed`.
         *
         *     Each new contact starts its timeline with `contact_created`. With an `Idempotency-Key` a repeat replays the first
         *     result; without one it is rejected item by item, since the contacts exist by then.
         */
        post: operations["createContacts"];
        /**
         * Delete contacts
         * @description Deletes up to 100 contacts for good, as deleting them one by one does: their timelines and their places on lists go too, and
         *     flows drop them. Contacts that do not exist are passed over with `not_found`, so the answer is `200` even when none of
         *     them did, and repeating the request is harmless. A malformed identifier fails the whole request with `400`, and nobody is
         *     deleted.
         *
         *     `POST /v1/contacts/delete` does the same, for clients that cannot send a body with `DELETE`.
         */
        delete: operations["deleteContacts"];
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
         *     An item that names an unknown or archived custom field, or has a value of another type for one, is rejected with
         *     `validation_failed`; the issue names `custom_fields.<api_name>`.
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
         *     `conflict`, anything malformed with `validation_failed`, an unknown or archived custom field too; the other items are
         *     written.
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
    "/v1/contacts/delete": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Delete contacts with a POST
         * @description Deletes up to 100 contacts for good, as deleting them one by one does: their timelines and their places on lists go too, and
         *     flows drop them. Contacts that do not exist are passed over with `not_found`, so the answer is `200` even when none of
         *     them did, and repeating the request is harmless. A malformed identifier fails the whole request with `400`, and nobody is
         *     deleted.
         *
         *     The same as `DELETE /v1/contacts`, for clients, proxies and gateways that take no body with `DELETE`. With an
         *     `Idempotency-Key` a repeat replays the first result.
         */
        post: operations["deleteContactsByPost"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search contacts with rules
         * @description Returns the contacts that fit a rule tree, page by page, sorted as the list of contacts is and likewise without
         *     `custom_fields`. Use it to try rules before a list or a blast keeps them, or for questions asked once; for a question that
         *     you ask again and again, make a dynamic list.
         *
         *     The tree may hold `email_step` conditions, with a `flowId` each. It has at most five groups inside one another and at most
         *     100 conditions. A list or a flow in it that does not exist answers `404`; a list that is not static, an unknown or archived
         *     field, an unknown step, or an operator or value that does not fit the field's type `400`, with the path of the condition.
         *
         *     Nothing is written, so a repeat is harmless. An `Idempotency-Key` is taken and does nothing: each answer is made afresh.
         */
        post: operations["searchContacts"];
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
         * @description Deletes the contact for good, with its timeline and its place on every list. Flows drop it (`contact_deleted`), and the
         *     reports of blasts keep their entry for it, marked `contact_deleted`. Deleting it again answers `404`.
         */
        delete: operations["deleteContact"];
        options?: never;
        head?: never;
        /**
         * Update a contact
         * @description Changes the fields that you send and returns the whole contact. Null clears a field; clearing the last of `email` and
         *     `phone` is refused with `400`, and an email or phone that another contact has with `409`. The change is recorded in
         *     the timeline as `contact_updated`. Repeating the request is harmless.
         *
         *     In `custom_fields` only the keys that you send change. An unknown or archived field, or a value of another type, is
         *     refused with `400`, and nothing is written.
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
         * @description Returns the contact's timeline page by page, newest first: its creation, its changes, what became of the emails that
         *     blasts and flows sent to it, the forms that it sent, and its ways through flows. Engagement is recorded as it arrives, so
         *     an entry may appear some moments after the fact. Rules can ask for entries with an `activity` condition.
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
    "/v1/contacts/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Start a contact import
         * @description Opens a session for an import, in one of two ways. With `source` `rows`, the request carries up to 1000 rows and at most
         *     5 MiB; the session is complete with that. With `source` `upload`, the answer names an `upload_url` for a CSV file, and the
         *     session waits for it. Nothing is imported before the session is executed. A session lasts 24 hours and is `404` afterwards;
         *     an executed one leaves its run behind, which stays.
         *
         *     **Uploading the file.** `PUT` the bytes of the file to `upload_url` as the body, with the `Content-Type` that you named as
         *     `content_type` (`text/csv` when you named none), or with none at all: `curl -T contacts.csv "$upload_url"`. The address carries its own permission: send no `Authorization` header, and take it as it is. It is not part
         *     of `/v1`. Its answers:
         *
         *     - `204` without a body: the file is stored. Another `PUT` replaces it, until the session is executed.
         *     - `403 invalid_signature`: the address was changed, or its hour or its session is over. An upload that has begun in time may
         *       end later. For a new address, start a new session.
         *     - `409 conflict`: the session has been executed; its file stays as it is.
         *     - `413 payload_too_large`: the file is larger than 512 MiB. What was stored before stays.
         *     - `415 unsupported_media_type`: the `Content-Type` is another one than you named, or the bytes have a `Content-Encoding`.
         *     - `503 unavailable`: try again, as `Retry-After` says.
         *
         *     An upload that breaks off stores nothing, and so does one that pauses for 30 seconds or takes longer than an hour. Errors have the
         *     body of every error. Where the service keeps its files in a bucket, the address and its answers are those of the store; any
         *     `2xx` then says that the file is stored, and a file that is too large is refused by preview and execute.
         *
         *     **The file.** CSV in UTF-8, with or without a byte order mark. The first record holds the headers, at most 500, each at
         *     most 255 characters long; blanks around them do not count. Comma, semicolon or tab is found out by itself, lines end with LF
         *     or CRLF, and a cell in double quotes may hold separators, line breaks and doubled quotes. Short records are blank at their
         *     end. Cells beyond the last header are left out, and where one of them holds something the row says so (`extra_cells`). A line without any character is no record; one that holds only
         *     separators or blanks is. A record may have 1 MiB. An apostrophe that an export of this service has put before a formula is
         *     taken off again.
         *
         *     Each request opens another session; with an `Idempotency-Key`, a repeat gets the first one.
         */
        post: operations["startContactImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{session_id}/preview": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import session's identifier, `import_session_id` in the answer that started it.
                 * @example 01JPQ8N4B0E76F203Y1X9W8V41
                 */
                session_id: components["parameters"]["ImportSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Preview a contact import
         * @description Looks at the headers and the first 100 rows of an open session: suggests a mapping for each column, names what would be
         *     wrong with these rows, lists every field that a column can go to, and says which columns could become new fields.
         *     The step is optional, changes nothing and can be repeated, for example after a field was created or the file replaced. An
         *     `Idempotency-Key` is taken and does nothing: each answer is made afresh.
         *
         *     Rows are checked by themselves, without a look at existing contacts, so that a `conflict` only shows in the run. A file with
         *     no rows has nothing to suggest but its headers. While there is no file yet, when it cannot be read so far (the issue
         *     names the line), and when a header stands twice, the answer is `400`; the issue is at `file` or `headers`. An executed
         *     session is `409`, an expired one `404`.
         */
        post: operations["previewContactImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{session_id}/execute": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import session's identifier, `import_session_id` in the answer that started it.
                 * @example 01JPQ8N4B0E76F203Y1X9W8V41
                 */
                session_id: components["parameters"]["ImportSessionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Execute a contact import
         * @description Starts to import the rows of a session and answers at once; the work goes on in the background. Poll the run until its
         *     `status` is `completed` or `failed`, then read the results row by row. A session is executed once: asking again is `409`,
         *     with an `Idempotency-Key` a repeat gets the first answer.
         *
         *     **Matching.** A row is about an existing contact when its email, in normalized form, is that contact's; a row without
         *     an email goes by its phone. Such rows follow `duplicate_strategy`, all others create a contact. A row whose email belongs to one
         *     contact and whose phone to another fails with `conflict`, and so does a new email with somebody's phone. Later rows about a
         *     contact that an earlier row has created or updated are applied in order under `update`, and skipped under `skip`.
         *
         *     **Writing.** Each row counts alone: one bad value fails its row and no other, and nothing of a failed row is written. A blank
         *     cell never clears a value. New contacts have `original_source` `import`. Rows are changes like any other: timelines get their
         *     entries, members join the `list_ids`, and active flows take in whom their triggers name. Skipped rows join no list.
         *
         *     **Refused before it starts.** Unknown lists and field definitions are `404`. The answer is `400`, with an issue at
         *     the place, for a list that is not static, a field that is unknown or archived, a header that the file does not have or
         *     that stands there twice, a column or a field that is mapped twice, mappings with neither `email` nor `phone`, and a session
         *     that has no file yet or one whose headers cannot be read. The session stays open then.
         *
         *     **Bad files.** A file that cannot be read to its end, because its encoding is wrong or a quote is never closed, fails the run;
         *     `error_message` names the line, and the counts what had been written before. A file without rows, or without any
         *     content, completes with zeros.
         */
        post: operations["executeContactImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{import_run_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        /**
         * Get a contact import run
         * @description Says how far an import is and what it has done so far. Poll it every second or so until `status` is `completed` or
         *     `failed`; it does not change afterwards. A service that stops on the way carries on where it was, and no row is
         *     applied twice.
         */
        get: operations["getContactImportRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{import_run_id}/results": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        /**
         * List the results of a contact import
         * @description Returns what became of each row, in the order of the rows. While the run is `running`, these are the rows of the chunks
         *     that are done. To mend a file, ask for `status=failed`, or take the CSV of the export.
         */
        get: operations["listContactImportResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contacts/imports/{import_run_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        /**
         * Export the rows of a contact import that need attention
         * @description Streams a CSV file of the skipped and failed rows, in their order: `row_number`, `status`, `reason`, and then all columns
         *     of the imported file with the values as they came, so that the rows can be mended and imported again. Ask when the run is
         *     `completed` or `failed`; earlier, the file ends with the last chunk that is done. Without such rows, only the headers come.
         *
         *     The file is UTF-8 with commas and CRLF. Cells that a spreadsheet would run as a formula begin with an apostrophe, plain phone
         *     numbers excepted; an import takes it off again.
         */
        get: operations["exportContactImportResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List contact fields
         * @description Returns the definitions of all fields that contacts have, in one answer: the built-in ones and the workspace's own, archived
         *     ones only when asked for. Use it to build forms and tables; for rules, the rule metadata tells more.
         */
        get: operations["listContactFields"];
        put?: never;
        /**
         * Create contact fields
         * @description Defines one field, or up to 50 in `items`, all or nothing. From then on contacts take values for it in `custom_fields`, and
         *     rules can ask for it by its `field_definition_id`. Choose `api_name` and `value_type` with care: they never change.
         *
         *     An `api_name` that is reserved is `400`. One that another field has in upper or lower case, an archived one or an earlier
         *     item included, is `409` with all such names in `details.conflicting_api_names`. A workspace has at most 200 active fields of
         *     its own; past that the answer is `409` with `details.limit` and `details.current`.
         *
         *     With an `Idempotency-Key` a repeat replays the first result; without one it is `409`, since the names are taken by then.
         */
        post: operations["createContactFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-fields/rule-metadata": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get what rules can ask about
         * @description Returns every field that a rule can ask about, standard and custom, with its type and the operators that fit, the types of
         *     activities, and the aliases of operators. With it a screen can offer only rules that will be taken. Archived fields are left
         *     out. Fields and activity types may be added in time.
         */
        get: operations["getRuleMetadata"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-fields/{field_definition_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The field definition's identifier.
                 * @example 01936d2e-a172-70c7-9f81-cf738291a061
                 */
                field_definition_id: components["parameters"]["FieldDefinitionId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Update, archive or restore a contact field
         * @description Changes how a field of the workspace is shown, or takes it out of use and back. `api_name` and `value_type` cannot be sent.
         *     Repeating the request is harmless.
         *
         *     An `archived` field takes no values and is left out of contacts and of the rule metadata. Stored rules that ask about it match nobody
         *     until it is restored or they are changed. Its name stays taken and its values are kept; with `active` they are back. A field cannot be
         *     deleted. Restoring is `409 conflict` when the workspace has 200 active fields. Archiving is `409 in_use` while an active flow, or the
         *     audience of a blast that is scheduled, being sent or paused, needs the field; `details.used_by` says which. A built-in field cannot be
         *     changed: `400`.
         */
        patch: operations["updateContactField"];
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
         * @description Returns the lists of the workspace page by page, newest first: your own, static and dynamic, and the three system lists.
         *     Lists that a blast keeps for itself are left out. `member_count` is null on dynamic and system lists; count the members of
         *     one with the member-count operation.
         */
        get: operations["listContactLists"];
        put?: never;
        /**
         * Create a contact list
         * @description Creates a list of one of two kinds, which it keeps.
         *
         *     A `static` list is empty or has up to 500 first members; add more with the members operation. It is all or nothing: when
         *     one of the contacts is unknown, the answer is `404` and there is no list. It takes no `rules`.
         *
         *     A `dynamic` list has `rules` and no `contact_ids`. Its members are those who fit the rules at the moment of asking; nothing
         *     has to be refreshed. `email_step` conditions are refused. A list in the rules that does not exist answers `404`; one that
         *     is not static, an unknown or archived field, or an operator or value that does not fit the field's type `400`, with the
         *     path of the condition. The answer has the operators' own names in place of aliases.
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
         * @description Returns one list, with the rules of a dynamic one; its members have an operation of their own. The private list of a blast
         *     is read like any other, here and in the operations that list, count and export members; whatever would change it is `404`, since it
         *     belongs to its blast.
         */
        get: operations["getContactList"];
        put?: never;
        post?: never;
        /**
         * Delete a contact list
         * @description Deletes the list and its memberships. The contacts themselves stay. A system list cannot be deleted.
         *
         *     While a blast that is scheduled, being sent or paused goes to the list, while the rules of its audience ask about it, or while an active flow
         *     names it, the answer is `409 in_use`, and `details.used_by` says what needs it. Drafts and paused flows do not keep a list: a draft blast
         *     needs another audience, and rules that ask for membership of a deleted list match nobody until they are changed.
         */
        delete: operations["deleteContactList"];
        options?: never;
        head?: never;
        /**
         * Update a contact list
         * @description Changes the name, the description or, on a dynamic list, the rules; send at least one. The slug and the kind stay.
         *     Repeating the request is harmless.
         *
         *     New rules replace the old ones as a whole, and the members are computed anew from then on: a scheduled blast goes to those
         *     who fit when it starts. They are judged as on creation, `404` for an unknown list in them included. `rules` for a static
         *     list is `400`, any change of a system list `403`.
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
         * @description Returns the contacts on the list page by page, without their custom fields; read a single contact for those. The members of
         *     a dynamic or system list are computed now, and their `member_added_at` is null.
         */
        get: operations["listContactListMembers"];
        put?: never;
        /**
         * Add contacts to a contact list
         * @description Puts up to 500 contacts on the list. Those that are on it stay on it and are counted apart, so repeating the
         *     request is harmless. It is all or nothing: when one of the contacts is unknown, the answer is `404`, which names it,
         *     and nobody is added. Flows with an `added_to_static_list` trigger take in those who are new on the list.
         *
         *     Only a static list can be written to: on a dynamic one the answer is `400`, on a system list `403`.
         */
        post: operations["addContactListMembers"];
        /**
         * Remove contacts from a contact list
         * @description Takes up to 500 contacts, named in the body, off the list; the contacts themselves stay. Contacts that are not
         *     on the list are passed over, so repeating the request is harmless. Flows with a `removed_from_static_list` trigger take in
         *     those who were on it.
         *
         *     Only a static list can be written to: on a dynamic one the answer is `400`, on a system list `403`.
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
         * @description Counts the members at this moment, of any kind of list, and how many of them marketing blasts pass over because
         *     their address is suppressed. Use it before sending to a list, and wherever `member_count` of the list itself is null. A blast
         *     also passes over members without an email; they are not counted apart here.
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
    "/v1/contact-lists/{listId}/export": {
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
        get?: never;
        put?: never;
        /**
         * Export a contact list
         * @description Starts to write the members of a list, of any kind, into a CSV file, and answers at once. Poll
         *     `GET /v1/contact-lists/{listId}/export/{exportId}` until the status is `completed`, then get the file from `download_url`,
         *     or `failed`, when `error_message` says why.
         *
         *     The file is UTF-8 with commas and CRLF, and a header line. Its columns are the fields of a member in the API's order,
         *     `contact_id` to `updated_at`, then the workspace's active custom fields by `api_name`; a field without a value is blank. The
         *     members are those at the moment the file is written. Cells that a spreadsheet would run as a formula begin with an
         *     apostrophe, plain phone numbers excepted; an import takes it off again.
         *
         *     Each request starts another export; with an `Idempotency-Key` a repeat gets the first one, as it was then.
         */
        post: operations["exportContactList"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/contact-lists/{listId}/export/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
                /**
                 * @description The export's identifier, as the start of the export gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T51
                 */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        /**
         * Get an export of a contact list
         * @description Returns how far an export has come; poll it every second or two. A `completed` one has a `download_url`, signed anew for
         *     one hour on each read. An export of another list, or of a blast, is `404` here.
         */
        get: operations["getContactListExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List suppressed addresses
         * @description The addresses to which this workspace sends no mail, the latest first, one entry for each reason that an address has. To ask about a
         *     single address, give it as `address`.
         */
        get: operations["listSuppressions"];
        put?: never;
        /**
         * Add suppressed addresses
         * @description Keeps up to 100 addresses from being mailed, with one reason each, whether they are a contact's or not. An entry that is there already
         *     stays as it is and is reported as `known`. Bad items are rejected alone, so read `rejected_count`: the answer is `200` even when no
         *     item was good.
         *
         *     This is said of the address. Contacts stay as they are, `unsubscribed` included, and nothing is written in their timelines; to
         *     unsubscribe a person, set `unsubscribed` of the contact.
         */
        post: operations["addSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/remove": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Remove suppressed addresses
         * @description Lets up to 100 addresses be mailed again: all entries of each, or those with the `reason` that you name. Addresses without such an
         *     entry are passed over with `not_found`, so the answer is `200` even when nothing was removed, and repeating the request is harmless.
         *
         *     With the entry `unsubscribed` its contact, if there is one, gets `unsubscribed: false`, as by an update: it stands in the timeline, and
         *     flows hear of it. Do this only when the person has asked for it. An address that bounced or complained hurts the reputation of your
         *     domain when it is mailed again.
         */
        post: operations["removeSuppressions"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/suppressions/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import suppressed addresses
         * @description Adds a whole list of addresses at once, say that of the service which sent your mail before: up to 100,000 in 5 MiB of UTF-8, all of
         *     them or, when the answer is an error, none. It is a CSV file with a column `email` or `address`, or with the addresses in its first
         *     column and no headers; so a plain list with an address in each line will do. Other columns are ignored.
         *
         *     Lines without a valid address are passed over and counted. Contacts stay as they are, as when addresses are added one by one.
         */
        post: operations["importSuppressions"];
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
         * @description Returns the emails of the workspace, without their content, one page for each cursor. Begin without a cursor, then
         *     send each `next_cursor` with otherwise unchanged parameters until none comes back.
         */
        get: operations["listEmails"];
        put?: never;
        /**
         * Create an email
         * @description Creates a draft. What it starts from depends on what you send:
         *
         *     - Neither `prompt` nor `template_id`: a blank design in the colours of the workspace, ready at once as version 1.
         *     - `template_id`: a copy of the approved version of an email template, ready at once as version 1. The template's
         *       defaults become headers of the email, except where you send a header yourself. `token_data` fills in the
         *       template's own tags. A plain text that was written for the template comes along, filled in as well; a derived
         *       one is derived again. Later changes of the template do not reach the email.
         *     - `prompt`: content that is written for you, which takes a while. The answer is `202`, and version 1 is there when
         *       the generation is `completed`: poll `getEmailGeneration`. Until then the email has no content and cannot be
         *       approved. When the generation fails, send another prompt with `iterateEmail`, or save code. With `template_id`
         *       as well, the approved version of the template is what the prompt starts from, and its defaults become headers
         *       too; the plain text is derived. `token_data` gives facts to write about.
         *
         *     HTML of your own is not taken here: create a blank draft and save code.
         *
         *     Headers may wait until approval, and a prompt does not write them. `preview_text` is sent as the preheader,
         *     the hidden first line of the HTML, whichever version is sent. A malformed merge tag, a line break or control character in a header, or a
         *     `from_address` on a domain that is not verified, is `400` with an issue at that field. A template that is not
         *     approved is `409`. Every request makes another email; send an `Idempotency-Key` to repeat one safely.
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
         * @description Returns one email with its headers and state, and says where its content is. While `latest_generation_status` is
         *     `generating`, poll this or `getEmailGeneration`, at most once a second.
         */
        get: operations["getEmail"];
        put?: never;
        post?: never;
        /**
         * Delete an email
         * @description Deletes the email with all of its versions; a generation that still runs is thrown away. Its files stay where they
         *     are served, since mail that went out may show them. Refused while a blast that is scheduled or being sent needs the
         *     email, or a flow that is active. A draft blast with this email needs another one before it can be sent, and a paused
         *     flow before it can run again.
         */
        delete: operations["deleteEmail"];
        options?: never;
        head?: never;
        /**
         * Change the name or headers of an email
         * @description Changes the fields that you send and makes no new version. Headers belong to the email: whichever version is sent,
         *     the subject, preview text and sender of that moment go out with it, and reading the content shows the preview text
         *     as its preheader. An approved email stays approved, unless one of its required headers is left empty or its new subject has merge tags
         *     that name nothing: that makes it a draft, to be approved again once it is mended, and members of active flows wait meanwhile. Blasts that are scheduled or being sent
         *     keep the headers that they took down. A malformed merge tag, a line break or control character in a header, or a
         *     `from_address` on a domain that is not verified, is `400` with an issue at that field. Repeating the request is
         *     harmless.
         */
        patch: operations["updateEmail"];
        trace?: never;
    };
    "/v1/emails/{emailId}/duplicate": {
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
         * Copy an email
         * @description Makes a new draft with the newest completed version of the email as its version 1, its plain text, files and headers. The copy is
         *     never approved, and does not take over older versions. An email without a completed version is `409`. Every request makes another
         *     copy; send an `Idempotency-Key` to repeat one safely.
         */
        post: operations["duplicateEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
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
         * @description Returns the HTML of the newest completed version, with its merge tags as they are written; they are filled in for
         *     each recipient when the email is sent. Without a completed version, as while a first draft is being written, it is
         *     `404`.
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
         * @description Returns the plain text of the newest version: your own if you wrote one, else one derived from the HTML. Blasts and
         *     flows send that of the approved version, which `getEmailGenerationPlainText` returns. Without a completed version
         *     it is `404`.
         */
        get: operations["getEmailPlainText"];
        /**
         * Write the plain text of an email
         * @description Replaces the plain text of the newest version with your own, up to 1 MiB of UTF-8; more, or a malformed merge tag,
         *     is `400`, and so is an email without a completed version. It makes no new version, and an approved email stays
         *     approved. An empty string leaves the email without a text; to have it derived again, delete your own. Later versions
         *     take the text over when a prompt or saved code changes the HTML, and it is then marked stale until you write it anew.
         *     Repeating the request is harmless.
         */
        put: operations["overrideEmailPlainText"];
        post?: never;
        /**
         * Go back to the derived plain text
         * @description Drops the plain text that you wrote, so that the text follows the HTML again, and is not stale any more. Without
         *     one of your own nothing changes. An email without a completed version is `400`.
         */
        delete: operations["revertEmailPlainText"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/messages": {
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
         * Change an email with a prompt
         * @description Has the newest completed version reworked as the prompt says, or a first one written when there is none. The
         *     answer comes at once; poll `getEmailGeneration` until it is `completed` and there is a new version, or `failed`
         *     and nothing has changed. One generation of an email runs at a time: a second one is `409`, not queued.
         *
         *     When it completes, an approved email becomes a `draft`, since nobody has looked at the new version: no blast can be
         *     scheduled or sent with it until you approve it again. Active flows go on sending the version that was approved, and
         *     blasts that are scheduled or being sent already go out as they were taken down. A plain text of your own stays and
         *     is marked stale. Headers are not changed.
         *
         *     Upload files first and name them in `asset_ids`, to have them used. One that is not attached to this email is
         *     `409`.
         */
        post: operations["iterateEmail"];
        delete?: never;
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
         * @description Makes your HTML the newest version of the email, at once. The HTML may be up to 2 MiB of UTF-8; more, or a
         *     malformed merge tag, is `400` with an issue at `code`. It is kept as you send it. When mail is sent, the email's
         *     `preview_text` stands in it as the preheader, in place of one of your own; `warnings` says so. An approved email stays approved at the version that was approved:
         *     approve again to send the new one. A plain text of your own is marked stale. Refused while a generation runs.
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
         * @description Approves the newest completed version, which is the one that blasts and flows send from then on, also when newer
         *     ones come to be. `subject`, `from_name`, `from_address` and `reply_to_email` have to be filled in; those that are
         *     null or blank are named in `details.missing`. A `subject` with merge tags that name nothing is `400 validation_failed`. Send the `version` that you looked at, to be refused when there is a newer
         *     one. Without `version`, the approval is refused while a generation runs, whose outcome nobody has seen. An email
         *     without a completed version cannot be approved: `generation_in_progress` while its first draft is being written,
         *     else `email_not_ready`. Approving an approved email moves the approval to its newest version.
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
         * @description Makes the email a draft again, with no version approved, so that no blast or flow can send it. Refused while a blast
         *     that is scheduled or being sent needs it, or a flow that is active. A draft without an approved version stays as it is.
         */
        post: operations["unapproveEmail"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/test": {
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
         * Send a test of an email
         * @description Sends a version of the email to addresses of your choice at once, whoever they belong to, and answers with the test to
         *     read what becomes of it. Drafts can be tested, too: without `version` it is the newest completed one. The
         *     subject begins with `[Test]`. Merge tags have the values of the contact that you name, and their defaults without one. Nothing of
         *     a test is tracked, and its link to unsubscribe unsubscribes nobody.
         *
         *     `subject`, `from_name`, `from_address` and `reply_to_email` have to be filled in, else the answer is
         *     `400 email_missing_required_headers`, and the domain of `from_address` has to be verified. An unknown version or contact is `404`; an
         *     email without a completed version `409`. Addresses that bounced, complained or were written down by hand are `blocked`. On the free
         *     plan a test counts among the day's emails.
         */
        post: operations["sendEmailTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/tests/{test_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The test's identifier, as its start gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T61
                 */
                test_id: components["parameters"]["TestId"];
            };
            cookie?: never;
        };
        /**
         * Get a test of an email
         * @description Says address by address what has become of a test. Poll it every second or so until `status` is `completed` or `failed`. Tests are
         *     kept for 30 days.
         */
        get: operations["getEmailTest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/generations/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get a generation of an email
         * @description Tells how far a generation is, and of one that is `completed` where its version is. After a request that answered
         *     `202`, poll it at most once a second until it is `completed` or `failed`; both are final. A failed one has the
         *     `error_code` `generation_failed` and says in `error_message` why; the versions before it are as they were. Saved
         *     code, a copy of a template and the blank design are generations too, complete from the start.
         */
        get: operations["getEmailGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/generations/{generationId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of a version of an email
         * @description Returns the HTML of the version that this generation made, also when there are newer ones, so that versions can be
         *     compared. Merge tags are as they are written. Unless the generation is `completed`, it is `404`.
         */
        get: operations["getEmailGenerationContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/generations/{generationId}/plain-text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get the plain text of a version of an email
         * @description Returns the text that belongs to the version that this generation made, also when there are newer ones. Unless the
         *     generation is `completed`, it is `404`.
         */
        get: operations["getEmailGenerationPlainText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/emails/{emailId}/assets": {
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
         * List the files of an email
         * @description Returns every file attached to the email, the oldest first, in one answer.
         */
        get: operations["listEmailAssets"];
        put?: never;
        /**
         * Attach files to an email
         * @description Uploads one to ten files as `multipart/form-data`, each as a part named `file`, and attaches them to the
         *     email. Name them in the `asset_ids` of a prompt to have them used in the email. The answer holds the files
         *     of this upload, in its order.
         *
         *     A file is refused when it is over 10 MiB (`413`), or of another kind than images, PDF, fonts and plain text,
         *     which is told from its bytes (`415`). One refused file refuses the whole upload. A repeat with the same
         *     `Idempotency-Key` has to bring the same files; without a key it attaches the files once more.
         */
        post: operations["uploadEmailAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email templates
         * @description Returns the email templates of the workspace, without their content, one page for each cursor. Begin without a
         *     cursor, then send each `next_cursor` with otherwise unchanged parameters until none comes back. To offer templates
         *     for a new email, ask for `status=approved`.
         */
        get: operations["listEmailTemplates"];
        put?: never;
        /**
         * Create an email template
         * @description Creates a draft. What it starts from depends on what you send:
         *
         *     - `code`: your HTML, ready at once as version 1. More than 2 MiB of UTF-8, or a malformed merge tag, is `400` with
         *       an issue at `code`.
         *     - `prompt`: content that is written for you, which takes a while. The answer is `202`, and version 1 is there when
         *       the generation is `completed`: poll `getEmailTemplateGeneration`. Until then the template has no content and cannot
         *       be approved. When the generation fails, send another prompt with `iterateEmailTemplate`, or save code.
         *     - Neither of them: a blank design in the colours of the workspace, ready at once as version 1. Both of them are
         *       `400`.
         *
         *     The HTML and the default subject and preview text may hold merge tags, which stay until an email is sent, and tags
         *     of your own such as `{{season}}`, which `token_data` of `createEmail` fills in when an email starts from the
         *     template. The defaults are optional and stay so: an email that starts from the template takes them as its headers.
         *     A malformed merge tag, a line break or control character in a default, or a `default_from_address` on a domain
         *     that is not verified, is `400` with an issue at that field.
         *
         *     Every request makes another template; send an `Idempotency-Key` to repeat one safely. Approve the template before
         *     emails start from it.
         */
        post: operations["createEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        /**
         * Get an email template
         * @description Returns one email template with its defaults and state, and says where its content is. While
         *     `latest_generation_status` is `generating`, poll this or `getEmailTemplateGeneration`, at most once a second.
         */
        get: operations["getEmailTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete an email template
         * @description Deletes the template with all of its versions; a generation that still runs is thrown away. Never blocked: emails
         *     that started from it are copies and stay as they are, and its files stay where they are served, since these emails may
         *     show them.
         */
        delete: operations["deleteEmailTemplate"];
        options?: never;
        head?: never;
        /**
         * Change the name or defaults of an email template
         * @description Changes the fields that you send and makes no new version; the HTML stays as it is. An approved template stays
         *     approved, and the next email that starts from it takes the new defaults. Emails that have started from it keep
         *     theirs. A malformed merge tag, a line break or control character in a default, or a `default_from_address` on a
         *     domain that is not verified, is `400` with an issue at that field. Repeating the request is harmless.
         */
        patch: operations["updateEmailTemplate"];
        trace?: never;
    };
    "/v1/email-templates/{templateId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of an email template
         * @description Returns the HTML of the newest completed version, with all of its tags as they are written. It can be newer than
         *     the approved version, which new emails start from. Without a completed version, as while a first draft is being
         *     written, it is `404`.
         */
        get: operations["getEmailTemplateContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/plain-text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        /**
         * Get the plain text of an email template
         * @description Returns the plain text of the newest version: your own if you wrote one, else one derived from the HTML.
         *     Emails that start from the template take over the text of the approved version, if you wrote it. Without a completed version it is `404`.
         */
        get: operations["getEmailTemplatePlainText"];
        /**
         * Write the plain text of an email template
         * @description Replaces the plain text of the newest version with your own, up to 1 MiB of UTF-8; more, or a malformed merge tag,
         *     is `400`, and so is a template without a completed version. It makes no new version, and an approved template stays
         *     approved. An empty string leaves the template without a text; to have it derived again, delete your own. Later
         *     versions take the text over when a prompt or saved code changes the HTML, and it is then marked stale until you
         *     write it anew. Repeating the request is harmless.
         */
        put: operations["overrideEmailTemplatePlainText"];
        post?: never;
        /**
         * Go back to the derived plain text of a template
         * @description Drops the plain text that you wrote, so that the text follows the HTML again, and is not stale any more. Without
         *     one of your own nothing changes. A template without a completed version is `400`.
         */
        delete: operations["revertEmailTemplatePlainText"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Change an email template with a prompt
         * @description Has the newest completed version reworked as the prompt says, or a first one written when there is none. The
         *     answer comes at once; poll `getEmailTemplateGeneration` until it is `completed` and there is a new version, or
         *     `failed` and nothing has changed. One generation of a template runs at a time: a second one is `409`, not queued.
         *
         *     Unlike an email, an approved template stays approved, and new emails go on to start from the version that was
         *     approved: approve again to move to the new one. A plain text of your own stays and is marked stale. Defaults are
         *     not changed.
         *
         *     Upload files first and name them in `asset_ids`, to have them used. One that is not attached to this template is
         *     `409`.
         */
        post: operations["iterateEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/save-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save HTML as a new version of a template
         * @description Makes your HTML the newest version of the template, at once. The HTML may be up to 2 MiB of UTF-8; more, or a
         *     malformed merge tag, is `400` with an issue at `code`. It is kept as you send it; what does
         *     not work in mail is named in `warnings`. An approved template stays approved at the version that was approved: approve again to have
         *     new emails start from the new one. A plain text of your own is marked stale. Refused while a generation runs.
         */
        post: operations["saveEmailTemplateCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an email template
         * @description Makes a new draft with the newest completed version of the template as its version 1, its plain text, files and
         *     defaults. The copy is never approved, has no part in what happens to the original, and does not take over its
         *     older versions. A template without a completed version is `409`. Every request makes another copy; send an
         *     `Idempotency-Key` to repeat one safely.
         */
        post: operations["cloneEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve an email template
         * @description Approves the newest completed version, which is the one that new emails start from, also when newer ones come to
         *     be. The defaults need not be filled in. Send the `version` that you looked at, to be refused when there is a newer
         *     one. Without `version`, the approval is refused while a generation runs, whose outcome nobody has seen. A template
         *     without a completed version cannot be approved: `generation_in_progress` while its first draft is being written,
         *     else `template_not_ready`. Approving an approved template moves the approval to its newest version.
         */
        post: operations["approveEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the approval of an email template
         * @description Makes the template a draft again, so that no new email can start from it until it is approved anew. Never blocked:
         *     emails that started from it are copies, and stay as they are. A draft stays as it is.
         */
        post: operations["unapproveEmailTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/generations/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get a generation of an email template
         * @description Tells how far a generation is, and of one that is `completed` where its version is. After a request that answered
         *     `202`, poll it at most once a second until it is `completed` or `failed`; both are final. A failed one has the
         *     `error_code` `generation_failed` and says in `error_message` why; the versions before it are as they were. Saved
         *     code, a copy of another template and the blank design are generations too, complete from the start.
         */
        get: operations["getEmailTemplateGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/generations/{generationId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of a version of an email template
         * @description Returns the HTML of the version that this generation made, also when there are newer ones, so that versions can be
         *     compared. All tags are as they are written. Unless the generation is `completed`, it is `404`.
         */
        get: operations["getEmailTemplateGenerationContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/generations/{generationId}/plain-text": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get the plain text of a version of a template
         * @description Returns the text that belongs to the version that this generation made, also when there are newer ones. Unless the
         *     generation is `completed`, it is `404`.
         */
        get: operations["getEmailTemplateGenerationPlainText"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-templates/{templateId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        /**
         * List the files of an email template
         * @description Returns every file attached to the template, the oldest first, in one answer.
         */
        get: operations["listEmailTemplateAssets"];
        put?: never;
        /**
         * Attach files to an email template
         * @description Uploads one to ten files as `multipart/form-data`, each as a part named `file`, and attaches them to the
         *     template. Name them in the `asset_ids` of a prompt to have them used in the layout. The answer holds the files
         *     of this upload, in its order.
         *
         *     A file is refused when it is over 10 MiB (`413`), or of another kind than images, PDF, fonts and plain text,
         *     which is told from its bytes (`415`). One refused file refuses the whole upload. A repeat with the same
         *     `Idempotency-Key` has to bring the same files; without a key it attaches the files once more.
         */
        post: operations["uploadEmailTemplateAssets"];
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
         *     schedule it or send it now; `approval_readiness` always says what is still missing. Each request creates another
         *     blast; with an `Idempotency-Key`, a repeat gets the first one.
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
         *     again to follow the counters in `details`, which also say why it does not move and when it will be done. One that was
         *     cancelled says in `cancelled_reason` whether the free plan stopped it.
         */
        get: operations["getEmailBlast"];
        put?: never;
        post?: never;
        /**
         * Delete an email blast
         * @description Deletes the blast with its report, and the private list of an inline audience. A list of the workspace and the email stay,
         *     and mail that went out cannot be called back: its links lead on where they led, and its unsubscribe links work. The report of a
         *     large blast is removed in the background; no request finds it after the answer. A blast that is scheduled, sending, paused or archived is kept and
         *     answers `409`; unschedule a scheduled one first.
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
         * @description Chooses the people that a draft goes to, in place of any it had. Who gets the email is settled when sending starts; until
         *     then members may come and go. A blast that is no longer a draft is `409`.
         *
         *     With `source` `existing` it is one of the workspace's lists. An unknown list is `404`, a system list `400`. Repeating
         *     the request is harmless.
         *
         *     With `source` `inline` a private list is made: `static` with the contacts that you name, or `dynamic` with rules. It
         *     exists through its blast alone: it can be read by its `list_id`, but what would change it is `404`, and no other blast, rule or
         *     import takes it. To change it, send another one; each request makes a new list in
         *     place of the last. It goes when the blast gets another audience or is deleted. An unknown contact or list in a rule is `404`, an
         *     unknown or archived field in a rule `400`.
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
         * @description Chooses the email that a draft carries, in place of any it had. It may be edited and approved afterwards; scheduling or
         *     sending now takes down what is approved at that moment. A blast that is no longer a draft is `409`.
         *
         *     With `source` `existing` it is one of the workspace's emails. An unknown email is `404`. Repeating the request is harmless.
         *
         *     With `source` `inline` an email is made on the spot, as a draft with version 1: from an approved template, from your HTML, or
         *     blank. It is an email of the workspace like any other: read its `email_id` from the answer, edit it if you like, and approve it
         *     with the email's own operation. An unknown template is `404`, one that is not approved `409`; a malformed merge tag, a line break
         *     or control character in a header, or a `from_address` on a domain that is not verified, is `400` with an issue at that
         *     field. Each request makes another email, and those that it replaces stay in the workspace; with an `Idempotency-Key` a repeat
         *     makes none.
         */
        put: operations["setEmailBlastEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/schedule": {
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
         * Schedule an email blast
         * @description Sets a draft to go out by itself at `scheduled_at`, and answers with the blast as `scheduled`. A time that has passed is
         *     `400` with an issue at `scheduled_at`. What goes out is taken down now: the approved version of the email, its plain text and
         *     its headers, whatever becomes of the email afterwards. Until the blast is done, the email can be neither unapproved nor
         *     deleted. To change the time, the audience or what goes out, unschedule the blast first. Once a blast is scheduled, asking
         *     again is `409`; with an `Idempotency-Key`, a repeat gets the first answer.
         *
         *     **Before it is scheduled.** The blast needs an audience and an approved email with all four sender headers, else the answer is
         *     `400 campaign_not_ready`, and it stays a draft. The free plan's allowances are looked at when it is due.
         *
         *     **When it is due.** The blast turns to `sending` and goes on as if it had been sent now: the members of the list are taken
         *     down at that moment, and `details` shows the progress. A service that was down at the time sends it once, as soon as it is back. On the
         *     free plan, a blast with more recipients than the day's 100 emails leave, or in a workspace with more than 1,000 contacts, is
         *     `cancelled` instead, with `cancelled_reason`; nothing is sent and `scheduled_at` keeps the time. Paid plans are never
         *     cancelled by the service. A blast whose list has been deleted by then, or whose sender's domain is no longer verified, ends as
         *     `failed`, with the reason in `details.blast_error`. Of the due time and a request that unschedules, cancels or archives the blast
         *     exactly one wins.
         */
        post: operations["scheduleEmailBlast"];
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
         *     `sent`, `failed` or `cancelled`. Once a blast is sending, asking again is `409`, so it cannot go out twice; with an
         *     `Idempotency-Key`, a repeat gets the first answer.
         *
         *     **Before it starts.** The blast needs an audience and an approved email with all four sender headers, else the answer is
         *     `400 campaign_not_ready`. On the free plan those who would get it have to fit into 100 emails a day (UTC), and the
         *     workspace into 1,000 contacts, else the answer is `403 free_plan_email_limit`. In both cases it stays a draft that you can
         *     edit. What a blast has taken of the day and does not send goes back when it ends or is stopped.
         *
         *     **What goes out.** The approved version of the email, its plain text and its headers are taken down with this request, and
         *     the members of the list once, when sending starts; later changes to either do not matter. Mail that is not `operational`
         *     gets a footer with a link to unsubscribe where it has no `{{unsubscribe_url}}` of its own, and the headers for
         *     unsubscribing with one click. Out of `operational` mail links to `{{unsubscribe_url}}` are taken, with their words.
         *
         *     **Who gets it.** Contacts who unsubscribed, whose address bounced before or who complained are `blocked`, and so is anyone
         *     who unsubscribes before their turn; `operational` mail goes to the unsubscribed all the same. Contacts without an email
         *     address are `unqualified`.
         *
         *     **How it goes.** The counters in `details` follow the progress, and the contacts report shows every single recipient. A
         *     recipient is `sent` when the mail server accepts the message, `bounced` when it refuses the address for good, and `failed`
         *     when it refuses the message for another reason. Whoever's server asks for patience is tried again for up to 24 hours.
         *     A mail server that is out of reach, asks for less or refuses everybody uses up no recipient: the blast stays `sending`, goes on by
         *     itself, and says in `details` why it does not move (`blast_waiting_for`, `blast_error`) and when it goes on. When the
         *     server refuses the service's credentials, or everything for 24 hours, the blast ends as `failed`, with the reason in
         *     `details.blast_error`; it can be resumed. A blast can also be paused.
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
    "/v1/email-blasts/{blastId}/unschedule": {
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
         * Take an email blast off the schedule
         * @description Makes a scheduled blast a draft again, which can be edited, scheduled anew or sent now. `scheduled_at` and all that the
         *     release had fixed are cleared. Works until sending starts; a blast in any other status answers `409`, so of an unschedule and
         *     the due time exactly one wins.
         */
        post: operations["unscheduleEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/reopen": {
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
         * Make a failed email blast a draft again
         * @description Makes a blast that has `failed` before any message went out a draft, which can be edited, scheduled anew or sent now: for a list or an
         *     email that has been deleted, or a sender that cannot be verified. All that the release had fixed is cleared, and recipients that were
         *     taken down are removed, of a large audience in the background: until that is over, scheduling and sending answer `409`. A blast of which
         *     messages went out, or may have, is `409`: resume or copy it. So is a blast in any
         *     other status.
         */
        post: operations["reopenEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/duplicate": {
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
         * Copy an email blast
         * @description Makes a new draft with the description, the audience and the email of a blast in any status. A list of the workspace and the email
         *     are the same ones; a private list is copied with the members or rules that it has now. A list or an email that has been deleted is
         *     left out. The time, the results and the release of the original are not copied. Every request makes another copy; send an
         *     `Idempotency-Key` to repeat one safely.
         */
        post: operations["duplicateEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/pause": {
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
         * Pause an email blast
         * @description Stops a blast that is `sending`, for as long as you like. Messages that are being handed over at that moment still go out; all
         *     other recipients stay `pending` in the contacts report until the blast is resumed or
         *     cancelled. A blast of which nobody is left then is `sent`. What it has taken of the free plan's day and has not sent goes back. A blast in any other
         *     status answers `409`.
         */
        post: operations["pauseEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/resume": {
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
         * Resume an email blast
         * @description Takes a blast that is `paused` or has `failed` up where it stopped, and answers at once with the blast as `sending`. Whoever
         *     has been dealt with is not mailed again; what goes out is what was taken down when the blast was released. Recipients who have
         *     unsubscribed meanwhile are `blocked`, as always.
         *
         *     The list must still be there if its members have not been taken down yet, and the sender's domain must be verified, else the
         *     answer is `400 campaign_not_ready`. On the free plan those who are left have to fit into the day's emails, and the workspace
         *     into its contacts, else it is `403 free_plan_email_limit`. The blast then stays as it is. In any other status it is `409`.
         */
        post: operations["resumeEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/cancel": {
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
         * Cancel an email blast
         * @description Calls off a blast for good. A `scheduled` one does not go out. One that is `sending` or `paused` stops: messages that are
         *     being handed over at that moment still go out, all other recipients stay without one and are `cancelled` in the contacts
         *     report. Of a large blast the last of them are marked so some seconds after the answer. The answer is the blast as `cancelled`, with a `cancelled_reason` of null; `scheduled_at` and the results so far stay, and
         *     opens, clicks and bounces of the mail that went out are still counted. A blast in any other status answers `409`. To edit a
         *     scheduled blast, unschedule it instead; to stop one for a while, pause it.
         */
        post: operations["cancelEmailBlast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/archive": {
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
         * Archive an email blast
         * @description Puts a blast away for good: the listing leaves it out unless asked, it cannot be sent, resumed or deleted any more, and its
         *     report stays readable. A scheduled blast does not go out then. One that is `sending` or `paused` answers `409`; wait for its end
         *     or cancel it. Of one that has failed, recipients that were not tried are `cancelled`. An archived blast stays as it is, so
         *     repeating the request is harmless.
         */
        post: operations["archiveEmailBlast"];
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
    "/v1/email-blasts/{blastId}/contacts/export": {
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
         * Export the recipients of an email blast
         * @description Starts to write the recipients of one category into a CSV file, and answers at once; the work goes on in the background.
         *     Poll the export until its `status` is `completed`, which gives it a `download_url`, or `failed`. The file shows the report
         *     as it is when it is written: for a blast that is still sending, how far it has come; for one that has not started, the
         *     headers alone.
         *
         *     The columns are the fields of a recipient, under their names and in their order in the contacts report. The file is UTF-8 with
         *     commas and CRLF. Cells that a spreadsheet would run as a formula begin with an apostrophe, plain phone numbers excepted.
         *
         *     Each request starts another export. With an `Idempotency-Key`, a repeat gets the first one; use another key for another
         *     category.
         */
        post: operations["exportEmailBlastContacts"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-blasts/{blastId}/contacts/export/{exportId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
                /**
                 * @description The export's identifier, as the start of the export gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T51
                 */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        /**
         * Get an export of the recipients of an email blast
         * @description Says how far the export is. Poll it every second or so until `status` is `completed` or `failed`. An export of another blast is
         *     `404`.
         */
        get: operations["getEmailBlastContactsExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List email flows
         * @description Returns the workspace's flows page by page, each with its triggers and counters; only getting a single flow returns its steps.
         *     Archived flows are left out unless you ask for them.
         */
        get: operations["listEmailFlows"];
        put?: never;
        /**
         * Create an email flow
         * @description Creates a draft, empty or with all of its parts. Nothing happens to anybody until it is activated.
         *
         *     **How a flow runs.** A contact enters through a trigger, or by hand, and becomes a member at `entry_step_id`, by default the first step of the array. Each
         *     step leads to the next along its edges: `next_step_id`, or from a `condition_check` `true_step_id`, `false_step_id` and
         *     `default_step_id`. Where the edge is absent, the member has completed the flow. Edges may lead back, but each such loop has to
         *     pass a `wait` with a duration, and nobody comes to one step more than 100 times. What a step does is done once for each time the member comes to it, also when the service stops and
         *     starts on the way.
         *
         *     **Who enters.** Triggers fire on events that happen while the flow is `active`; contacts who were on a list before do not enter.
         *     In one event the first trigger of the array that matches is `entered_via`. Nobody is in the flow twice at a time, nobody enters it
         *     more than 10 times within 24 hours, and with `reentry_policy` `no_reentry` nobody enters a second time. Contacts who fit
         *     `disqualification_rules` are passed over by triggers, and dropped when they come to fit them later. Entering and leaving are entries of the contact's timeline,
         *     `flow_entered` and `flow_exited`.
         *
         *     **What is checked when.** Every write checks the form of triggers and steps: fields, limits, `step_id`s that are unique, merge
         *     tags, webhook addresses. What they refer to (lists, emails, templates, tents, fields, other steps) may still be missing, and is
         *     checked on activation; `activation_readiness` says at any time what still lacks.
         */
        post: operations["createEmailFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get an email flow
         * @description Returns one flow with its triggers, its steps in the order of the array, and its counters. Its members have an operation of their own.
         */
        get: operations["getEmailFlow"];
        put?: never;
        post?: never;
        /**
         * Delete an email flow
         * @description Deletes the flow with its memberships and their reports. Whoever is under way leaves: the contact's timeline has `flow_exited` with
         *     `flow_deleted`. Not while it is `active`: pause it first. The contacts, their timelines, and the emails that the flow sends stay.
         */
        delete: operations["deleteEmailFlow"];
        options?: never;
        head?: never;
        /**
         * Change an email flow
         * @description Changes the fields that you send; triggers and steps have operations of their own. `name`, `description`,
         *     `manual_membership_enabled` and `settings` can change in any status but `archived`. `reentry_policy`,
         *     `disqualification_rules` and `entry_step_id` decide who may be in the flow and where, so they can change only while it is a `draft`
         *     or `paused`. `settings` and `disqualification_rules` are replaced as a whole. Repeating the request is harmless.
         */
        patch: operations["updateEmailFlow"];
        trace?: never;
    };
    "/v1/email-flows/{flowId}/duplicate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy an email flow
         * @description Makes a new draft with the description, triggers, steps, rules and settings of a flow in any status. The steps keep their `step_id`
         *     and send the same emails. Nobody is in the copy, and nothing happens to anybody until it is activated. Every request makes another
         *     copy; send an `Idempotency-Key` to repeat one safely.
         */
        post: operations["duplicateEmailFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/triggers": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the triggers of an email flow
         * @description Puts these triggers in place of all that the flow had, while it is a `draft` or `paused`. Members who are in the flow stay.
         *     The lists, tents and fields named here may still be missing; activation checks them. Repeating the request is harmless.
         */
        put: operations["setEmailFlowTriggers"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set all steps of an email flow
         * @description Puts these steps in place of all that the flow had, while it is a `draft` or `paused`. Steps of a flow that you have read can
         *     be changed and sent back as they are. Repeating the request is harmless.
         *
         *     Members of a paused flow keep the step they are at by its `step_id`, and after activation do what that step then says; a `wait`
         *     that has changed counts from when the member came to it. Members whose step is gone, or is of another type now, are dropped with
         *     `step_removed`.
         */
        put: operations["setEmailFlowSteps"];
        /**
         * Add a step to an email flow
         * @description Puts one step into the array, while the flow is a `draft` or `paused`. No edge changes by this, neither of the new step nor of
         *     its neighbours: set `next_step_id` and the like yourself, here for the new step and by changing the steps that shall lead to it.
         *     A step before the first one becomes the start.
         *
         *     A `before_step_id` or `after_step_id` that the flow does not have is `400` with an issue at that field, and so is a step past
         *     the hundredth.
         */
        post: operations["addEmailFlowStep"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/steps/{stepId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
                 * @example remind
                 */
                stepId: components["parameters"]["StepId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /**
         * Delete a step of an email flow
         * @description Takes a step out of the array, while the flow is a `draft` or `paused`. When edges of other steps lead to it, the answer is
         *     `409 campaign_flow_step_referenced` with these steps in `details.referenced_by`, unless `repair_edges` says what becomes of the
         *     edges: they lead to another step of the flow, or with null nowhere. A `replace_with_step_id` that the flow does not have, or
         *     that is the deleted step, is `400` with an issue at that field. When a condition asks about an email of the deleted step
         *     (`email_step`), activation names the gap.
         *
         *     Members of a paused flow who are at the step go to `replace_with_step_id` at once, or without one are dropped with `step_removed`.
         */
        delete: operations["deleteEmailFlowStep"];
        options?: never;
        head?: never;
        /**
         * Change a step of an email flow
         * @description Changes the fields that you send and keeps the others, while the flow is a `draft` or `paused`. Null takes an optional field
         *     away, such as an edge or a label. `step_id` and `type` may be sent along as they are and never change: add another step instead.
         *
         *     The step has to be well-formed after the change, else the answer is `400` with the issues of the whole step: a `wait` that gets
         *     another mode has to lose the fields of the mode it had, a `template_id` goes with `source: template` only, and so on. Members of a paused flow
         *     who are at this step do what it then says. Repeating the request is harmless.
         */
        patch: operations["updateEmailFlowStep"];
        trace?: never;
    };
    "/v1/email-flows/{flowId}/steps/{stepId}/email": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
                 * @example remind
                 */
                stepId: components["parameters"]["StepId"];
            };
            cookie?: never;
        };
        get?: never;
        /**
         * Set the email of a step
         * @description Gives a `send_email` step its email, while the flow is a `draft` or `paused`: one of the workspace's emails, or one that is made
         *     with this request and whose `email_id` then stands in the step. The email has to be approved, by `approveEmail`, before the
         *     flow can be activated; an approval later on counts for members who come to the step from then on.
         *
         *     An unknown email or template is `404`, a template that is not approved `409`. A step of another type is `400` with an issue
         *     at `stepId`, and a malformed merge tag, a line break or control character in a header, or a `from_address` on a domain that
         *     is not verified, `400` with an issue at that field. Repeating the request with `source: existing` is harmless; with
         *     `inline` each request makes another email, but for a repeat with the same `Idempotency-Key`.
         */
        put: operations["setEmailFlowStepEmail"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/activate": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Activate an email flow
         * @description Starts a `draft`, or resumes a `paused` flow, when it is complete: there are triggers and steps, what they refer to exists, each
         *     `send_email` step has an approved email with its four sender headers, and each loop passes a `wait` with a duration.
         *     Otherwise the answer is `400 campaign_flow_not_ready`, with all gaps in
         *     `details.activation_readiness`, and the flow stays as it is.
         *
         *     From now on triggers fire on new events. Events before this moment let nobody in, nor do those that happened during a pause.
         *     The members of a paused flow go on where they were; timers that fell due in the pause run now. An active or archived flow is
         *     `409`.
         */
        post: operations["activateEmailFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Pause an email flow
         * @description Stops an `active` flow: nobody enters, and members keep their places. A step that is being carried out at this moment is
         *     finished; nothing new is begun. Waiting times go on counting, and those that end in the pause take effect when the flow is
         *     activated again. While it is paused the flow can be edited. A flow that is not active is `409`.
         */
        post: operations["pauseEmailFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/archive": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Archive an email flow
         * @description Puts a `draft` or `paused` flow away for good: it can be read and deleted, and nothing else. Whoever is under way is dropped with
         *     `flow_archived`, of many members most in the moments after. An active flow has to be paused first, so it is `409`, as is one
         *     that is archived already.
         */
        post: operations["archiveEmailFlow"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/contacts/{contactId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02
                 */
                contactId: components["parameters"]["FlowContactId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Enrol a contact in an email flow
         * @description Makes the contact a member of an `active` flow, at its entry step, without any trigger. The answer comes at once; the steps
         *     are carried out in the background, and `getEmailFlowMember` with the `membership_id` shows how far they are. A contact who fits
         *     `disqualification_rules` is dropped at once: the membership comes back with the `status` `dropped`.
         *
         *     `dynamic_context` gives this membership values of its own, which the flow's emails use as
         *     `{{campaign.dynamic.<key>}}`. The flow refuses a contact who is a member now or, with `no_reentry`, ever was
         *     (`409 campaign_flow_already_in_flow`), one who has entered it 10 times within 24 hours (`409 campaign_flow_entry_limit`), and anybody
         *     while it is not active or has `manual_membership_enabled` false.
         */
        post: operations["enrolContactInEmailFlow"];
        /**
         * Remove a contact from an email flow
         * @description Ends the contact's membership, whatever it waits for: it is `dropped`, with the reason `removed`, and no further step is begun.
         *     A message or webhook that is being sent at this moment may still go out. The contact may enter again later, unless the flow has
         *     `no_reentry`. Works in any status of the flow but `archived`. A contact who is not in the flow at the moment is `404`, so a repeat is too.
         */
        delete: operations["removeContactFromEmailFlow"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/members": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * List the members of an email flow
         * @description Returns the flow's memberships page by page, those who entered last first: those under way, those who completed it, and those
         *     who dropped out. A contact who entered several times has a membership for each.
         */
        get: operations["listEmailFlowMembers"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/members/{membershipId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The membership's identifier.
                 * @example 01JPQBF9X5Z20Y7V5T4S3R2Q61
                 */
                membershipId: components["parameters"]["MembershipId"];
            };
            cookie?: never;
        };
        /**
         * Get a membership of an email flow
         * @description Returns one membership with what it was enrolled with, and each step the member came to, how that went and when.
         */
        get: operations["getEmailFlowMember"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/report": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get the report of an email flow
         * @description Returns how the flow is doing, and of each step how many members are there, came to it, left it, and left it because it
         *     failed; of a step that sends an email, what became of the emails. The counts of members are exact, and all of one moment.
         */
        get: operations["getEmailFlowReport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/email-flows/{flowId}/graph": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        /**
         * Get an email flow as a drawing
         * @description Returns the flow as the text of a Mermaid flowchart, and an address at which people see it drawn, with the members at each
         *     step and what became of its emails. Every call makes a fresh address that works for an hour.
         */
        get: operations["getEmailFlowGraph"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tents
         * @description Returns one page of the workspace's tents, the one changed last in front, each with its newest generation and
         *     its publication but without its forms and files. Tents made in bulk or by flows are among them.
         */
        get: operations["listTents"];
        put?: never;
        /**
         * Create a tent
         * @description Queues a web page to be written from a prompt, and answers at once with `202`. Poll the tent until its
         *     `generation` is `completed` or `failed`; that takes from a second to a few minutes. A finished page is a draft
         *     until it is published, by you or, with `auto_publish`, by itself; what became of that is in the tent's
         *     `publication`.
         *
         *     There are three ways to begin:
         *
         *     - **From a prompt alone.** It has to ask for web content, such as a landing page, a form or a registration page;
         *       anything else is `400 prompt_not_web_content`.
         *     - **From a template**, with `template_id`. The page starts from the template's approved version, with copies of its files,
         *       and the prompt may be a short wish about it. An unknown template is `404`, one that is not approved
         *       `409 template_not_ready`.
         *     - **From files.** Upload them to a new tent first, then send its `tent_id` and the `asset_ids` to use. The tent must not
         *       have a generation yet, else `409 conflict`; to change a page that is written, edit it. An unknown tent, unknown
         *       files and files of another tent are `404`. With a template as well, its files come to those of the tent; without
         *       room for all of them it is `409 conflict`.
         *
         *     One credit is reserved now, spent when the page is written and returned when it fails; without one left the
         *     answer is `429 insufficient_credits`. With `auto_publish`, a page past the plan's limit is still written, and
         *     its publication is `failed`. Without an `Idempotency-Key`, repeating the request makes another tent and costs
         *     another credit.
         */
        post: operations["createTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/new/assets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Upload files for a tent to come
         * @description Makes a tent that holds files only, for a page that is to use them from its first version on. Uploads one to ten
         *     files as `multipart/form-data`, each as a part named `file`. Then create the tent with the `tent_id` and
         *     `asset_ids` of the answer; until then it is a draft without a generation, called `Untitled tent`.
         *
         *     A file is refused when it is over 10 MiB (`413`), or of another kind than images, PDF, fonts and plain text,
         *     which is told from its bytes (`415`). One refused file refuses the whole upload. A repeat with the same
         *     `Idempotency-Key` has to bring the same files; without a key it makes another tent.
         */
        post: operations["uploadNewTentAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a tent
         * @description Returns one tent with its newest generation, its publication, its forms and its files. This is the operation to
         *     poll after a page was created or edited, until `generation.status` is `completed` or `failed`. With
         *     `auto_publish`, the publication leaves `pending` in the same moment.
         */
        get: operations["getTent"];
        put?: never;
        post?: never;
        /**
         * Delete a tent
         * @description Deletes a tent with its versions, files and figures, and takes its page off the web. Name it by its identifier
         *     or by the alias at which it is live, percent-encoded: `/v1/tents/spring-map`, and `/v1/tents/%2F` for the page
         *     at the root of the domain. A generation that is waiting or running is thrown away, and its credit returned.
         *     Contacts who came in by the page's forms stay. While a form of the page starts an active flow the answer is `409 in_use`. A tent that is
         *     gone is `404`.
         */
        delete: operations["deleteTent"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of a tent
         * @description Returns the HTML of the newest completed version, whether it is published or not, for a preview. Show it in a
         *     sandboxed frame: it is a page, not a part of yours. A tent without a completed version is `404`.
         */
        get: operations["getTentContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/edit": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Edit a tent
         * @description Queues a change to the newest completed version, and answers at once with `202`; poll the tent until its
         *     `generation` is `completed` or `failed`. A completed edit is a new version, and a failed one changes nothing.
         *     What is live stays as it is until the new version is published, by you or, with `auto_publish`, by itself.
         *
         *     The tent needs a generation before: one that holds files only is `400` with an issue at `tentId`. When its
         *     first generation failed, the edit writes the page anew. While a generation waits or runs the answer is
         *     `409 generation_in_progress`. Each of the `asset_ids` has to be a file of this tent, else `404`.
         *
         *     One credit is reserved now, spent when the edit is done and returned when it fails; without one left the answer
         *     is `429 insufficient_credits`.
         */
        post: operations["editTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a tent
         * @description Makes a new tent from the newest completed version and the files of this one. The copy is an unpublished draft
         *     that starts with version 1 and can be edited at once; nothing that happens to either touches the other. It costs
         *     no credit. A tent without a completed version is `409 conflict`. Without an `Idempotency-Key`, repeating the
         *     request makes another copy.
         */
        post: operations["cloneTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/publish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Publish a tent
         * @description Puts the newest completed version on the web, on the workspace's own host: at `/{alias}`, or at `/{tent_id}`
         *     without an alias. With an alias, `/{tent_id}` leads on to it. A running generation does not matter; a tent
         *     without a completed version is `409 conflict`.
         *
         *     Publishing again puts a newer version in place, or moves the page: another alias is its new address, null gives
         *     the alias up, and the old address ends. When that version is live at that address with that branding already, the
         *     answer says so, changes nothing, and its `publication` leaves the alias out. When another live page holds the
         *     alias, the page goes live at its default address with `published_with_warnings`, and `message` tells why.
         *
         *     While another change of this tent is just landing the answer is `409 mutation_lease_held`; try again after a
         *     second. When the plan has no room for another live page it is `429 publish_limit_exceeded`; the free plan has
         *     room for one.
         *
         *     What the forms of the page do is told under Published pages and forms.
         */
        post: operations["publishTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/unpublish": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Take a tent off the web
         * @description Takes the page down: its addresses answer `404` from now on, its forms too, and its alias is free for another
         *     tent. The tent becomes a draft and keeps its versions, files and figures; a generation that still runs goes on,
         *     but no longer publishes what it makes. A tent that is not live stays off the web, and `message` says so;
         *     repeating the request is harmless. While another change of this tent is just landing the answer is
         *     `409 mutation_lease_held`; try again after a second.
         */
        post: operations["unpublishTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/{tentId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        /**
         * List the files of a tent
         * @description Returns every file attached to the tent, the oldest first, in one answer.
         */
        get: operations["listTentAssets"];
        put?: never;
        /**
         * Attach files to a tent
         * @description Uploads one to ten files as `multipart/form-data`, each as a part named `file`, and attaches them to the tent.
         *     Name them in the `asset_ids` of an edit to have them used in the page. The answer holds the files of this
         *     upload, in its order.
         *
         *     A file is refused when it is over 10 MiB (`413`), or of another kind than images, PDF, fonts and plain text,
         *     which is told from its bytes (`415`). One refused file refuses the whole upload. A repeat with the same
         *     `Idempotency-Key` has to bring the same files; without a key it attaches the files once more.
         */
        post: operations["uploadTentAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/tent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of a tent
         * @description Returns views, visitors and form submissions of one tent, in total and day by day, and where the views came
         *     from. Days are those of the workspace's time zone, `from` and `to` included; left out, they are the last 30 days with
         *     today. A view is counted when the page is served to somebody, also when their browser is told that what it has is
         *     still good; `HEAD`, pages that a browser fetches ahead, and known bots do not count, and what a cache between serves
         *     by itself is not seen. Figures are a second or two behind. A tent that was never published has zeros.
         */
        get: operations["getTentAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/analytics/org": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the figures of all tents
         * @description Returns views, visitors and form submissions of the whole workspace, in total and day by day, and the totals of
         *     the tents that were viewed most, up to 100. Days are those of the workspace's time zone, `from` and `to` included;
         *     left out, they are the last 30 days with today. A visitor of several tents is one visitor of the workspace's day. What
         *     happened on a tent that has been deleted stays in the totals and in the series, and its own entry is gone.
         */
        get: operations["getWorkspaceAnalytics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List tent templates
         * @description Returns the tent templates of the workspace, without their content, one page for each cursor. Begin without a
         *     cursor, then send each `next_cursor` with otherwise unchanged parameters until none comes back.
         */
        get: operations["listTentTemplates"];
        put?: never;
        /**
         * Create a tent template
         * @description Creates a draft from HTML of yours, which is version 1 at once. The HTML has to be a whole document with
         *     `<!doctype html>`, at most 2 MiB of UTF-8, else `400` with an issue at `code`. It is kept as you send it;
         *     what does not work on published pages is named in `warnings`. Rework it with prompts or save
         *     other HTML, then approve it; tents can start from it after that. Without an `Idempotency-Key`, repeating the
         *     request makes another template.
         */
        post: operations["createTentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/from-tent/{tentId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create a tent template from a tent
         * @description Creates a draft from the newest completed version of a tent, which becomes version 1, with copies of its files.
         *     The tent stays as it is, and may be deleted later. A tent without a completed version is
         *     `409 template_not_ready`. Without an `Idempotency-Key`, repeating the request makes another template.
         */
        post: operations["createTentTemplateFromTent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        /**
         * Get a tent template
         * @description Returns one template with its versions and the state of its newest generation, and says where its content is.
         */
        get: operations["getTentTemplate"];
        put?: never;
        post?: never;
        /**
         * Delete a tent template
         * @description Deletes the template with its versions and files. Nothing holds it back: tents that started from it stay as they
         *     are, those that are queued are still written, and a generation of the template that runs is thrown away. A
         *     template that is gone is `404`.
         */
        delete: operations["deleteTentTemplate"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of a tent template
         * @description Returns the HTML of the newest completed version, approved or not. For an older one, get the content of its
         *     generation.
         */
        get: operations["getTentTemplateContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rework a tent template by a prompt
         * @description Starts a generation that changes the newest completed version as the prompt says, and answers at once with
         *     `202`. Poll the generation until it is `completed` or `failed`. A completed one is a new version, and a failed
         *     one changes nothing. An approved template stays approved at its version: approve again to have tents start from
         *     the new one.
         *
         *     One generation runs at a time; while it does, the answer is `409 generation_in_progress`. Each of the
         *     `asset_ids` has to be a file of this template, else `409 asset_not_found`. It costs no credit.
         */
        post: operations["iterateTentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/save-code": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Save HTML as a new version of a tent template
         * @description Makes your HTML the newest version of the template, at once. It may be up to 2 MiB of UTF-8, more is `400` with
         *     an issue at `code`, and needs no doctype. It is kept as you send it, and pages made from it have all of it: inline scripts, event handlers and
         *     `https` frames work there. What the policy of published pages keeps from working is named in
         *     `warnings`. An approved template stays approved at its version: approve again to
         *     have tents start from the new one. While a generation runs the answer is `409 generation_in_progress`.
         */
        post: operations["saveTentTemplateCode"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/approve": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Approve a tent template
         * @description Approves the newest completed version, which is the one that tents start from then on. Send the `version` that
         *     you looked at, to be refused with `409 approval_version_stale` when there is a newer one. A generation that runs
         *     does not matter: what it makes is a newer version, used only when you approve again. Approving an approved
         *     template moves the approval to its newest version; repeating the request is harmless.
         */
        post: operations["approveTentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/unapprove": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Withdraw the approval of a tent template
         * @description Makes the template a draft again, so that no tent and no bulk job can start from it. Nothing holds this back,
         *     tents that started from it stay as they are, and those that are queued are still written. A draft stays as it
         *     is; repeating the request is harmless.
         */
        post: operations["unapproveTentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/clone": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Copy a tent template
         * @description Makes a new draft with copies of the prompts, the finished generations with their versions, and the files of
         *     this one. The copy is not approved, even when the original is, and nothing that happens to either touches the
         *     other. Without an `Idempotency-Key`, repeating the request makes another copy.
         */
        post: operations["cloneTentTemplate"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/generations/{generationId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8H0X6A32B8W9T7S5R4Q82
                 */
                generationId: components["parameters"]["TentTemplateGenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get a generation of a tent template
         * @description Returns one generation: what it came from, how far it is, and which version it made. This is the operation to
         *     poll after a prompt: every second or two, until `status` is `completed` or `failed`.
         */
        get: operations["getTentTemplateGeneration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/generations/{generationId}/content": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8H0X6A32B8W9T7S5R4Q82
                 */
                generationId: components["parameters"]["TentTemplateGenerationId"];
            };
            cookie?: never;
        };
        /**
         * Get the HTML of a version of a tent template
         * @description Returns the HTML that one generation made, also after newer ones. A generation that is not `completed` is `404`.
         */
        get: operations["getTentTemplateGenerationContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tent-templates/{templateId}/assets": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        /**
         * List the files of a tent template
         * @description Returns every file attached to the template, the oldest first, in one answer.
         */
        get: operations["listTentTemplateAssets"];
        put?: never;
        /**
         * Attach files to a tent template
         * @description Uploads one to ten files as `multipart/form-data`, each as a part named `file`, and attaches them to the
         *     template. Name them in the `asset_ids` of a prompt to have them used in the layout. The answer holds the files
         *     of this upload, in its order.
         *
         *     A file is refused when it is over 10 MiB (`413`), or of another kind than images, PDF, fonts and plain text,
         *     which is told from its bytes (`415`). One refused file refuses the whole upload. A repeat with the same
         *     `Idempotency-Key` has to bring the same files; without a key it attaches the files once more.
         */
        post: operations["uploadTentTemplateAssets"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/tents/bulk": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create tents in bulk
         * @description Makes up to 25 tents from one approved template, and answers at once with `202`: which items were accepted, and
         *     under which `tent_id`, and which were rejected, in the order of the request. Poll the job for the rest.
         *
         *     Each item is judged on its own. One that does not fit its schema, or asks for an alias while `auto_publish` is
         *     not true or for that of an item before, is rejected as `INVALID_ITEM` and its neighbours are made; the answer is `202` even when every item
         *     was rejected, and the job is `failed` then. Only an envelope that is malformed (no `items`, more than 25, an
         *     item that is no object) or a template that is not approved is `400` for the whole request; an unknown template
         *     is `404`.
         *
         *     `input_data` is put into the template first, then the `instructions` are followed. Pages without a `tent_name`
         *     are called after a prefix and a counter, as in `Hut opening (1)`.
         *
         *     One credit is reserved for each accepted item; when they run out, the items after that are rejected as
         *     `INSUFFICIENT_CREDITS`. With `auto_publish`, a page goes live as soon as it is written: one whose alias another
         *     live page holds at its default address, with `published_with_warnings`; one past the plan's limit is written but
         *     not published. Without an `Idempotency-Key`, repeating the request makes all tents once more.
         */
        post: operations["createBulkJob"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/bulk-jobs/{bulkJobId}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bulk job's identifier.
                 * @example 01JPQCGAY6A31Z8W6V5T4S3R71
                 */
                bulkJobId: components["parameters"]["BulkJobId"];
            };
            cookie?: never;
        };
        /**
         * Get a bulk job
         * @description Returns a job with counts, credits and every item. Poll it every few seconds until `status` is `completed`,
         *     `completed_with_failures` or `failed`. An item is `completed` when its page is written; whether the page is live
         *     stands in its `publication_status`.
         */
        get: operations["getBulkJob"];
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
         * @description A stable code for programs. The table of errors tells what each one means. More may come.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "validation_failed" | "invalid_json" | "invalid_cursor" | "idempotency_key_mismatch" | "prompt_not_web_content" | "email_missing_required_headers" | "campaign_not_ready" | "campaign_not_blast" | "campaign_flow_not_ready" | "unauthorized" | "invalid_signature" | "foreign_origin" | "free_plan_email_limit" | "system_list_protected" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_in_progress" | "generation_in_progress" | "template_not_ready" | "email_not_ready" | "approval_version_stale" | "asset_not_found" | "mutation_lease_held" | "contact_list_name_exists" | "email_in_scheduled_blast" | "email_in_active_flow" | "in_use" | "campaign_invalid_state" | "campaign_flow_invalid_state" | "campaign_flow_duplicate_step_id" | "campaign_flow_step_referenced" | "campaign_flow_already_in_flow" | "campaign_flow_not_active" | "campaign_flow_manual_disabled" | "campaign_flow_entry_limit" | "payload_too_large" | "unsupported_media_type" | "expectation_failed" | "rate_limited" | "insufficient_credits" | "publish_limit_exceeded" | "headers_too_large" | "internal_error" | "unavailable" | "contended";
        /** @description One finding about a request, or with `not_found` one reference in it that leads nowhere. */
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
            /** @description The contact's name, as lists show it. */
            display_name: string;
            /** @description Its email; null without one. */
            email: string | null;
            /** @description Its phone in international form; null without one. */
            phone: string | null;
        };
        /** @description Something that stored rules name and that is gone. Rules with a finding match nobody until it is mended. */
        RuleFinding: {
            /** @description Where it is named, such as `rules.conditions.0.fieldDefinitionId`. */
            field: string;
            /**
             * @description - `archived_field`: the contact field is archived.
             *     - `unknown`: the contact field or the list no longer exists.
             *
             *     More may come.
             * @enum {string}
             */
            code: "archived_field" | "unknown";
            /** @description The same in words. */
            message: string;
        };
        /** @description Merge tags that name nothing, each once and without its filters, such as `{{contact.frist_name}}`; of more than 20, the first 20. */
        UnknownMergeTags: string[];
        /** @description What still keeps a draft blast from going out. A draft shows it with `schedule` in `missing`, a refusal (`400 campaign_not_ready`) without. */
        ApprovalReadiness: {
            /** @description True when nothing that send-now needs is missing; a `schedule` does not count. */
            ready: boolean;
            /**
             * @description What has to be done first. The last word on an email is only given once there is one: without an email,
             *     `email_approval`, `email_headers` and `sender_domain` are not listed.
             *
             *     - `audience`: no list is set.
             *     - `audience_rules`: the rules of the list name something that is gone; `findings` says what.
             *     - `email`: no email is set.
             *     - `email_approval`: the email is not approved.
             *     - `email_headers`: the email's `subject`, `from_name`, `from_address` or `reply_to_email` is empty.
             *     - `sender_domain`: the domain of the email's `from_address` is no longer verified for the workspace.
             *     - `schedule`: no time to go out is set. It stands only in a draft, which never has one. Sending now needs none, and
             *       scheduling brings one, so no refusal names it.
             *
             *     More may come.
             */
            missing: ("audience" | "audience_rules" | "email" | "email_approval" | "email_headers" | "sender_domain" | "schedule")[];
            /**
             * @description What is allowed but probably not meant.
             *
             *     - `empty_static_audience`: the list has no members, so the blast would reach nobody.
             *     - `empty_dynamic_audience`: no contact fits the rules of the list now.
             *     - `nobody_mailable`: no member of the list has an email address.
             *     - `all_blocked`: every member with an email address is blocked: unsubscribed, bounced, complained or written down by hand.
             *     - `newer_email_version`: the email has a newer version than the approved one, which is what goes out.
             *     - `placeholder_text`: the approved version still has a sentence of the blank design that was to be replaced.
             *     - `unknown_merge_tag`: the email has merge tags that name nothing and so become empty text; `unknown_merge_tags` lists them. Tags that
             *       begin with `campaign.` count too: only the emails of flows have such values.
             *
             *     The three about a dynamic or unreachable audience are given with a single blast whose `audience.estimate` is `complete`. More may
             *     come.
             */
            warnings: ("empty_static_audience" | "empty_dynamic_audience" | "nobody_mailable" | "all_blocked" | "newer_email_version" | "placeholder_text" | "unknown_merge_tag")[];
            /** @description With `audience_rules`, what is gone of that which the rules name. */
            findings?: components["schemas"]["RuleFinding"][];
            /** @description With `unknown_merge_tag`, the tags. */
            unknown_merge_tags?: components["schemas"]["UnknownMergeTags"];
        };
        /**
         * @description Names a step within its flow. You choose it, it is unique in the flow and never changes. Any text without control
         *     characters except `.` and `..`, which no address can name, and `end`, which stands for the end of the flow in an edge; short names such as `wait_two_days` read best in addresses,
         *     where others have to be percent-encoded.
         */
        FlowStepId: string;
        /** @description A gap of a flow, and where it is. */
        ActivationFinding: {
            /** @description The step; null when it is none. */
            step_id: components["schemas"]["FlowStepId"] | null;
            /** @description The trigger, counted from 0; null when it is none. */
            trigger: number | null;
            /** @description The field that is empty or wrong, such as `list_id`, `condition.conditions.2.listId` or `triggers`; null when it is the whole step. */
            field: string | null;
            /**
             * @description - `required`: nothing is set, or there is no trigger or no step at all.
             *     - `unknown`: what the field names does not exist in the workspace.
             *     - `archived_field`: the contact field is archived.
             *     - `wrong_kind`: the list is not a static one, the field holds no date, or the step that a condition names sends no email.
             *     - `wrong_operator`: the operator does not fit the type of the field.
             *     - `wrong_value`: the value does not fit the type of the field.
             *     - `read_only`: the contact field cannot be written.
             *     - `email_approval`: the email is not approved.
             *     - `email_headers`: the email lacks one of its four sender headers.
             *     - `sender_domain`: the domain of the email's `from_address` is not verified for the workspace.
             *     - `template_approval`: the tent template is not approved.
             *     - `secret`: the operator of the service keeps no secret of this name for the workspace.
             *     - `loop`: edges lead back to this step without passing a `wait` with a duration.
             *     - `unreachable`, a warning: no edges lead from where members begin to this step.
             *     - `tent_address`, a warning: the step uses `{{campaign.tents.<step_id>.url}}` of a step that makes no page, does not come before, or
             *       has no `auto_publish`, so that the address may lead nowhere.
             *     - `unknown_merge_tag`, a warning: the email of the step, or a text of it, has merge tags that name nothing and so become empty text;
             *       `tags` lists them.
             *
             *     More may come.
             * @enum {string}
             */
            code: "required" | "unknown" | "archived_field" | "wrong_kind" | "wrong_operator" | "wrong_value" | "read_only" | "email_approval" | "email_headers" | "sender_domain" | "template_approval" | "secret" | "loop" | "unreachable" | "tent_address" | "unknown_merge_tag";
            /** @description The same in words. */
            message: string;
            /** @description With `unknown_merge_tag`, the tags. */
            tags?: components["schemas"]["UnknownMergeTags"];
        };
        /** @description What still keeps a flow from running. */
        ActivationReadiness: {
            /** @description True when nothing is missing. */
            ready: boolean;
            /** @description What has to be done first; of more than 250 gaps, the first 250. */
            missing: components["schemas"]["ActivationFinding"][];
            /** @description What is allowed but probably not meant. */
            warnings: components["schemas"]["ActivationFinding"][];
        };
        /** @description A definition that names the thing. */
        UsedBy: {
            /**
             * @description More may come.
             * @enum {string}
             */
            type: "email_blast" | "email_flow" | "contact_list";
            id: components["schemas"]["Uuid"];
            /** @description What the blast, the flow or the list is called. */
            name: string;
            /** @description The status of the blast or the flow; null for a list, which has none. */
            status: string | null;
        };
        /**
         * @description What names it at this moment, up to 20, those that need it now first: blasts that are scheduled, being sent or paused, and active flows.
         *     Drafts and paused flows count too; what is over does not. A field or list that the rules of a list name is used by that list and by the
         *     blasts that go to it.
         */
        UsedByList: components["schemas"]["UsedBy"][];
        /** @description How many there are, of which `used_by` shows the first 20. */
        UsedByCount: number;
        /** @description More about the error; which fields are present depends on `error_code`. */
        ErrorDetails: {
            /** @description What is wrong with the request, one entry a finding. */
            issues?: components["schemas"]["Issue"][];
            existing_contact?: components["schemas"]["ExistingContact"];
            approval_readiness?: components["schemas"]["ApprovalReadiness"];
            activation_readiness?: components["schemas"]["ActivationReadiness"];
            /** @description With `email_missing_required_headers`, the headers that are still empty. */
            missing?: string[];
            /** @description With `conflict` on contact fields, the `api_name`s that are taken, by archived fields too. */
            conflicting_api_names?: string[];
            /** @description With `campaign_flow_step_referenced`, the `step_id`s whose edges lead to the step. */
            referenced_by?: string[];
            /** @description With `free_plan_email_limit`, how many emails a day there are; with `conflict` on contact fields, how many may be active. */
            limit?: number;
            /** @description How much of `limit` is used. */
            current?: number;
            /** @description With `free_plan_email_limit`, how many contacts a workspace may have and still send blasts, and how many it has. */
            allowance?: {
                /** @description How many it may have. */
                limit: number;
                /** @description How many it has. */
                current: number;
            };
            /** @description With `in_use` and with `email_in_scheduled_blast` and `email_in_active_flow`, what needs it, up to 20. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description How many need it. */
            used_by_count?: components["schemas"]["UsedByCount"];
        };
        /**
         * Format: uri
         * @description Where the reference of this service tells what the code means. Not there where no reference is served.
         */
        DocumentationUrl: string;
        /** @description The body of every error. */
        Error: {
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            error: string;
            error_code: components["schemas"]["ErrorCode"];
            details?: components["schemas"]["ErrorDetails"];
            documentation_url?: components["schemas"]["DocumentationUrl"];
        };
        /**
         * @description How the contact came in; `public_api` through this API, `import` with an import, `tent_form` with a form of a published tent. More may come.
         * @enum {string}
         */
        ContactSource: "public_api" | "import" | "tent_form";
        /**
         * Format: date-time
         * @description A moment in UTC with milliseconds.
         */
        Timestamp: string;
        /** @description A contact as listings show it, with every field but `custom_fields`. */
        ContactSummary: {
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact, except operational ones. False does not promise any: the address may
             *     be suppressed, see `GET /v1/suppressions`.
             */
            unsubscribed: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source; the file's name of an import, the tent's of a form. */
            original_source_detail: string | null;
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When a field last changed; what merely happens to the contact, such as an email, does not count. */
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
            items: components["schemas"]["ContactSummary"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description Values of the workspace's own fields, keyed by each field's `api_name`. A value is of the type that the field's
         *     `value_type` says: a string, a number, true or false, or for a `date` field an ISO date (`2024-05-01`) or a timestamp with
         *     an offset or `Z`.
         *
         *     On a write, keys that you leave out keep their value and null, or an empty text, clears one. A key that is no field, that
         *     is an archived one, or a value of another type is refused: in a batch the item is rejected with `validation_failed`,
         *     elsewhere the request with `400`; the issue names `custom_fields.<api_name>`.
         *
         *     On a read, there is a key for each active field with a value. Dates come back as timestamps in UTC, a bare date as its
         *     midnight. The values of an archived field are kept out of sight and return when the field is restored.
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact, except operational ones. False does not promise any: the address may
             *     be suppressed, see `GET /v1/suppressions`.
             */
            unsubscribed: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source; the file's name of an import, the tent's of a form. */
            original_source_detail: string | null;
            custom_fields: components["schemas"]["CustomFields"];
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When a field last changed; what merely happens to the contact, such as an email, does not count. */
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
         * @description The email address; null for none. It is trimmed, lower-cased and checked, its domain is put in ASCII, and the result has
         *     at most 254 characters. No two contacts of a workspace share one.
         *     A contact keeps at least one of `email` and `phone`.
         */
        ContactEmail: string | null;
        /**
         * @description The phone number; null for none. It is kept in international form (`+46701740605`); a number without a country code
         *     has to be one that can be dialled in the workspace's default country, which an administrator sets (`US` otherwise). No two contacts of a workspace share one.
         *     A contact keeps at least one of `email` and `phone`.
         */
        ContactPhone: string | null;
        /** @description A contact to create. One of `email` and `phone` is needed. Null, where it is taken, is the same as leaving the field out. */
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
             * @description True keeps the emails of blasts and flows away from this contact, except operational ones.
             * @default false
             */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
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
            /** @description Your identifier for the item; null when you gave none, or a malformed one. */
            client_item_id: string | null;
            /** @description The contact that the item meant to update; null when it named none, or a malformed one. */
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
        /** @description The contacts to delete. */
        ContactDeleteRequest: {
            /** @description Each contact named once. */
            contact_ids: components["schemas"]["Uuid"][];
        };
        /** @description What became of one contact. */
        ContactDeleted: {
            /** @description The contact's place in the request, counted from 0. */
            index: number;
            contact_id: components["schemas"]["Uuid"];
            /**
             * @description Whether the contact is gone now (`deleted`), or was not there in the first place (`not_found`).
             * @enum {string}
             */
            status: "deleted" | "not_found";
        };
        /** @description What became of each contact to delete. */
        ContactDeleteResult: {
            /** @description How many contacts were deleted. */
            deleted_count: number;
            /** @description One result a contact, in the order of the request. */
            items: components["schemas"]["ContactDeleted"][];
        };
        /**
         * @description A contact to write, matched on `email`, or on `phone` when it has no email; one of the two is needed. It takes no
         *     `contact_id`. On a match, fields that you leave out stay as they are; null, or an empty text, clears one (`email` and
         *     `phone` only null).
         */
        ContactUpsertItem: {
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description A domain. Follows `email` by itself; set it only to override that. Null or empty goes back to the email's own domain. */
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact and its address, except operational ones. From true to false, the
             *     address is no longer suppressed as `unsubscribed`.
             */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
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
        /** @description Changes to one contact. Fields that you leave out stay as they are; null, or an empty text, clears one (`email` and `phone` only null). */
        ContactUpdateItem: {
            contact_id: components["schemas"]["Uuid"];
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description A domain. Follows `email` by itself; set it only to override that. Null or empty goes back to the email's own domain. */
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact and its address, except operational ones. From true to false, the
             *     address is no longer suppressed as `unsubscribed`.
             */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
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
        /**
         * @description Whether all members of the group have to hold (`and`) or at least one (`or`).
         * @enum {string}
         */
        RuleGroupOperator: "and" | "or";
        /** @description Joins smaller trees. The conditions in all groups of a tree together are at most 100. */
        SearchRuleGroup: {
            /** @constant */
            kind: "group";
            /** @default and */
            operator?: components["schemas"]["RuleGroupOperator"];
            /** @description What the group joins, each a condition or a group again. A group is never empty. */
            conditions: (components["schemas"]["SearchRuleGroup"] | components["schemas"]["RuleConditionInput"] | components["schemas"]["RuleEmailStepSearch"])[];
        };
        /**
         * @description A text field of the contact. `email` and `phone` are compared in their normalized form, so write a phone as
         *     `+46701740605`. `originalSource` is one of `public_api`, `import` and `tent_form`.
         * @enum {string}
         */
        RuleTextField: "displayName" | "firstName" | "lastName" | "email" | "emailDomain" | "phone" | "company" | "jobTitle" | "address" | "address2" | "city" | "state" | "country" | "zipCode" | "leadStatus" | "lifecycleStage" | "originalSource";
        /**
         * @description How to compare texts; the aliases `eq`, `is_equal`, `neq`, `is_not_equal`, `starts` and `ends` are taken too.
         * @enum {string}
         */
        RuleTextOperatorInput: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "eq" | "is_equal" | "neq" | "is_not_equal" | "starts" | "ends";
        /** @description The text to compare with, taken as it is; no sign in it has a meaning of its own. Upper and lower case count as the same. */
        RuleText: string;
        /** @description Compares a text field of the contact. */
        RuleContactTextInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleTextField"];
            operator: components["schemas"]["RuleTextOperatorInput"];
            value: components["schemas"]["RuleText"];
        };
        /**
         * @description How to compare numbers and dates. The aliases `eq`, `is_equal`, `neq`, `is_not_equal`, `gt`, `after`, `gte`,
         *     `on_or_after`, `lt`, `before`, `lte` and `on_or_before` are taken too.
         * @enum {string}
         */
        RuleComparisonOperatorInput: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "eq" | "is_equal" | "neq" | "is_not_equal" | "gt" | "after" | "gte" | "on_or_after" | "lt" | "before" | "lte" | "on_or_before";
        /** @description Compares the contact score. */
        RuleContactNumberInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            /**
             * @description The contact's `service_score`.
             * @constant
             */
            field: "serviceScore";
            operator: components["schemas"]["RuleComparisonOperatorInput"];
            /** @description The number to compare with. */
            value: number;
        };
        /**
         * @description When the contact came in, when it last changed, or when it last did something; `lastActivityAt` is empty as long as
         *     nothing but its creation and changes has happened.
         * @enum {string}
         */
        RuleDateField: "createdAt" | "updatedAt" | "lastActivityAt";
        /**
         * Format: date-or-moment
         * @description A date (`2026-04-01`), which stands for that whole day in UTC, or a timestamp with an offset or `Z`, which stands for that
         *     moment. So after a date means after the end of its day, and equal to a date means at any time of its day.
         */
        RuleDate: string;
        /** @description Compares a moment in the contact's record. */
        RuleContactDateInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleDateField"];
            operator: components["schemas"]["RuleComparisonOperatorInput"];
            value: components["schemas"]["RuleDate"];
        };
        /**
         * @description A yes-or-no field of the contact. `unsubscribed` is never empty, the two others are while nobody has asked.
         * @enum {string}
         */
        RuleBooleanField: "unsubscribed" | "marketingEmailSubscribed" | "marketingSmsSubscribed";
        /** @description Asks whether a field of the contact is true or false. An empty field is neither. */
        RuleContactBooleanInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleBooleanField"];
            /**
             * @description Which of the two; the aliases `true` and `false` are taken too.
             * @enum {string}
             */
            operator: "is_true" | "is_false" | "true" | "false";
        };
        /**
         * @description The camelCase key of a standard field.
         * @enum {string}
         */
        RuleField: "displayName" | "firstName" | "lastName" | "email" | "emailDomain" | "phone" | "company" | "jobTitle" | "address" | "address2" | "city" | "state" | "country" | "zipCode" | "leadStatus" | "lifecycleStage" | "serviceScore" | "unsubscribed" | "marketingEmailSubscribed" | "marketingSmsSubscribed" | "originalSource" | "createdAt" | "updatedAt" | "lastActivityAt";
        /** @description Asks whether a field of the contact has a value, of whatever type. */
        RuleContactEmptyInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleField"];
            /**
             * @description Which of the two; the aliases `empty` and `not_empty` are taken too.
             * @enum {string}
             */
            operator: "is_empty" | "is_not_empty" | "empty" | "not_empty";
        };
        /** @description Looks for a text in a custom field of type `string`. */
        RuleCustomFieldTextInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own, of type `string`. Null is taken in the rules of a
             *     flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            /**
             * @description Where to look for it; the aliases `starts` and `ends` are taken too.
             * @enum {string}
             */
            operator: "contains" | "not_contains" | "starts_with" | "ends_with" | "starts" | "ends";
            value: components["schemas"]["RuleText"];
        };
        /**
         * @description Compares a custom field. The operator fits the field's type, or the answer is `400`: a field of type `number` or `date`
         *     takes all of them, one of type `string` only `equals` and `not_equals`, and a `boolean` one none; ask it for `is_true`.
         */
        RuleCustomFieldComparisonInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own; a built-in one is asked for by its name. Null is
             *     taken in the rules of a flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            operator: components["schemas"]["RuleComparisonOperatorInput"];
            /**
             * @description A value of the field's type: a number, a text, or for a field of type `date` a date (the whole day in UTC) or a
             *     timestamp with an offset or `Z`.
             */
            value: string | number;
        };
        /** @description Asks whether a custom field is empty, or whether a field of type `boolean` is true or false. An empty field is neither. */
        RuleCustomFieldCheckInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own; a built-in one is asked for by its name. Null is
             *     taken in the rules of a flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            /**
             * @description `is_empty` and `is_not_empty` fit every type, `is_true` and `is_false` only `boolean`. The aliases `empty`, `not_empty`,
             *     `true` and `false` are taken too.
             * @enum {string}
             */
            operator: "is_empty" | "is_not_empty" | "is_true" | "is_false" | "empty" | "not_empty" | "true" | "false";
        };
        /**
         * @description What happened, as the contact's timeline names it. More may come.
         * @enum {string}
         */
        ContactActivityType: "contact_created" | "contact_updated" | "email_sent" | "email_delivered" | "email_opened" | "email_clicked" | "email_bounced" | "email_unsubscribed" | "email_complained" | "form_submission" | "flow_entered" | "flow_exited";
        /** @description How far back to look from the moment of asking. Without a window the whole timeline counts. */
        RuleTimeWindowInput: {
            /** @description How many units. */
            amount: number;
            /**
             * @description The unit. A day is 24 hours and a week seven days; months and years follow the calendar in UTC.
             * @enum {string}
             */
            unit: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        /** @description Asks whether the contact's timeline has an entry of a type, at any time or within a window that ends now. */
        RuleActivityInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "activity";
            activityType: components["schemas"]["ContactActivityType"];
            timeWindow?: components["schemas"]["RuleTimeWindowInput"];
            /**
             * @description Whether there is such an entry or none; the aliases `occurred` and `not_occurred` are taken too.
             * @enum {string}
             */
            operator: "has_activity" | "has_no_activity" | "occurred" | "not_occurred";
        };
        /** @description Asks whether the contact is on a static list. */
        RuleListMembershipInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "list_membership";
            /**
             * @description The `list_id` of a static list. A dynamic or system list is refused with `400`; the private list of a blast is unknown.
             *     Null is taken in the rules of a flow only, as something still to be set before it is activated.
             */
            listId: components["schemas"]["Uuid"] | null;
            /**
             * @description Whether it is on the list or not; the aliases `member_of`, `in_list`, `not_member_of` and `not_in_list` are taken too.
             * @enum {string}
             */
            operator: "is_member" | "is_not_member" | "member_of" | "in_list" | "not_member_of" | "not_in_list";
        };
        /**
         * @description One question that a contact answers with yes or no. `source` tells what it looks at, and the field's type which operators
         *     and values fit.
         */
        RuleConditionInput: components["schemas"]["RuleContactTextInput"] | components["schemas"]["RuleContactNumberInput"] | components["schemas"]["RuleContactDateInput"] | components["schemas"]["RuleContactBooleanInput"] | components["schemas"]["RuleContactEmptyInput"] | components["schemas"]["RuleCustomFieldTextInput"] | components["schemas"]["RuleCustomFieldComparisonInput"] | components["schemas"]["RuleCustomFieldCheckInput"] | components["schemas"]["RuleActivityInput"] | components["schemas"]["RuleListMembershipInput"];
        /** @description Asks what became of the email that a step of a flow sent to the contact. */
        RuleEmailStepSearch: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "email_step";
            /** @description The flow. An unknown one answers `404`. */
            flowId: components["schemas"]["Uuid"];
            /** @description The `step_id` of a `send_email` step in that flow; another one is refused with `400`. */
            nodeId: string;
            /**
             * @description What became of the email.
             * @enum {string}
             */
            metric: "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed";
            /**
             * @description Always that it happened; the alias `occurred` is taken too.
             * @enum {string}
             */
            operator: "has_activity" | "occurred";
        };
        /**
         * @description A question about contacts, asked in a search. It is a rule tree as audiences have it, with the same aliases, that may
         *     also ask what became of the email of a flow's step (`email_step`, here with `flowId`).
         *
         *     Limits: at most five groups inside one another, the outermost counted, and at most 100 conditions; groups are not
         *     counted here.
         */
        SearchRuleTree: components["schemas"]["SearchRuleGroup"] | components["schemas"]["RuleConditionInput"] | components["schemas"]["RuleEmailStepSearch"];
        /** @description Whom to look for, and which page of them to return. */
        ContactSearchRequest: {
            rules: components["schemas"]["SearchRuleTree"];
            /**
             * @description Which page, counted from 1.
             * @default 1
             */
            page?: number;
            /**
             * @description How many contacts a page holds. A value outside the bounds is refused, not clamped.
             * @default 25
             */
            limit?: number;
            /** @description Keeps those of them whose name, email, phone or company contains this text, in upper or lower case. */
            search?: string;
            /**
             * @description What to sort by; names in upper or lower case alike. Contacts without a value come last in either order.
             * @default created_at
             * @enum {string}
             */
            sort?: "created_at" | "updated_at" | "last_activity_at" | "display_name" | "first_name" | "last_name" | "normalized_email" | "original_source";
            /**
             * @description Either `desc`, the greatest value first, or `asc`, the least first.
             * @default desc
             * @enum {string}
             */
            order?: "desc" | "asc";
        };
        /** @description Changes to a contact. Fields that you leave out stay as they are; null, or an empty text, clears one (`email` and `phone` only null). */
        ContactPatch: {
            /** @description Taken so that a batch item can be reused here; a single update has no use for it. */
            client_item_id?: string;
            email?: components["schemas"]["ContactEmail"];
            phone?: components["schemas"]["ContactPhone"];
            /** @description The name to show. Null or empty makes one from first and last name, else from the email before the at sign, else the phone. */
            display_name?: string | null;
            /** @description A domain. Follows `email` by itself; set it only to override that. Null or empty goes back to the email's own domain. */
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact and its address, except operational ones. From true to false, the
             *     address is no longer suppressed as `unsubscribed`.
             */
            unsubscribed?: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed?: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
            marketing_sms_subscribed?: boolean | null;
            custom_fields?: components["schemas"]["CustomFields"];
        };
        /** @description The contact was created. */
        ContactCreatedActivity: {
            /** @constant */
            type: "contact_created";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Where the contact came from. */
            metadata: {
                source: components["schemas"]["ContactSource"];
                /** @description More about the source; the file's name of an import, the tent's of a form. */
                source_detail: string | null;
            };
        };
        /**
         * @description What made the change; `flow` for a step of a flow. More may come.
         * @enum {string}
         */
        ContactChangeSource: "public_api" | "import" | "tent_form" | "flow";
        /** @description Fields of the contact changed. A write that leaves everything as it was makes no entry. */
        ContactUpdatedActivity: {
            /** @constant */
            type: "contact_updated";
            timestamp: components["schemas"]["Timestamp"];
            /** @description What changed, and by what. */
            metadata: {
                source: components["schemas"]["ContactChangeSource"];
                /** @description The names of the fields that changed; those of custom fields as `custom_fields.<api_name>`. */
                fields: string[];
            };
        };
        /** @description An opaque, sortable identifier of 26 characters. */
        Ulid: string;
        /** @description An email of a blast. */
        ContactActivityBlastEmail: {
            /** @description The blast that carried the email. */
            blast_id: components["schemas"]["Uuid"];
            /** @description The contact's entry in the blast's report. */
            recipient_id: components["schemas"]["Ulid"];
        };
        /** @description An email of a flow. */
        ContactActivityFlowEmail: {
            /** @description The flow that sent the email. */
            flow_id: components["schemas"]["Uuid"];
            /** @description The contact's passage through the flow. */
            membership_id: components["schemas"]["Ulid"];
            /** @description The step that sent it. */
            step_id: string;
        };
        /** @description A step on the way of an email to the contact, or an answer to it. */
        EmailActivity: {
            /**
             * @description What happened to the email, or what the contact did with it.
             * @enum {string}
             */
            type: "email_sent" | "email_delivered" | "email_opened" | "email_unsubscribed" | "email_complained";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Which email it was; a blast's and a flow's are told apart by their keys. */
            metadata: components["schemas"]["ContactActivityBlastEmail"] | components["schemas"]["ContactActivityFlowEmail"];
        };
        /** @description A link in an email of a blast. */
        ContactActivityBlastClick: {
            /** @description The blast that carried the email. */
            blast_id: components["schemas"]["Uuid"];
            /** @description The contact's entry in the blast's report. */
            recipient_id: components["schemas"]["Ulid"];
            /** @description Where the link leads. */
            url: string;
        };
        /** @description A link in an email of a flow. */
        ContactActivityFlowClick: {
            /** @description The flow that sent the email. */
            flow_id: components["schemas"]["Uuid"];
            /** @description The contact's passage through the flow. */
            membership_id: components["schemas"]["Ulid"];
            /** @description The step that sent it. */
            step_id: string;
            /** @description Where the link leads. */
            url: string;
        };
        /** @description The contact followed a link in an email. */
        EmailClickedActivity: {
            /** @constant */
            type: "email_clicked";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Which email it was; a blast's and a flow's are told apart by their keys. */
            metadata: components["schemas"]["ContactActivityBlastClick"] | components["schemas"]["ContactActivityFlowClick"];
        };
        /** @description A returned email of a blast. */
        ContactActivityBlastBounce: {
            /** @description The blast that carried the email. */
            blast_id: components["schemas"]["Uuid"];
            /** @description The contact's entry in the blast's report. */
            recipient_id: components["schemas"]["Ulid"];
            /** @description What the receiving server said. */
            reason: string;
        };
        /** @description A returned email of a flow. */
        ContactActivityFlowBounce: {
            /** @description The flow that sent the email. */
            flow_id: components["schemas"]["Uuid"];
            /** @description The contact's passage through the flow. */
            membership_id: components["schemas"]["Ulid"];
            /** @description The step that sent it. */
            step_id: string;
            /** @description What the receiving server said. */
            reason: string;
        };
        /** @description An email to the contact came back. */
        EmailBouncedActivity: {
            /** @constant */
            type: "email_bounced";
            timestamp: components["schemas"]["Timestamp"];
            /** @description Which email it was; a blast's and a flow's are told apart by their keys. */
            metadata: components["schemas"]["ContactActivityBlastBounce"] | components["schemas"]["ContactActivityFlowBounce"];
        };
        /** @description The contact sent a form on a published tent. */
        FormSubmissionActivity: {
            /** @constant */
            type: "form_submission";
            timestamp: components["schemas"]["Timestamp"];
            /** @description The form, and what was typed into it. */
            metadata: {
                /** @description The tent with the form; it may be gone by now. */
                tent_id: components["schemas"]["Uuid"];
                /** @description The form's name within the tent. */
                form_id: string;
                /**
                 * @description What the visitor filled in, by the form's own names, those included that are no field of the contact. Several
                 *     values of one name are joined with a comma and a space.
                 */
                fields: {
                    [key: string]: string;
                };
            };
        };
        /** @description The contact became a member of a flow. */
        FlowEnteredActivity: {
            /** @constant */
            type: "flow_entered";
            timestamp: components["schemas"]["Timestamp"];
            /** @description The flow, and what let the contact in. */
            metadata: {
                /** @description The flow; it may be gone by now. */
                flow_id: components["schemas"]["Uuid"];
                /** @description The contact's passage through the flow. */
                membership_id: components["schemas"]["Ulid"];
                /**
                 * @description The type of the trigger that fired, or `manual` for an enrolment by request.
                 * @enum {string}
                 */
                entered_via: "added_to_static_list" | "removed_from_static_list" | "contact_created" | "contact_updated" | "date_based" | "form_submitted" | "manual";
            };
        };
        /** @description The contact's way through a flow ended. */
        FlowExitedActivity: {
            /** @constant */
            type: "flow_exited";
            timestamp: components["schemas"]["Timestamp"];
            /** @description The flow, and how the membership ended. */
            metadata: {
                /** @description The flow; it may be gone by now. */
                flow_id: components["schemas"]["Uuid"];
                /** @description The contact's passage through the flow. */
                membership_id: components["schemas"]["Ulid"];
                /**
                 * @description Whether the contact came to the end of the flow (`completed`) or left before (`dropped`).
                 * @enum {string}
                 */
                status: "completed" | "dropped";
                /**
                 * @description Why a contact was dropped, otherwise null. `removed`: by request; `disqualified`: it came to fit the flow's
                 *     disqualification rules; `drop_step`: a step said so; `step_failed`: it came to one step too often; `step_removed`: its step was taken
                 *       away; `flow_archived` and `flow_deleted`: the flow is over.
                 * @enum {string|null}
                 */
                drop_reason: "removed" | "disqualified" | "drop_step" | "step_failed" | "step_removed" | "flow_archived" | "flow_deleted" | null;
            };
        };
        /**
         * @description One entry of a contact's timeline; `type` tells what `metadata` holds. More types may be added, so pass over those that
         *     you do not know.
         */
        ContactActivity: components["schemas"]["ContactCreatedActivity"] | components["schemas"]["ContactUpdatedActivity"] | components["schemas"]["EmailActivity"] | components["schemas"]["EmailClickedActivity"] | components["schemas"]["EmailBouncedActivity"] | components["schemas"]["FormSubmissionActivity"] | components["schemas"]["FlowEnteredActivity"] | components["schemas"]["FlowExitedActivity"];
        /** @description One page of a contact's timeline. */
        ContactActivityPage: {
            /** @description The entries on this page. */
            items: components["schemas"]["ContactActivity"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A session for a CSV file that you upload afterwards. */
        StartContactImportUpload: {
            /**
             * @description The rows come in a file.
             * @constant
             */
            source: "upload";
            /** @description The file's name. New contacts carry it as `original_source_detail`. */
            file_name: string;
            /**
             * @description The `Content-Type` that the upload is going to have. Parameters of it, such as a charset, stand
             *     only in the upload and are not looked at. It does not change how the file is read:
             *     whatever the type, the content has to be CSV. Some browsers name CSV files `application/vnd.ms-excel`.
             * @default text/csv
             * @enum {string}
             */
            content_type?: "text/csv" | "text/plain" | "text/tab-separated-values" | "application/vnd.ms-excel";
        };
        /** @description One row, from column header to value. A null or missing value is a blank cell; numbers and booleans are read like their text. */
        ContactImportRow: {
            [key: string]: string | number | boolean | null;
        };
        /** @description A session with its rows; nothing is uploaded afterwards. */
        StartContactImportRows: {
            /**
             * @description The rows are here.
             * @constant
             */
            source: "rows";
            /**
             * @description The rows. All their keys together, in the order in which they first appear, are the column headers, at most 500 of them and at
             *     least one; otherwise the answer is `400`. Blanks around a key do not count, so a row cannot have two keys that differ by
             *     nothing else, and none that is blank. Within a row, keys that are whole numbers come before the others.
             */
            rows: components["schemas"]["ContactImportRow"][];
            /** @description A label for the rows. New contacts carry it as `original_source_detail`, which is null without one. */
            file_name?: string;
        };
        /** @description How the rows get into the session, as an uploaded file or within this request. */
        StartContactImportRequest: components["schemas"]["StartContactImportUpload"] | components["schemas"]["StartContactImportRows"];
        /** @description A session that waits for its file. */
        ContactImportUploadSession: {
            import_session_id: components["schemas"]["Ulid"];
            /**
             * Format: uri
             * @description Where to `PUT` the bytes of the file, without a key. Take it as it is; who has it can upload.
             */
            upload_url: string;
            /** @description Until when `upload_url` takes a file, one hour after the start. The session itself lasts 24 hours. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /** @description A session that has its rows. */
        ContactImportRowsSession: {
            import_session_id: components["schemas"]["Ulid"];
            /** @description How many rows came in. */
            row_count: number;
            /** @description The column headers, as mappings have to name them. */
            headers: string[];
        };
        /** @description The session, in the shape that fits the `source` it was started with. */
        ContactImportSession: components["schemas"]["ContactImportUploadSession"] | components["schemas"]["ContactImportRowsSession"];
        /** @description A column of the file. */
        ContactImportColumn: {
            /** @description The header, without blanks around it. */
            header: string;
            /** @description The first values that are not blank, each cut to 200 characters. */
            sample_values: string[];
        };
        /** @description The header of the column, exactly as in the file but for blanks around it. */
        ContactImportHeader: string;
        /**
         * @description The name of the field, as contacts have it. `service_score` takes a number; `unsubscribed`, `marketing_email_subscribed` and
         *     `marketing_sms_subscribed` take a yes or no; the others take text, of the same length as on any other write.
         * @enum {string}
         */
        ContactImportStandardField: "email" | "phone" | "display_name" | "first_name" | "last_name" | "company" | "job_title" | "address" | "address2" | "city" | "state" | "country" | "zip_code" | "lead_status" | "lifecycle_stage" | "service_score" | "unsubscribed" | "marketing_email_subscribed" | "marketing_sms_subscribed";
        /**
         * @description What happens to the value of an existing contact: `overwrite` replaces it, `skip_if_filled` keeps it
         *     and fills only an empty field. A blank cell never clears a value.
         * @enum {string}
         */
        ContactImportOverwriteBehavior: "overwrite" | "skip_if_filled";
        /** @description The column goes to a built-in field. */
        ContactImportStandardMapping: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description A built-in field.
             * @constant
             */
            target_kind: "standard";
            target_field: components["schemas"]["ContactImportStandardField"];
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description The column goes to a field of the workspace's own. */
        ContactImportCustomMapping: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description A field of the workspace's own.
             * @constant
             */
            target_kind: "custom_field";
            /** @description The field's `api_name`. The field has to be active. */
            target_field: string;
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description The column is left out, as one without a mapping is. */
        ContactImportIgnoreMapping: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description No field.
             * @constant
             */
            target_kind: "ignore";
            /** @description Not needed and not looked at; null in suggestions. */
            target_field?: string | null;
            /** @description Not looked at. */
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description What becomes of a column. */
        ContactImportMapping: components["schemas"]["ContactImportStandardMapping"] | components["schemas"]["ContactImportCustomMapping"] | components["schemas"]["ContactImportIgnoreMapping"];
        /**
         * @description - `missing_identifier`: the row has neither an email nor a phone.
         *     - `invalid_email`: this is no email address.
         *     - `invalid_phone`: this is no phone number; it fails the row even when its email is good.
         *     - `invalid_value`: this cannot be read as the type of the field.
         *     - `too_long`: this is longer than the field takes.
         *     - `conflict`: email and phone belong to two contacts, or a new email comes with the phone of another contact.
         *     - `archived_field`: the field was archived after the import was executed.
         *     - `duplicate_in_file`: an earlier row is about the same contact. Under `duplicate_strategy` `update` the row was applied
         *       after it all the same, and this is only a note; under `skip` it was skipped for that.
         *     - `extra_cells`: the row has more cells than the header, usually because a text with a separator has no quotes. This is only a
         *       note: the row was written from the columns that there are, and some of them may hold what belongs to another.
         *
         *     More may come.
         * @enum {string}
         */
        ContactImportErrorCode: "missing_identifier" | "invalid_email" | "invalid_phone" | "invalid_value" | "too_long" | "conflict" | "archived_field" | "duplicate_in_file" | "extra_cells";
        /** @description A finding about a row of the sample. */
        ContactImportSampleIssue: {
            /** @description The row; the header is row 1. */
            row_number: number;
            /** @description The `target_field` that it is about; null when it is about the row as a whole. */
            field: string | null;
            /** @description The column that it is about; null when it is about the row as a whole. */
            header: string | null;
            error_code: components["schemas"]["ContactImportErrorCode"];
            /** @description The same for people. */
            message: string;
            /** @description What the cell holds, with `extra_cells` what is beyond the header, cut to 200 characters; null when it is about the row as a whole. */
            value: string | null;
        };
        /**
         * @description How the text of a cell is read.
         *
         *     - `string`: as it is, without blanks around it.
         *     - `number`: a decimal number with a point, such as `82.5`.
         *     - `boolean`: `true`, `yes`, `y`, `1` or `false`, `no`, `n`, `0`, in upper or lower case.
         *     - `date`: an ISO 8601 date such as `2026-04-14`, or a timestamp with an offset.
         * @enum {string}
         */
        ContactImportValueType: "string" | "number" | "boolean" | "date";
        /** @description A field that a column can be mapped to. */
        ContactImportField: {
            /**
             * @description Whether it is a built-in field or one of the workspace's own.
             * @enum {string}
             */
            target_kind: "standard" | "custom_field";
            /** @description What a mapping names as `target_field`. */
            target_field: string;
            /** @description The field's name for people. */
            label: string;
            value_type: components["schemas"]["ContactImportValueType"];
            /** @description The definition of a field of the workspace's own; null for a built-in field. */
            field_definition_id: components["schemas"]["Uuid"] | null;
        };
        /** @description A field that could be created for a column. All but `header` can be sent to the creation of contact fields as it is. */
        ContactImportFieldCandidate: {
            /** @description The column. */
            header: string;
            /** @description The header as a name for people. */
            display_name: string;
            /** @description Made from the header, and free in the workspace. */
            api_name: string;
            /** @description The narrowest type that fits all values of the sample; `string` when there are none. */
            value_type: components["schemas"]["ContactImportValueType"];
        };
        /** @description What an import session holds, and how it could be mapped. */
        ContactImportPreview: {
            /** @description The columns of the file from left to right. Columns without a header are left out, they cannot be mapped. */
            columns: components["schemas"]["ContactImportColumn"][];
            /** @description How many rows were looked at, the first 100 at most. */
            sampled_row_count: number;
            /**
             * @description A suggestion for each column, by its header and its values; `ignore` where nothing fits. Executing takes them as
             *     they are, or as you change them.
             */
            mappings: components["schemas"]["ContactImportMapping"][];
            /** @description What would be wrong with the sampled rows under the suggested mappings, the first 100 findings at most. */
            issues: components["schemas"]["ContactImportSampleIssue"][];
            /** @description Every field that a column can be mapped to, the built-in ones first, then the workspace's active own fields. */
            available_fields: components["schemas"]["ContactImportField"][];
            /**
             * @description The columns that fit no field, each as the field it could become. To take one up, create the field, map the header to its
             *     `api_name`, and name its id in `created_field_definition_ids`.
             */
            field_creation_candidates: components["schemas"]["ContactImportFieldCandidate"][];
        };
        /** @description The column goes to a built-in field. */
        ContactImportStandardMappingInput: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description A built-in field.
             * @constant
             */
            target_kind: "standard";
            target_field: components["schemas"]["ContactImportStandardField"];
            /** @default overwrite */
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description The column goes to a field of the workspace's own. */
        ContactImportCustomMappingInput: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description A field of the workspace's own.
             * @constant
             */
            target_kind: "custom_field";
            /** @description The field's `api_name`. The field has to be active. */
            target_field: string;
            /** @default overwrite */
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description The column is left out, as one without a mapping is. */
        ContactImportIgnoreMappingInput: {
            header: components["schemas"]["ContactImportHeader"];
            /**
             * @description No field.
             * @constant
             */
            target_kind: "ignore";
            /** @description Not needed and not looked at; null in suggestions. */
            target_field?: string | null;
            /** @description Not looked at. */
            overwrite_behavior?: components["schemas"]["ContactImportOverwriteBehavior"];
        };
        /** @description What becomes of a column. */
        ContactImportMappingInput: components["schemas"]["ContactImportStandardMappingInput"] | components["schemas"]["ContactImportCustomMappingInput"] | components["schemas"]["ContactImportIgnoreMappingInput"];
        /** @description How to import the rows of a session. */
        ExecuteContactImportRequest: {
            /**
             * @description Which column goes to which field. A column is named at most once and a field is the target of at most one column;
             *     columns that are not named are left out. One column has to go to `email` or to `phone`.
             */
            mappings: components["schemas"]["ContactImportMappingInput"][];
            /**
             * @description What to do with a row about a contact that exists already: `update` it, or `skip` the row.
             * @default update
             * @enum {string}
             */
            duplicate_strategy?: "update" | "skip";
            /**
             * @description True treats every mapping as `skip_if_filled`, whatever its own `overwrite_behavior` says: an update fills what is
             *     empty and replaces nothing.
             * @default false
             */
            overwrite_blank_only?: boolean;
            /** @description Static lists to put every contact on that a row created or updated. */
            list_ids?: components["schemas"]["Uuid"][];
            /** @description The fields that you created for this import. They are noted down as having come with it; nothing else depends on it. */
            created_field_definition_ids?: components["schemas"]["Uuid"][];
        };
        /** @description The run that does the work. */
        ContactImportStarted: {
            import_run_id: components["schemas"]["Ulid"];
        };
        /** @description How far a run is. Rows are written in chunks; a chunk is written whole or not at all. */
        ContactImportProgress: {
            /** @description How many rows there are, without the header; null until they have been counted. */
            total_rows: number | null;
            /** @description How many rows have been dealt with. */
            processed_rows: number;
            /**
             * @description How many chunks there are; null until the rows have been counted. Grows while it runs when rows are so large that a chunk takes
             *     fewer of them.
             */
            total_chunks: number | null;
            /** @description How many chunks have been written. */
            completed_chunks: number;
        };
        /** @description How an import is going, or how it went. The four counts always add up to `progress.processed_rows`. */
        ContactImportRun: {
            import_run_id: components["schemas"]["Ulid"];
            /**
             * @description - `queued`: waits for its turn.
             *     - `running`: rows are being written.
             *     - `completed`: every row has been dealt with, though single ones may have failed, see `error_count`.
             *     - `failed`: the run had to stop, see `error_message`. What the counts name has been written and stays.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed";
            /** @description Rows that became a new contact. */
            created_count: number;
            /** @description Rows that were applied to an existing contact. */
            updated_count: number;
            /** @description Rows about an existing contact that were passed over, as `duplicate_strategy` says. */
            skipped_count: number;
            /** @description Rows that failed. Each failed alone and wrote nothing. */
            error_count: number;
            progress: components["schemas"]["ContactImportProgress"];
            /** @description Why the run failed, with the line when the file could not be read any further; null otherwise. */
            error_message: string | null;
            /** @description When the first row was taken up; null while it is queued. */
            started_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was completed or failed; null until then. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description - `created`: a new contact.
         *     - `updated`: applied to an existing contact, even when that changed nothing.
         *     - `skipped`: passed over, since the contact existed.
         *     - `failed`: refused; nothing of the row was written.
         * @enum {string}
         */
        ContactImportRowStatus: "created" | "updated" | "skipped" | "failed";
        /** @description A finding about a row. */
        ContactImportFieldIssue: {
            /** @description The `target_field` that it is about; null when it is about the row as a whole. */
            field: string | null;
            /** @description The column that it is about; null when it is about the row as a whole. */
            header: string | null;
            error_code: components["schemas"]["ContactImportErrorCode"];
            /** @description The same for people. */
            message: string;
            /** @description What the cell holds, with `extra_cells` what is beyond the header, cut to 200 characters; null when it is about the row as a whole. */
            value: string | null;
        };
        /** @description What became of one row. */
        ContactImportResult: {
            /** @description The row. Records are counted, not lines, and the header is 1, so the first row is 2 in either mode. */
            row_number: number;
            status: components["schemas"]["ContactImportRowStatus"];
            /** @description The contact that was created, updated or found; null when the row failed. It may have been deleted since. */
            contact_id: components["schemas"]["Uuid"] | null;
            /** @description Why the row failed. On other rows empty, but for `duplicate_in_file` and `extra_cells`. */
            field_issues: components["schemas"]["ContactImportFieldIssue"][];
        };
        /** @description One page of row results, in the order of the rows. */
        ContactImportResultPage: {
            /** @description What became of the rows on this page, in the order of the file. */
            results: components["schemas"]["ContactImportResult"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description A switch. `true` and `1` say yes, `false` and `0` say no.
         * @default false
         * @enum {boolean|string}
         */
        Flag: true | false | "true" | "false" | "1" | "0";
        /**
         * @description What values the field takes: texts of up to 10,000 characters (`string`), numbers, true and false (`boolean`), or dates and
         *     moments (`date`). It never changes.
         * @enum {string}
         */
        ContactFieldType: "string" | "number" | "boolean" | "date";
        /**
         * @description An `archived` field takes no values, is not shown in contacts, and cannot be used in new rules. What it holds is kept.
         * @enum {string}
         */
        ContactFieldStatus: "active" | "archived";
        /** @description The definition of a field that contacts have. */
        ContactField: {
            field_definition_id: components["schemas"]["Uuid"];
            /**
             * @description The field's key. A field of your own has it in `custom_fields`, a built-in one in the contact itself. It never changes,
             *     and no two fields of a workspace share one, archived fields included.
             */
            api_name: string;
            /** @description The name to show to people. */
            display_name: string;
            value_type: components["schemas"]["ContactFieldType"];
            /** @description What the field is for; null when nobody has said. */
            description: string | null;
            /** @description Whether a table of contacts shows a column for it unless its reader decides otherwise. */
            show_in_people_list_default: boolean;
            status: components["schemas"]["ContactFieldStatus"];
            /** @description Whether the definition can be changed; false on the built-in fields. */
            is_editable: boolean;
            /**
             * @description A built-in field (`system`) or one of the workspace's own (`org_managed`).
             * @enum {string}
             */
            origin: "system" | "org_managed";
            /** @description The name of the API key that made it; null on a built-in field. */
            created_by_name: string | null;
            /** @description When it was made; null on a built-in field. */
            created_at: components["schemas"]["Timestamp"] | null;
            /** @description When the definition last changed; null on a built-in field. */
            updated_at: components["schemas"]["Timestamp"] | null;
            /** @description Only of a field of your own, where fields are listed. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only of a field of your own, where fields are listed. */
            used_by_count?: components["schemas"]["UsedByCount"];
        };
        /** @description The fields of the workspace's contacts. */
        ContactFieldList: {
            /** @description The built-in fields, which are all properties of a contact but `contact_id` and `custom_fields`, in their order; then the workspace's own, sorted by `api_name`. */
            fields: components["schemas"]["ContactField"][];
        };
        /** @description A field to create. */
        CreateContactFieldRequest: {
            /** @description The name to show to people. */
            display_name: string;
            /**
             * @description The field's key in `custom_fields`, for good. Left out, it is made from `display_name`: letters as plain ones in lower case
             *     (`ß` as `ss`, `é` as `e`), everything else than letters and digits an underscore (`Größe (cm)` becomes `grosse_cm`). When
             *     nothing usable comes of that, the answer is `400`. Names of a contact's own properties in any answer, item or export
             *     (`email`, `contact_id`, `member_added_at` and so on) are reserved, and so are those of every object in JavaScript
             *     (`constructor`).
             */
            api_name?: string;
            value_type: components["schemas"]["ContactFieldType"];
            /** @description What the field is for. */
            description?: string | null;
            /**
             * @description Whether a table of contacts shows a column for it unless its reader decides otherwise.
             * @default false
             */
            show_in_people_list_default?: boolean;
        };
        /** @description Several fields to create at once. */
        CreateContactFieldBatchRequest: {
            /** @description All of them are created, or none. */
            items: components["schemas"]["CreateContactFieldRequest"][];
        };
        /** @description One definition, or up to 50 in `items`. */
        CreateContactFieldsRequest: components["schemas"]["CreateContactFieldRequest"] | components["schemas"]["CreateContactFieldBatchRequest"];
        /** @description The new fields. */
        CreatedContactFieldBatch: {
            /** @description The definitions, in the order of the request. */
            items: components["schemas"]["ContactField"][];
        };
        /** @description The definition when one was sent, `items` when `items` were sent. */
        CreatedContactFields: components["schemas"]["ContactField"] | components["schemas"]["CreatedContactFieldBatch"];
        /**
         * @description An operator of a condition, by its own name.
         * @enum {string}
         */
        RuleOperator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "is_true" | "is_false" | "is_empty" | "is_not_empty" | "has_activity" | "has_no_activity" | "is_member" | "is_not_member";
        /** @description A standard field. */
        RuleMetadataStandardField: {
            /**
             * @description The condition's `source`.
             * @constant
             */
            source: "contact";
            /** @description The condition's `field`. */
            field: components["schemas"]["RuleField"];
            /** @description The name to show to people. */
            label: string;
            /** @description What the condition's `value` has to be. */
            value_type: components["schemas"]["ContactFieldType"];
            /** @description The operators that fit the field, by their own names. */
            operators: components["schemas"]["RuleOperator"][];
        };
        /** @description One of the workspace's own fields. */
        RuleMetadataCustomField: {
            /**
             * @description The condition's `source`.
             * @constant
             */
            source: "custom_field";
            /** @description The condition's `fieldDefinitionId`. */
            field_definition_id: components["schemas"]["Uuid"];
            /** @description The name to show to people. */
            label: string;
            /** @description What the condition's `value` has to be. */
            value_type: components["schemas"]["ContactFieldType"];
            /** @description The operators that fit the field, by their own names. */
            operators: components["schemas"]["RuleOperator"][];
        };
        /** @description A field that a condition can ask about; `source` tells how the condition names it. */
        RuleMetadataField: components["schemas"]["RuleMetadataStandardField"] | components["schemas"]["RuleMetadataCustomField"];
        /** @description What rule trees can ask about in this workspace. */
        RuleMetadata: {
            /** @description The standard fields, then the workspace's own active ones, sorted by `api_name`. */
            fields: components["schemas"]["RuleMetadataField"][];
            /** @description What an `activity` condition can ask for. */
            activity_types: components["schemas"]["ContactActivityType"][];
            /** @description The operator that each alias stands for. */
            operator_aliases: {
                [key: string]: components["schemas"]["RuleOperator"];
            };
        };
        /** @description What to change in a definition; a field left out keeps its value. */
        UpdateContactFieldRequest: {
            /** @description The name to show to people. */
            display_name?: string;
            /** @description What the field is for; null clears it. */
            description?: string | null;
            /** @description Whether a table of contacts shows a column for it unless its reader decides otherwise. */
            show_in_people_list_default?: boolean;
            /** @description Send `archived` to take the field out of use and `active` to restore it. */
            status?: components["schemas"]["ContactFieldStatus"];
        };
        /**
         * @description How a list gets its members. You put contacts on a `static` list; a `dynamic` list has those who fit its rules at the moment
         *     of asking. The `system` lists `All contacts`, `Subscribed` and `Unsubscribed` come with the workspace, have their members in
         *     the same way, and can only be read. The kind of a list never changes.
         * @enum {string}
         */
        ContactListKind: "static" | "dynamic" | "system";
        /** @description Joins smaller trees. The group itself is one of the 100 nodes that a tree may have. */
        RuleGroup: {
            /** @constant */
            kind: "group";
            operator: components["schemas"]["RuleGroupOperator"];
            /** @description What the group joins, each a condition or a group again. A group is never empty. */
            conditions: (components["schemas"]["RuleGroup"] | components["schemas"]["RuleCondition"])[];
        };
        /**
         * @description How to compare texts.
         * @enum {string}
         */
        RuleTextOperator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with";
        /** @description Compares a text field of the contact. */
        RuleContactText: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleTextField"];
            operator: components["schemas"]["RuleTextOperator"];
            value: components["schemas"]["RuleText"];
        };
        /**
         * @description How to compare numbers and dates.
         * @enum {string}
         */
        RuleComparisonOperator: "equals" | "not_equals" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal";
        /** @description Compares the contact score. */
        RuleContactNumber: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            /**
             * @description The contact's `service_score`.
             * @constant
             */
            field: "serviceScore";
            operator: components["schemas"]["RuleComparisonOperator"];
            /** @description The number to compare with. */
            value: number;
        };
        /** @description Compares a moment in the contact's record. */
        RuleContactDate: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleDateField"];
            operator: components["schemas"]["RuleComparisonOperator"];
            value: components["schemas"]["RuleDate"];
        };
        /** @description Asks whether a field of the contact is true or false. An empty field is neither. */
        RuleContactBoolean: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleBooleanField"];
            /**
             * @description Which of the two.
             * @enum {string}
             */
            operator: "is_true" | "is_false";
        };
        /** @description Asks whether a field of the contact has a value, of whatever type. */
        RuleContactEmpty: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "contact";
            field: components["schemas"]["RuleField"];
            /**
             * @description Which of the two.
             * @enum {string}
             */
            operator: "is_empty" | "is_not_empty";
        };
        /** @description Looks for a text in a custom field of type `string`. */
        RuleCustomFieldText: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own, of type `string`. Null is taken in the rules of a
             *     flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            /**
             * @description Where to look for it.
             * @enum {string}
             */
            operator: "contains" | "not_contains" | "starts_with" | "ends_with";
            value: components["schemas"]["RuleText"];
        };
        /**
         * @description Compares a custom field. The operator fits the field's type, or the answer is `400`: a field of type `number` or `date`
         *     takes all of them, one of type `string` only `equals` and `not_equals`, and a `boolean` one none; ask it for `is_true`.
         */
        RuleCustomFieldComparison: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own; a built-in one is asked for by its name. Null is
             *     taken in the rules of a flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            operator: components["schemas"]["RuleComparisonOperator"];
            /**
             * @description A value of the field's type: a number, a text, or for a field of type `date` a date (the whole day in UTC) or a
             *     timestamp with an offset or `Z`.
             */
            value: string | number;
        };
        /** @description Asks whether a custom field is empty, or whether a field of type `boolean` is true or false. An empty field is neither. */
        RuleCustomFieldCheck: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "custom_field";
            /**
             * @description The `field_definition_id` of an active field of the workspace's own; a built-in one is asked for by its name. Null is
             *     taken in the rules of a flow only, as something still to be set before it is activated.
             */
            fieldDefinitionId: components["schemas"]["Uuid"] | null;
            /**
             * @description `is_empty` and `is_not_empty` fit every type, `is_true` and `is_false` only `boolean`.
             * @enum {string}
             */
            operator: "is_empty" | "is_not_empty" | "is_true" | "is_false";
        };
        /** @description How far back to look from the moment of asking. Without a window the whole timeline counts. */
        RuleTimeWindow: {
            /** @description How many units. */
            amount: number;
            /**
             * @description The unit. A day is 24 hours and a week seven days; months and years follow the calendar in UTC.
             * @enum {string}
             */
            unit: "minute" | "hour" | "day" | "week" | "month" | "year";
        };
        /** @description Asks whether the contact's timeline has an entry of a type, at any time or within a window that ends now. */
        RuleActivity: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "activity";
            activityType: components["schemas"]["ContactActivityType"];
            timeWindow?: components["schemas"]["RuleTimeWindow"];
            /**
             * @description Whether there is such an entry or none.
             * @enum {string}
             */
            operator: "has_activity" | "has_no_activity";
        };
        /** @description Asks whether the contact is on a static list. */
        RuleListMembership: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "list_membership";
            /**
             * @description The `list_id` of a static list. A dynamic or system list is refused with `400`; the private list of a blast is unknown.
             *     Null is taken in the rules of a flow only, as something still to be set before it is activated.
             */
            listId: components["schemas"]["Uuid"] | null;
            /**
             * @description Whether it is on the list or not.
             * @enum {string}
             */
            operator: "is_member" | "is_not_member";
        };
        /**
         * @description One question that a contact answers with yes or no. `source` tells what it looks at, and the field's type which operators
         *     and values fit.
         */
        RuleCondition: components["schemas"]["RuleContactText"] | components["schemas"]["RuleContactNumber"] | components["schemas"]["RuleContactDate"] | components["schemas"]["RuleContactBoolean"] | components["schemas"]["RuleContactEmpty"] | components["schemas"]["RuleCustomFieldText"] | components["schemas"]["RuleCustomFieldComparison"] | components["schemas"]["RuleCustomFieldCheck"] | components["schemas"]["RuleActivity"] | components["schemas"]["RuleListMembership"];
        /**
         * @description A question about contacts, as it is kept: who belongs to a dynamic list or an audience. A tree is a single condition, or a
         *     group of smaller trees. Its keys are camelCase, and every operator has its own name, whatever alias it was sent by; so a
         *     tree can be changed and sent back as it is. Rule trees tells what each part means.
         */
        RuleTree: components["schemas"]["RuleGroup"] | components["schemas"]["RuleCondition"];
        /**
         * @description The rule tree whose contacts are the members. On a dynamic list null means that there are no rules yet, so no members; on
         *     static lists, and on the system list of all contacts, it is always null.
         */
        ContactListRules: components["schemas"]["RuleTree"] | null;
        /** @description A named group of contacts. */
        ContactList: {
            list_id: components["schemas"]["Uuid"];
            /** @description No two lists of a workspace share a name, in upper or lower case; the private lists of blasts do not count. */
            name: string;
            /**
             * @description A short form of the name the list was created with, for use in addresses. No two lists share one, and it never changes. That
             *     of a private list ends in its identifier.
             */
            slug: string;
            /** @description What the list is for; null when nobody has said. */
            description: string | null;
            kind: components["schemas"]["ContactListKind"];
            rules: components["schemas"]["ContactListRules"];
            /** @description How many contacts are on a static list; null where members are computed, see the member-count operation. */
            member_count: number | null;
            /** @description The blast that a private list belongs to; null for a list of the workspace. */
            owner_campaign_id: components["schemas"]["Uuid"] | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When the name, the description or the rules last changed; members that come and go do not count. */
            updated_at: components["schemas"]["Timestamp"];
            /** @description Only where a single list is read: what its rules name that is gone. With any, the list has no members, and no blast can be sent to it. */
            findings?: components["schemas"]["RuleFinding"][];
            /** @description Only where a single list is read. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only where a single list is read. */
            used_by_count?: components["schemas"]["UsedByCount"];
        };
        /** @description One page of contact lists. */
        ContactListPage: {
            /** @description The lists on this page. */
            lists: components["schemas"]["ContactList"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description A new list whose members you choose. */
        CreateStaticContactListRequest: {
            /** @description Has to be free in the workspace, in upper or lower case. */
            name: string;
            /** @description What the list is for. */
            description?: string | null;
            /**
             * @description The kind cannot be changed later.
             * @constant
             */
            kind: "static";
            /** @description The first members, each named once. */
            contact_ids?: components["schemas"]["Uuid"][];
            /** @description A static list takes none; you choose its members. */
            rules?: unknown;
        };
        /** @description Joins smaller trees. The group itself is one of the 100 nodes that a tree may have. */
        RuleGroupInput: {
            /** @constant */
            kind: "group";
            /** @default and */
            operator?: components["schemas"]["RuleGroupOperator"];
            /** @description What the group joins, each a condition or a group again. A group is never empty. */
            conditions: (components["schemas"]["RuleGroupInput"] | components["schemas"]["RuleConditionInput"])[];
        };
        /**
         * @description A question about contacts: who belongs to a dynamic list or an audience. A tree is a single condition, or a group of
         *     smaller trees. Its keys are camelCase.
         *
         *     **Limits.** At most five groups inside one another, the outermost counted, and at most 100 nodes, groups and conditions
         *     together. A larger tree is refused with `400`.
         *
         *     **Empty values.** A condition on an empty value is false, except `is_empty`, `not_equals` and `not_contains`, which are
         *     true. An empty text is an empty value; so is a custom field that was never set.
         *
         *     **Text.** Comparisons take upper and lower case as the same, for every script.
         *
         *     **References.** A `listId` that nobody knows answers `404`, a list of the wrong kind or an unknown or archived field
         *     `400` with the path of the condition. When what a stored tree refers to goes later, the tree stays and matches nobody until
         *     it is mended.
         *
         *     **Operators.** An alias is taken wherever its operator is. Answers have the operator's own name.
         *
         *     | Alias | Operator |
         *     |---|---|
         *     | `eq`, `is_equal` | `equals` |
         *     | `neq`, `is_not_equal` | `not_equals` |
         *     | `gt`, `after` | `greater_than` |
         *     | `gte`, `on_or_after` | `greater_than_or_equal` |
         *     | `lt`, `before` | `less_than` |
         *     | `lte`, `on_or_before` | `less_than_or_equal` |
         *     | `starts` | `starts_with` |
         *     | `ends` | `ends_with` |
         *     | `true` | `is_true` |
         *     | `false` | `is_false` |
         *     | `empty` | `is_empty` |
         *     | `not_empty` | `is_not_empty` |
         *     | `occurred` | `has_activity` |
         *     | `not_occurred` | `has_no_activity` |
         *     | `member_of`, `in_list` | `is_member` |
         *     | `not_member_of`, `not_in_list` | `is_not_member` |
         */
        RuleTreeInput: components["schemas"]["RuleGroupInput"] | components["schemas"]["RuleConditionInput"];
        /** @description A new list whose members follow from rules. */
        CreateDynamicContactListRequest: {
            /** @description Has to be free in the workspace, in upper or lower case. */
            name: string;
            /** @description What the list is for. */
            description?: string | null;
            /**
             * @description The kind cannot be changed later.
             * @constant
             */
            kind: "dynamic";
            /** @description Whom the list holds. Null, or no rules at all, makes a list without members; give it rules later. */
            rules?: components["schemas"]["RuleTreeInput"] | null;
            /** @description A dynamic list takes none; its members follow from its rules. */
            contact_ids?: unknown;
        };
        /** @description A new list; `kind` tells which fields it takes. */
        CreateContactListRequest: components["schemas"]["CreateStaticContactListRequest"] | components["schemas"]["CreateDynamicContactListRequest"];
        /** @description The fields to change; a field left out keeps its value. */
        UpdateContactListRequest: {
            /** @description Has to be free in the workspace, in upper or lower case. */
            name?: string;
            /** @description Null clears it. */
            description?: string | null;
            /**
             * @description New rules for a dynamic list, in place of the old ones; the members are computed anew. Null leaves the list without
             *     rules and without members. A static list takes none: `400`.
             */
            rules?: components["schemas"]["RuleTreeInput"] | null;
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
            /**
             * @description True keeps the emails of blasts and flows away from this contact, except operational ones. False does not promise any: the address may
             *     be suppressed, see `GET /v1/suppressions`.
             */
            unsubscribed: boolean;
            /** @description Consent to marketing by email, kept as a record; only `unsubscribed` holds emails back. Null when nobody has asked. */
            marketing_email_subscribed: boolean | null;
            /** @description Consent to marketing by text message, kept as a record. Null when nobody has asked. */
            marketing_sms_subscribed: boolean | null;
            original_source: components["schemas"]["ContactSource"];
            /** @description More about the source; the file's name of an import, the tent's of a form. */
            original_source_detail: string | null;
            /** @description The newest timeline entry other than creation and updates; null when there is none yet. */
            last_activity_at: components["schemas"]["Timestamp"] | null;
            /** @description When the contact was put on the list; null on lists whose members are computed. */
            member_added_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When a field last changed; what merely happens to the contact, such as an email, does not count. */
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of a list's members. */
        ContactListMemberPage: {
            /** @description The members on this page. */
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
            /** @description How many contacts are on the list. */
            member_count: number;
            /** @description How many of the members have an address that is suppressed (they unsubscribed, it bounced, they complained, or somebody put it there), so that marketing blasts pass them over. */
            blocked_count: number;
        };
        /** @description A CSV file in the making, or made. */
        Export: {
            export_id: components["schemas"]["Ulid"];
            /**
             * @description `pending` waits for its turn, `processing` is being written, `completed` can be downloaded, `failed` has ended
             *     without a file. The last two are final.
             * @enum {string}
             */
            status: "pending" | "processing" | "completed" | "failed";
            /** @description The name that the downloaded file will have. */
            file_name: string;
            /** @description How many rows the file has, its header not counted; null until the export is `completed`. */
            row_count: number | null;
            /** @description Why a `failed` export failed, in a sentence for people; otherwise null. */
            error_message: string | null;
            /**
             * Format: uri
             * @description Where to `GET` the file of a `completed` export, without an API key; otherwise null. It answers with `text/csv` and a
             *     `Content-Disposition` that names the file. The address is signed and works for one hour, then, or when it was changed, it
             *     answers `403 invalid_signature`; reading the export again gives a fresh one. A service that keeps its files in an S3-compatible
             *     store gives an address of that store, whose refusals are in the store's own words. Treat it as a secret.
             */
            download_url: string | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description When the export came to its end, well or not; null before. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description An export. */
        ExportEnvelope: {
            export: components["schemas"]["Export"];
        };
        /**
         * @description Why an address is not mailed. `unsubscribed`: the person wants no marketing; `operational` mail still goes there. `bounced`: the mail
         *     server says that there is no such address. `complained`: the person reported a message as spam. `manual`: somebody put it here.
         * @enum {string}
         */
        SuppressionReason: "unsubscribed" | "bounced" | "complained" | "manual";
        /** @description One reason why an address is not mailed. */
        Suppression: {
            /** @description The address, normalized as the emails of contacts. */
            address: string;
            reason: components["schemas"]["SuppressionReason"];
            /**
             * @description Who said so: `contact` (the contact was unsubscribed, by a link, this API or an import of contacts), `smtp` (the mail server
             *     refused the address), `api`, `import`, or the name of a provider that reported it. More may come.
             */
            source: string;
            /** @description In whose words, such as the mail server's answer; null when there are none. */
            detail: string | null;
            /**
             * Format: date-time
             * @description When it was said first.
             */
            since: string;
        };
        /** @description One page of suppressed addresses. */
        SuppressionPage: {
            /** @description The entries on this page. */
            items: components["schemas"]["Suppression"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description An address that is not to be mailed. */
        SuppressionAddItem: {
            /** @description An email address. It is trimmed and lower-cased, as the emails of contacts. */
            address: string;
            /**
             * @description Why it is not to be mailed.
             * @default manual
             */
            reason?: components["schemas"]["SuppressionReason"];
            /** @description Anything worth knowing about it, for people. */
            detail?: string | null;
        };
        /** @description The addresses to suppress. */
        SuppressionAddBatch: {
            /** @description Each is added or rejected on its own. */
            items: components["schemas"]["SuppressionAddItem"][];
        };
        /** @description The address is not mailed. */
        SuppressionAdded: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /**
             * @description Whether the entry is new (`added`), or was there already (`known`) and stays as it was.
             * @enum {string}
             */
            status: "added" | "known";
            /** @description The address, normalized. */
            address: string;
            reason: components["schemas"]["SuppressionReason"];
        };
        /** @description The item was refused; nothing was written for it. */
        SuppressionRejected: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @constant */
            status: "rejected";
            /**
             * @description A stable code for programs.
             * @enum {string}
             */
            error_code: "validation_failed";
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            message: string;
            /** @description What is wrong; paths start inside the item (`address`). */
            issues: components["schemas"]["Issue"][];
        };
        /** @description What became of each address to suppress. */
        SuppressionAddResult: {
            /**
             * @description Every item has been dealt with, well or not.
             * @constant
             */
            status: "completed";
            /** @description How many items are new entries. */
            added_count: number;
            /** @description How many items were there already, with the same reason. */
            known_count: number;
            /** @description How many items were refused. */
            rejected_count: number;
            /** @description One result an item, in the order of the request. */
            items: (components["schemas"]["SuppressionAdded"] | components["schemas"]["SuppressionRejected"])[];
        };
        /** @description The addresses to mail again. */
        SuppressionRemoveRequest: {
            /** @description Email addresses, each named once. */
            addresses: string[];
            /** @description Removes the entries with this reason only; left out, all. */
            reason?: components["schemas"]["SuppressionReason"];
        };
        /** @description What became of one address. */
        SuppressionRemoved: {
            /** @description The address's place in the request, counted from 0. */
            index: number;
            /** @description The address as you gave it. */
            address: string;
            /**
             * @description Whether entries of the address are gone now (`removed`), or there were none (`not_found`).
             * @enum {string}
             */
            status: "removed" | "not_found";
            /** @description The reasons of the entries that are gone. */
            reasons: components["schemas"]["SuppressionReason"][];
        };
        /** @description What became of each address to mail again. */
        SuppressionRemoveResult: {
            /** @description How many entries were removed. */
            removed_count: number;
            /** @description One result an address, in the order of the request. */
            items: components["schemas"]["SuppressionRemoved"][];
        };
        /** @description What became of a list of addresses. */
        SuppressionImportResult: {
            /**
             * @description Every line has been dealt with.
             * @constant
             */
            status: "completed";
            /** @description How many addresses are new entries. */
            added_count: number;
            /** @description How many lines name an address that was there already with this reason, or that an earlier line names. */
            known_count: number;
            /** @description How many lines have no valid address. */
            invalid_count: number;
            /** @description The first 100 of these, as numbers of lines of the file, the first being 1. */
            invalid_lines: number[];
        };
        /**
         * @description An `approved` email can be sent by blasts and be used in flows. A `draft` cannot, but for active flows, which go on sending its `approved_version`.
         * @enum {string}
         */
        EmailStatus: "draft" | "approved";
        /** @description An email as lists show it, without its generation and the paths to its content. */
        EmailSummary: {
            email_id: components["schemas"]["Uuid"];
            /** @description What you call the email; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailStatus"];
            /** @description The subject, in one line; null while there is none. */
            subject: string | null;
            /** @description The line that mail programs show beside the subject. */
            preview_text: string | null;
            /** @description Who the email is from; null while nobody is named. */
            from_name: string | null;
            /** @description The address that it is sent from; null while there is none. */
            from_address: string | null;
            /** @description The address that answers go to; null while there is none. */
            reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none, that is until a first draft is done. */
            current_version: number | null;
            /**
             * @description The version that was approved, which stays the same until you approve again; null before the first approval and after one
             *     was withdrawn. A draft keeps it when a prompt or a missing header made it one: active flows go on sending it, and no blast
             *     can be sent with it before you approve again.
             */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. The first draft and saved code do not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            /** @description When you wrote the plain text; null when it follows the HTML. */
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
            /** @description The emails on this page, without their content. */
            emails: components["schemas"]["EmailSummary"][];
            /** @description Send it as `cursor` for the next page; absent on the last one. */
            next_cursor?: string;
        };
        /** @description What you want, in your own words and language. */
        Prompt: string;
        /**
         * @description Values by name. With `template_id` alone, each takes the place of its tag `{{name}}` in the template's HTML, subject and
         *     preview text, once and for every recipient; a tag without a value here stays, and comes to nothing when the email is sent.
         *     A value is put in as text: it is escaped in HTML, and not read as a merge tag. With `prompt` the values are facts for the
         *     text that is written. `contact`, `campaign`, `workspace` and `unsubscribe_url` are merge tags already, and no names for values.
         */
        TokenData: {
            [key: string]: string | number | boolean;
        };
        /**
         * @description A new email; every header may be left out or null, and filled in before approval. With `template_id`, a header left out
         *     takes the template's default, and null leaves it empty. `token_data` needs `prompt` or `template_id` beside it.
         */
        CreateEmailRequest: {
            /** @description What you call the email; recipients never see it. */
            name: string;
            /** @description What the email should say and look like, in your own words. */
            prompt?: components["schemas"]["Prompt"];
            /** @description An approved email template, whose approved version the email starts from. */
            template_id?: components["schemas"]["Uuid"];
            token_data?: components["schemas"]["TokenData"];
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
            /**
             * Format: email
             * @description The address that answers go to. It may be on any domain.
             */
            reply_to_email?: string | null;
        };
        /**
         * @description How far a generation is. `generating` still runs; `completed` has made a version; `failed` has made none, and left
         *     everything as it was.
         * @enum {string}
         */
        GenerationStatus: "generating" | "completed" | "failed";
        /**
         * @description What the warning is about, for programs. Of pages: `script_blocked` (a script from another host), `frame_blocked` (a frame
         *     that is not `https`), `embed_blocked` (an object, embed or applet), `style_blocked` (a style sheet that is not `https`),
         *     `base_ignored`, `form_redirected` (a form that is sent elsewhere), `field_switched_off` (a field for files or passwords). Of
         *     emails: `script_not_run`, `form_not_sent`, `preheader_replaced` (a preheader of the HTML's own, while the email has a
         *     preview text), `unknown_merge_tag` (merge tags that name nothing and so become empty text; `tags` lists them). More may come.
         * @enum {string}
         */
        ContentWarningCode: "script_blocked" | "frame_blocked" | "embed_blocked" | "style_blocked" | "base_ignored" | "form_redirected" | "field_switched_off" | "script_not_run" | "form_not_sent" | "preheader_replaced" | "unknown_merge_tag";
        /** @description Something in HTML that was saved does not work where it is shown. The HTML is kept as you sent it. */
        ContentWarning: {
            code: components["schemas"]["ContentWarningCode"];
            /** @description What does not work, and what to do, for people. */
            message: string;
            /** @description With `unknown_merge_tag`, the tags. */
            tags?: components["schemas"]["UnknownMergeTags"];
        };
        /** @description An email; its HTML and plain text have addresses of their own. */
        Email: {
            email_id: components["schemas"]["Uuid"];
            /** @description What you call the email; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailStatus"];
            /** @description The subject, in one line; null while there is none. */
            subject: string | null;
            /** @description The line that mail programs show beside the subject. */
            preview_text: string | null;
            /** @description Who the email is from; null while nobody is named. */
            from_name: string | null;
            /** @description The address that it is sent from; null while there is none. */
            from_address: string | null;
            /** @description The address that answers go to; null while there is none. */
            reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none, that is until a first draft is done. */
            current_version: number | null;
            /**
             * @description The version that was approved, which stays the same until you approve again; null before the first approval and after one
             *     was withdrawn. A draft keeps it when a prompt or a missing header made it one: active flows go on sending it, and no blast
             *     can be sent with it before you approve again.
             */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. The first draft and saved code do not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            /** @description When you wrote the plain text; null when it follows the HTML. */
            plain_text_overridden_at: components["schemas"]["Timestamp"] | null;
            /** @description True when the HTML has changed since you wrote the plain text. */
            plain_text_stale_after_html_iteration: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the email. */
            created_by_name: string;
            /** @description How far the newest generation is. A failed one leaves the versions before it in use. */
            latest_generation_status: components["schemas"]["GenerationStatus"];
            /** @description The newest generation, however far it is. */
            latest_generation_id: components["schemas"]["Ulid"];
            /** @description The generation that made the approved version, whose content can be read under it; null where `approved_version` is. */
            approved_generation_id: components["schemas"]["Ulid"] | null;
            /** @description Where the HTML is, as a path on this service. */
            content_path: string;
            /** @description Where the plain text is, as a path on this service. */
            plain_text_path: string;
            /** @description Only where a single email is read. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only where a single email is read. */
            used_by_count?: components["schemas"]["UsedByCount"];
            /**
             * @description What is allowed but probably not meant: `unknown_merge_tag`, when the headers, or the HTML or plain text of the newest version, have
             *     merge tags that name nothing. Where a single email is read, created or changed.
             */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        /** @description A generation of an email that has begun; poll it under its `generation_id`. */
        EmailGenerationStarted: {
            email_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description Names the prompt that you sent. */
            message_id: components["schemas"]["Ulid"];
            /**
             * @description How far it was when this was answered.
             * @constant
             */
            status: "generating";
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
            /**
             * Format: email
             * @description The address that answers go to. It may be on any domain.
             */
            reply_to_email?: string | null;
        };
        /** @description What to call the copy. */
        DuplicateRequest: {
            /** @description By default the name of the original behind `Copy of `, cut to 200 characters. */
            name?: string;
        };
        /** @description The plain-text alternative of an email's newest version. */
        EmailPlainText: {
            email_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description The text. */
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
        /** @description Files to work with, by their `asset_id`. Each has to be attached to the same thing before; repeats are ignored. */
        AssetIds: components["schemas"]["Ulid"][];
        /** @description What to change about the content. */
        IterateEmailRequest: {
            /** @description The change that you want, in your own words. */
            prompt: components["schemas"]["Prompt"];
            /** @description Files to use in it, by their `asset_id`; each has to be attached to this email. */
            asset_ids?: components["schemas"]["AssetIds"];
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
            /** @description The number of the version, counted from 1. */
            version: number;
            /**
             * @description What of the HTML does not work where it is shown, and the merge tags of the email that name nothing (`unknown_merge_tag`); empty when
             *     all is well.
             */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description Which version you looked at. */
        ApproveEmailRequest: {
            /** @description Has to be the newest completed version, so that nothing newer is approved unseen. */
            version?: number;
        };
        /** @description Where a test goes, and what it shows. */
        SendEmailTestRequest: {
            /** @description The addresses; each is trimmed and lower-cased, as the emails of contacts, and gets one message. */
            to: string[];
            /** @description The contact whose values merge tags have. Nothing is sent to the contact. */
            contact_id?: components["schemas"]["Uuid"];
            /** @description The version to send; the newest completed one unless given. */
            version?: number;
        };
        /** @description What became of a test at one address. */
        EmailTestDelivery: {
            /** @description The address, normalized as the emails of contacts. */
            to: string;
            /**
             * @description - `pending`: waits for its turn, or is tried again.
             *     - `sent`: the mail server accepted it.
             *     - `failed`: the mail server refused it for good, for a reason that is not the address.
             *     - `bounced`: the address was refused.
             *     - `blocked`: held back; the address is suppressed.
             *     - `cancelled`: the test failed before its turn.
             *
             *     More may come.
             * @enum {string}
             */
            status: "pending" | "sent" | "failed" | "bounced" | "blocked" | "cancelled";
            /** @description Why it failed, bounced or was blocked, or why it is tried again; null otherwise. */
            error: string | null;
            /** @description When the mail server accepted it. */
            sent_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A test of an email, with what has become of it. */
        EmailTest: {
            test_id: components["schemas"]["Ulid"];
            email_id: components["schemas"]["Uuid"];
            /** @description The version that is sent. */
            version: number;
            /** @description The subject before merge tags are filled in. */
            subject: string;
            /**
             * @description - `sending`: on its way; while the mail server is in trouble, for up to 24 hours.
             *     - `completed`: every address has been dealt with.
             *     - `failed`: it could not go out; see `error`.
             *
             *     More may come.
             * @enum {string}
             */
            status: "sending" | "completed" | "failed";
            /** @description Why it failed; while it is `sending`, what is wrong with the mail server, in the server's words; otherwise null. */
            error: string | null;
            /** @description One entry an address, in the order of the request. */
            deliveries: components["schemas"]["EmailTestDelivery"][];
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description How the version comes about.
         *
         *     - `scaffold`: the blank design in the colours of the workspace.
         *     - `template`: a copy of a template's version.
         *     - `code`: HTML of your own.
         *     - `draft`: a prompt, where there was no version before.
         *     - `iteration`: a prompt that reworks the version before.
         *
         *     More may come.
         * @enum {string}
         */
        EmailGenerationType: "scaffold" | "template" | "code" | "draft" | "iteration";
        /** @description One making of a version of an email. It stays readable after newer ones. */
        EmailGeneration: {
            generation_id: components["schemas"]["Ulid"];
            status: components["schemas"]["GenerationStatus"];
            type: components["schemas"]["EmailGenerationType"];
            /** @description The number of the version that it made; null unless it is `completed`. */
            version: number | null;
            /** @description Where the HTML of this version is, as a path on this service; null unless it is `completed`. */
            content_path: string | null;
            /** @description Where the plain text of this version is, as a path on this service; null unless it is `completed`. */
            plain_text_path: string | null;
            /**
             * @description Where the plain text of this version comes from; `auto` derives it from the HTML, `override` is what you wrote.
             *     Null unless it is `completed`.
             * @enum {string|null}
             */
            plain_text_source: "auto" | "override" | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ended, well or badly; null while it runs. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Set to `generation_failed` when it failed, else null.
             * @enum {string|null}
             */
            error_code: "generation_failed" | null;
            /** @description Why it failed, in a sentence for people; null unless it did. */
            error_message: string | null;
        };
        /** @description The plain-text alternative of one version of an email. */
        EmailGenerationPlainText: {
            email_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description The text. */
            content: string;
            /**
             * @description Where the text comes from; `auto` derives it from the HTML, `override` is what you wrote.
             * @enum {string}
             */
            plain_text_source: "auto" | "override";
        };
        /**
         * @description What the file is, told from its bytes; its name and the type declared at the upload are not trusted.
         * @enum {string}
         */
        AssetContentType: "image/png" | "image/jpeg" | "image/gif" | "image/webp" | "image/avif" | "application/pdf" | "font/woff" | "font/woff2" | "font/ttf" | "font/otf" | "text/plain";
        /**
         * @description A file attached to a tent, an email or a template of either kind. It stays attached until that is deleted. A clone, and
         *     what starts from a template, has the files of the original attached to itself, under identifiers of their own.
         */
        Asset: {
            /** @description Names the asset in `asset_ids`; only the thing that it is attached to can use it. */
            asset_id: components["schemas"]["Ulid"];
            /** @description The name that the file had when it was uploaded, without folders. */
            file_name: string;
            content_type: components["schemas"]["AssetContentType"];
            /** @description How large the file is. */
            size_bytes: number;
            /**
             * Format: uri
             * @description Where the file is served, without a key, so that pages and emails can show it. Nobody can guess it. The file stays
             *     there as long as it is attached to anything.
             */
            url: string;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Files attached to an email. */
        EmailAssets: {
            email_id: components["schemas"]["Uuid"];
            /** @description The files; after an upload, those of this upload. */
            assets: components["schemas"]["Asset"][];
        };
        /**
         * @description The files to attach, each a part named `file` of its own. A file is an image (PNG, JPEG, GIF, WebP, AVIF), a PDF, a font
         *     (WOFF, WOFF2, TrueType, OpenType) or plain text in UTF-8, holds at least one byte and at most 10 MiB. SVG and HTML are
         *     refused, since they can carry scripts. So is a file that is something else than its name or the type declared with it
         *     says. Each has a name of 1 to 255 characters without control characters; folders in front of it are left out.
         */
        AssetUpload: {
            /** @description One to ten files. */
            file: Blob[];
        };
        /**
         * @description New emails can start from an `approved` template, from a `draft` they cannot.
         * @enum {string}
         */
        EmailTemplateStatus: "draft" | "approved";
        /** @description An email template as lists show it, without its generation and the paths to its content. */
        EmailTemplateSummary: {
            template_id: components["schemas"]["Uuid"];
            /** @description What you call the template; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailTemplateStatus"];
            /**
             * @description Where the template comes from; `upload` is one that was made as a template, as by every operation here, `email` one taken from an email. A clone has that of its original.
             * @enum {string}
             */
            source_type: "upload" | "email";
            /** @description The email that the template was taken from; null unless `source_type` is `email`. */
            source_email_id: components["schemas"]["Uuid"] | null;
            /** @description The `subject` of emails that start from the template, as the other defaults are theirs, unless they get one of their own. */
            default_subject: string | null;
            /** @description The `preview_text` of emails that start from the template; null for none. */
            default_preview_text: string | null;
            /** @description Their `from_name`; null for none. */
            default_from_name: string | null;
            /** @description Their `from_address`; null for none. */
            default_from_address: string | null;
            /** @description Their `reply_to_email`; null for none. */
            default_reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none, that is until a first draft is done. */
            current_version: number | null;
            /** @description The version that new emails start from, which stays the same until you approve again; null while the template is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. The first draft and saved code do not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            /** @description When you wrote the plain text; null when it follows the HTML. */
            plain_text_overridden_at: components["schemas"]["Timestamp"] | null;
            /** @description True when the HTML has changed since you wrote the plain text. */
            plain_text_stale_after_html_iteration: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the template. */
            created_by_name: string;
        };
        /** @description One page of email templates. */
        EmailTemplatePage: {
            /** @description The templates on this page, without their content. */
            templates: components["schemas"]["EmailTemplateSummary"][];
            /** @description Send it as `cursor` for the next page; absent on the last one. */
            next_cursor?: string;
        };
        /**
         * @description A new email template. Every default may be left out or null. The content is your `code`, or written for you after a
         *     `prompt`, or without either of them a blank design; both together are refused.
         */
        CreateEmailTemplateRequest: {
            /** @description What you call the template; recipients never see it. */
            name: string;
            /**
             * @description The HTML, at most 2 MiB, counted in bytes of UTF-8, and with at most 256 elements in one another. May carry
             *     merge tags, and tags of your own such as `{{season}}` that `token_data` fills in when an email starts from it.
             */
            code?: string;
            /** @description What emails of this kind should say and look like, in your own words. */
            prompt?: components["schemas"]["Prompt"];
            /** @description One line, which may carry merge tags, and tags of your own that `token_data` fills in. */
            default_subject?: string | null;
            /** @description The line that mail programs show beside the subject. May carry tags as the subject does. */
            default_preview_text?: string | null;
            /** @description Who emails are from, in one line. Sent as it is, without merge tags. */
            default_from_name?: string | null;
            /**
             * Format: email
             * @description Its domain has to be verified for the workspace; a verified domain does not cover its subdomains.
             */
            default_from_address?: string | null;
            /**
             * Format: email
             * @description The address that answers go to. It may be on any domain.
             */
            default_reply_to_email?: string | null;
        };
        /** @description An email template; its HTML and plain text have addresses of their own. */
        EmailTemplate: {
            template_id: components["schemas"]["Uuid"];
            /** @description What you call the template; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailTemplateStatus"];
            /**
             * @description Where the template comes from; `upload` is one that was made as a template, as by every operation here, `email` one taken from an email. A clone has that of its original.
             * @enum {string}
             */
            source_type: "upload" | "email";
            /** @description The email that the template was taken from; null unless `source_type` is `email`. */
            source_email_id: components["schemas"]["Uuid"] | null;
            /** @description The `subject` of emails that start from the template, as the other defaults are theirs, unless they get one of their own. */
            default_subject: string | null;
            /** @description The `preview_text` of emails that start from the template; null for none. */
            default_preview_text: string | null;
            /** @description Their `from_name`; null for none. */
            default_from_name: string | null;
            /** @description Their `from_address`; null for none. */
            default_from_address: string | null;
            /** @description Their `reply_to_email`; null for none. */
            default_reply_to_email: string | null;
            /** @description The newest completed version of the content; null while there is none, that is until a first draft is done. */
            current_version: number | null;
            /** @description The version that new emails start from, which stays the same until you approve again; null while the template is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. The first draft and saved code do not count. */
            number_of_iterations: number;
            /** @description True when you wrote the plain text yourself, false when it follows the HTML. */
            plain_text_overridden: boolean;
            /** @description When you wrote the plain text; null when it follows the HTML. */
            plain_text_overridden_at: components["schemas"]["Timestamp"] | null;
            /** @description True when the HTML has changed since you wrote the plain text. */
            plain_text_stale_after_html_iteration: boolean;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the template. */
            created_by_name: string;
            /** @description How far the newest generation is. A failed one leaves the versions before it in use. */
            latest_generation_status: components["schemas"]["GenerationStatus"];
            /** @description The newest generation, however far it is. */
            latest_generation_id: components["schemas"]["Ulid"];
            /** @description The generation that made the approved version, whose content can be read under it; null where `approved_version` is. */
            approved_generation_id: components["schemas"]["Ulid"] | null;
            /** @description Where the HTML is, as a path on this service. */
            content_path: string;
            /** @description Where the plain text is, as a path on this service. */
            plain_text_path: string;
            /** @description Only where a single template is read. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only where a single template is read. */
            used_by_count?: components["schemas"]["UsedByCount"];
            /** @description What of the `code` does not work where it is shown. Only in the answer of a creation. */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        /** @description A generation of an email template that has begun; poll it under its `generation_id`. */
        EmailTemplateGenerationStarted: {
            template_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description Names the prompt that you sent. */
            message_id: components["schemas"]["Ulid"];
            /**
             * @description How far it was when this was answered.
             * @constant
             */
            status: "generating";
        };
        /** @description The email template that was deleted. */
        DeletedEmailTemplate: {
            template_id: components["schemas"]["Uuid"];
            /** @constant */
            deleted: true;
        };
        /** @description The fields to change; a field left out keeps its value, and null clears a default. */
        UpdateEmailTemplateRequest: {
            /** @description What you call the template; recipients never see it. */
            name?: string;
            /** @description One line, which may carry merge tags, and tags of your own that `token_data` fills in. */
            default_subject?: string | null;
            /** @description The line that mail programs show beside the subject. May carry tags as the subject does. */
            default_preview_text?: string | null;
            /** @description Who emails are from, in one line. Sent as it is, without merge tags. */
            default_from_name?: string | null;
            /**
             * Format: email
             * @description Its domain has to be verified for the workspace; a verified domain does not cover its subdomains.
             */
            default_from_address?: string | null;
            /**
             * Format: email
             * @description The address that answers go to. It may be on any domain.
             */
            default_reply_to_email?: string | null;
        };
        /** @description The plain-text alternative of an email template's newest version. */
        EmailTemplatePlainText: {
            template_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description The text. */
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
        OverrideEmailTemplatePlainTextRequest: {
            /**
             * @description At most 1 MiB, counted in bytes of UTF-8. May carry merge tags. An empty string stands for a template without
             *     any text.
             */
            content: string;
        };
        /** @description What to change about the content. */
        IterateEmailTemplateRequest: {
            /** @description The change that you want, in your own words. */
            prompt: components["schemas"]["Prompt"];
            /** @description Files to use in it, by their `asset_id`; each has to be attached to this template. */
            asset_ids?: components["schemas"]["AssetIds"];
        };
        /** @description New HTML for an email template. */
        SaveEmailTemplateCodeRequest: {
            /**
             * @description The HTML, at most 2 MiB, counted in bytes of UTF-8, and with at most 256 elements in one another. May carry
             *     merge tags, and tags of your own such as `{{season}}` that `token_data` fills in when an email starts from it.
             */
            code: string;
        };
        /** @description The version that the saved HTML became. */
        SavedEmailTemplateCode: {
            template_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description What of the HTML does not work where it is shown; empty when all of it does. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description What to call the copy. */
        CloneEmailTemplateRequest: {
            /** @description By default the name of the original with ` (copy)` after it, cut to 200 characters. */
            name?: string;
        };
        /** @description Which version you looked at. */
        ApproveEmailTemplateRequest: {
            /** @description Has to be the newest completed version, so that nothing newer is approved unseen. */
            version?: number;
        };
        /** @description One making of a version of an email template. It stays readable after newer ones. */
        EmailTemplateGeneration: {
            generation_id: components["schemas"]["Ulid"];
            status: components["schemas"]["GenerationStatus"];
            type: components["schemas"]["EmailGenerationType"];
            /** @description The number of the version that it made; null unless it is `completed`. */
            version: number | null;
            /** @description Where the HTML of this version is, as a path on this service; null unless it is `completed`. */
            content_path: string | null;
            /** @description Where the plain text of this version is, as a path on this service; null unless it is `completed`. */
            plain_text_path: string | null;
            /**
             * @description Where the plain text of this version comes from; `auto` derives it from the HTML, `override` is what you wrote.
             *     Null unless it is `completed`.
             * @enum {string|null}
             */
            plain_text_source: "auto" | "override" | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ended, well or badly; null while it runs. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Set to `generation_failed` when it failed, else null.
             * @enum {string|null}
             */
            error_code: "generation_failed" | null;
            /** @description Why it failed, in a sentence for people; null unless it did. */
            error_message: string | null;
        };
        /** @description The plain-text alternative of one version of an email template. */
        EmailTemplateGenerationPlainText: {
            template_id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description The text. */
            content: string;
            /**
             * @description Where the text comes from; `auto` derives it from the HTML, `override` is what you wrote.
             * @enum {string}
             */
            plain_text_source: "auto" | "override";
        };
        /** @description Files attached to an email template. */
        EmailTemplateAssets: {
            template_id: components["schemas"]["Uuid"];
            /** @description The files; after an upload, those of this upload. */
            assets: components["schemas"]["Asset"][];
        };
        /**
         * @description How many people a draft would reach, from a look at up to 10,000 contacts: the first members of a static list, or for a dynamic one the
         *     first contacts of the workspace, of whom those who fit the rules are members.
         */
        AudienceEstimate: {
            /** @description How many of the contacts that were looked at are members. */
            member_count: number;
            /** @description How many of these have an email address and are not blocked; for mail that is not `operational`. */
            mailable_count: number;
            /** @description How many contacts were looked at. */
            examined_count: number;
            /**
             * @description True when there are no others, so that the numbers are exact. Otherwise `member_count` of `examined_count` says what part of the
             *     contacts are members; counting the members of the list gives the exact number.
             */
            complete: boolean;
        };
        /** @description The list that a blast goes to. */
        EmailBlastAudience: {
            list_id: components["schemas"]["Uuid"];
            /**
             * @description The blast's `audience_source`.
             * @enum {string}
             */
            source: "existing" | "inline";
            /** @description The list's name. */
            name: string;
            /**
             * @description Whether you put the members on the list (`static`), or a rule does (`dynamic`).
             * @enum {string}
             */
            kind: "static" | "dynamic";
            /** @description How many members the list has now; null for a dynamic list. */
            member_count: number | null;
            /** @description Whom the blast would reach now. Answers with a single draft have it; it is null in lists of blasts, and in any other status. */
            estimate?: components["schemas"]["AudienceEstimate"] | null;
        };
        /** @description The email that a blast carries. */
        EmailBlastEmail: {
            email_id: components["schemas"]["Uuid"];
            /**
             * @description The blast's `email_source`.
             * @enum {string}
             */
            source: "existing" | "inline";
            /** @description What you call the email; recipients never see it. */
            name: string;
            status: components["schemas"]["EmailStatus"];
            /** @description The subject as it is in the email now; null while it has none. */
            subject: string | null;
            /** @description The newest version; null while there is none. */
            current_version: number | null;
            /** @description The version that a blast sends; null while the email is a draft. */
            approved_version: number | null;
        };
        /** @description How far the audience of a blast is taken down. */
        EmailBlastPreparation: {
            /**
             * @description - `running`: parts of the audience are being taken down.
             *     - `completed`: the whole audience is, and messages go out.
             *     - `stopped`: the blast was paused, cancelled or archived before; when it is resumed it goes on where it stopped.
             *     - `failed`: a part could not be taken down in all its attempts, or the blast failed for another reason; when it is resumed it
             *       goes on where it stopped.
             *
             *     More may come.
             * @enum {string}
             */
            status: "running" | "completed" | "stopped" | "failed";
            /** @description Members of the audience that were looked at so far. */
            processed_count: number;
            /** @description Members of a static list when it began; null for a dynamic one, whose members are known when it is over. */
            total_count: number | null;
            started_at: components["schemas"]["Timestamp"];
            /** @description How often the part in hand was begun; 0 between two parts. After 8 the blast fails. */
            attempts: number;
            /** @description Why the last attempt at the part in hand failed; null when it did not. */
            error: string | null;
        };
        /**
         * @description Progress and results of a blast. People are counted, not messages or clicks: somebody who opens an email ten times
         *     counts once. All counters are 0 until sending starts.
         */
        EmailBlastDetails: {
            /** @description All members of the audience when sending started, except those left out, see `blast_audience_truncated`. */
            blast_recipient_count: number;
            /** @description Those whose message the mail server has accepted. */
            blast_sent_count: number;
            /** @description Those whose message could not be handed to the mail server. */
            blast_failed_count: number;
            /** @description Those who are held back because their address is suppressed or their contact has been deleted. */
            blast_blocked_count: number;
            /** @description Those who have an email address and are not blocked. */
            blast_qualified_count: number;
            /**
             * @description True when members were left out: on the free plan, those who joined while sending began, and whom the day's emails no
             *     longer cover.
             */
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
            /**
             * @description Why the blast failed, in words; while it is `sending`, what is wrong with the mail server, in the server's own words, until a
             *     message gets through again; otherwise null.
             */
            blast_error: string | null;
            /**
             * @description Why a blast that is `sending` does not move at the moment; null when it does, and in every other status.
             *
             *     - `preparing`: the members of its audience are being taken down.
             *     - `mail_server`: the mail server is in trouble; see `blast_error`. The pauses grow from seconds to minutes.
             *     - `transport_rate`: the mail server takes so many messages a second at the moment, from all who send through it.
             *     - `workspace_rate`: your workspace may send so many messages a second.
             *     - `retries`: all others have been dealt with; those are left whose servers said that they want the message later. They are
             *       asked for up to 24 hours.
             *
             *     More may come.
             * @enum {string|null}
             */
            blast_waiting_for: "preparing" | "mail_server" | "transport_rate" | "workspace_rate" | "retries" | null;
            /** @description When a blast that waits goes on, as far as that is known; otherwise null. */
            blast_resumes_at: components["schemas"]["Timestamp"] | null;
            /** @description How many messages of this blast went out a second lately; null until that is known, and unless it is `sending`. */
            blast_pace_per_second: number | null;
            /**
             * @description How far the members of the audience are taken down, a part at a time, before the first message goes out; null until sending
             *     starts. The audience is read once, in the order of contact ids: each contact is judged when the reading reaches it, and
             *     contacts that are created meanwhile are not in it.
             */
            preparation?: components["schemas"]["EmailBlastPreparation"] | null;
            /**
             * @description When the last message will have gone out, if it goes on at this pace; null when nobody can tell, as while the mail server is in
             *     trouble.
             */
            blast_completes_at: components["schemas"]["Timestamp"] | null;
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
             *     - `paused`: you have stopped it on its way; it goes on when you resume it.
             *     - `sent`: every recipient has been dealt with.
             *     - `failed`: it could not go out, for example because the mail server refuses the service as a whole; `details.blast_error`
             *       says why. When that is mended, it can be resumed.
             *     - `cancelled`: called off, by you or, on the free plan, by the service, see `cancelled_reason`.
             *     - `archived`: put away.
             *
             *     More may come.
             * @enum {string}
             */
            status: "draft" | "scheduled" | "sending" | "paused" | "sent" | "failed" | "cancelled" | "archived";
            /** @description The list it goes to; null until one is set, and when that list has been deleted. */
            audience_list_id: components["schemas"]["Uuid"] | null;
            /**
             * @description Where the list comes from: one of the workspace's lists (`existing`), or a private one that was made for this blast
             *     (`inline`); null without an audience.
             * @enum {string|null}
             */
            audience_source: "existing" | "inline" | null;
            /** @description The list in short; null without an audience. */
            audience: components["schemas"]["EmailBlastAudience"] | null;
            /** @description The email it carries; null until one is set, and when that email has been deleted. */
            email_id: components["schemas"]["Uuid"] | null;
            /**
             * @description Where the email comes from: one that existed (`existing`), or one that was made for this blast (`inline`); null
             *     without an email.
             * @enum {string|null}
             */
            email_source: "existing" | "inline" | null;
            /** @description The email in short; null without an email. */
            email: components["schemas"]["EmailBlastEmail"] | null;
            /** @description True for transactional mail: it also goes to unsubscribed contacts, and carries no link to unsubscribe. */
            operational: boolean;
            /** @description When it is, or was, due; null on a draft and when it was sent without a schedule. */
            scheduled_at: components["schemas"]["Timestamp"] | null;
            /** @description When it was released for sending; null on a draft. */
            approved_at: components["schemas"]["Timestamp"] | null;
            /** @description The version of the email that goes out, taken down at the release; null on a draft. */
            approved_email_version: number | null;
            /** @description When the last recipient had been dealt with; null unless it was sent. */
            sent_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description How it was released, by `scheduled` time or `immediate`ly; null on a draft.
             * @enum {string|null}
             */
            send_mode: "scheduled" | "immediate" | null;
            /** @description When it was cancelled, by you or by the service; null unless it was. */
            cancelled_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Which allowance of the free plan stopped a scheduled blast when it was due: the day's 100 emails (`daily_email_limit`), or
             *     the 1,000 contacts of the workspace (`contact_allowance`, also when both are passed). Null when you cancelled it yourself,
             *     and when it was not cancelled.
             *
             *     More may come.
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
            /** @description The blasts on this page. */
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
            /** @description What you call the blast; recipients never see it. */
            name?: string;
            /** @description A note for yourself; null clears it. */
            description?: string | null;
        };
        /** @description One of the workspace's lists. */
        SetEmailBlastAudienceExisting: {
            /**
             * @description A list that exists.
             * @constant
             */
            source: "existing";
            /** @description The list, static or dynamic. A system list cannot be an audience. */
            list_id: components["schemas"]["Uuid"];
        };
        /** @description What the list is called; it need not be free in the workspace. By default the blast's name followed by `audience`. */
        EmailBlastInlineAudienceName: string;
        /** @description A note for yourself. */
        EmailBlastInlineAudienceDescription: string | null;
        /** @description A private static list with the contacts that you name. */
        SetEmailBlastAudienceInlineStatic: {
            /**
             * @description A list that is made for this blast.
             * @constant
             */
            source: "inline";
            /**
             * @description You name the members.
             * @constant
             */
            kind: "static";
            /** @description The members, each named once. For more people make a list of the workspace. */
            contact_ids: components["schemas"]["Uuid"][];
            name?: components["schemas"]["EmailBlastInlineAudienceName"];
            description?: components["schemas"]["EmailBlastInlineAudienceDescription"];
        };
        /** @description A private dynamic list of those who fit a rule tree when sending starts. */
        SetEmailBlastAudienceInlineDynamic: {
            /**
             * @description A list that is made for this blast.
             * @constant
             */
            source: "inline";
            /**
             * @description Rules choose the members.
             * @constant
             */
            kind: "dynamic";
            /** @description Who belongs to it. `email_step` conditions are for flows and refused here. */
            rules: components["schemas"]["RuleTreeInput"];
            name?: components["schemas"]["EmailBlastInlineAudienceName"];
            description?: components["schemas"]["EmailBlastInlineAudienceDescription"];
        };
        /** @description The audience to give a blast, either one of the workspace's lists or a private one that is made with this request. */
        SetEmailBlastAudienceRequest: components["schemas"]["SetEmailBlastAudienceExisting"] | components["schemas"]["SetEmailBlastAudienceInlineStatic"] | components["schemas"]["SetEmailBlastAudienceInlineDynamic"];
        /** @description One of the workspace's emails. */
        SetCampaignEmailExisting: {
            /**
             * @description An email that exists.
             * @constant
             */
            source: "existing";
            /** @description The email. It may still be a draft now, and has to be approved before it can go out. */
            email_id: components["schemas"]["Uuid"];
        };
        /**
         * @description An email that is made with this request, as a draft: from an approved template with `template_id`, from your own HTML with
         *     `html`, or from the blank design in the workspace's colours with neither. Sending the two together is refused.
         *
         *     The headers may wait until approval, which needs `subject`, `from_name`, `from_address` and `reply_to_email`. With
         *     `template_id`, a header that you leave out comes from the template; otherwise it is empty. Null makes it empty in any case.
         */
        SetCampaignEmailInline: {
            /**
             * @description An email that is made for this purpose.
             * @constant
             */
            source: "inline";
            /**
             * @description What you call the email; recipients never see it. By default the name of the blast or flow followed by `Email`, cut to
             *     200 characters.
             */
            name?: string;
            /** @description One line, which may carry merge tags. */
            subject?: string | null;
            /** @description An approved email template. Its approved version is copied; later changes to the template do not matter. */
            template_id?: components["schemas"]["Uuid"];
            /**
             * @description The content as a whole document, at most 2 MiB, counted in bytes of UTF-8, and with at most 256 elements in one another.
             *     May carry merge tags.
             */
            html?: string;
            /** @description The line that mail programs show beside the subject. May carry merge tags. */
            preview_text?: string | null;
            /** @description Who the email is from, in one line. Sent as it is, without merge tags. */
            from_name?: string | null;
            /**
             * Format: email
             * @description Its domain has to be verified for the workspace; a verified domain does not cover its subdomains.
             */
            from_address?: string | null;
            /**
             * Format: email
             * @description Where answers go.
             */
            reply_to_email?: string | null;
        };
        /** @description The email to give a blast or a step of a flow, either one that exists or one that is made with this request. */
        SetCampaignEmailRequest: components["schemas"]["SetCampaignEmailExisting"] | components["schemas"]["SetCampaignEmailInline"];
        /** @description When and how to send a blast. */
        ScheduleEmailBlastRequest: {
            /**
             * Format: moment
             * @description When it goes out: a date and a time with an offset or `Z`. It has to lie in the future. A date alone, or a time without an
             *     offset, is refused. Answers have it in UTC.
             */
            scheduled_at: string;
            /**
             * @description True for transactional mail, such as a change of terms: unsubscribed contacts get it too, and it carries no link
             *     to unsubscribe, not even one of its own. Addresses that bounced and people who complained stay blocked.
             * @default false
             */
            operational?: boolean;
        };
        /** @description How to send a blast. */
        SendEmailBlastNowRequest: {
            /**
             * @description True for transactional mail, such as a change of terms: unsubscribed contacts get it too, and it carries no link
             *     to unsubscribe, not even one of its own. Addresses that bounced and people who complained stay blocked.
             * @default false
             */
            operational?: boolean;
        };
        /** @description What became of a blast for one member of its audience. Name and address are those of the moment when sending started. */
        EmailBlastRecipient: {
            recipient_id: components["schemas"]["Ulid"];
            /** @description The contact; it may have been deleted since, see `contact_deleted`. */
            contact_id: components["schemas"]["Uuid"];
            /** @description The contact's name at that moment. */
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
             *     - `failed`: the mail server refused it for good, for a reason that is not the address, or put it off for 24 hours.
             *     - `bounced`: the address was refused.
             *     - `blocked`: held back; the address is suppressed: the contact unsubscribed, it bounced before, or similar.
             *     - `unqualified`: the contact has no email address.
             *     - `cancelled`: the blast was cancelled, or archived, before their turn.
             *     - `unknown`: nobody knows whether the message arrived, and it must not go twice, until somebody tells: then it is `sent`,
             *       `failed` or `bounced`. Blasts are repeated instead.
             *
             *     More may come.
             * @enum {string}
             */
            status: "pending" | "sending" | "sent" | "failed" | "bounced" | "blocked" | "unqualified" | "cancelled" | "unknown";
            /** @description Why it failed, bounced or was blocked, or why it is tried again; null otherwise. */
            error: string | null;
        };
        /** @description One page of a blast's recipients. */
        EmailBlastRecipientPage: {
            /** @description What became of the blast for each contact on this page. */
            contacts: components["schemas"]["EmailBlastRecipient"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description - `draft`: being built; nobody enters, nothing runs.
         *     - `active`: triggers fire and members move on.
         *     - `paused`: nobody enters and nobody moves. Members keep their place, and timers that fall due meanwhile run on resume.
         *     - `archived`: put away for good.
         * @enum {string}
         */
        EmailFlowStatus: "draft" | "active" | "paused" | "archived";
        /** @description Fires when a contact is put on a static list. Those who are on it already do not enter. */
        FlowAddedToListTrigger: {
            /** @constant */
            type: "added_to_static_list";
            /** @description The static list. Null until you choose one; for activation it has to exist. */
            list_id: components["schemas"]["Uuid"] | null;
        };
        /** @description Fires when a contact is taken off a static list. Deleting the list, or the contact, does not fire it. */
        FlowRemovedFromListTrigger: {
            /** @constant */
            type: "removed_from_static_list";
            /** @description The static list. Null until you choose one; for activation it has to exist. */
            list_id: components["schemas"]["Uuid"] | null;
        };
        /** @description Fires for each new contact, whether it comes from the API, an import or a form. */
        FlowContactCreatedTrigger: {
            /** @constant */
            type: "contact_created";
        };
        /**
         * @description A field of contacts: the camelCase key of a standard one, such as `lifecycleStage`, or the `api_name` of one of your own,
         *     such as `favourite_trail`. Where the two are alike, the standard field is meant.
         */
        FlowContactField: string;
        /** @description Fires when a field of a contact changes, at any change or at one that leaves it in a certain condition. */
        FlowContactUpdatedTrigger: {
            /** @constant */
            type: "contact_updated";
            /** @description The field to watch, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            /**
             * @description `changed` fires at any change of the value. The others look at the new value.
             * @enum {string}
             */
            operator: "changed" | "is_true" | "is_false" | "is_empty" | "is_not_empty";
        };
        /**
         * @description Fires when a field of a contact changes and its new value compares with `value` as `operator` says. Text is compared without
         *     regard to case.
         */
        FlowContactUpdatedValueTrigger: {
            /** @constant */
            type: "contact_updated";
            /** @description The field to watch, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            /**
             * @description How the new value has to compare. `contains`, `not_contains`, `starts_with` and `ends_with` are for text, the four that
             *     speak of greater and less for numbers and dates.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal";
            /** @description What to compare with, in the type of the field; a date as an ISO 8601 date or timestamp. */
            value: string | number;
        };
        /** @description Fires on the day that a date field of the contact names, once for each contact and date. */
        FlowOnDateTrigger: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of a custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "on_date";
            /** @description When on that day, at a full or half hour in `timezone`. */
            trigger_time: string;
            /** @description An IANA time zone such as `Europe/Stockholm`. */
            timezone: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             */
            include_anniversaries: boolean;
        };
        /** @description Fires a number of days before the day that a date field of the contact names, once for each contact and date. */
        FlowBeforeDateTrigger: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of a custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "before_date";
            /** @description How many days before. */
            days_before: number;
            /** @description When on that day, at a full or half hour in `timezone`. */
            trigger_time: string;
            /** @description An IANA time zone such as `Europe/Stockholm`. */
            timezone: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             */
            include_anniversaries: boolean;
        };
        /** @description Fires a number of days after the day that a date field of the contact names, once for each contact and date. */
        FlowAfterDateTrigger: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of a custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "after_date";
            /** @description How many days after. */
            days_after: number;
            /** @description When on that day, at a full or half hour in `timezone`. */
            trigger_time: string;
            /** @description An IANA time zone such as `Europe/Stockholm`. */
            timezone: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             */
            include_anniversaries: boolean;
        };
        /** @description Fires when a visitor sends a form of a published page; the contact made or updated by it enters. */
        FlowFormSubmittedTrigger: {
            /** @constant */
            type: "form_submitted";
            /** @description The tent that carries the form. Null until you choose one. */
            tent_id: components["schemas"]["Uuid"] | null;
            /** @description The form, by the identifier that its address ends with (`/submit/{tent_id}/{form_id}`). Null until you choose one. */
            form_id: string | null;
        };
        /** @description An event that lets a contact into the flow; `type` tells which. What you left out is filled in. */
        FlowTrigger: components["schemas"]["FlowAddedToListTrigger"] | components["schemas"]["FlowRemovedFromListTrigger"] | components["schemas"]["FlowContactCreatedTrigger"] | components["schemas"]["FlowContactUpdatedTrigger"] | components["schemas"]["FlowContactUpdatedValueTrigger"] | components["schemas"]["FlowOnDateTrigger"] | components["schemas"]["FlowBeforeDateTrigger"] | components["schemas"]["FlowAfterDateTrigger"] | components["schemas"]["FlowFormSubmittedTrigger"];
        /**
         * @description Whether a contact who has been in the flow may enter it again.
         *
         *     - `allow`: yes, as soon as the earlier membership has ended. Nobody is in a flow twice at the same time.
         *     - `no_reentry`: never; one membership is all a contact gets.
         * @enum {string}
         */
        EmailFlowReentryPolicy: "allow" | "no_reentry";
        /**
         * @description Room for your own notes on the flow, such as where your editor draws the steps. Any JSON, at most 16 KB of it, counted in
         *     bytes of UTF-8. The service keeps it as it is and makes nothing of it.
         */
        EmailFlowSettings: {
            [key: string]: unknown;
        };
        /** @description How a flow is doing. Memberships are counted, so somebody who comes twice counts twice. */
        EmailFlowDetails: {
            /** @description All memberships there ever were; the sum of the four below. */
            total_entered: number;
            /** @description Those at a step that is due. */
            active_count: number;
            /** @description Those at a `wait`, or at an email or webhook that has to be tried again later. */
            waiting_count: number;
            /** @description Those who came to the end of the flow. */
            completed_count: number;
            /** @description Those who left before the end. */
            dropped_count: number;
            /** @description Entries that were refused because the contact had entered 10 times within 24 hours; they are no memberships. */
            refused_entry_count: number;
            /** @description When somebody last entered; null when nobody has. */
            most_recent_entry_at: components["schemas"]["Timestamp"] | null;
        };
        /** @description A flow in a list, with everything but its steps. */
        EmailFlowSummary: {
            flow_id: components["schemas"]["Uuid"];
            /** @constant */
            type: "triggered_flow";
            /** @description What you call the flow; its members never see it. */
            name: string;
            /** @description A note for yourself. */
            description: string | null;
            status: components["schemas"]["EmailFlowStatus"];
            /** @description What lets contacts in, each trigger on its own; empty when members are only enrolled by hand. */
            triggers: components["schemas"]["FlowTrigger"][];
            /** @description Whoever fits these rules is dropped from the flow; null for nobody. */
            disqualification_rules: components["schemas"]["RuleTree"] | null;
            reentry_policy: components["schemas"]["EmailFlowReentryPolicy"];
            /** @description Whether contacts can be enrolled one by one through the API. True on a new flow. */
            manual_membership_enabled: boolean;
            settings: components["schemas"]["EmailFlowSettings"];
            details: components["schemas"]["EmailFlowDetails"];
            /** @description When the flow was archived; null otherwise. */
            archived_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Only on a draft and on a paused flow. */
            activation_readiness?: components["schemas"]["ActivationReadiness"];
            /**
             * @description Only on an active flow: what of it no longer works, empty when all does. Members at a step whose condition or date field is gone wait
             *     there, and all members wait while the disqualification rules name something that is gone.
             */
            findings?: components["schemas"]["ActivationFinding"][];
        };
        /** @description One page of flows. */
        EmailFlowPage: {
            /** @description The flows on this page, without their steps. */
            flows: components["schemas"]["EmailFlowSummary"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description Fires when a contact is put on a static list. Those who are on it already do not enter. */
        FlowAddedToListTriggerInput: {
            /** @constant */
            type: "added_to_static_list";
            /** @description The static list. Null, or left out, until you choose one; for activation it has to exist. */
            list_id?: components["schemas"]["Uuid"] | null;
        };
        /** @description Fires when a contact is taken off a static list. Deleting the list, or the contact, does not fire it. */
        FlowRemovedFromListTriggerInput: {
            /** @constant */
            type: "removed_from_static_list";
            /** @description The static list. Null, or left out, until you choose one; for activation it has to exist. */
            list_id?: components["schemas"]["Uuid"] | null;
        };
        /** @description Fires for each new contact, whether it comes from the API, an import or a form. */
        FlowContactCreatedTriggerInput: {
            /** @constant */
            type: "contact_created";
        };
        /**
         * @description Fires when a field of a contact changes, at any change or at one that leaves it in a certain condition, whoever changes it: a
         *     request, an import, a form, an unsubscribe, or a step of another flow. A contact that is new has not changed.
         */
        FlowContactUpdatedTriggerInput: {
            /** @constant */
            type: "contact_updated";
            /** @description The field to watch, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            /**
             * @description `changed` fires at any change of the value. The others look at the new value. The short names of rules are taken too.
             * @default changed
             * @enum {string}
             */
            operator?: "changed" | "is_true" | "is_false" | "is_empty" | "is_not_empty" | "true" | "false" | "empty" | "not_empty";
        };
        /**
         * @description Fires when a field of a contact changes and its new value compares with `value` as `operator` says. Text is compared without
         *     regard to case.
         */
        FlowContactUpdatedValueTriggerInput: {
            /** @constant */
            type: "contact_updated";
            /** @description The field to watch, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            /**
             * @description How the new value has to compare. `contains`, `not_contains`, `starts_with` and `ends_with` are for text, the four that
             *     speak of greater and less for numbers and dates. The short names of rules are taken too.
             * @enum {string}
             */
            operator: "equals" | "not_equals" | "contains" | "not_contains" | "starts_with" | "ends_with" | "greater_than" | "greater_than_or_equal" | "less_than" | "less_than_or_equal" | "eq" | "is_equal" | "neq" | "is_not_equal" | "starts" | "ends" | "gt" | "after" | "gte" | "on_or_after" | "lt" | "before" | "lte" | "on_or_before";
            /** @description What to compare with, in the type of the field; a date as an ISO 8601 date or timestamp. */
            value: string | number;
        };
        /** @description Fires on the day that a date field of the contact names, once for each contact and date. */
        FlowOnDateTriggerInput: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of an active custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "on_date";
            /**
             * @description When on that day, at a full or half hour in `timezone`.
             * @default 09:00
             */
            trigger_time?: string;
            /**
             * @description An IANA time zone such as `Europe/Stockholm`; an unknown one is refused.
             * @default UTC
             */
            timezone?: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             * @default false
             */
            include_anniversaries?: boolean;
        };
        /** @description Fires a number of days before the day that a date field of the contact names, once for each contact and date. */
        FlowBeforeDateTriggerInput: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of an active custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "before_date";
            /** @description How many days before. */
            days_before: number;
            /**
             * @description When on that day, at a full or half hour in `timezone`.
             * @default 09:00
             */
            trigger_time?: string;
            /**
             * @description An IANA time zone such as `Europe/Stockholm`; an unknown one is refused.
             * @default UTC
             */
            timezone?: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             * @default false
             */
            include_anniversaries?: boolean;
        };
        /** @description Fires a number of days after the day that a date field of the contact names, once for each contact and date. */
        FlowAfterDateTriggerInput: {
            /** @constant */
            type: "date_based";
            /** @description `createdAt`, or the `api_name` of an active custom field whose values are dates. */
            field: components["schemas"]["FlowContactField"];
            /** @constant */
            mode: "after_date";
            /** @description How many days after. */
            days_after: number;
            /**
             * @description When on that day, at a full or half hour in `timezone`.
             * @default 09:00
             */
            trigger_time?: string;
            /**
             * @description An IANA time zone such as `Europe/Stockholm`; an unknown one is refused.
             * @default UTC
             */
            timezone?: string;
            /**
             * @description True fires every year on that day, beginning with the year of the date; in common years 29 February falls on the 28th.
             *     False fires once.
             * @default false
             */
            include_anniversaries?: boolean;
        };
        /** @description Fires when a visitor sends a form of a published page; the contact made or updated by it enters. */
        FlowFormSubmittedTriggerInput: {
            /** @constant */
            type: "form_submitted";
            /** @description The tent that carries the form. Null, or left out, until you choose one. */
            tent_id?: components["schemas"]["Uuid"] | null;
            /** @description The form, by the identifier that its address ends with (`/submit/{tent_id}/{form_id}`). Null, or left out, until you choose one. */
            form_id?: string | null;
        };
        /** @description An event that lets a contact into the flow; `type` tells which. */
        FlowTriggerInput: components["schemas"]["FlowAddedToListTriggerInput"] | components["schemas"]["FlowRemovedFromListTriggerInput"] | components["schemas"]["FlowContactCreatedTriggerInput"] | components["schemas"]["FlowContactUpdatedTriggerInput"] | components["schemas"]["FlowContactUpdatedValueTriggerInput"] | components["schemas"]["FlowOnDateTriggerInput"] | components["schemas"]["FlowBeforeDateTriggerInput"] | components["schemas"]["FlowAfterDateTriggerInput"] | components["schemas"]["FlowFormSubmittedTriggerInput"];
        /** @description What lets contacts in. Each trigger acts on its own, and only on events that happen while the flow is active. */
        FlowTriggerInputs: components["schemas"]["FlowTriggerInput"][];
        /** @description What you call the step; members never see it. */
        FlowStepLabel: string | null;
        /**
         * @description The `step_id` of the step that comes next. Null, or left out, ends the flow there, and the member has completed it; `end` does so
         *     too, also where null would leave it to another edge. A step that does not exist (yet) may be named; it has to be there for
         *     activation.
         */
        FlowEdge: string | null;
        /**
         * @description Sends an email to the member, in the version that is approved at that moment.
         *
         *     The message is marked before it goes out and never repeated; after a crash in that very moment nobody knows whether it went,
         *     and the outcome is `unknown`. Members without an address, and those whose address bounced or who complained, get nothing and
         *     go on, and so do the unsubscribed unless the step is `operational`. Merge tags of the email may use what the member was
         *     enrolled with, as `{{campaign.dynamic.<key>}}`.
         *
         *     Members wait at the step while the email cannot be sent, because no version is approved, a required header is empty or the domain
         *     of the sender is not verified; on the free plan, until the next UTC day when the emails of this one are used up; and, for up to 24
         *     hours, while the mail server is out of reach or refuses for the time being. A refusal for good is not tried again, and when the
         *     mail server refuses the credentials of the service, the outcome is `failed` at once. Whatever the outcome, the member goes on. Mail
         *     that has not begun to go out rests while the flow is paused, and is not sent to a member who has left. Unless the step is
         *     `operational`, the mail gets the same unsubscribe footer as a blast's.
         */
        FlowSendEmailStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_email";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description The email. Null, or left out, until you set one; for activation it has to be approved and to have its four sender headers. */
            email_id?: components["schemas"]["Uuid"] | null;
            /**
             * @description True for transactional mail: unsubscribed contacts get it too, and it carries no link to unsubscribe.
             * @default false
             */
            operational?: boolean;
        };
        /** @description Waits for a length of time, counted from the moment when the member comes to the step. */
        FlowWaitDurationStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description How many of the units. */
            duration_amount: number;
            /**
             * @description A day is 24 hours, a week 7 of these days.
             * @enum {string}
             */
            duration_unit: "minutes" | "hours" | "days" | "weeks";
        };
        /** @description Waits until the moment that a date field of the contact names; for a plain date, its beginning in UTC. A moment in the past passes at once, and so does an empty field. When the field changes, the wait follows. */
        FlowWaitUntilDateStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description A date field, by its camelCase standard key or its custom `api_name`. */
            until_date_field: components["schemas"]["FlowContactField"];
        };
        /** @description Joins smaller trees. The group itself is one of the 100 nodes that a tree may have. */
        FlowRuleGroupInput: {
            /** @constant */
            kind: "group";
            /** @default and */
            operator?: components["schemas"]["RuleGroupOperator"];
            /** @description What the group joins, each a condition or a group again. A group is never empty. */
            conditions: (components["schemas"]["FlowRuleGroupInput"] | components["schemas"]["RuleConditionInput"] | components["schemas"]["RuleEmailStepInput"])[];
        };
        /** @description Asks what became of the email that a step of this flow sent to the member. */
        RuleEmailStepInput: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "email_step";
            /** @description The `step_id` of a `send_email` step in the same flow. Null is something still to be set before the flow is activated. */
            nodeId: string | null;
            /**
             * @description What became of the email.
             * @enum {string}
             */
            metric: "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed";
            /**
             * @description Always that it happened; the alias `occurred` is taken too.
             * @enum {string}
             */
            operator: "has_activity" | "occurred";
        };
        /**
         * @description A question about a member of a flow, asked in a flow's conditions. It is a rule tree as audiences have it, with the same
         *     limits and aliases, that may also ask what became of an email which the flow sent to this member (`email_step`).
         *
         *     Here references are checked when the flow is activated, not when it is written.
         */
        FlowRuleTreeInput: components["schemas"]["FlowRuleGroupInput"] | components["schemas"]["RuleConditionInput"] | components["schemas"]["RuleEmailStepInput"];
        /**
         * @description Waits until the member fits a rule tree. It is looked at again every minute and whenever the contact changes, for as long as
         *     `timeout_amount` says, counted from when the member comes to the step, or else without an end.
         */
        FlowWaitForConditionStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description The rules to fit. */
            condition: components["schemas"]["FlowRuleTreeInput"];
            /** @description How many of the units a member waits at most; null, or left out, without an end. */
            timeout_amount?: number | null;
            /**
             * @description The unit of `timeout_amount`; goes with it.
             * @enum {string|null}
             */
            timeout_unit?: "minutes" | "hours" | "days" | "weeks" | null;
            /** @description Where members go whose time is over. Null, or left out, for `next_step_id`. */
            timeout_step_id?: components["schemas"]["FlowEdge"];
        };
        /** @description The new value, in the type of the field; a date as an ISO 8601 date or timestamp. Null or an empty text clears the field, but for `unsubscribed`, which is true or false. */
        FlowContactFieldValue: string | number | boolean | null;
        /**
         * @description Whether to write in any case, or only while the field is empty.
         * @enum {string}
         */
        FlowWriteMode: "overwrite" | "skip_if_filled";
        /** @description A field of the contact and its new value. */
        FlowContactFieldUpdateInput: {
            /** @description A field that can be written, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            value: components["schemas"]["FlowContactFieldValue"];
            /** @default overwrite */
            write_mode?: components["schemas"]["FlowWriteMode"];
        };
        /**
         * @description Changes fields of the contact. A value that the contact cannot take, such as an email that belongs to somebody else, leaves
         *     that field as it is; the other fields are written. The step has failed then, and the member goes on.
         */
        FlowUpdateContactStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "update_contact";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description The changes, made in this order. */
            updates: components["schemas"]["FlowContactFieldUpdateInput"][];
        };
        /** @description Changes one field of the contact. A shorthand; answers show it as `updates` with one entry. */
        FlowUpdateContactFieldStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "update_contact";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description A field that can be written, by its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            value: components["schemas"]["FlowContactFieldValue"];
            /** @default overwrite */
            write_mode?: components["schemas"]["FlowWriteMode"];
        };
        /** @description Puts the contact on a static list. Flows that start with this list fire. */
        FlowAddToListStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "add_to_list";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description The static list. Null, or left out, until you choose one; for activation it has to exist. */
            list_id?: components["schemas"]["Uuid"] | null;
        };
        /** @description Takes the contact off a static list. Flows that start with leaving this list fire. */
        FlowRemoveFromListStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "remove_from_list";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description The static list. Null, or left out, until you choose one; for activation it has to exist. */
            list_id?: components["schemas"]["Uuid"] | null;
        };
        /**
         * @description Looks once at whether the member fits a rule tree, and branches.
         *
         *     The member goes along `true_step_id` or `false_step_id`. Where that edge is absent, `default_step_id` is taken; without one of
         *     these too, the flow ends there.
         */
        FlowConditionCheckStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "condition_check";
            label?: components["schemas"]["FlowStepLabel"];
            /** @description Where members go who fit the rules. Null, or left out, for `default_step_id`. */
            true_step_id?: components["schemas"]["FlowEdge"];
            /** @description Where members go who do not. Null, or left out, for `default_step_id`. */
            false_step_id?: components["schemas"]["FlowEdge"];
            /** @description Where members go when the edge of their outcome is absent. Null, or left out, ends the flow there. */
            default_step_id?: components["schemas"]["FlowEdge"];
            /** @description The rules to look at. */
            condition: components["schemas"]["FlowRuleTreeInput"];
        };
        /**
         * @description An address of your own for the published page, only with `auto_publish` true; null, or left out, for the default one. May
         *     carry `{{contact.…}}` merge tags, around which the rules of a tent's `custom_page_alias` hold.
         *
         *     Values are filled in as lower-case letters, digits and hyphens. When the outcome is no valid alias, or is taken, the
         *     page goes live at its default address.
         */
        FlowPageAlias: string | null;
        /**
         * @description Makes a page for the member, written from a prompt.
         *
         *     The member waits until the page is written and, with `auto_publish`, live, for at most 30 minutes. Each tent costs the workspace one
         *     credit. Without credits, the step fails; it also fails when the prompt asks for no web content or comes to more than 10000 characters
         *     with its values, and when the page cannot be written or published in time. The member then goes on, and the history has the `error`.
         *     Later steps may use the page's address as `{{campaign.tents.<step_id>.url}}`; without `auto_publish` it leads nowhere until you
         *     publish the tent, and activation warns of that.
         *
         *     **Values are data.** A merge tag in the prompt marks where its value stands in the page. The generator never reads the value: it
         *     writes around a placeholder, and the value is put in afterwards, escaped, as text or behind the host of an address. Whatever a
         *     contact wrote changes no headline, link, button or layout.
         */
        FlowCreateTentFromScratchStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "create_tent";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @constant */
            source: "scratch";
            /** @description What the page is for and what is on it. It has to ask for web content. May carry `{{contact.…}}` merge tags, whose values are put in as text. */
            prompt: string;
            /**
             * @description True publishes the page when it is done.
             * @default false
             */
            auto_publish?: boolean;
            custom_page_alias?: components["schemas"]["FlowPageAlias"];
            /** @description What the tent is called; may carry `{{contact.…}}` merge tags, and is cut to 200 characters when they are filled in. Null, or left out, for a title taken from the prompt. */
            tent_name?: string | null;
        };
        /**
         * @description Makes a page for the member, starting from a tent template.
         *
         *     The member waits until the page is written and, with `auto_publish`, live, for at most 30 minutes. Each tent costs the workspace one
         *     credit. Without credits, or when the template is gone or no longer approved, the step fails; it also fails when the prompt asks for no web content or comes to more than 10000 characters
         *     with its values, and when the page cannot be written or published in time. The member then goes on, and the history has the `error`.
         *     Later steps may use the page's address as `{{campaign.tents.<step_id>.url}}`; without `auto_publish` it leads nowhere until you
         *     publish the tent, and activation warns of that.
         *
         *     **Values are data.** A merge tag in the prompt marks where its value stands in the page. The generator never reads the value: it
         *     writes around a placeholder, and the value is put in afterwards, escaped, as text or behind the host of an address. Whatever a
         *     contact wrote changes no headline, link, button or layout.
         */
        FlowCreateTentFromTemplateStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "create_tent";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @constant */
            source: "template";
            /** @description The tent template; for activation it has to be approved. Null, or left out, until you choose one. */
            template_id?: components["schemas"]["Ulid"] | null;
            /** @description What to change about the template for this member. May carry `{{contact.…}}` merge tags, whose values are put in as text. */
            prompt: string;
            /**
             * @description True publishes the page when it is done.
             * @default false
             */
            auto_publish?: boolean;
            custom_page_alias?: components["schemas"]["FlowPageAlias"];
            /** @description What the tent is called; may carry `{{contact.…}}` merge tags, and is cut to 200 characters when they are filled in. Null, or left out, for a title taken from the prompt. */
            tent_name?: string | null;
        };
        /**
         * @description A public `http` or `https` address, without a user name or password in it. Behind the host it may carry merge tags, whose values
         *     are percent-encoded: `https://crm.example.com/people/{{contact.contact_id}}?plan={{contact.custom.plan}}`. Other braces have to be
         *     percent-encoded.
         */
        FlowEndpointUrl: string;
        /** @description Fields of your own for the request, any JSON, at most 16 KB of it. Texts may carry merge tags, also within lists and objects. */
        FlowWebhookFields: {
            [key: string]: unknown;
        };
        /**
         * @description Sends what happened to a server of yours.
         *
         *     **Body.** `post` and `put` send JSON: `event` (`flow.step`), `flow_id`, `step_id`, `membership_id`, `occurred_at` (when the
         *     member came to the step), `contact` (the contact as the contact operations return it, with `custom_fields`), and then your own
         *     `custom_fields` on the top level; one of these with the name of a field before it replaces that. `get` has no body: of all
         *     these fields, those with a text, number or boolean go into the query, behind what the address has of its own. `flow_id`, `step_id`,
         *     `membership_id` and `occurred_at` stay the same when an attempt is repeated, so that the receiver can tell repeats.
         *
         *     **Answer.** Any 2xx within 10 seconds will do. At most 64 KB of the answer are read, and redirects are not followed. Otherwise
         *     the request is repeated up to 5 times over about 30 minutes; the member waits meanwhile, and then goes on in any case, with
         *     the outcome `delivered` or `failed`.
         *
         *     **Where to.** Addresses that are private, loopback, link-local, reserved or for metadata are refused with `400`. Names are looked up
         *     for every attempt, and one that leads to such an address fails it; an operator can allow hosts of their own.
         */
        FlowSendWebhookStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @default post
             * @enum {string}
             */
            method?: "post" | "put" | "get";
            /**
             * @description The request carries no `Authorization`.
             * @default none
             * @constant
             */
            auth_type?: "none";
            custom_fields?: components["schemas"]["FlowWebhookFields"];
        };
        /**
         * @description Sends what happened to a server of yours, with `Authorization: Bearer` and a token that you give. Body, repeats and addresses
         *     are those of a webhook without authorization.
         */
        FlowSendWebhookTokenStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @default post
             * @enum {string}
             */
            method?: "post" | "put" | "get";
            /** @constant */
            auth_type: "jwt";
            /**
             * @description The token, sent as it is. It cannot be read again: answers show `***`. Sending `***` keeps the
             *     token that the step with this `step_id` has. A step without one refuses it with `400`, and so does a step whose `endpoint_url` leads
             *     to another origin than before: send the token anew there.
             */
            token: string;
            custom_fields?: components["schemas"]["FlowWebhookFields"];
        };
        /**
         * @description Sends what happened to a server of yours, with `Authorization: Bearer` and a token that is signed for each attempt. Body,
         *     repeats and addresses are those of a webhook without authorization.
         *
         *     The token is a JWT signed with HS256, with the claims `iss` (`bivouac`), `sub` (the `flow_id`), `iat`, and `exp` five minutes
         *     later.
         */
        FlowSendWebhookSecretStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label?: components["schemas"]["FlowStepLabel"];
            next_step_id?: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @default post
             * @enum {string}
             */
            method?: "post" | "put" | "get";
            /** @constant */
            auth_type: "jwt";
            /**
             * @description The name of the secret to sign with, which the operator of the service keeps, in the environment variable
             *     `SECRET_<WORKSPACE>_<NAME>`: the workspace's slug and what follows the last `:` or `/` of this, both in upper case and with `_` for
             *     everything but letters and digits. Null until there is one; for activation the operator has to have it. The secret
             *     itself never passes through the API.
             */
            secret_arn: string | null;
            custom_fields?: components["schemas"]["FlowWebhookFields"];
        };
        /** @description Ends the membership at once; the member is dropped with `drop_step`. It has no edges. */
        FlowDropStepInput: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "drop_from_flow";
            label?: components["schemas"]["FlowStepLabel"];
        };
        /**
         * @description A step; `type` tells what it does. It has to be well-formed when it is written, but may still lack what it refers to:
         *     activation sees to that.
         */
        FlowStepInput: components["schemas"]["FlowSendEmailStepInput"] | components["schemas"]["FlowWaitDurationStepInput"] | components["schemas"]["FlowWaitUntilDateStepInput"] | components["schemas"]["FlowWaitForConditionStepInput"] | components["schemas"]["FlowUpdateContactStepInput"] | components["schemas"]["FlowUpdateContactFieldStepInput"] | components["schemas"]["FlowAddToListStepInput"] | components["schemas"]["FlowRemoveFromListStepInput"] | components["schemas"]["FlowConditionCheckStepInput"] | components["schemas"]["FlowCreateTentFromScratchStepInput"] | components["schemas"]["FlowCreateTentFromTemplateStepInput"] | components["schemas"]["FlowSendWebhookStepInput"] | components["schemas"]["FlowSendWebhookTokenStepInput"] | components["schemas"]["FlowSendWebhookSecretStepInput"] | components["schemas"]["FlowDropStepInput"];
        /** @description The steps. The first one is where members begin; from there on they follow the edges, not the order. */
        FlowStepInputs: components["schemas"]["FlowStepInput"][];
        /** @description A new flow. Only the name is needed; the rest may follow before activation. */
        CreateEmailFlowRequest: {
            /** @description What you call the flow; its members never see it. */
            name: string;
            /** @description A note for yourself. */
            description?: string | null;
            /** @default allow */
            reentry_policy?: components["schemas"]["EmailFlowReentryPolicy"];
            triggers?: components["schemas"]["FlowTriggerInputs"];
            steps?: components["schemas"]["FlowStepInputs"];
            /**
             * @description The step that members begin with, by its `step_id`. Null, or left out, for the first of the array. One that the flow does not
             *     have (yet) may be named; it has to be there for activation.
             */
            entry_step_id?: components["schemas"]["FlowStepId"] | null;
            /**
             * @description Contacts who fit these rules do not stay in the flow: triggers pass them over, and members are looked at before each step and,
             *     while they wait, whenever the contact changes, and dropped with `disqualified`. Null, or left out, for nobody. `email_step`
             *     conditions are refused here. Lists and fields that the rules name may still be missing; activation checks them.
             */
            disqualification_rules?: components["schemas"]["RuleTreeInput"] | null;
            settings?: components["schemas"]["EmailFlowSettings"];
        };
        /** @description Sends an email to the member, in the version that is approved at that moment. */
        FlowSendEmailStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_email";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description The email. Null until you set one; for activation it has to be approved and to have its four sender headers. */
            email_id: components["schemas"]["Uuid"] | null;
            /** @description True for transactional mail: unsubscribed contacts get it too, and it carries no link to unsubscribe. */
            operational: boolean;
        };
        /** @description Waits for a length of time, counted from the moment when the member comes to the step. */
        FlowWaitDurationStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description How many of the units. */
            duration_amount: number;
            /**
             * @description A day is 24 hours, a week 7 of these days.
             * @enum {string}
             */
            duration_unit: "minutes" | "hours" | "days" | "weeks";
        };
        /** @description Waits until the moment that a date field of the contact names; for a plain date, its beginning in UTC. A moment in the past passes at once, and so does an empty field. When the field changes, the wait follows. */
        FlowWaitUntilDateStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description A date field, by its camelCase standard key or its custom `api_name`. */
            until_date_field: components["schemas"]["FlowContactField"];
        };
        /** @description Joins smaller trees. The group itself is one of the 100 nodes that a tree may have. */
        FlowRuleGroup: {
            /** @constant */
            kind: "group";
            operator: components["schemas"]["RuleGroupOperator"];
            /** @description What the group joins, each a condition or a group again. A group is never empty. */
            conditions: (components["schemas"]["FlowRuleGroup"] | components["schemas"]["RuleCondition"] | components["schemas"]["RuleEmailStep"])[];
        };
        /** @description Asks what became of the email that a step of this flow sent to the member. */
        RuleEmailStep: {
            /** @constant */
            kind: "condition";
            /** @constant */
            source: "email_step";
            /** @description The `step_id` of a `send_email` step in the same flow. Null is something still to be set before the flow is activated. */
            nodeId: string | null;
            /**
             * @description What became of the email.
             * @enum {string}
             */
            metric: "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed";
            /**
             * @description Always that it happened.
             * @enum {string}
             */
            operator: "has_activity";
        };
        /**
         * @description A question about a member of a flow, as it is kept. It is a rule tree as audiences have it, that may also ask what became of
         *     an email which the flow sent to this member (`email_step`). Every operator has its own name, whatever alias it was sent by.
         */
        FlowRuleTree: components["schemas"]["FlowRuleGroup"] | components["schemas"]["RuleCondition"] | components["schemas"]["RuleEmailStep"];
        /**
         * @description Waits until the member fits a rule tree. It is looked at again every minute and whenever the contact changes, for as long as
         *     `timeout_amount` says, counted from when the member comes to the step, or else without an end.
         */
        FlowWaitForConditionStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "wait";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description The rules to fit. */
            condition: components["schemas"]["FlowRuleTree"];
            /** @description How many of the units a member waits at most; null without an end. */
            timeout_amount: number | null;
            /**
             * @description The unit of `timeout_amount`; null without one.
             * @enum {string|null}
             */
            timeout_unit: "minutes" | "hours" | "days" | "weeks" | null;
            /** @description Where members go whose time is over; null for `next_step_id`. */
            timeout_step_id: components["schemas"]["FlowEdge"];
        };
        /** @description A field of the contact and its new value. */
        FlowContactFieldUpdate: {
            /** @description By its camelCase standard key or its custom `api_name`. */
            field: components["schemas"]["FlowContactField"];
            value: components["schemas"]["FlowContactFieldValue"];
            write_mode: components["schemas"]["FlowWriteMode"];
        };
        /** @description Changes fields of the contact. */
        FlowUpdateContactStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "update_contact";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description The changes, made in this order. */
            updates: components["schemas"]["FlowContactFieldUpdate"][];
        };
        /** @description Puts the contact on a static list. Flows that start with this list fire. */
        FlowAddToListStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "add_to_list";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description The static list. Null until you choose one; for activation it has to exist. */
            list_id: components["schemas"]["Uuid"] | null;
        };
        /** @description Takes the contact off a static list. Flows that start with leaving this list fire. */
        FlowRemoveFromListStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "remove_from_list";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @description The static list. Null until you choose one; for activation it has to exist. */
            list_id: components["schemas"]["Uuid"] | null;
        };
        /** @description Looks once at whether the member fits a rule tree, and branches. */
        FlowConditionCheckStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "condition_check";
            label: components["schemas"]["FlowStepLabel"];
            /** @description Where members go who fit the rules. Null for `default_step_id`. */
            true_step_id: components["schemas"]["FlowEdge"];
            /** @description Where members go who do not. Null for `default_step_id`. */
            false_step_id: components["schemas"]["FlowEdge"];
            /** @description Where members go when the edge of their outcome is absent. Null ends the flow there. */
            default_step_id: components["schemas"]["FlowEdge"];
            /** @description The rules to look at. */
            condition: components["schemas"]["FlowRuleTree"];
        };
        /** @description Makes a page for the member, written from a prompt. */
        FlowCreateTentFromScratchStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "create_tent";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @constant */
            source: "scratch";
            /** @description What the page is for and what is on it. It has to ask for web content. May carry `{{contact.…}}` merge tags. */
            prompt: string;
            /** @description True publishes the page when it is done. */
            auto_publish: boolean;
            custom_page_alias: components["schemas"]["FlowPageAlias"];
            /** @description What the tent is called; may carry `{{contact.…}}` merge tags. Null for a title taken from the prompt. */
            tent_name: string | null;
        };
        /** @description Makes a page for the member, starting from a tent template. */
        FlowCreateTentFromTemplateStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "create_tent";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            /** @constant */
            source: "template";
            /** @description The tent template; for activation it has to be approved. Null until you choose one. */
            template_id: components["schemas"]["Ulid"] | null;
            /** @description What to change about the template for this member. May carry `{{contact.…}}` merge tags. */
            prompt: string;
            /** @description True publishes the page when it is done. */
            auto_publish: boolean;
            custom_page_alias: components["schemas"]["FlowPageAlias"];
            /** @description What the tent is called; may carry `{{contact.…}}` merge tags. Null for a title taken from the prompt. */
            tent_name: string | null;
        };
        /** @description Sends what happened to a server of yours. */
        FlowSendWebhookStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "post" | "put" | "get";
            /**
             * @description The request carries no `Authorization`.
             * @constant
             */
            auth_type: "none";
            custom_fields: components["schemas"]["FlowWebhookFields"];
        };
        /** @description Sends what happened to a server of yours, with a token that you gave. */
        FlowSendWebhookTokenStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "post" | "put" | "get";
            /** @constant */
            auth_type: "jwt";
            /**
             * @description Stands for the token, which cannot be read. Send it back as it is to keep the token.
             * @constant
             */
            token: "***";
            custom_fields: components["schemas"]["FlowWebhookFields"];
        };
        /**
         * @description Sends what happened to a server of yours, with `Authorization: Bearer` and a token that is signed for each attempt. Body,
         *     repeats and addresses are those of a webhook without authorization.
         */
        FlowSendWebhookSecretStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "send_webhook";
            label: components["schemas"]["FlowStepLabel"];
            next_step_id: components["schemas"]["FlowEdge"];
            endpoint_url: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description The method of the request.
             * @enum {string}
             */
            method: "post" | "put" | "get";
            /** @constant */
            auth_type: "jwt";
            /**
             * @description The name of the secret to sign with, which the operator of the service keeps; null until there is one. The secret itself never
             *     passes through the API.
             */
            secret_arn: string | null;
            custom_fields: components["schemas"]["FlowWebhookFields"];
        };
        /** @description Ends the membership at once; the member is dropped with `drop_step`. It has no edges. */
        FlowDropStep: {
            step_id: components["schemas"]["FlowStepId"];
            /** @constant */
            type: "drop_from_flow";
            label: components["schemas"]["FlowStepLabel"];
        };
        /** @description A step as it is kept; `type` tells what it does. What you left out is filled in, so it can be changed and sent back as it is. */
        FlowStep: components["schemas"]["FlowSendEmailStep"] | components["schemas"]["FlowWaitDurationStep"] | components["schemas"]["FlowWaitUntilDateStep"] | components["schemas"]["FlowWaitForConditionStep"] | components["schemas"]["FlowUpdateContactStep"] | components["schemas"]["FlowAddToListStep"] | components["schemas"]["FlowRemoveFromListStep"] | components["schemas"]["FlowConditionCheckStep"] | components["schemas"]["FlowCreateTentFromScratchStep"] | components["schemas"]["FlowCreateTentFromTemplateStep"] | components["schemas"]["FlowSendWebhookStep"] | components["schemas"]["FlowSendWebhookTokenStep"] | components["schemas"]["FlowSendWebhookSecretStep"] | components["schemas"]["FlowDropStep"];
        /** @description A journey of several steps that contacts enter by triggers or by hand. */
        EmailFlow: {
            flow_id: components["schemas"]["Uuid"];
            /** @constant */
            type: "triggered_flow";
            /** @description What you call the flow; its members never see it. */
            name: string;
            /** @description A note for yourself. */
            description: string | null;
            status: components["schemas"]["EmailFlowStatus"];
            /** @description What lets contacts in, each trigger on its own; empty when members are only enrolled by hand. */
            triggers: components["schemas"]["FlowTrigger"][];
            /** @description The steps in the order in which they were sent. Members begin with `entry_step_id` and then follow the edges. */
            steps: components["schemas"]["FlowStep"][];
            /** @description The step that members begin with; null for the first of the array. */
            entry_step_id: components["schemas"]["FlowStepId"] | null;
            /** @description Whoever fits these rules is dropped from the flow; null for nobody. */
            disqualification_rules: components["schemas"]["RuleTree"] | null;
            reentry_policy: components["schemas"]["EmailFlowReentryPolicy"];
            /** @description Whether contacts can be enrolled one by one through the API. True on a new flow. */
            manual_membership_enabled: boolean;
            settings: components["schemas"]["EmailFlowSettings"];
            details: components["schemas"]["EmailFlowDetails"];
            /** @description When the flow was archived; null otherwise. */
            archived_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Only on a draft and on a paused flow. */
            activation_readiness?: components["schemas"]["ActivationReadiness"];
            /**
             * @description Only on an active flow: what of it no longer works, empty when all does. Members at a step whose condition or date field is gone wait
             *     there, and all members wait while the disqualification rules name something that is gone.
             */
            findings?: components["schemas"]["ActivationFinding"][];
        };
        /** @description The flow that was deleted. */
        DeletedEmailFlow: {
            flow_id: components["schemas"]["Uuid"];
            /** @constant */
            deleted: true;
        };
        /** @description What to change about a flow. What you leave out stays as it is. */
        UpdateEmailFlowRequest: {
            /** @description What you call the flow; its members never see it. */
            name?: string;
            /** @description A note for yourself; null clears it. */
            description?: string | null;
            reentry_policy?: components["schemas"]["EmailFlowReentryPolicy"];
            /**
             * @description The step that members begin with, by its `step_id`. Null for the first of the array. One that the flow does not
             *     have (yet) may be named; it has to be there for activation.
             */
            entry_step_id?: components["schemas"]["FlowStepId"] | null;
            /** @description False refuses to enrol contacts by hand. Triggers are not touched by it. */
            manual_membership_enabled?: boolean;
            settings?: components["schemas"]["EmailFlowSettings"];
            /**
             * @description Whoever fits these rules is dropped; null for nobody. The tree is replaced as a whole, and takes no `email_step` conditions. Lists
             *     and fields that it names may still be missing; activation checks them.
             */
            disqualification_rules?: components["schemas"]["RuleTreeInput"] | null;
        };
        /** @description The triggers that the flow has from now on. */
        SetEmailFlowTriggersRequest: {
            triggers: components["schemas"]["FlowTriggerInputs"];
        };
        /** @description All steps that the flow has from now on. */
        SetEmailFlowStepsRequest: {
            steps: components["schemas"]["FlowStepInputs"];
        };
        /**
         * @description A new step and its place in the array, by at most one of `position`, `before_step_id` and `after_step_id`; without any, it
         *     goes to the end.
         */
        AddEmailFlowStepRequest: {
            step: components["schemas"]["FlowStepInput"];
            /**
             * @description At the start, where it becomes the step that members begin with, or at the end.
             * @enum {string}
             */
            position?: "start" | "end";
            /** @description The step to stand before. */
            before_step_id?: components["schemas"]["FlowStepId"];
            /** @description The step to stand after. */
            after_step_id?: components["schemas"]["FlowStepId"];
        };
        /** @description What becomes of the edges that lead to the deleted step. Left out, a step with such edges is not deleted. */
        FlowEdgeRepair: {
            /**
             * @description Where they lead from now on, another step of the flow; often the deleted step's own `next_step_id`. Null takes the
             *     edges away, so that the flow ends there.
             */
            replace_with_step_id: components["schemas"]["FlowEdge"];
        };
        /** @description How to delete a step. */
        DeleteEmailFlowStepRequest: {
            repair_edges?: components["schemas"]["FlowEdgeRepair"];
        };
        /**
         * @description What a step does. More may come.
         * @enum {string}
         */
        FlowStepType: "send_email" | "wait" | "update_contact" | "add_to_list" | "remove_from_list" | "condition_check" | "create_tent" | "send_webhook" | "drop_from_flow";
        /**
         * @description The fields to change; only those that the step's type has. What you leave out stays as it is. A list, object or rule tree
         *     is replaced as a whole. The changes are merged into the step first, and the whole step is checked then, so any fields may
         *     be sent together.
         *
         *     Null takes a field away: a label, an edge, `email_id`, `list_id`, `custom_page_alias`, `tent_name`, and the fields of an
         *     alternative that you leave, such as `duration_amount` and `duration_unit` when the wait gets an `until_date_field`, `template_id`
         *     with `source: scratch`, or `token` when it gets a `secret_arn`.
         *
         *     `step_id` and `type` may be sent along with the value that they have; another value is `400`.
         */
        FlowStepPatch: {
            /** @description The value that it has; it never changes. */
            step_id?: components["schemas"]["FlowStepId"];
            /** @description The value that it has; to change it, add another step. */
            type?: components["schemas"]["FlowStepType"];
            /** @description What you call the step; null clears it. */
            label?: components["schemas"]["FlowStepLabel"];
            /** @description The edge of every type but `condition_check` and `drop_from_flow`; null ends the flow after this step. */
            next_step_id?: components["schemas"]["FlowEdge"];
            /** @description Of a `condition_check`; null takes the edge away. */
            true_step_id?: components["schemas"]["FlowEdge"];
            /** @description Of a `condition_check`; null takes the edge away. */
            false_step_id?: components["schemas"]["FlowEdge"];
            /** @description Of a `condition_check`; null takes the edge away. */
            default_step_id?: components["schemas"]["FlowEdge"];
            /** @description Of a `send_email`; null takes the email away. */
            email_id?: components["schemas"]["Uuid"] | null;
            /** @description Of a `send_email`, true for transactional mail. */
            operational?: boolean;
            /** @description Of a `wait`. */
            duration_amount?: number | null;
            /**
             * @description Of a `wait`.
             * @enum {string|null}
             */
            duration_unit?: "minutes" | "hours" | "days" | "weeks" | null;
            /** @description Of a `wait`, a date field of the contact. */
            until_date_field?: components["schemas"]["FlowContactField"] | null;
            /** @description The rules of a `wait` or `condition_check`. */
            condition?: components["schemas"]["FlowRuleTreeInput"] | null;
            /** @description Of a `wait` for a condition; null, with `timeout_unit`, takes the end away. */
            timeout_amount?: number | null;
            /**
             * @description Of a `wait` for a condition.
             * @enum {string|null}
             */
            timeout_unit?: "minutes" | "hours" | "days" | "weeks" | null;
            /** @description Of a `wait` for a condition; null for `next_step_id`. */
            timeout_step_id?: components["schemas"]["FlowEdge"];
            /** @description Of an `update_contact`, in place of all changes it had. Not beside `field`, `value` and `write_mode`. */
            updates?: components["schemas"]["FlowContactFieldUpdateInput"][];
            /**
             * @description Of an `update_contact` that makes one change, another field to write. With `value`, it is one change in place of all
             *     that the step had.
             */
            field?: components["schemas"]["FlowContactField"];
            /**
             * @description Of an `update_contact` that makes one change, another value for its field. A step with several changes takes `updates`, or
             *     `field` and `value` together.
             */
            value?: components["schemas"]["FlowContactFieldValue"];
            /** @description Of an `update_contact` that makes one change, whether to write over a value. */
            write_mode?: components["schemas"]["FlowWriteMode"];
            /** @description Of an `add_to_list` or `remove_from_list`, a static list; null takes it away. */
            list_id?: components["schemas"]["Uuid"] | null;
            /**
             * @description Of a `create_tent`.
             * @enum {string}
             */
            source?: "scratch" | "template";
            /** @description Of a `create_tent` with `source` `template`, a tent template. */
            template_id?: components["schemas"]["Ulid"] | null;
            /** @description Of a `create_tent`. */
            prompt?: string;
            /** @description Of a `create_tent`. */
            auto_publish?: boolean;
            custom_page_alias?: components["schemas"]["FlowPageAlias"];
            /** @description Of a `create_tent`; null for a title taken from the prompt. */
            tent_name?: string | null;
            endpoint_url?: components["schemas"]["FlowEndpointUrl"];
            /**
             * @description Of a `send_webhook`.
             * @enum {string}
             */
            method?: "post" | "put" | "get";
            /**
             * @description Of a `send_webhook`; `none` takes `token` and `secret_arn` away by itself.
             * @enum {string}
             */
            auth_type?: "none" | "jwt";
            /**
             * @description Of a `send_webhook` with `auth_type` `jwt`; `***`, or nothing, keeps the one it has. A step whose `endpoint_url` moves to another
             *     origin needs the token anew, or the change is `400`.
             */
            token?: string | null;
            /** @description Of a `send_webhook` with `auth_type` `jwt`, the name of a secret that the operator keeps. */
            secret_arn?: string | null;
            custom_fields?: components["schemas"]["FlowWebhookFields"];
        };
        /** @description What to change about a step. */
        UpdateEmailFlowStepRequest: {
            step: components["schemas"]["FlowStepPatch"];
        };
        /**
         * @description Values for this run through the flow, which emails use as `{{campaign.dynamic.<key>}}`. They belong to the membership and are
         *     not written to the contact. Together at most 16 KB, counted in bytes of UTF-8 JSON.
         */
        FlowDynamicContext: {
            [key: string]: string | number | boolean | null;
        };
        /** @description What to take along into the flow. */
        EnrolContactInEmailFlowRequest: {
            dynamic_context?: components["schemas"]["FlowDynamicContext"];
        };
        /**
         * @description - `active`: at a step that is due.
         *     - `waiting`: at a `wait`, or at an email or webhook that has to be tried again later.
         *     - `completed`: came to the end of the flow.
         *     - `dropped`: left before the end, see `drop_reason`.
         * @enum {string}
         */
        EmailFlowMembershipStatus: "active" | "waiting" | "completed" | "dropped";
        /** @description One run of a contact through a flow. */
        EmailFlowMembership: {
            membership_id: components["schemas"]["Ulid"];
            flow_id: components["schemas"]["Uuid"];
            /** @description The contact; after `contact_deleted` there is no such contact any more. */
            contact_id: components["schemas"]["Uuid"];
            /** @description The contact's name, as it is now or was when the contact was deleted. */
            display_name: string;
            /** @description The contact's address, as it is now or was when the contact was deleted; null when there is none. */
            email: string | null;
            status: components["schemas"]["EmailFlowMembershipStatus"];
            /** @description The step the member is at; null when the membership has ended. */
            current_step_id: components["schemas"]["FlowStepId"] | null;
            /**
             * @description The type of the trigger that let the contact in, or `manual` for one enrolled through the API.
             * @enum {string}
             */
            entered_via: "added_to_static_list" | "removed_from_static_list" | "contact_created" | "contact_updated" | "date_based" | "form_submitted" | "manual";
            entered_at: components["schemas"]["Timestamp"];
            /** @description When a waiting member goes on or the next attempt is due; null where that is not known, as for a condition, and otherwise. */
            wait_until: components["schemas"]["Timestamp"] | null;
            /** @description When the member came to the end; null otherwise. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description When the member left before the end; null otherwise. */
            dropped_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Why the member left before the end; null otherwise.
             *
             *     - `removed`: taken out through the API.
             *     - `disqualified`: fits the flow's `disqualification_rules`.
             *     - `drop_step`: came to a `drop_from_flow` step.
             *     - `contact_deleted`: the contact is gone.
             *     - `step_failed`: came to one step for more than the 100th time.
             *     - `step_removed`: was at a step that an edit has taken away.
             *     - `flow_archived`, `flow_deleted`: the flow is over.
             *
             *     More may come.
             * @enum {string|null}
             */
            drop_reason: "removed" | "disqualified" | "drop_step" | "contact_deleted" | "step_failed" | "step_removed" | "flow_archived" | "flow_deleted" | null;
        };
        /** @description One page of memberships. */
        EmailFlowMemberPage: {
            /** @description The memberships on this page. */
            members: components["schemas"]["EmailFlowMembership"][];
            pagination: components["schemas"]["Pagination"];
        };
        /** @description What a webhook was answered. */
        FlowWebhookResponse: {
            /** @description The HTTP status; null when there was no answer. */
            status: number | null;
            /** @description The beginning of the answer's body, as text; null without one. */
            body: string | null;
        };
        /** @description A member's visit to a step. */
        EmailFlowMembershipStep: {
            /** @description The step; it may have been deleted since. */
            step_id: components["schemas"]["FlowStepId"];
            type: components["schemas"]["FlowStepType"];
            /**
             * @description - `running`: being carried out, or about to be.
             *     - `waiting`: waits for a time, a condition, a page or another attempt.
             *     - `completed`: done; `outcome` says how.
             *     - `failed`: could not be carried out, as `error` says; the member went on.
             *     - `cancelled`: the member left meanwhile.
             * @enum {string}
             */
            status: "running" | "waiting" | "completed" | "failed" | "cancelled";
            /** @description When the member came to the step. */
            started_at: components["schemas"]["Timestamp"];
            /** @description When the step was over, in whatever way; null before. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description What came of it; null until the step is over, and when it was cancelled.
             *
             *     - `send_email`: `sent`, `bounced` (the address was refused), `suppressed` (unsubscribed, bounced before or complained),
             *       `no_address`, `failed` (the message could not be handed over), or `unknown` (the service stopped at that very moment).
             *     - `wait`: `elapsed`, `condition_met`, `timed_out` when the condition was not met in time, or `no_date` for an empty field.
             *     - `update_contact`: `updated`, or `unchanged` when there was nothing to write.
             *     - `add_to_list`: `added` or `already_member`.
             *     - `remove_from_list`: `removed` or `not_member`.
             *     - `condition_check`: `true` or `false`.
             *     - `create_tent`: `completed` when the page is written and, with `auto_publish`, live. `queued` for members who passed the step before
             *       it waited for the page.
             *     - `send_webhook`: `delivered` or `failed`.
             *     - `drop_from_flow`: `dropped`.
             *     - Any type: `failed` when it could not be carried out.
             *
             *     More may come.
             * @enum {string|null}
             */
            outcome: "sent" | "bounced" | "suppressed" | "no_address" | "unknown" | "elapsed" | "condition_met" | "timed_out" | "no_date" | "updated" | "unchanged" | "added" | "already_member" | "removed" | "not_member" | "true" | "false" | "queued" | "completed" | "delivered" | "dropped" | "failed" | null;
            /**
             * @description Why the step failed, what the mail server said of an email that bounced, or why it is not known what became of it. While a
             *     `send_webhook` is tried again, why the last attempt did not count. Null otherwise.
             */
            error: string | null;
            /** @description Of a `create_tent`, the tent that was made; null otherwise. */
            tent_id: components["schemas"]["Uuid"] | null;
            /**
             * Format: uri
             * @description Of a `create_tent` that is `completed` with `auto_publish`, where its page went live; null otherwise.
             */
            published_url: string | null;
            /** @description Of a `send_webhook`, how many attempts were made so far; null otherwise, and for requests of earlier releases. */
            attempts: number | null;
            /** @description Of a `send_webhook`, what the last attempt was answered, also while it is tried again; null otherwise. */
            response: components["schemas"]["FlowWebhookResponse"] | null;
        };
        /** @description One run of a contact through a flow, with what happened at each step. */
        EmailFlowMembershipDetail: {
            membership_id: components["schemas"]["Ulid"];
            flow_id: components["schemas"]["Uuid"];
            /** @description The contact; after `contact_deleted` there is no such contact any more. */
            contact_id: components["schemas"]["Uuid"];
            /** @description The contact's name, as it is now or was when the contact was deleted. */
            display_name: string;
            /** @description The contact's address, as it is now or was when the contact was deleted; null when there is none. */
            email: string | null;
            status: components["schemas"]["EmailFlowMembershipStatus"];
            /** @description The step the member is at; null when the membership has ended. */
            current_step_id: components["schemas"]["FlowStepId"] | null;
            /**
             * @description The type of the trigger that let the contact in, or `manual` for one enrolled through the API.
             * @enum {string}
             */
            entered_via: "added_to_static_list" | "removed_from_static_list" | "contact_created" | "contact_updated" | "date_based" | "form_submitted" | "manual";
            entered_at: components["schemas"]["Timestamp"];
            /** @description When a waiting member goes on or the next attempt is due; null where that is not known, as for a condition, and otherwise. */
            wait_until: components["schemas"]["Timestamp"] | null;
            /** @description When the member came to the end; null otherwise. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /** @description When the member left before the end; null otherwise. */
            dropped_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Why the member left before the end; null otherwise.
             *
             *     - `removed`: taken out through the API.
             *     - `disqualified`: fits the flow's `disqualification_rules`.
             *     - `drop_step`: came to a `drop_from_flow` step.
             *     - `contact_deleted`: the contact is gone.
             *     - `step_failed`: came to one step for more than the 100th time.
             *     - `step_removed`: was at a step that an edit has taken away.
             *     - `flow_archived`, `flow_deleted`: the flow is over.
             *
             *     More may come.
             * @enum {string|null}
             */
            drop_reason: "removed" | "disqualified" | "drop_step" | "contact_deleted" | "step_failed" | "step_removed" | "flow_archived" | "flow_deleted" | null;
            /** @description What the contact was enrolled with; empty for one who came by a trigger. */
            dynamic_context: components["schemas"]["FlowDynamicContext"];
            /** @description The steps that the member came to, in this order, the last one being the current one; each time round a loop counts. At most the newest 500. */
            steps: components["schemas"]["EmailFlowMembershipStep"][];
        };
        /**
         * @description What became of the emails of a step. Emails are counted, one for each visit of a member, not opens or clicks: an email that is
         *     opened ten times counts once.
         */
        EmailFlowStepEmail: {
            /** @description Emails that there were to send, whatever became of them; those to members without an address are among them. */
            recipient_count: number;
            /** @description Those that the mail server has accepted. */
            sent_count: number;
            /** @description Those that could not be handed to the mail server. */
            failed_count: number;
            /** @description Those that were held back because the address is suppressed. */
            blocked_count: number;
            /** @description Those that were accepted and have not come back. */
            delivered_count: number;
            /** @description Those that were opened. Mail programs that load images unasked count too. */
            opened_count: number;
            /** @description Those in which a link was followed. */
            clicked_count: number;
            /** @description Those whose address the mail server refused, at once or later. */
            bounced_count: number;
            /** @description Those that were reported as spam. */
            spam_count: number;
            /** @description Those through which somebody unsubscribed. */
            unsubscribed_count: number;
            /** @description Opened over delivered, at most 1; 0 when nothing was delivered. */
            open_rate: number;
            /** @description Clicked over delivered, at most 1; 0 when nothing was delivered. */
            click_rate: number;
        };
        /**
         * @description What became of the members who came to a step. Visits are counted, so somebody who comes again, by a loop or in another
         *     membership, counts again.
         */
        EmailFlowStepReport: {
            /** @description The step. Whatever had the same `step_id` before is counted with it. */
            step_id: components["schemas"]["FlowStepId"];
            /** @description What the step does; null for one that was removed. */
            type: components["schemas"]["FlowStepType"] | null;
            label: components["schemas"]["FlowStepLabel"];
            /** @description True for a step that the flow has no longer. */
            removed: boolean;
            /** @description Members who are at the step now. All steps together have as many as `active_count` and `waiting_count`. */
            member_count: number;
            /** @description How often members came to it. */
            entered_count: number;
            /** @description How often it was over, in whatever way; `entered_count` less `member_count`. */
            left_count: number;
            /** @description How often it could not be carried out, and the member went on; part of `left_count`. */
            failed_count: number;
            /** @description What became of the emails of a step that sends any, or did; null for the others. */
            email: components["schemas"]["EmailFlowStepEmail"] | null;
        };
        /** @description How a flow and each of its steps are doing. */
        EmailFlowReport: {
            flow_id: components["schemas"]["Uuid"];
            /** @description What you call the flow. */
            name: string;
            status: components["schemas"]["EmailFlowStatus"];
            details: components["schemas"]["EmailFlowDetails"];
            /** @description The steps in the order of the flow; behind them those that it had before and that members came to, marked as `removed`. */
            steps: components["schemas"]["EmailFlowStepReport"][];
        };
        /** @description A flow as a drawing, and as the text of one. */
        EmailFlowGraph: {
            flow_id: components["schemas"]["Uuid"];
            /**
             * @description The flow as a Mermaid flowchart from top to bottom: what lets members in, a node for each step, an edge for
             *     each way on. Edges say `true`, `false`, `default` or `timeout` where there is more than one. A step that an edge names and
             *     that is not there is drawn as missing. Labels are escaped, whatever they hold.
             */
            mermaid: string;
            /**
             * Format: uri
             * @description The same as a page for people, with the figures of the moment it is opened. It needs no key, and works until `expires_at`;
             *     keep it from whoever is not to see the flow.
             */
            drawing_url: string;
            /** @description When `drawing_url` stops working. */
            expires_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description A `published` tent is on the web; a `draft` has never been there, or was taken down.
         * @enum {string}
         */
        TentStatus: "draft" | "published";
        /**
         * @description How far a generation is. `pending` waits for its turn, `generating` is being written, `completed` has made a version,
         *     `failed` has changed nothing.
         * @enum {string}
         */
        TentGenerationStatus: "pending" | "generating" | "completed" | "failed";
        /** @description One making of a version of a tent. `completed` and `failed` are final. */
        TentGeneration: {
            generation_id: components["schemas"]["Ulid"];
            status: components["schemas"]["TentGenerationStatus"];
            /** @description The number of the version that it made; null unless it is `completed`. */
            version: number | null;
            /**
             * @description Set to `generation_failed` when it failed, else null.
             * @enum {string|null}
             */
            error_code: "generation_failed" | null;
            /** @description Why it failed, in a sentence for people; null unless it did. */
            error_message: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ended, well or badly; null while it waits or runs. */
            completed_at: components["schemas"]["Timestamp"] | null;
        };
        /**
         * @description What became of the newest wish to publish.
         *
         *     - `pending`: the page goes live when the generation that was told to publish is completed.
         *     - `published`: the page is live as it was asked for.
         *     - `published_with_warnings`: the page is live, but not quite as asked, for example at its default address because
         *       another page holds the alias, or it has a form that asks for neither an email nor a phone.
         *     - `failed`: the wish could not be met, for example because the plan has no room for another page or the generation
         *       failed. A page that was live before stays live as it was.
         * @enum {string}
         */
        PublicationStatus: "pending" | "published" | "published_with_warnings" | "failed";
        /** @description How a tent stands on the web. */
        TentPublication: {
            status: components["schemas"]["PublicationStatus"];
            /**
             * Format: uri
             * @description The page's address on the workspace's own host; null while the page is not live.
             */
            published_url: string | null;
            /** @description The alias that was asked for; null when the default address was. */
            requested_custom_page_alias: string | null;
            /** @description The alias at which the page is live; null when it is at its default address, or not live. */
            applied_custom_page_alias: string | null;
            /** @description The version that is live, which an edit may have left behind; null while the page is not live. */
            version: number | null;
            /** @description When that version went live; null while the page is not live. */
            published_at: components["schemas"]["Timestamp"] | null;
            /** @description Why the page is not published, or not as asked; null when there is nothing to say. */
            message: string | null;
        };
        /** @description A tent as lists show it, without its forms and its files. */
        TentSummary: {
            id: components["schemas"]["Uuid"];
            /** @description What you call the tent; visitors see the title that the page gives itself. */
            name: string;
            status: components["schemas"]["TentStatus"];
            /** @description The newest completed version; null while there is none. */
            current_version: number | null;
            /** @description The newest generation; null while the tent holds files only. */
            generation: components["schemas"]["TentGeneration"] | null;
            /** @description Null when nobody has asked to publish, or the page was taken down. */
            publication: components["schemas"]["TentPublication"] | null;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of tents. */
        TentPage: {
            /** @description The tents on this page. */
            tents: components["schemas"]["TentSummary"][];
            pagination: components["schemas"]["Pagination"];
        };
        /**
         * @description An address of your own for a published page: `spring-map` is served at `/spring-map`, and `/` at the root of the
         *     workspace's domain. Up to 100 lowercase letters, digits, hyphens, underscores and dots, the first one a letter or a
         *     digit. Reserved are UUIDs and `submit`, `assets`, `api`, `v1`, `admin`, `bulk`, `new`, `robots.txt`, `favicon.ico`,
         *     `sitemap.xml` and `.well-known`.
         */
        PageAlias: string;
        /**
         * @description A page to write. `asset_ids` needs `tent_id`, since files belong to one tent; `custom_page_alias` needs `auto_publish`
         *     to be true.
         */
        CreateTentRequest: {
            /**
             * @description What the page is for, in your own words and language: its purpose, sections, form fields, call to action, tone
             *     and colours. With `template_id`, what to change about the template.
             */
            prompt: string;
            /** @description What you call the tent. Left out, a title is taken from the prompt. */
            name?: string;
            /** @description An approved tent template, whose approved version the page starts from. */
            template_id?: components["schemas"]["Ulid"];
            /** @description A tent that holds files only, made by uploading them first. Left out, a new tent is made. */
            tent_id?: components["schemas"]["Uuid"];
            /** @description Files of that tent that the page is to use. */
            asset_ids?: components["schemas"]["AssetIds"];
            /**
             * @description True lets the page follow the workspace's brand, such as its name, colours and logo.
             * @default false
             */
            include_brand?: boolean;
            /**
             * @description True publishes the page as soon as it is written.
             * @default false
             */
            auto_publish?: boolean;
            /** @description The address to publish at. Left out, the page gets its default address. */
            custom_page_alias?: components["schemas"]["PageAlias"];
            /** @description Who of your people asked for the page; kept with the first prompt and its generation. It gives no rights. */
            user_id?: string;
        };
        /** @description A tent whose first generation is queued; poll the tent for the rest. */
        TentCreated: {
            id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /**
             * @description The state of the generation.
             * @constant
             */
            status: "pending";
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description Files of a tent. */
        TentAssets: {
            tent_id: components["schemas"]["Uuid"];
            /** @description The files; after an upload, those of this upload. */
            assets: components["schemas"]["Asset"][];
        };
        /** @description A field of a form. */
        TentFormField: {
            /** @description The name under which it is submitted. */
            name: string;
            /** @description What HTML calls the control, such as `text`, `email`, `tel`, `select` or `textarea`. */
            type: string;
            /** @description What its label says; null when it has none. */
            label: string | null;
            /** @description True when the form cannot be sent without it. */
            required: boolean;
        };
        /** @description A form of a page, as it stands in the HTML. */
        TentForm: {
            /** @description Names the form within its page, and in `form_submitted` triggers. It is the `id` of the form, or one given to it. */
            form_id: string;
            /**
             * Format: uri
             * @description Where the form posts to, on the page's own host. While the page is not live, nothing answers there.
             */
            submit_url: string;
            /** @description What can be filled in, in the order of the page. */
            fields: components["schemas"]["TentFormField"][];
            /** @description The name of the field whose value becomes the contact's email; null when the form has none. A field is taken for it by its name, else by its `autocomplete`, else by its type, else by what its name or label calls it. */
            email_field: string | null;
            /** @description The name of the field whose value becomes the contact's phone, found in the same way; null when the form has none. When both are null, no contact can be made of what visitors send. It is kept all the same. */
            phone_field: string | null;
        };
        /** @description A web page with its newest generation, its publication, its forms and its files; its HTML has an address of its own. */
        Tent: {
            id: components["schemas"]["Uuid"];
            /** @description What you call the tent; visitors see the title that the page gives itself. */
            name: string;
            status: components["schemas"]["TentStatus"];
            /** @description The newest completed version; null while there is none. */
            current_version: number | null;
            /** @description The newest generation, to be polled; null while the tent holds files only. */
            generation: components["schemas"]["TentGeneration"] | null;
            /** @description Null when nobody has asked to publish, or the page was taken down. */
            publication: components["schemas"]["TentPublication"] | null;
            /**
             * @description The forms of the page: of the version that is live, or of the newest completed one while none is. Empty without a
             *     completed version.
             */
            forms: components["schemas"]["TentForm"][];
            /** @description The files attached to the tent, the oldest first. */
            assets: components["schemas"]["Asset"][];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description Only where a single tent is read. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only where a single tent is read. */
            used_by_count?: components["schemas"]["UsedByCount"];
        };
        /** @description The tent that was deleted. */
        DeletedTent: {
            /** @description The tent's identifier, also when you named it by its alias. */
            id: components["schemas"]["Uuid"];
            /** @constant */
            deleted: true;
        };
        /** @description A change to a page. `custom_page_alias` needs `auto_publish` to be true. */
        EditTentRequest: {
            /**
             * @description What to change: a headline, colours, a section to add or remove, form fields, the text of a button. What you do
             *     not mention stays.
             */
            prompt: string;
            /**
             * @description True lets the change follow the workspace's brand, such as its name, colours and logo.
             * @default false
             */
            include_brand?: boolean;
            /**
             * @description True publishes the new version as soon as it is written. False leaves what is live as it is.
             * @default false
             */
            auto_publish?: boolean;
            /** @description The address to publish at. Left out, the page keeps the address that it has. */
            custom_page_alias?: components["schemas"]["PageAlias"];
            /** @description Files to use, by their `asset_id`. Each has to be attached to this tent before; repeats are ignored. */
            asset_ids?: components["schemas"]["Ulid"][];
        };
        /** @description A tent whose next generation is queued; poll the tent for the rest. */
        TentEdited: {
            id: components["schemas"]["Uuid"];
            generation_id: components["schemas"]["Ulid"];
            /**
             * @description The state of the generation.
             * @constant
             */
            status: "pending";
            updated_at: components["schemas"]["Timestamp"];
        };
        /** @description What to call the copy. */
        CloneTentRequest: {
            /** @description Left out, it is `Copy of` and the name of the original, cut to 200 characters. */
            name?: string;
        };
        /** @description The copy of a tent. */
        TentCloned: {
            tent_id: components["schemas"]["Uuid"];
            /** @description What the copy is called. */
            name: string;
            /**
             * @description A copy is never published with its original.
             * @constant
             */
            status: "draft";
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description Where and how to publish. */
        PublishTentRequest: {
            /**
             * @description The address to publish at; null gives up the alias and publishes at the default address. Left out, a live page
             *     keeps its address, and any other gets the default one.
             */
            custom_page_alias?: components["schemas"]["PageAlias"] | null;
            /**
             * @description True leaves out the line that names Bivouac, on a paid plan; a free plan's pages always carry it. Left out, a live
             *     page keeps what it has, and any other carries the line.
             */
            remove_branding?: boolean;
        };
        /** @description How a page that was left as it is stands on the web. Get the tent to see its alias. */
        TentLivePublication: {
            /**
             * @description How the page was published.
             * @enum {string}
             */
            status: "published" | "published_with_warnings";
            /**
             * Format: uri
             * @description The page's address on the workspace's own host.
             */
            published_url: string;
        };
        /** @description The newest completed version is live now, or has moved to another address. */
        TentPublished: {
            id: components["schemas"]["Uuid"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description What was done, in a sentence for people. With `published_with_warnings`, what is not as asked. */
            message: string;
            /** @description Without the alias when the page was live like this already. */
            publication: components["schemas"]["TentPublication"] | components["schemas"]["TentLivePublication"];
        };
        /** @description The body of `publish_limit_exceeded`, which says how far the plan reaches. */
        PublishLimitError: {
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            error: string;
            /** @constant */
            error_code: "publish_limit_exceeded";
            /** @description The same at more length, with what can be done. */
            message: string;
            /** @description How many tents the plan lets a workspace publish. */
            limit: number;
            /** @description How many are published. */
            current: number;
            documentation_url?: components["schemas"]["DocumentationUrl"];
        };
        /** @description A tent that is not on the web. */
        TentUnpublished: {
            id: components["schemas"]["Uuid"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description What was done, in a sentence for people; that the page was not live, when it was not. */
            message: string;
        };
        /** @description What happened in the whole time, all days together. */
        AnalyticsTotals: {
            /** @description How often a page was served to a person; known bots are left out. */
            views: number;
            /**
             * @description How many visitors were told apart, added up over the days. Nobody is followed from one day to the next, so a visitor
             *     who comes on two days counts twice.
             */
            unique_visitors: number;
            /** @description How many forms were sent and taken. */
            submissions: number;
            /** @description Submissions over unique visitors, at most 1; 0 when nobody came. */
            conversion_rate: number;
        };
        /** @description What happened on one day. */
        AnalyticsDay: {
            /**
             * Format: date
             * @description The day, in the workspace's time zone as it was set on that day.
             */
            date: string;
            /** @description How often a page was served to a person. */
            views: number;
            /** @description How many visitors were told apart on this day. */
            unique_visitors: number;
            /** @description How many forms were sent and taken. */
            submissions: number;
        };
        /** @description Where views came from. */
        AnalyticsReferrer: {
            /** @description The host of the page with the link; null for views that name none, or the page's own host. In a day of a tent, 500 hosts are told apart. */
            referrer: string | null;
            /** @description How many views came from there. */
            views: number;
        };
        /** @description The figures of one tent. */
        TentAnalytics: {
            tent_id: components["schemas"]["Uuid"];
            /**
             * Format: date
             * @description The first day that is counted, in the workspace's time zone.
             */
            from: string;
            /**
             * Format: date
             * @description The last day that is counted, in the workspace's time zone; not later than today.
             */
            to: string;
            totals: components["schemas"]["AnalyticsTotals"];
            /** @description One entry a day from `from` to `to`, also for days on which nothing happened. */
            series: components["schemas"]["AnalyticsDay"][];
            /** @description Where the views came from, the most frequent first, up to 50. */
            referrers: components["schemas"]["AnalyticsReferrer"][];
        };
        /** @description The part of one tent in the workspace's figures. */
        WorkspaceAnalyticsTent: {
            tent_id: components["schemas"]["Uuid"];
            /** @description What the tent is called. */
            name: string;
            totals: components["schemas"]["AnalyticsTotals"];
        };
        /** @description The figures of all tents of the workspace. */
        WorkspaceAnalytics: {
            /**
             * Format: date
             * @description The first day that is counted, in the workspace's time zone.
             */
            from: string;
            /**
             * Format: date
             * @description The last day that is counted, in the workspace's time zone; not later than today.
             */
            to: string;
            totals: components["schemas"]["AnalyticsTotals"];
            /** @description One entry a day from `from` to `to`, also for days on which nothing happened. */
            series: components["schemas"]["AnalyticsDay"][];
            /** @description The tents that were viewed or got a form in this time, the most viewed first, up to 100. */
            tents: components["schemas"]["WorkspaceAnalyticsTent"][];
        };
        /**
         * @description An `approved` template starts tents with its approved version, a `draft` starts none.
         * @enum {string}
         */
        TentTemplateStatus: "draft" | "approved";
        /**
         * @description What the template began as, `upload` for HTML of yours, `tent` for the page of a tent.
         * @enum {string}
         */
        TentTemplateSource: "upload" | "tent";
        /** @description A tent template as lists show it, without its generation and the path to its content. */
        TentTemplateSummary: {
            template_id: components["schemas"]["Ulid"];
            /** @description What you call the template; visitors never see it. */
            name: string;
            status: components["schemas"]["TentTemplateStatus"];
            source_type: components["schemas"]["TentTemplateSource"];
            /** @description The tent that it was made from, which may be gone by now; null when it began as HTML of yours. */
            source_tent_id: components["schemas"]["Uuid"] | null;
            /** @description The newest completed version of the content. */
            current_version: number;
            /** @description The version that tents start from; null while the template is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. Saved code does not count. */
            number_of_iterations: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the template. */
            created_by_name: string;
        };
        /** @description One page of tent templates. */
        TentTemplatePage: {
            /** @description The templates on this page, without their content. */
            templates: components["schemas"]["TentTemplateSummary"][];
            /** @description Send it as `cursor` for the next page; absent on the last one. */
            next_cursor?: string;
        };
        /** @description A template that begins as HTML of yours. */
        CreateTentTemplateRequest: {
            /** @description What you call the template; visitors never see it. */
            name: string;
            /**
             * Format: html-document
             * @description A whole HTML document, which begins with `<!doctype html>`; only comments may stand before it. It has at most 2 MiB, counted in bytes of UTF-8.
             */
            code: string;
        };
        /** @description A page layout that tents start from; its HTML has an address of its own. */
        TentTemplate: {
            template_id: components["schemas"]["Ulid"];
            /** @description What you call the template; visitors never see it. */
            name: string;
            status: components["schemas"]["TentTemplateStatus"];
            source_type: components["schemas"]["TentTemplateSource"];
            /** @description The tent that it was made from, which may be gone by now; null when it began as HTML of yours. */
            source_tent_id: components["schemas"]["Uuid"] | null;
            /** @description The newest completed version of the content. */
            current_version: number;
            /** @description The version that tents start from; null while the template is a draft. */
            approved_version: number | null;
            /** @description How many times a prompt has reworked the content. Saved code does not count. */
            number_of_iterations: number;
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
            /** @description The name of the API key that created the template. */
            created_by_name: string;
            /** @description How far the newest generation is. */
            latest_generation_status: components["schemas"]["GenerationStatus"];
            /** @description The newest generation, however far it is. */
            latest_generation_id: components["schemas"]["Ulid"];
            /** @description The generation that made the approved version, whose content can be read under it; null where `approved_version` is. */
            approved_generation_id: components["schemas"]["Ulid"] | null;
            /** @description Where the HTML of the newest completed version is, as a path on this service. */
            content_path: string;
            /** @description Only where a single template is read. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Only where a single template is read. */
            used_by_count?: components["schemas"]["UsedByCount"];
            /** @description What of the `code` does not work where it is shown. Only in the answer of a creation. */
            warnings?: components["schemas"]["ContentWarning"][];
        };
        /** @description What to call the template. */
        CreateTentTemplateFromTentRequest: {
            /** @description Left out, it is the name of the tent. */
            name?: string;
        };
        /** @description The tent template that was deleted. */
        DeletedTentTemplate: {
            template_id: components["schemas"]["Ulid"];
            /** @constant */
            deleted: true;
        };
        /** @description What to change about the template. */
        IterateTentTemplateRequest: {
            prompt: components["schemas"]["Prompt"];
            /** @description Files to use, by their `asset_id`. Each has to be attached to this template before. */
            asset_ids?: components["schemas"]["AssetIds"];
        };
        /** @description A generation of a tent template that has begun; poll it under its `generation_id`. */
        TentTemplateGenerationStarted: {
            template_id: components["schemas"]["Ulid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description Names the prompt that you sent. */
            message_id: components["schemas"]["Ulid"];
            /**
             * @description How far it was when this was answered.
             * @constant
             */
            status: "generating";
        };
        /** @description New HTML for a tent template. */
        SaveTentTemplateCodeRequest: {
            /** @description The HTML, at most 2 MiB, counted in bytes of UTF-8. It may come without a doctype. */
            code: string;
        };
        /** @description The version that the saved HTML became. */
        SavedTentTemplateCode: {
            template_id: components["schemas"]["Ulid"];
            generation_id: components["schemas"]["Ulid"];
            /** @description The number of the version, counted from 1. */
            version: number;
            /** @description What of the HTML does not work where it is shown; empty when all of it does. */
            warnings: components["schemas"]["ContentWarning"][];
        };
        /** @description Which version you looked at. */
        ApproveTentTemplateRequest: {
            /** @description Has to be the newest completed version, so that nothing newer is approved unseen. */
            version?: number;
        };
        /** @description What to call the copy. */
        CloneTentTemplateRequest: {
            /** @description Left out, it is `Copy of` and the name of the original, cut to 200 characters. */
            name?: string;
        };
        /**
         * @description How the version comes about.
         *
         *     - `upload`: the HTML that the template began as.
         *     - `tent`: the page of the tent that the template was made from.
         *     - `code`: HTML of yours, saved later.
         *     - `iteration`: a prompt, which reworks the version before.
         *
         *     More may come.
         * @enum {string}
         */
        TentTemplateGenerationType: "upload" | "tent" | "code" | "iteration";
        /** @description One making of a version of a tent template. It stays readable after newer ones. */
        TentTemplateGeneration: {
            generation_id: components["schemas"]["Ulid"];
            status: components["schemas"]["GenerationStatus"];
            type: components["schemas"]["TentTemplateGenerationType"];
            /** @description The number of the version that it made; null unless it is `completed`. */
            version: number | null;
            /** @description Where the HTML of this version is, as a path on this service; null unless it is `completed`. */
            content_path: string | null;
            created_at: components["schemas"]["Timestamp"];
            /** @description When it ended, well or badly; null while it runs. */
            completed_at: components["schemas"]["Timestamp"] | null;
            /**
             * @description Set to `generation_failed` when it failed, else null.
             * @enum {string|null}
             */
            error_code: "generation_failed" | null;
            /** @description Why it failed, in a sentence for people; null unless it did. */
            error_message: string | null;
        };
        /** @description Files of a tent template. */
        TentTemplateAssets: {
            template_id: components["schemas"]["Ulid"];
            /** @description The files; after an upload, those of this upload. */
            assets: components["schemas"]["Asset"][];
        };
        /** @description A tent template's identifier, as it is or with the prefix `tt_`. */
        BulkTemplateId: string;
        /**
         * @description Facts for this page, under names of your own, such as a place, a date or a price; at most 16 KiB of JSON. Where the template
         *     has `{{name}}`, or `{{name | upcase}}`, the value takes its place as text, before the instructions are followed: a list of values with
         *     commas between them, null as nothing. Tags without a value stay. Values that the template has no tag for go to the generator as
         *     facts; without a model only tags are filled.
         */
        BulkInputData: {
            [key: string]: unknown;
        };
        /**
         * @description A page to make. It needs `input_data`, `instructions` or both. The service gives out the identifier, so there is no
         *     `tent_id` to send.
         */
        BulkTentItem: {
            /** @description Your own identifier for this item; the result repeats it. */
            client_item_id?: string;
            /** @description What to call the tent. Left out, a name is made up. */
            tent_name?: string;
            input_data?: components["schemas"]["BulkInputData"];
            /**
             * @description What to change about the template for this page, in your own words. Like a prompt, it must ask for web content. Left out, the
             *     page is the template with the `input_data` put in.
             */
            instructions?: string;
            /**
             * @description The address to publish at. Needs `auto_publish` of the request to be true, and no item before may ask for the same, else the item
             *     is rejected.
             */
            custom_page_alias?: components["schemas"]["PageAlias"];
            /**
             * @description True lets the page follow the workspace's brand, such as its name, colours and logo.
             * @default false
             */
            include_brand?: boolean;
        } & (unknown | unknown);
        /** @description Anything that you want to find again in the answer, at most 16 KiB of JSON; the service does not read it. */
        BulkMetadata: {
            [key: string]: unknown;
        };
        /** @description The pages to make from one template. */
        CreateBulkJobRequest: {
            /** @description An approved tent template, as it is or with the prefix `tt_`. Every page starts from its approved version. */
            template_id: components["schemas"]["BulkTemplateId"];
            /** @description One entry a page. Each is accepted or rejected on its own. */
            items: components["schemas"]["BulkTentItem"][];
            /** @description Your own label for the job. Pages without a name are named after it when there is no `default_tent_name_prefix`. */
            client_job_descriptor?: string;
            /**
             * @description Names the pages that have no `tent_name`: `Hut` makes `Hut (1)`, `Hut (2)`. Left out, `client_job_descriptor` takes
             *     its place, and without that `Bulk Tent`.
             */
            default_tent_name_prefix?: string;
            /**
             * @description The number in the first made-up name. It counts made-up names only.
             * @default 1
             */
            start_index?: number;
            /**
             * @description True publishes every page as soon as it is written.
             * @default false
             */
            auto_publish?: boolean;
            /**
             * @description How much thought goes into each page; more takes longer. The credits are the same.
             * @default medium
             * @enum {string}
             */
            reasoning?: "min" | "medium" | "high" | "max";
            metadata?: components["schemas"]["BulkMetadata"];
        };
        /** @description An item that was accepted; its tent exists, and its generation is queued. */
        BulkItemAccepted: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none. */
            client_item_id: string | null;
            tent_id: components["schemas"]["Uuid"];
            /** @description The name that you gave, or the one made up. */
            tent_name: string;
            /** @description The alias that you asked for; absent when you asked for none. */
            custom_page_alias?: string;
            /** @constant */
            status: "accepted";
        };
        /** @description An item that was rejected on the way in; there is no tent for it, and it costs nothing. */
        BulkItemRejected: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none that could be read. */
            client_item_id: string | null;
            /** @description The name that you gave; null when you gave none that could be read. */
            tent_name: string | null;
            /** @description In the answer to the request, the alias that you asked for; absent when you asked for none, and while polling. */
            custom_page_alias?: string;
            /** @constant */
            status: "rejected";
            /**
             * @description A stable code for programs. `INVALID_ITEM`: a field is unknown or does not fit, both `input_data` and `instructions`
             *     are missing, the instructions do not ask for web content, there is an alias without `auto_publish`, or one that an item before asks
             *     for. `NOT_FOUND`: something that the item needs is no longer in
             *     the workspace. `INSUFFICIENT_CREDITS`: the credits ended with an item before.
             * @enum {string}
             */
            error_code: "INVALID_ITEM" | "NOT_FOUND" | "INSUFFICIENT_CREDITS";
            /** @description What went wrong, in a sentence for people. May change; do not match on it. */
            message: string;
        };
        /** @description A job that was taken on, and what became of each item on the way in. */
        BulkJobAdmitted: {
            bulk_job_id: components["schemas"]["Ulid"];
            /**
             * @description Either `accepted`, or `failed` when every item was rejected.
             * @enum {string}
             */
            status: "accepted" | "failed";
            /** @description The template's identifier, without a prefix. */
            template_id: components["schemas"]["Ulid"];
            /** @description Whether the pages are published as soon as they are written. */
            auto_publish: boolean;
            /** @description How many items were accepted. */
            accepted_count: number;
            /** @description How many items were rejected. */
            rejected_count: number;
            /** @description One result an item, in the order of the request. */
            items: (components["schemas"]["BulkItemAccepted"] | components["schemas"]["BulkItemRejected"])[];
            /** @description The `metadata` of the request; absent when there was none. */
            metadata?: components["schemas"]["BulkMetadata"];
            created_at: components["schemas"]["Timestamp"];
        };
        /**
         * @description How far the job is; the last three are final.
         *
         *     - `accepted`: taken on, about to start.
         *     - `running`: at least one item has started, and some are still queued or being written.
         *     - `completed`: every accepted item succeeded.
         *     - `completed_with_failures`: some accepted items succeeded, some failed.
         *     - `failed`: no accepted item succeeded, or none was accepted.
         *
         *     More may come.
         * @enum {string}
         */
        BulkJobStatus: "accepted" | "running" | "completed" | "completed_with_failures" | "failed";
        /** @description How far an accepted item is. */
        BulkItemProgress: {
            /** @description The item's place in the request, counted from 0. */
            index: number;
            /** @description Your identifier for the item; null when you gave none. */
            client_item_id: string | null;
            /** @description The tent, which may be gone by now. */
            tent_id: components["schemas"]["Uuid"];
            /** @description The name that you gave, or the one made up. */
            tent_name: string;
            /**
             * @description How far the page is: `queued` waits for its turn, `generating` is being written, `completed` is written whatever
             *     became of its publication, `failed` could not be written, or its tent was deleted before that.
             * @enum {string}
             */
            status: "queued" | "generating" | "completed" | "failed";
            /**
             * @description What became of the publication that was asked for with `auto_publish`, null without it. It is settled in the moment in which
             *     `status` is, and stays as it is whatever is done with the tent afterwards.
             */
            publication_status: components["schemas"]["PublicationStatus"] | null;
            /**
             * Format: uri
             * @description Where the page is now; null while it is not live, also when it has been taken down since.
             */
            published_url: string | null;
            /** @description Why the item failed, or why its page is not published as asked; null when there is nothing to say. */
            message: string | null;
        };
        /** @description The credits of the job. Reserved is always the sum of the other three. */
        BulkJobCredits: {
            /** @description Set aside when the job was taken on, one an accepted item. It never changes. */
            reserved: number;
            /** @description Spent on pages that were written. */
            consumed: number;
            /** @description Given back for items that failed. */
            refunded: number;
            /** @description Not decided yet, since their items are still queued or being written. */
            pending_reconciliation: number;
        };
        /** @description A bulk job as it is now. */
        BulkJob: {
            bulk_job_id: components["schemas"]["Ulid"];
            status: components["schemas"]["BulkJobStatus"];
            /** @description The template's identifier, without a prefix. The template may be gone by now. */
            template_id: components["schemas"]["Ulid"];
            /** @description Whether the pages are published as soon as they are written. */
            auto_publish: boolean;
            /** @description How many items were accepted; the sum of the next four. */
            total: number;
            /** @description How many wait for their turn. */
            queued: number;
            /** @description How many are being written. */
            generating: number;
            /** @description How many are written. */
            completed: number;
            /** @description How many could not be written. */
            failed: number;
            /** @description One entry an item, rejected ones too, in the order of the request. */
            items: (components["schemas"]["BulkItemProgress"] | components["schemas"]["BulkItemRejected"])[];
            credits: components["schemas"]["BulkJobCredits"];
            created_at: components["schemas"]["Timestamp"];
            updated_at: components["schemas"]["Timestamp"];
        };
    };
    responses: {
        /** @description The service failed; nothing was written. */
        Failed: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                Allow: components["headers"]["Allow"];
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
                "WWW-Authenticate": components["headers"]["WwwAuthenticate"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A part that the service needs is out of reach, full or busy for the moment, or others keep writing the same rows. Nothing was written. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The body is not declared as what the operation takes. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The list is a system list, which can only be read. */
        SystemListProtected: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description More would go out than the free plan allows. `details` has the emails of the day (`limit`, and `current` that are used), and under
         *     `allowance` the contacts of the workspace.
         */
        FreePlanEmailLimit: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description There is no file, there are more than ten, one is empty or has no usable name, another field came along, the form is not
         *     well-formed, or the idempotency key was used otherwise. Nothing was uploaded.
         */
        BadUpload: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A request with the same idempotency key still runs, or there would be more than 100 files. Nothing was uploaded. */
        UploadConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description A file is over 10 MiB, or the request over 101 MiB. Nothing was uploaded. */
        AssetTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The request is not `multipart/form-data`, or a file is of a kind that is not taken or not what it claims to be. Nothing
         *     was uploaded.
         */
        AssetTypeRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The blast's status does not allow this, or a request with the same idempotency key still runs. */
        BlastPostConflict: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The flow's status does not allow this. */
        EmailFlowInvalidState: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The flow's status does not allow this, or a request with the same idempotency key still runs. */
        EmailFlowMoveRefused: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /**
         * @description The workspace has no credit left for another generation, or the key has made too many requests. `Retry-After` comes
         *     with `rate_limited` only; credits do not return by waiting.
         */
        CreditsOrRateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
            };
        };
        /** @description The tent has no completed version yet, or a request with the same idempotency key still runs. */
        TentWithoutVersion: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
         * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
         *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
         * @example 5f0c7a52-spring-sale
         */
        IdempotencyKey: string;
        /**
         * @description The contact's identifier.
         * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01
         */
        ContactId: components["schemas"]["Uuid"];
        /**
         * @description The import session's identifier, `import_session_id` in the answer that started it.
         * @example 01JPQ8N4B0E76F203Y1X9W8V41
         */
        ImportSessionId: components["schemas"]["Ulid"];
        /**
         * @description The import run's identifier, which executing the session returned.
         * @example 01JPQ8P5C1F87G314Z2Y0X9W31
         */
        ImportRunId: components["schemas"]["Ulid"];
        /** @description How many rows a page holds. A value outside the bounds is refused, not clamped. */
        ImportResultLimit: number;
        /**
         * @description The field definition's identifier.
         * @example 01936d2e-a172-70c7-9f81-cf738291a061
         */
        FieldDefinitionId: components["schemas"]["Uuid"];
        /**
         * @description The contact list's identifier.
         * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
         */
        ListId: components["schemas"]["Uuid"];
        /**
         * @description The export's identifier, as the start of the export gave it.
         * @example 01JPQ8M3A9D65E1Z2X0W8V7T51
         */
        ExportId: components["schemas"]["Ulid"];
        /** @description Keeps the entries with one status. */
        ApprovalStatus: "any" | "draft" | "approved";
        /** @description What to sort by while `status` is `any`; other listings go by `updated_at`. */
        ContentSortBy: "updated_at" | "created_at" | "name";
        /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
        SortOrder: "desc" | "asc";
        /** @description The `next_cursor` of the page before; without one, the listing begins at its start. */
        Cursor: string;
        /**
         * @description The email's identifier.
         * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
         */
        EmailId: components["schemas"]["Uuid"];
        /**
         * @description The test's identifier, as its start gave it.
         * @example 01JPQ8M3A9D65E1Z2X0W8V7T61
         */
        TestId: components["schemas"]["Ulid"];
        /**
         * @description The generation's identifier, as the request that started it returned it.
         * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
         */
        GenerationId: components["schemas"]["Ulid"];
        /**
         * @description The email template's identifier.
         * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
         */
        EmailTemplateId: components["schemas"]["Uuid"];
        /**
         * @description The generation's identifier, as the request that started it returned it.
         * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
         */
        EmailTemplateGenerationId: components["schemas"]["Ulid"];
        /**
         * @description The blast's identifier.
         * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
         */
        BlastId: components["schemas"]["Uuid"];
        /**
         * @description Which recipients to keep. `recipients` are all of them, those who are blocked or have no address included; each other
         *     category keeps those to whom that has happened, as its timestamp says (`spam` goes by `complained_at`).
         */
        BlastContactCategory: "recipients" | "sent" | "delivered" | "opened" | "clicked" | "bounced" | "unsubscribed" | "spam";
        /**
         * @description The flow's identifier.
         * @example 01936d2e-9061-7fb6-8e70-be6271809f51
         */
        FlowId: components["schemas"]["Uuid"];
        /**
         * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
         * @example remind
         */
        StepId: components["schemas"]["FlowStepId"];
        /**
         * @description The contact's identifier.
         * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02
         */
        FlowContactId: components["schemas"]["Uuid"];
        /**
         * @description The membership's identifier.
         * @example 01JPQBF9X5Z20Y7V5T4S3R2Q61
         */
        MembershipId: components["schemas"]["Ulid"];
        /**
         * @description The tent's identifier.
         * @example 01936d2e-b283-71d8-8092-d084939ab171
         */
        TentId: components["schemas"]["Uuid"];
        /**
         * @description The tent's identifier, or the alias at which it is live, percent-encoded: the page at the root of the domain is `%2F`.
         * @example spring-map
         */
        TentIdOrAlias: components["schemas"]["Uuid"] | components["schemas"]["PageAlias"];
        /**
         * @description The tent to report on.
         * @example 01936d2e-b283-71d8-8092-d084939ab172
         */
        AnalyticsTentId: components["schemas"]["Uuid"];
        /**
         * @description The first day to count, an ISO date in the workspace's time zone. Left out, it lies 29 days before `to`, which makes 30 days. It cannot lie
         *     after `to`, and the two cannot span more than 366 days.
         * @example 2026-04-14
         */
        AnalyticsFrom: string;
        /**
         * @description The last day to count, an ISO date in the workspace's time zone. Left out, or in the future, it is today.
         * @example 2026-04-16
         */
        AnalyticsTo: string;
        /**
         * @description The tent template's identifier.
         * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
         */
        TentTemplateId: components["schemas"]["Ulid"];
        /**
         * @description The generation's identifier, as the request that started it returned it.
         * @example 01JPQ8H0X6A32B8W9T7S5R4Q82
         */
        TentTemplateGenerationId: components["schemas"]["Ulid"];
        /**
         * @description The bulk job's identifier.
         * @example 01JPQCGAY6A31Z8W6V5T4S3R71
         */
        BulkJobId: components["schemas"]["Ulid"];
    };
    requestBodies: never;
    headers: {
        /** @description Names this request in the service's logs; your own `X-Request-Id` when you sent one. */
        RequestId: string;
        /** @description How many requests this key can send at once. Not there on a service without a limit. */
        RateLimitLimit: number;
        /** @description How many of them are left. */
        RateLimitRemaining: number;
        /** @description Seconds until all of them are there again. */
        RateLimitReset: number;
        /** @description Only with `405`, which any path answers to a method that it does not have. The methods that it does have. */
        Allow: string;
        /**
         * @description How to authenticate, always `Bearer`.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /** @description Seconds to wait before trying again. */
        RetryAfter: number;
        /** @description Always `true`, and only on an answer that repeats an earlier one to the same `Idempotency-Key`. */
        IdempotencyReplayed: "true";
        /**
         * @description Tells browsers to save the body as a file, and under which name.
         * @example attachment; filename="spring-fair-results.csv"
         */
        ContentDisposition: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listContacts: {
        parameters: {
            query?: {
                /** @description Looks up the contact with this email. */
                email?: string | undefined;
                /** @description Looks up the contact with this phone. */
                phone?: string | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description What to sort by; names in upper or lower case alike. Contacts without a value come last in either order. */
                sort?: ("created_at" | "updated_at" | "last_activity_at" | "display_name" | "first_name" | "last_name" | "normalized_email" | "original_source") | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"] | undefined;
                /**
                 * @description Keeps the contacts whose name, email, phone or company contains this text, in upper or lower case. Phones are looked at
                 *     in international form, `+46701740605`.
                 */
                search?: string | undefined;
                /**
                 * @description Keeps the contacts changed after this moment: a date, which stands for its midnight in UTC, or a timestamp with an offset
                 *     or `Z`.
                 */
                updated_after?: string | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPageOrLookup"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactCreateResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteContacts: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeleteRequest"];
            };
        };
        responses: {
            /** @description What became of each contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDeleteResult"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpsertResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactUpdateResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteContactsByPost: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactDeleteRequest"];
            };
        };
        responses: {
            /** @description What became of each contact. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactDeleteResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    searchContacts: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ContactSearchRequest"];
            };
        };
        responses: {
            /** @description One page of the contacts that fit. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactPage"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Contact"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Another contact has the new email or phone; `details.existing_contact` names it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactActivityPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    startContactImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartContactImportRequest"];
            };
        };
        responses: {
            /** @description The new session. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImportSession"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    previewContactImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The import session's identifier, `import_session_id` in the answer that started it.
                 * @example 01JPQ8N4B0E76F203Y1X9W8V41
                 */
                session_id: components["parameters"]["ImportSessionId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The columns, and what could be done with them. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImportPreview"];
                };
            };
            /** @description The identifier is malformed, there is no file yet, or its headers cannot be used. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The session has been executed. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    executeContactImport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The import session's identifier, `import_session_id` in the answer that started it.
                 * @example 01JPQ8N4B0E76F203Y1X9W8V41
                 */
                session_id: components["parameters"]["ImportSessionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ExecuteContactImportRequest"];
            };
        };
        responses: {
            /** @description The import is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImportStarted"];
                };
            };
            /** @description The body does not fit the session or is malformed, there is no file yet, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The session has been executed, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getContactImportRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The run. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImportRun"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listContactImportResults: {
        parameters: {
            query?: {
                /** @description Keeps the rows with this outcome; without it, every row is listed. */
                status?: components["schemas"]["ContactImportRowStatus"] | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many rows a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["ImportResultLimit"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of results. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactImportResultPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    exportContactImportResults: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The import run's identifier, which executing the session returned.
                 * @example 01JPQ8P5C1F87G314Z2Y0X9W31
                 */
                import_run_id: components["parameters"]["ImportRunId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Content-Disposition": components["headers"]["ContentDisposition"];
                    [name: string]: unknown;
                };
                content: {
                    "text/csv": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listContactFields: {
        parameters: {
            query?: {
                /** @description Adds the archived fields. */
                include_archived?: components["schemas"]["Flag"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactFieldList"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createContactFields: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateContactFieldsRequest"];
            };
        };
        responses: {
            /** @description The new definition, or `items` of them. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedContactFields"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description A name is taken, the workspace has 200 active fields, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getRuleMetadata: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The fields, activity types and aliases. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RuleMetadata"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    updateContactField: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The field definition's identifier.
                 * @example 01936d2e-a172-70c7-9f81-cf738291a061
                 */
                field_definition_id: components["parameters"]["FieldDefinitionId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateContactFieldRequest"];
            };
        };
        responses: {
            /** @description The definition as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactField"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The field cannot be restored, because the workspace has 200 active fields, or not archived, because something live needs it. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    listContactLists: {
        parameters: {
            query?: {
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description Keeps the lists whose name contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description Keeps the lists of one kind. */
                kind?: components["schemas"]["ContactListKind"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createContactList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The name is taken, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SystemListProtected"];
            404: components["responses"]["NotFound"];
            /** @description Something live needs the list. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactList"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SystemListProtected"];
            404: components["responses"]["NotFound"];
            /** @description Another list has this name. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description Keeps the members whose name or email contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description What to sort by; names in upper or lower case alike. Members without a value come last in either order. */
                sort?: ("member_added_at" | "created_at" | "updated_at" | "last_activity_at" | "display_name" | "first_name" | "last_name" | "normalized_email" | "original_source") | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"] | undefined;
                /** @description Leaves unsubscribed members out. Wins over `only_unsubscribed`. */
                exclude_unsubscribed?: components["schemas"]["Flag"] | undefined;
                /** @description Keeps unsubscribed members only. */
                only_unsubscribed?: components["schemas"]["Flag"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListMemberPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AddedContactListMembers"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SystemListProtected"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RemovedContactListMembers"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["SystemListProtected"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ContactListMemberCount"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    exportContactList: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The export, waiting for its turn. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getContactListExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The contact list's identifier.
                 * @example 01936d2e-5c20-7b72-8a3c-7a2e3d4c5b11
                 */
                listId: components["parameters"]["ListId"];
                /**
                 * @description The export's identifier, as the start of the export gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T51
                 */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listSuppressions: {
        parameters: {
            query?: {
                /** @description Keeps the entries of this address. It is normalized as on a write; what is no address has none. */
                address?: string | undefined;
                /** @description Keeps the entries with this reason. */
                reason?: components["schemas"]["SuppressionReason"] | undefined;
                /** @description Keeps the entries whose address contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of entries. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    addSuppressions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionAddBatch"];
            };
        };
        responses: {
            /** @description What became of each item. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionAddResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    removeSuppressions: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SuppressionRemoveRequest"];
            };
        };
        responses: {
            /** @description What became of each address. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionRemoveResult"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    importSuppressions: {
        parameters: {
            query?: {
                /** @description Why all of these addresses are not to be mailed. */
                reason?: components["schemas"]["SuppressionReason"] | undefined;
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "text/csv": string;
                "text/plain": string;
            };
        };
        responses: {
            /** @description How many addresses there were. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SuppressionImportResult"];
                };
            };
            /**
             * @description There is no list, it cannot be read as UTF-8 and CSV or is too long, a parameter is malformed, or the idempotency key was used
             *     otherwise. Nothing was written.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmails: {
        parameters: {
            query?: {
                /** @description Keeps the entries with one status. */
                status?: components["parameters"]["ApprovalStatus"] | undefined;
                /** @description What to sort by while `status` is `any`; other listings go by `updated_at`. */
                sort_by?: components["parameters"]["ContentSortBy"] | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: components["parameters"]["SortOrder"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the page before; without one, the listing begins at its start. */
                cursor?: components["parameters"]["Cursor"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
            /** @description The new draft, with its version 1. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description The new draft, whose content is being written. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailGenerationStarted"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The template is not approved, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A blast or a flow needs the email. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    duplicateEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                "application/json": components["schemas"]["DuplicateRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description There is no completed version to copy, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailPlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    iterateEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                "application/json": components["schemas"]["IterateEmailRequest"];
            };
        };
        responses: {
            /** @description The generation has begun. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailGenerationStarted"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation of the email or a request with the same idempotency key still runs, or an asset is not attached to the email. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    saveEmailCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEmailCode"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation of the email or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    approveEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /**
             * @description The request is malformed, a required header is empty, the subject has merge tags that name nothing, or the idempotency key was used
             *     otherwise.
             */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The version is not the newest one, there is none yet, or a generation or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Email"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A blast or a flow needs the email, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    sendEmailTest: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                "application/json": components["schemas"]["SendEmailTestRequest"];
            };
        };
        responses: {
            /** @description The test is on its way. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTest"];
                };
            };
            /** @description The request is malformed, a required header is empty, the sender's domain is not verified, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FreePlanEmailLimit"];
            404: components["responses"]["NotFound"];
            /** @description The email has no completed version, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getEmailTest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The test's identifier, as its start gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T61
                 */
                test_id: components["parameters"]["TestId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The test. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTest"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailGeneration"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailGenerationContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailGenerationPlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email's identifier.
                 * @example 01936d2e-6d30-7c83-9b4d-8b3f4e5d6c21
                 */
                emailId: components["parameters"]["EmailId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8B6T2W9X4R7D5N3K1M0ZD
                 */
                generationId: components["parameters"]["GenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plain text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailGenerationPlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailAssets: {
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
            /** @description The files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAssets"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    uploadEmailAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                "multipart/form-data": components["schemas"]["AssetUpload"];
            };
        };
        responses: {
            /** @description The files of this upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailAssets"];
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadConflict"];
            413: components["responses"]["AssetTooLarge"];
            415: components["responses"]["AssetTypeRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailTemplates: {
        parameters: {
            query?: {
                /** @description Keeps the entries with one status. */
                status?: components["parameters"]["ApprovalStatus"] | undefined;
                /** @description What to sort by while `status` is `any`; other listings go by `updated_at`. */
                sort_by?: components["parameters"]["ContentSortBy"] | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: components["parameters"]["SortOrder"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the page before; without one, the listing begins at its start. */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of email templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplatePage"];
                };
            };
            /** @description A parameter is malformed or unknown, or the cursor does not fit. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailTemplateRequest"];
            };
        };
        responses: {
            /** @description The new draft, with its version 1. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The new draft, whose content is being written. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateGenerationStarted"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email template is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmailTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateEmailTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailTemplateRequest"];
            };
        };
        responses: {
            /** @description The email template as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplateContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplatePlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plain text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplatePlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    overrideEmailTemplatePlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["OverrideEmailTemplatePlainTextRequest"];
            };
        };
        responses: {
            /** @description The plain text as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplatePlainText"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    revertEmailTemplatePlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The derived plain text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplatePlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    iterateEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IterateEmailTemplateRequest"];
            };
        };
        responses: {
            /** @description The generation has begun. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateGenerationStarted"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation of the template or a request with the same idempotency key still runs, or an asset is not attached to the template. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    saveEmailTemplateCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveEmailTemplateCodeRequest"];
            };
        };
        responses: {
            /** @description The new version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedEmailTemplateCode"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation of the template or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    cloneEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloneEmailTemplateRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description There is no completed version to copy, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    approveEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveEmailTemplateRequest"];
            };
        };
        responses: {
            /** @description The approved email template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The version is not the newest one, there is none yet, or a generation or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    unapproveEmailTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The email template as a draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplateGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateGeneration"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplateGenerationContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailTemplateGenerationPlainText: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8D8V4Y1Z6T9F7Q5N3P2C2
                 */
                generationId: components["parameters"]["EmailTemplateGenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The plain text. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateGenerationPlainText"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailTemplateAssets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateAssets"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    uploadEmailTemplateAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The email template's identifier.
                 * @example 01936d2e-8f50-7ea5-9d6f-ad51607f8e41
                 */
                templateId: components["parameters"]["EmailTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AssetUpload"];
            };
        };
        responses: {
            /** @description The files of this upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailTemplateAssets"];
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadConflict"];
            413: components["responses"]["AssetTooLarge"];
            415: components["responses"]["AssetTypeRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailBlasts: {
        parameters: {
            query?: {
                /** @description Keeps the blasts in this status. `archived` finds archived blasts whatever `archived` says. */
                status?: ("any" | "draft" | "scheduled" | "sending" | "paused" | "sent" | "failed" | "cancelled" | "archived") | undefined;
                /** @description Leaves archived blasts out, takes them in, or keeps nothing else. */
                archived?: ("exclude" | "include" | "only") | undefined;
                /** @description What to sort by. With `scheduled_at`, blasts without a time come last in either order; with `name`, upper and lower case are one. */
                sort_by?: ("updated_at" | "created_at" | "scheduled_at" | "name") | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: components["parameters"]["SortOrder"] | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description Keeps the blasts whose name or description contains this text, in upper or lower case. */
                search?: string | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlastPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetCampaignEmailRequest"];
            };
        };
        responses: {
            /** @description The blast with its email. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, the identifier is a flow's, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The blast is not a draft, the template is not approved, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    scheduleEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScheduleEmailBlastRequest"];
            };
        };
        responses: {
            /** @description The blast, scheduled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The blast is not ready, the body or a parameter is malformed, the identifier is a flow's, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
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
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The blast is not ready, the body or a parameter is malformed, the identifier is a flow's, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FreePlanEmailLimit"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    unscheduleEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The blast as a draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    reopenEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The blast as a draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    duplicateEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
                "application/json": components["schemas"]["DuplicateRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, the identifier is a flow's, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
    pauseEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The blast, paused. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    resumeEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description Sending goes on. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description The blast cannot go on, a parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            403: components["responses"]["FreePlanEmailLimit"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    cancelEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The blast, cancelled. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    archiveEmailBlast: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The blast, archived. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlast"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["BlastPostConflict"];
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
                category?: components["parameters"]["BlastContactCategory"] | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description Keeps the recipients whose name or email contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description What to sort by. Recipients without a value come last in either order. */
                sort?: ("sent_at" | "delivered_at" | "opened_at" | "clicked_at" | "bounced_at" | "unsubscribed_at" | "complained_at" | "display_name" | "email") | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                order?: components["parameters"]["Order"] | undefined;
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
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailBlastRecipientPage"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    exportEmailBlastContacts: {
        parameters: {
            query?: {
                /**
                 * @description Which recipients to keep. `recipients` are all of them, those who are blocked or have no address included; each other
                 *     category keeps those to whom that has happened, as its timestamp says (`spam` goes by `complained_at`).
                 */
                category?: components["parameters"]["BlastContactCategory"] | undefined;
            };
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
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
        requestBody?: never;
        responses: {
            /** @description The export is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailBlastContactsExport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The blast's identifier.
                 * @example 01936d2e-7e40-7d94-8c5e-9c405f6e7d31
                 */
                blastId: components["parameters"]["BlastId"];
                /**
                 * @description The export's identifier, as the start of the export gave it.
                 * @example 01JPQ8M3A9D65E1Z2X0W8V7T51
                 */
                exportId: components["parameters"]["ExportId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The export. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportEnvelope"];
                };
            };
            /** @description A parameter is malformed or unknown, or the identifier is a flow's. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailFlows: {
        parameters: {
            query?: {
                /** @description Keeps the flows in this status. `archived` finds archived flows whatever `archived` says. */
                status?: ("any" | "draft" | "active" | "paused" | "archived") | undefined;
                /** @description Leaves archived flows out, takes them in, or keeps nothing else. */
                archived?: ("exclude" | "include" | "only") | undefined;
                /** @description Keeps the flows whose name or description contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description What to sort by. */
                sort_by?: ("updated_at" | "created_at" | "name") | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: components["parameters"]["SortOrder"] | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of flows. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateEmailFlowRequest"];
            };
        };
        responses: {
            /** @description The new draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Two steps share a `step_id`, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getEmailFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteEmailFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedEmailFlow"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowInvalidState"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updateEmailFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailFlowRequest"];
            };
        };
        responses: {
            /** @description The flow as it is now. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    duplicateEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DuplicateRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
    setEmailFlowTriggers: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEmailFlowTriggersRequest"];
            };
        };
        responses: {
            /** @description The flow with its triggers. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    setEmailFlowSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetEmailFlowStepsRequest"];
            };
        };
        responses: {
            /** @description The flow with its steps. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Two steps share a `step_id`, or the flow's status does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    addEmailFlowStep: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AddEmailFlowStepRequest"];
            };
        };
        responses: {
            /** @description The flow with the new step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The flow has a step with this `step_id`, its status does not allow this, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    deleteEmailFlowStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
                 * @example remind
                 */
                stepId: components["parameters"]["StepId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["DeleteEmailFlowStepRequest"];
            };
        };
        responses: {
            /** @description The flow without the step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Other steps lead to this one, or the flow's status does not allow this. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    updateEmailFlowStep: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
                 * @example remind
                 */
                stepId: components["parameters"]["StepId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateEmailFlowStepRequest"];
            };
        };
        responses: {
            /** @description The flow with the changed step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed, or names an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowInvalidState"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    setEmailFlowStepEmail: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The step's `step_id`, percent-encoded where it holds more than letters, digits, `-`, `_`, `.` and `~`.
                 * @example remind
                 */
                stepId: components["parameters"]["StepId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetCampaignEmailRequest"];
            };
        };
        responses: {
            /** @description The flow; the email stands in its step. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The flow's status does not allow this, the template is not approved, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    activateEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow is active. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description The flow is not complete, or a parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowMoveRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    pauseEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow is paused. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowMoveRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    archiveEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The flow is archived. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlow"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowMoveRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    enrolContactInEmailFlow: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02
                 */
                contactId: components["parameters"]["FlowContactId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["EnrolContactInEmailFlowRequest"];
            };
        };
        responses: {
            /** @description The new membership. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowMembership"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The contact is or was in the flow, the flow is not active or takes nobody by hand, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    removeContactFromEmailFlow: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The contact's identifier.
                 * @example 01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02
                 */
                contactId: components["parameters"]["FlowContactId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership that has ended. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowMembership"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["EmailFlowInvalidState"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listEmailFlowMembers: {
        parameters: {
            query?: {
                /** @description Keeps the memberships in this status. */
                status?: ("any" | "active" | "waiting" | "completed" | "dropped") | undefined;
                /** @description Keeps the memberships of this contact. */
                contact_id?: components["schemas"]["Uuid"] | undefined;
                /** @description Keeps the memberships of contacts whose name or email contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of memberships. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowMemberPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailFlowMember: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
                /**
                 * @description The membership's identifier.
                 * @example 01JPQBF9X5Z20Y7V5T4S3R2Q61
                 */
                membershipId: components["parameters"]["MembershipId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The membership. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowMembershipDetail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailFlowReport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The report. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowReport"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getEmailFlowGraph: {
        parameters: {
            query?: {
                /** @description True writes into each step of the text how many members are there, came to it, and failed. */
                counts?: boolean | undefined;
            };
            header?: never;
            path: {
                /**
                 * @description The flow's identifier.
                 * @example 01936d2e-9061-7fb6-8e70-be6271809f51
                 */
                flowId: components["parameters"]["FlowId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The drawing. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmailFlowGraph"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listTents: {
        parameters: {
            query?: {
                /** @description Keeps the tents with one status. */
                status?: ("any" | "draft" | "published") | undefined;
                /** @description Keeps the tents whose name contains this text, in upper or lower case. */
                search?: string | undefined;
                /** @description Which page, counted from 1. */
                page?: components["parameters"]["Page"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tents. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentPage"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTentRequest"];
            };
        };
        responses: {
            /** @description The page is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentCreated"];
                };
            };
            /** @description A field is malformed or unknown, the prompt does not ask for a page, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /**
             * @description The tent has a generation or no room for more files, the template is not approved, or a request with the same
             *     idempotency key still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["CreditsOrRateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    uploadNewTentAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AssetUpload"];
            };
        };
        responses: {
            /** @description The new tent and its files. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentAssets"];
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["AssetTooLarge"];
            415: components["responses"]["AssetTypeRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getTent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tent. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Tent"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteTent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier, or the alias at which it is live, percent-encoded: the page at the root of the domain is `%2F`.
                 * @example spring-map
                 */
                tentId: components["parameters"]["TentIdOrAlias"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tent is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTent"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A form of the tent starts an active flow. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getTentContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    editTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EditTentRequest"];
            };
        };
        responses: {
            /** @description The edit is queued. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentEdited"];
                };
            };
            /** @description A field is malformed or unknown, the tent has no generation, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation waits or runs, or a request with the same idempotency key does. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["CreditsOrRateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    cloneTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloneTentRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentCloned"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["TentWithoutVersion"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    publishTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PublishTentRequest"];
            };
        };
        responses: {
            /** @description The page is live. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentPublished"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /**
             * @description The tent has no completed version, another change of it is just landing, or a request with the same idempotency
             *     key still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            /**
             * @description The plan has no room for another live page, or the key has made too many requests. `Retry-After` comes with
             *     `rate_limited` only.
             */
            429: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"] | components["schemas"]["PublishLimitError"];
                };
            };
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    unpublishTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The page is not on the web. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentUnpublished"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description Another change of the tent is just landing, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    listTentAssets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentAssets"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    uploadTentAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AssetUpload"];
            };
        };
        responses: {
            /** @description The files of this upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentAssets"];
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadConflict"];
            413: components["responses"]["AssetTooLarge"];
            415: components["responses"]["AssetTypeRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getTentAnalytics: {
        parameters: {
            query: {
                /**
                 * @description The tent to report on.
                 * @example 01936d2e-b283-71d8-8092-d084939ab172
                 */
                tent_id: components["parameters"]["AnalyticsTentId"];
                /**
                 * @description The first day to count, an ISO date in the workspace's time zone. Left out, it lies 29 days before `to`, which makes 30 days. It cannot lie
                 *     after `to`, and the two cannot span more than 366 days.
                 * @example 2026-04-14
                 */
                from?: components["parameters"]["AnalyticsFrom"] | undefined;
                /**
                 * @description The last day to count, an ISO date in the workspace's time zone. Left out, or in the future, it is today.
                 * @example 2026-04-16
                 */
                to?: components["parameters"]["AnalyticsTo"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentAnalytics"];
                };
            };
            /** @description A parameter is malformed, unknown or missing, or the days do not fit together. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getWorkspaceAnalytics: {
        parameters: {
            query?: {
                /**
                 * @description The first day to count, an ISO date in the workspace's time zone. Left out, it lies 29 days before `to`, which makes 30 days. It cannot lie
                 *     after `to`, and the two cannot span more than 366 days.
                 * @example 2026-04-14
                 */
                from?: components["parameters"]["AnalyticsFrom"] | undefined;
                /**
                 * @description The last day to count, an ISO date in the workspace's time zone. Left out, or in the future, it is today.
                 * @example 2026-04-16
                 */
                to?: components["parameters"]["AnalyticsTo"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The figures. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspaceAnalytics"];
                };
            };
            /** @description A parameter is malformed or unknown, or the days do not fit together. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    listTentTemplates: {
        parameters: {
            query?: {
                /** @description Keeps the entries with one status. */
                status?: components["parameters"]["ApprovalStatus"] | undefined;
                /** @description What to sort by while `status` is `any`; other listings go by `updated_at`. */
                sort_by?: components["parameters"]["ContentSortBy"] | undefined;
                /** @description Either `desc`, the greatest value first, or `asc`, the least first. */
                sort_order?: components["parameters"]["SortOrder"] | undefined;
                /** @description How many entries a page holds. A value outside the bounds is refused, not clamped. */
                limit?: components["parameters"]["Limit"] | undefined;
                /** @description The `next_cursor` of the page before; without one, the listing begins at its start. */
                cursor?: components["parameters"]["Cursor"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description One page of tent templates. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplatePage"];
                };
            };
            /** @description A parameter is malformed or unknown, or the cursor does not fit. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    createTentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateTentTemplateRequest"];
            };
        };
        responses: {
            /** @description The new draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description A field is malformed or unknown, the HTML is not a whole document, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            409: components["responses"]["InProgress"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createTentTemplateFromTent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent's identifier.
                 * @example 01936d2e-b283-71d8-8092-d084939ab171
                 */
                tentId: components["parameters"]["TentId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CreateTentTemplateFromTentRequest"];
            };
        };
        responses: {
            /** @description The new draft. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description The tent has no completed version, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    getTentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The tent template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deleteTentTemplate: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template is gone. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeletedTentTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getTentTemplateContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    iterateTentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["IterateTentTemplateRequest"];
            };
        };
        responses: {
            /** @description The generation has begun. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplateGenerationStarted"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation runs, an asset is not one of the template, or a request with the same idempotency key still runs. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    saveTentTemplateCode: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SaveTentTemplateCodeRequest"];
            };
        };
        responses: {
            /** @description The new version. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedTentTemplateCode"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /** @description A generation runs, or a request with the same idempotency key does. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    approveTentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["ApproveTentTemplateRequest"];
            };
        };
        responses: {
            /** @description The approved template. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            /**
             * @description There is no completed version, the version is not the newest one, or a request with the same idempotency key
             *     still runs.
             */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
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
    unapproveTentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The template as a draft. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["InProgress"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    cloneTentTemplate: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["CloneTentTemplateRequest"];
            };
        };
        responses: {
            /** @description The copy. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplate"];
                };
            };
            /** @description The body or a parameter is malformed or names an unknown field, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
    getTentTemplateGeneration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8H0X6A32B8W9T7S5R4Q82
                 */
                generationId: components["parameters"]["TentTemplateGenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The generation. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplateGeneration"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getTentTemplateGenerationContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
                /**
                 * @description The generation's identifier, as the request that started it returned it.
                 * @example 01JPQ8H0X6A32B8W9T7S5R4Q82
                 */
                generationId: components["parameters"]["TentTemplateGenerationId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The HTML. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "text/html": string;
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    listTentTemplateAssets: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The files. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplateAssets"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    uploadTentTemplateAssets: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path: {
                /**
                 * @description The tent template's identifier.
                 * @example 01JPQAE8W4Y1Z6T9F7Q5N3P2B1
                 */
                templateId: components["parameters"]["TentTemplateId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": components["schemas"]["AssetUpload"];
            };
        };
        responses: {
            /** @description The files of this upload. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TentTemplateAssets"];
                };
            };
            400: components["responses"]["BadUpload"];
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NotFound"];
            409: components["responses"]["UploadConflict"];
            413: components["responses"]["AssetTooLarge"];
            415: components["responses"]["AssetTypeRefused"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createBulkJob: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes a repeat of this request safe; see Idempotency. An opaque string of your own, for example a UUID. A repeat has
                 *     the same query and the same body; with another one, the key is refused with `idempotency_key_mismatch`.
                 * @example 5f0c7a52-spring-sale
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"] | undefined;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateBulkJobRequest"];
            };
        };
        responses: {
            /** @description What became of each item on the way in. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJobAdmitted"];
                };
            };
            /** @description The envelope is malformed, the template is not approved, or the idempotency key was used otherwise. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
    getBulkJob: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The bulk job's identifier.
                 * @example 01JPQCGAY6A31Z8W6V5T4S3R71
                 */
                bulkJobId: components["parameters"]["BulkJobId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The job. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BulkJob"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
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
    listContactImportResults: 'page' | 'limit';
    listContactFields: 'include_archived';
    listContactLists: 'page' | 'limit';
    listContactListMembers: 'page' | 'limit' | 'sort' | 'order' | 'exclude_unsubscribed' | 'only_unsubscribed';
    listSuppressions: 'page' | 'limit';
    importSuppressions: 'reason';
    listEmails: 'status' | 'sort_by' | 'sort_order' | 'limit';
    listEmailTemplates: 'status' | 'sort_by' | 'sort_order' | 'limit';
    listEmailBlasts: 'status' | 'archived' | 'sort_by' | 'sort_order' | 'page' | 'limit';
    listEmailBlastContacts: 'category' | 'page' | 'limit' | 'sort' | 'order';
    exportEmailBlastContacts: 'category';
    listEmailFlows: 'status' | 'archived' | 'sort_by' | 'sort_order' | 'page' | 'limit';
    listEmailFlowMembers: 'status' | 'page' | 'limit';
    getEmailFlowGraph: 'counts';
    listTents: 'status' | 'page' | 'limit';
    listTentTemplates: 'status' | 'sort_by' | 'sort_order' | 'limit';
}

/** The paths whose POST only reads. */
export type readOnlyPosts = '/v1/contacts/search' | '/v1/contacts/imports/{session_id}/preview';

/** The paths whose PUT takes an Idempotency-Key. */
export type keyedPuts = '/v1/email-blasts/{blastId}/email' | '/v1/email-flows/{flowId}/steps/{stepId}/email';

/** The paths that answer with a text. */
export type textAnswers = '/v1/contacts/imports/{import_run_id}/export' | '/v1/emails/{emailId}/content' | '/v1/emails/{emailId}/generations/{generationId}/content' | '/v1/email-templates/{templateId}/content' | '/v1/email-templates/{templateId}/generations/{generationId}/content' | '/v1/tents/{tentId}/content' | '/v1/tent-templates/{templateId}/content' | '/v1/tent-templates/{templateId}/generations/{generationId}/content';
