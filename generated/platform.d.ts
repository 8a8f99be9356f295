// Generated from openapi/ by `npm run generate`. Do not edit.

export interface paths {
    "/admin/v1/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Returns the workspaces of the service, oldest first, without their limits and usage.
         */
        get: operations["listPlatformWorkspaces"];
        put?: never;
        /**
         * Create a workspace
         * @description Creates a workspace with its first API key. The answer shows `api_key` for the first and last time; the key has all scopes, and its
         *     workspace can make others with it. Send a `slug`: if the answer gets lost, a repeat of the request is then refused with
         *     `409 conflict`, and makes no second workspace.
         */
        post: operations["createPlatformWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        /**
         * Get a workspace
         * @description Returns the workspace with its limits, and with what it uses of them. While it is being deleted, `deletion` shows the progress; afterwards
         *     the answer is `404 not_found`.
         */
        get: operations["getPlatformWorkspace"];
        put?: never;
        post?: never;
        /**
         * Delete a workspace
         * @description Deletes a workspace with all its rows and stored files, for good. The answer comes at once, and the rest is background work. Within five
         *     seconds, all requests with its keys are refused; its pages go offline next. Work that is under way gets up to 45 seconds to end.
         *
         *     Read the workspace for the progress. It is gone when the answer is `404 not_found`; until then its slug stays taken. Nothing of it remains
         *     in the database, its audit log included; the log of the service has a line about the end. Backups keep what they have.
         *
         *     You can safely repeat the request. A repeat starts a deletion again that was given up.
         */
        delete: operations["deletePlatformWorkspace"];
        options?: never;
        head?: never;
        /**
         * Update a workspace
         * @description Changes the fields that you send and returns the workspace. Its slug stays, since the addresses of its pages begin with it. You can safely
         *     repeat the request.
         */
        patch: operations["updatePlatformWorkspace"];
        trace?: never;
    };
    "/admin/v1/workspaces/{workspace_id}/suspend": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Suspend a workspace
         * @description Stops a workspace without losing anything of it. Within five seconds, all requests with its keys answer `403 workspace_suspended`. Its
         *     background work waits: imports, exports, generations, jobs, blasts, flows, messages, webhooks, and what is scheduled. Work that is under
         *     way ends first.
         *
         *     Its published pages stay online, links in mail that it has sent keep working, and visitors can still send forms and unsubscribe; mail
         *     and flows that follow wait too. Requests of contacts to be erased go on. You can safely repeat the request.
         */
        post: operations["suspendPlatformWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/admin/v1/workspaces/{workspace_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume a workspace
         * @description Ends a suspension: its keys work again within five seconds, and what has waited goes on. Blasts and pages whose time has passed
         *     meanwhile are sent and published now. Events that are older than the days for which the workspace keeps them are not sent to
         *     webhooks any more. You can safely repeat the request.
         */
        post: operations["resumePlatformWorkspace"];
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
         * @description A stable code for programs. The table of errors explains each one. More values may be added.
         * @enum {string}
         */
        ErrorCode: "malformed_request" | "validation_failed" | "invalid_json" | "invalid_cursor" | "idempotency_key_mismatch" | "prompt_not_web_content" | "email_missing_required_headers" | "campaign_not_ready" | "campaign_not_blast" | "campaign_flow_not_ready" | "unauthorized" | "key_not_allowed" | "workspace_suspended" | "invalid_signature" | "foreign_origin" | "free_plan_email_limit" | "system_list_protected" | "not_found" | "method_not_allowed" | "request_timeout" | "conflict" | "idempotency_in_progress" | "generation_in_progress" | "template_not_ready" | "email_not_ready" | "approval_version_stale" | "asset_not_found" | "mutation_lease_held" | "contact_list_name_exists" | "email_in_scheduled_blast" | "email_in_active_flow" | "in_use" | "campaign_invalid_state" | "message_invalid_state" | "campaign_flow_invalid_state" | "campaign_flow_duplicate_step_id" | "campaign_flow_step_referenced" | "campaign_flow_already_in_flow" | "campaign_flow_not_active" | "campaign_flow_manual_disabled" | "campaign_flow_entry_limit" | "precondition_failed" | "payload_too_large" | "unsupported_media_type" | "expectation_failed" | "rate_limited" | "insufficient_credits" | "publish_limit_exceeded" | "budget_exceeded" | "headers_too_large" | "internal_error" | "unavailable" | "contended";
        /** @description One problem of a request, or with `not_found` one reference to something that does not exist. */
        Issue: {
            /** @description Place of the problem, with dots between the parts (`items.0.email`); empty for the whole body. */
            path: string;
            /** @description The problem in words. */
            message: string;
        };
        /**
         * Format: uuid
         * @description An opaque identifier. Answers use lower case; requests may also use upper case.
         */
        Uuid: string;
        /** @description The contact that already has the email, phone or external ID. */
        ExistingContact: {
            contact_id: components["schemas"]["Uuid"];
            /** @description The contact's name, as shown in lists. */
            display_name: string;
            /** @description The contact's email; null if it has none. */
            email: string | null;
            /** @description The contact's phone in international form; null if it has none. */
            phone: string | null;
            /** @description The contact's external ID; null if it has none. */
            external_id: string | null;
        };
        /** @description Something that stored rules refer to and that no longer exists. Rules with a finding match no contact until they are corrected. */
        RuleFinding: {
            /** @description The place of the reference, such as `rules.conditions.0.fieldDefinitionId`. */
            field: string;
            /**
             * @description - `archived_field`: the contact field is archived.
             *     - `unknown`: the contact field or the list no longer exists.
             *
             *     More values may be added.
             * @enum {string}
             */
            code: "archived_field" | "unknown";
            /** @description The problem in words, for people. */
            message: string;
        };
        /** @description Unknown merge tags, each once and without its filters, such as `{{contact.frist_name}}`; at most the first 20. */
        UnknownMergeTags: string[];
        /** @description The remedy for a finding. */
        ReadinessHelp: {
            /** @description The code of the finding. */
            code: string;
            /** @description The place of the code in the reference. */
            documentation_url: string;
            /** @description What to do about it, in words. */
            remedy: string;
        };
        /**
         * @description The problems that prevent a draft blast from being sent, and warnings. On a draft, `missing` includes `schedule`; in the error
         *     `400 campaign_not_ready` it does not.
         */
        ApprovalReadiness: {
            /** @description True if nothing is missing for sending now; `schedule` does not count. */
            ready: boolean;
            /**
             * @description The things to do before sending. Checks of the email run only if the blast has one: without an email, `email_approval`,
             *     `email_headers` and `sender_domain` are not listed.
             *
             *     - `audience`: no list is set.
             *     - `audience_rules`: the list's rules refer to something that no longer exists; see `findings`.
             *     - `topic`: the blast's topic has been deleted.
             *     - `email`: no email is set.
             *     - `email_approval`: the email is not approved.
             *     - `email_headers`: the email's `subject`, `from_name`, `from_address` or `reply_to_email` is empty.
             *     - `sender_domain`: the domain of the email's `from_address` is no longer verified for the workspace.
             *     - `schedule`: no send time is set. Every draft lists it. Sending now does not need a time and scheduling sets one, so errors never
             *       list it.
             *
             *     More values may be added.
             */
            missing: ("audience" | "audience_rules" | "topic" | "email" | "email_approval" | "email_headers" | "sender_domain" | "schedule")[];
            /**
             * @description Likely mistakes that do not prevent sending.
             *
             *     - `empty_static_audience`: the list has no members, so the blast would reach no one.
             *     - `empty_dynamic_audience`: no contact matches the list's rules at present.
             *     - `nobody_mailable`: no member of the list has an email address.
             *     - `all_blocked`: every member with an email address is blocked: suppressed, without consent, or not in the blast's topic.
             *     - `newer_email_version`: the email has a newer version than the approved one. The approved one is sent.
             *     - `placeholder_text`: the approved version still has a placeholder sentence of the blank design.
             *     - `unknown_merge_tag`: the email has unknown merge tags, which become empty text; `unknown_merge_tags` lists them. Tags that begin
             *       with `campaign.` are included, since only emails of flows have such values.
             *
             *     - `no_postal_address`: the workspace has no postal address for the footer, which many countries require in marketing mail. Set
             *       `postal_address` with `PATCH /v1/workspace`.
             *     - `audience_without_consent`: none of the members who would get the blast has agreed to it: `marketing_email_subscribed` is not true,
             *       and they have not joined its topic. Record what they agreed to, or ask them to confirm.
             *     - `no_dmarc`: the sender's domain has no DMARC record, which large receivers require of bulk mail. Publish one: `v=DMARC1; p=none` is a
             *       beginning.
             *     - `sender_not_aligned`: neither DKIM nor SPF passes for the sender's domain, so receivers take mail for forged. Publish the domain's
             *       DKIM key; `domains verify` shows what is missing.
             *     - `bulk_without_one_click`: the service's address (`BASE_URL`) is not `https`, so mail has no one-click unsubscription, which large
             *       receivers require.
             *     - `spam_rate`: too many of the last 1,000 messages bounced (5 %) or were reported as spam (0.3 %), so the service pauses the blast as
             *       soon as it starts. Look at the bounces and complaints of your last blasts first.
             *
             *     The four warnings about a dynamic or unreachable audience appear only on a single blast with a `complete` `audience.estimate`. More
             *     values may be added.
             */
            warnings: ("empty_static_audience" | "empty_dynamic_audience" | "nobody_mailable" | "all_blocked" | "newer_email_version" | "placeholder_text" | "unknown_merge_tag" | "no_postal_address" | "audience_without_consent" | "no_dmarc" | "sender_not_aligned" | "bulk_without_one_click" | "spam_rate")[];
            /** @description With `audience_rules`, the missing things that the rules refer to. */
            findings?: components["schemas"]["RuleFinding"][];
            /** @description The unknown tags, with `unknown_merge_tag`. */
            unknown_merge_tags?: components["schemas"]["UnknownMergeTags"];
            /**
             * @description For each code in `missing` and `warnings`, once, the remedy and a link to the reference. Pages of blasts leave it out; errors and a single
             *     blast have it.
             */
            help?: components["schemas"]["ReadinessHelp"][];
        };
        /**
         * @description Identifies a step within its flow. You choose it; it is unique in the flow and never changes. Any text without control characters is
         *     allowed except `.` and `..`, which cannot be part of an address, and `end`, which means the end of the flow in an edge. Short names such
         *     as `wait_two_days` are best, since other characters must be percent-encoded in addresses.
         */
        FlowStepId: string;
        /** @description A problem in a flow, and its place. */
        ActivationFinding: {
            /** @description The step; null if the problem is not in a step. */
            step_id: components["schemas"]["FlowStepId"] | null;
            /** @description The index of the trigger, starting at 0; null if the problem is not in a trigger. */
            trigger: number | null;
            /** @description The empty or wrong field, such as `list_id`, `condition.conditions.2.listId` or `triggers`; null if the problem concerns the whole step. */
            field: string | null;
            /**
             * @description - `required`: a value, a trigger or a step is missing. If a wait has no duration, date field or condition, `field` is null.
             *     - `unknown`: the workspace does not have the thing that the field names.
             *     - `archived_field`: the contact field is archived.
             *     - `wrong_kind`: the list is not static, or for a segment not dynamic, the field does not hold a date, or the step named in a condition does not send an email.
             *     - `wrong_operator`: the operator does not fit the type of the field.
             *     - `wrong_value`: the value does not fit the type of the field.
             *     - `read_only`: the contact field cannot be written.
             *     - `email_approval`: the email is not approved.
             *     - `email_headers`: the email lacks one of its four sender headers.
             *     - `sender_domain`: the domain of the email's `from_address` is not verified for the workspace.
             *     - `template_approval`: the tent template is not approved.
             *     - `secret`: the workspace has no secret with this name; the operator sets it.
             *     - `loop`: edges return to this step without passing a `wait` with a duration.
             *     - `unreachable`, a warning: members cannot reach this step.
             *     - `tent_address`, a warning: the step uses `{{campaign.tents.<step_id>.url}}` of a step that does not make a page, does not come
             *       before it, or does not set `auto_publish`, so the link may not work.
             *     - `entry_tag`, a warning: the step uses `{{event.<key>}}` or `{{submission.<key>}}`, and no trigger of the flow supplies
             *       the values, nor a `wait` for an event before the step.
             *     - `unknown_merge_tag`, a warning: the step's email or text has unknown merge tags, which become empty text; `tags` lists them.
             *     - `no_postal_address`, a warning: the workspace has no postal address for the footer of marketing mail. It is given once, at the
             *       first step that sends such mail.
             *
             *     More values may be added.
             * @enum {string}
             */
            code: "required" | "unknown" | "archived_field" | "wrong_kind" | "wrong_operator" | "wrong_value" | "read_only" | "email_approval" | "email_headers" | "sender_domain" | "template_approval" | "secret" | "loop" | "unreachable" | "tent_address" | "entry_tag" | "unknown_merge_tag" | "no_postal_address";
            /** @description The problem in words, for people. */
            message: string;
            /** @description The unknown tags, with `unknown_merge_tag`. */
            tags?: components["schemas"]["UnknownMergeTags"];
        };
        /** @description The problems that prevent activation, and warnings. */
        ActivationReadiness: {
            /** @description True if nothing is missing. */
            ready: boolean;
            /** @description The problems to fix before activation, at most the first 250. */
            missing: components["schemas"]["ActivationFinding"][];
            /** @description Likely mistakes that do not prevent activation. */
            warnings: components["schemas"]["ActivationFinding"][];
            /**
             * @description For each code in `missing` and `warnings`, once, the remedy and a link to the reference. Pages of flows leave it out; errors and a single
             *     flow have it.
             */
            help?: components["schemas"]["ReadinessHelp"][];
        };
        /**
         * @description A permission of a key. `read` and `write` do not include each other.
         *
         *     - `contacts:read`: Read contacts, lists, fields, topics, consent, imports and suppressions, and export them.
         *     - `contacts:write`: Create, change, import, merge and delete the same.
         *     - `emails:read`: Read emails and email templates.
         *     - `emails:write`: Create, change, approve and delete them.
         *     - `blasts:read`: Read blasts with their recipients and clicks.
         *     - `blasts:write`: Prepare blasts, and pause, cancel or delete them.
         *     - `blasts:send`: Send, schedule and resume blasts.
         *     - `flows:read`: Read flows with their members and reports.
         *     - `flows:write`: Create, change, pause and delete flows.
         *     - `flows:send`: Activate flows and enrol contacts.
         *     - `messages:read`: Read single messages.
         *     - `messages:send`: Send and cancel messages, tests of emails and requests for confirmation.
         *     - `tents:read`: Read tents, tent templates, bulk jobs and submissions.
         *     - `tents:write`: Create, change and delete them.
         *     - `tents:publish`: Publish tents, take them down, and set up their forms.
         *     - `events:read`: Read the feed of events, which holds the data of contacts.
         *     - `events:write`: Send custom events.
         *     - `webhooks:read`: Read webhook endpoints and their deliveries.
         *     - `webhooks:write`: Create and change endpoints, which receive the data of contacts.
         *     - `analytics:read`: Read figures of pages and email.
         *     - `admin`: Change the workspace, and manage its keys: such a key can create keys with any scope.
         * @enum {string}
         */
        KeyScope: "contacts:read" | "contacts:write" | "emails:read" | "emails:write" | "blasts:read" | "blasts:write" | "blasts:send" | "flows:read" | "flows:write" | "flows:send" | "messages:read" | "messages:send" | "tents:read" | "tents:write" | "tents:publish" | "events:read" | "events:write" | "webhooks:read" | "webhooks:write" | "analytics:read" | "admin";
        /** @description A definition that refers to this resource. */
        UsedBy: {
            /**
             * @description More values may be added.
             * @enum {string}
             */
            type: "email_blast" | "email_flow" | "contact_list";
            id: components["schemas"]["Uuid"];
            /** @description Name of the blast, the flow or the list. */
            name: string;
            /** @description Status of the blast or the flow; null for a list. */
            status: string | null;
        };
        /**
         * @description The definitions that refer to this resource at present, at most 20. Active use comes first: blasts that are scheduled, sending or
         *     paused, and active flows. Drafts and paused flows are included, finished ones are not. A field or list in the rules of a list is used by
         *     that list and by the blasts that are sent to it.
         */
        UsedByList: components["schemas"]["UsedBy"][];
        /** @description Number of definitions; `used_by` shows the first 20. */
        UsedByCount: number;
        /**
         * @description A resource with a limit per workspace. `stored_bytes` counts present use; all others count from midnight to midnight in UTC.
         *
         *     - `stored_bytes`: uploaded files, versions of emails, templates and tents, files and rows of imports, and files of exports. Copies of a
         *       document share its files.
         *     - `generations`: prompts for emails, templates and tents.
         *     - `model_tokens`: tokens that a model read and wrote for these generations; 0 without a model.
         *     - `test_mails`: addresses in tests of emails.
         *     - `thread_seconds`: processor time for documents over 32 KiB, for pages and emails that the built-in library writes, and for flow
         *       diagrams.
         *     - `received_bytes`: unpacked request bodies. Uploaded files count as `stored_bytes` instead.
         *     - `message_bytes`: bytes of composed messages. They are counted without a limit.
         *
         *     More values may be added.
         * @enum {string}
         */
        BudgetResource: "stored_bytes" | "generations" | "model_tokens" | "test_mails" | "thread_seconds" | "received_bytes" | "message_bytes";
        /**
         * Format: date-time
         * @description A timestamp in UTC with milliseconds.
         */
        Timestamp: string;
        /** @description Details of the error; its fields depend on `error_code`. */
        ErrorDetails: {
            /** @description The problems of the request, one entry each. */
            issues?: components["schemas"]["Issue"][];
            existing_contact?: components["schemas"]["ExistingContact"];
            approval_readiness?: components["schemas"]["ApprovalReadiness"];
            activation_readiness?: components["schemas"]["ActivationReadiness"];
            /** @description With `email_missing_required_headers`, the empty headers. */
            missing?: string[];
            /** @description With `conflict` on contact fields, the `api_name`s already in use, including those of archived fields. */
            conflicting_api_names?: string[];
            /** @description With `campaign_flow_step_referenced`, the `step_id`s of the steps with an edge to this one. */
            referenced_by?: string[];
            /**
             * @description With `free_plan_email_limit`, the emails per day; with `conflict` on contact fields, the maximum number of active fields; with
             *     `budget_exceeded`, the workspace's limit of `resource`.
             */
            limit?: number;
            /** @description The part of `limit` that is used. */
            current?: number;
            required_scope?: components["schemas"]["KeyScope"];
            /** @description With `free_plan_email_limit`, the maximum number of contacts with which a workspace can send blasts, and the present number. */
            allowance?: {
                /** @description The maximum number. */
                limit: number;
                /** @description The present number. */
                current: number;
            };
            /** @description With `in_use`, `email_in_scheduled_blast` and `email_in_active_flow`, the things that use it, at most 20. */
            used_by?: components["schemas"]["UsedByList"];
            /** @description Number of things that use it. */
            used_by_count?: components["schemas"]["UsedByCount"];
            resource?: components["schemas"]["BudgetResource"];
            /** @description With `budget_exceeded`, the part of `limit` that is used. */
            used?: number;
            /** @description With `budget_exceeded`, the time when the limit resets; null for storage, which counts until you delete something. */
            resets_at?: components["schemas"]["Timestamp"] | null;
        };
        /**
         * Format: uri
         * @description Page of the service's reference that explains the code. Absent if the service does not serve a reference.
         */
        DocumentationUrl: string;
        /** @description The body of every error. */
        Error: {
            /** @description The error in words, for people. The text may change; do not parse it. */
            error: string;
            error_code: components["schemas"]["ErrorCode"];
            details?: components["schemas"]["ErrorDetails"];
            documentation_url?: components["schemas"]["DocumentationUrl"];
        };
        /**
         * @description The body of every error, if the `Accept` header of the request names `application/problem+json`: the usual fields, and those of
         *     RFC 9457.
         */
        ProblemError: {
            /** @description The `documentation_url`, or `about:blank` if the service does not serve a reference. */
            type: string;
            /** @description The `error_code` in words, the same for each error with this code. */
            title: string;
            /** @description The status of the response. */
            status: number;
            /** @description The text of `error`. */
            detail: string;
            /** @description The error in words, for people. */
            error: string;
            error_code: components["schemas"]["ErrorCode"];
            details?: components["schemas"]["ErrorDetails"];
            documentation_url?: components["schemas"]["DocumentationUrl"];
            /** @description With `publish_limit_exceeded`, the text of `error` again. */
            message?: string;
            /** @description With `publish_limit_exceeded`, the number of published tents that the plan allows. */
            limit?: number;
            /** @description With `publish_limit_exceeded`, the number of tents that are published now. */
            current?: number;
        };
        /** @description The workspace's brand, as far as it is set and usable. */
        WorkspaceBrand: {
            /** @description A colour as `#rrggbb` or `#rgb`. */
            primary_color: string | null;
            /** @description Address of the logo. */
            logo_url: string | null;
        };
        /**
         * @description How opens and clicks of mail are recorded. `full`: with the person. `anonymous`: as figures, of which nothing leads to a person. `off`:
         *     not at all; mail has no pixel, and its links stay as they are.
         * @enum {string}
         */
        TrackingMode: "full" | "anonymous" | "off";
        /** @description How long the workspace keeps data that grows; null keeps it without end. */
        DataRetention: {
            /** @description The number of days for which entries of timelines are kept. */
            activities_days: number | null;
            /** @description The number of days for which recipients of blasts and flows and messages to one person are kept. */
            deliveries_days: number | null;
            /** @description The number of days for which the steps of members who have left a flow are kept. */
            visits_days: number | null;
            /** @description The number of days for which results of imports by row and bulk jobs are kept. */
            results_days: number | null;
            /** @description The number of days for which superseded versions are kept. */
            versions_days: number | null;
        };
        /**
         * @description `active`, `suspended`, or `deleting`: it is being deleted, which is final. More values may be added.
         * @enum {string}
         */
        PlatformWorkspaceStatus: "active" | "suspended" | "deleting";
        /** @description A workspace of the service. */
        PlatformWorkspace: {
            workspace_id: components["schemas"]["Uuid"];
            /** @description Name of the workspace. */
            name: string;
            /** @description The workspace's part of the address of its pages. */
            slug: string;
            /**
             * @description The plan, which sets the limits. More values may be added.
             * @enum {string}
             */
            plan: "free" | "paid";
            /** @description The number of tents that it may still have written. */
            credits: number;
            /** @description Default country for phone numbers without a country code, as two capital letters. */
            default_country: string;
            /** @description The time zone of the workspace's days. */
            timezone: string;
            /** @description Maximum number of messages per second; null if only the mail server limits it. */
            emails_per_second: number | null;
            brand: components["schemas"]["WorkspaceBrand"];
            /** @description Name of the company or person behind the workspace, in the footer of marketing mail; null if not set. */
            legal_name: string | null;
            /** @description Postal address in lines, in the footer of marketing mail; null if not set. */
            postal_address: string | null;
            /** @description Address of the website, in the footer of marketing mail; null if not set. */
            website: string | null;
            /** @description The language (BCP 47) of mail and pages for people without one; null if not set. */
            default_language: string | null;
            tracking: components["schemas"]["TrackingMode"];
            /** @description The number of days for which events are kept. */
            events_days: number;
            retention: components["schemas"]["DataRetention"];
            status: components["schemas"]["PlatformWorkspaceStatus"];
            /** @description Time of its suspension; null for a workspace that is not suspended. */
            suspended_at: components["schemas"]["Timestamp"] | null;
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description One page of workspaces. */
        PlatformWorkspacePage: {
            /** @description The workspaces, oldest first. */
            workspaces: components["schemas"]["PlatformWorkspace"][];
            /** @description Send it as `cursor` to get the next page; absent on the last page. */
            next_cursor?: string;
        };
        /** @description How long the workspace keeps data that grows; what you leave out stays as it is. */
        DataRetentionPatch: {
            /**
             * @description The number of days for which entries of timelines are kept; null, the default, keeps them without end.
             *     Rules and flows no longer find activities that are deleted. Entries about a subscription stay.
             */
            activities_days?: number | null;
            /**
             * @description The number of days for which recipients of blasts and flows and messages to one person
             *     are kept; null, the default, keeps them without end. Nothing goes that waits, nor of a blast that is not over, nor of a member who is still in the flow. The
             *     figures of reports stay, as do suppressions, consent, and the links and the way to unsubscribe in the mail; its page in the browser answers `410`.
             */
            deliveries_days?: number | null;
            /**
             * @description The number of days for which the steps of members are kept after they have left their flow; null, the
             *     default, keeps them without end. Memberships and figures stay.
             */
            visits_days?: number | null;
            /**
             * @description The number of days for which results of imports by row and bulk jobs with their items are kept after
             *     their end; null, the default, keeps them without end. Imports and their figures stay.
             */
            results_days?: number | null;
            /**
             * @description The number of days for which versions of emails, templates and tents are kept after a newer one has replaced them; null, the default,
             *     keeps them without end. The current, the approved and the published version stay, and those that a blast was released with.
             */
            versions_days?: number | null;
        };
        /** @description A new workspace. */
        CreatePlatformWorkspaceRequest: {
            /** @description Name of the workspace. Generated content is signed with it. */
            name: string;
            /**
             * @description The workspace's part of the address of its pages: lower-case letters, digits and hyphens. By default it comes from the name. It never
             *     changes.
             */
            slug?: string;
            /**
             * @description The plan, which sets the limits.
             * @default paid
             * @enum {string}
             */
            plan?: "free" | "paid";
            /**
             * @description The number of tents that it may have written.
             * @default 0
             */
            credits?: number;
            /** @description Default country for phone numbers without a country code, as two capital letters. */
            default_country?: string;
            /** @description The time zone of the workspace's days, as `Europe/Stockholm`. */
            timezone?: string;
            /** @description Maximum number of messages per second; null if only the mail server limits it. */
            emails_per_second?: number | null;
            /** @description The number of days for which events are kept. */
            events_days?: number;
            retention?: components["schemas"]["DataRetentionPatch"];
        };
        /** @description The progress of the deletion of a workspace. */
        PlatformWorkspaceDeletion: {
            started_at: components["schemas"]["Timestamp"];
            /** @description The number of rows of the database that are deleted so far. */
            deleted_rows: number;
            /** @description Why it was given up; null while it goes on. `DELETE` of the workspace starts it again. */
            error: string | null;
        };
        /** @description The limit of each resource; null if there is none. The plan sets the limits, unless the operator sets others. */
        WorkspaceLimits: {
            /** @description Maximum bytes stored at a time. */
            stored_bytes: number | null;
            /** @description Maximum generations per day. */
            generations: number | null;
            /** @description Maximum tokens that a model may read and write per day. */
            model_tokens: number | null;
            /** @description Maximum test emails per day. */
            test_mails: number | null;
            /** @description Maximum processor time per day, in seconds. */
            thread_seconds: number | null;
            /** @description Maximum bytes in request bodies per day. */
            received_bytes: number | null;
        };
        /** @description The usage of each resource. Days start at midnight in UTC. */
        WorkspaceUsage: {
            /** @description Bytes stored at present. */
            stored_bytes: number;
            /** @description Generations requested today. */
            generations: number;
            /** @description Tokens that a model read and wrote today. */
            model_tokens: number;
            /** @description Test emails sent today. */
            test_mails: number;
            /** @description Processor time used today, in seconds. */
            thread_seconds: number;
            /** @description Bytes in request bodies today. The figure may be several seconds old. */
            received_bytes: number;
            /** @description Bytes of messages composed today. */
            message_bytes: number;
            /** @description Time when the daily figures reset to 0. `stored_bytes` does not reset. */
            resets_at: components["schemas"]["Timestamp"];
        };
        /** @description A new workspace, with its first API key. */
        PlatformWorkspaceWithKey: {
            workspace_id: components["schemas"]["Uuid"];
            /** @description Name of the workspace. */
            name: string;
            /** @description The workspace's part of the address of its pages. */
            slug: string;
            /**
             * @description The plan, which sets the limits. More values may be added.
             * @enum {string}
             */
            plan: "free" | "paid";
            /** @description The number of tents that it may still have written. */
            credits: number;
            /** @description Default country for phone numbers without a country code, as two capital letters. */
            default_country: string;
            /** @description The time zone of the workspace's days. */
            timezone: string;
            /** @description Maximum number of messages per second; null if only the mail server limits it. */
            emails_per_second: number | null;
            brand: components["schemas"]["WorkspaceBrand"];
            /** @description Name of the company or person behind the workspace, in the footer of marketing mail; null if not set. */
            legal_name: string | null;
            /** @description Postal address in lines, in the footer of marketing mail; null if not set. */
            postal_address: string | null;
            /** @description Address of the website, in the footer of marketing mail; null if not set. */
            website: string | null;
            /** @description The language (BCP 47) of mail and pages for people without one; null if not set. */
            default_language: string | null;
            tracking: components["schemas"]["TrackingMode"];
            /** @description The number of days for which events are kept. */
            events_days: number;
            retention: components["schemas"]["DataRetention"];
            status: components["schemas"]["PlatformWorkspaceStatus"];
            /** @description Time of its suspension; null for a workspace that is not suspended. */
            suspended_at: components["schemas"]["Timestamp"] | null;
            /** @description The progress of its deletion; null for a workspace that is not being deleted. */
            deletion: components["schemas"]["PlatformWorkspaceDeletion"] | null;
            limits: components["schemas"]["WorkspaceLimits"];
            usage: components["schemas"]["WorkspaceUsage"];
            created_at: components["schemas"]["Timestamp"];
            /** @description The whole key, `bvk_…`. It is shown in this answer only. */
            api_key: string;
        };
        /** @description A workspace of the service, with its limits and usage. */
        PlatformWorkspaceDetail: {
            workspace_id: components["schemas"]["Uuid"];
            /** @description Name of the workspace. */
            name: string;
            /** @description The workspace's part of the address of its pages. */
            slug: string;
            /**
             * @description The plan, which sets the limits. More values may be added.
             * @enum {string}
             */
            plan: "free" | "paid";
            /** @description The number of tents that it may still have written. */
            credits: number;
            /** @description Default country for phone numbers without a country code, as two capital letters. */
            default_country: string;
            /** @description The time zone of the workspace's days. */
            timezone: string;
            /** @description Maximum number of messages per second; null if only the mail server limits it. */
            emails_per_second: number | null;
            brand: components["schemas"]["WorkspaceBrand"];
            /** @description Name of the company or person behind the workspace, in the footer of marketing mail; null if not set. */
            legal_name: string | null;
            /** @description Postal address in lines, in the footer of marketing mail; null if not set. */
            postal_address: string | null;
            /** @description Address of the website, in the footer of marketing mail; null if not set. */
            website: string | null;
            /** @description The language (BCP 47) of mail and pages for people without one; null if not set. */
            default_language: string | null;
            tracking: components["schemas"]["TrackingMode"];
            /** @description The number of days for which events are kept. */
            events_days: number;
            retention: components["schemas"]["DataRetention"];
            status: components["schemas"]["PlatformWorkspaceStatus"];
            /** @description Time of its suspension; null for a workspace that is not suspended. */
            suspended_at: components["schemas"]["Timestamp"] | null;
            /** @description The progress of its deletion; null for a workspace that is not being deleted. */
            deletion: components["schemas"]["PlatformWorkspaceDeletion"] | null;
            limits: components["schemas"]["WorkspaceLimits"];
            usage: components["schemas"]["WorkspaceUsage"];
            created_at: components["schemas"]["Timestamp"];
        };
        /** @description A limit of a workspace. */
        PlatformLimit: number | string | null;
        /** @description Limits in place of the plan's: a number, null for no limit, or `plan` for the plan's own. Those that you leave out stay as they are. */
        PlatformLimitsPatch: {
            /** @description Maximum bytes stored at a time. */
            stored_bytes?: components["schemas"]["PlatformLimit"];
            /** @description Maximum generations per day. */
            generations?: components["schemas"]["PlatformLimit"];
            /** @description Maximum tokens that a model may read and write per day. */
            model_tokens?: components["schemas"]["PlatformLimit"];
            /** @description Maximum test emails per day. */
            test_mails?: components["schemas"]["PlatformLimit"];
            /** @description Maximum processor time per day, in seconds. */
            thread_seconds?: components["schemas"]["PlatformLimit"];
            /** @description Maximum bytes in request bodies per day. */
            received_bytes?: components["schemas"]["PlatformLimit"];
        };
        /** @description The colour and logo of what is written for the workspace. It replaces the present ones; what you leave out is removed. */
        PlatformBrand: {
            /** @description A colour as `#rrggbb` or `#rgb`. */
            primary_color?: string | null;
            /** @description Address of the logo. */
            logo_url?: string | null;
        };
        /** @description The fields to change; those that you leave out stay as they are. */
        PlatformWorkspacePatch: {
            /** @description Name of the workspace. Generated content is signed with it. */
            name?: string;
            /**
             * @description The plan, which sets the limits.
             * @enum {string}
             */
            plan?: "free" | "paid";
            /** @description The number of tents that it may have written. */
            credits?: number;
            /** @description Default country for phone numbers without a country code, as two capital letters. */
            default_country?: string;
            /** @description The time zone of the workspace's days, as `Europe/Stockholm`. */
            timezone?: string;
            /** @description Maximum number of messages per second; null if only the mail server limits it. */
            emails_per_second?: number | null;
            /** @description The number of days for which events are kept. */
            events_days?: number;
            retention?: components["schemas"]["DataRetentionPatch"];
            /** @description Name of the company or person behind the workspace, for the footer of marketing mail; null removes it. */
            legal_name?: string | null;
            /** @description Postal address for the footer of marketing mail, in lines; null removes it. */
            postal_address?: string | null;
            /** @description Address of the website for the footer of marketing mail, beginning with `https://` or `http://`; null removes it. */
            website?: string | null;
            /** @description The language (BCP 47, such as `pt-BR`) of mail and pages for people without one; null removes it. */
            default_language?: string | null;
            tracking?: components["schemas"]["TrackingMode"];
            limits?: components["schemas"]["PlatformLimitsPatch"];
            brand?: components["schemas"]["PlatformBrand"];
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
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                Allow: components["headers"]["Allow"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
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
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description The key has made too many requests. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description A part of the service is unreachable, full or busy, or other requests keep writing the same rows. Nothing was written. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                "Retry-After": components["headers"]["RetryAfter"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description The body is too large. */
        PayloadTooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description The content type is not one that the operation accepts. */
        UnsupportedMediaType: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description The service has no such workspace. */
        NoSuchWorkspace: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
        /** @description The workspace is being deleted. */
        WorkspaceDeleting: {
            headers: {
                "X-Request-Id": components["headers"]["RequestId"];
                "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                "RateLimit-Reset": components["headers"]["RateLimitReset"];
                RateLimit: components["headers"]["RateLimit"];
                "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["Error"];
                "application/problem+json": components["schemas"]["ProblemError"];
            };
        };
    };
    parameters: {
        /** @description The `next_cursor` of the previous page. Without it, you get the first page. */
        Cursor: string;
        /** @description Number of entries per page. A value outside the bounds is refused. */
        Limit: number;
        /**
         * @description The workspace's identifier, or its slug.
         * @example juniper-trail
         */
        PlatformWorkspaceId: string;
    };
    requestBodies: never;
    headers: {
        /** @description Identifies this request in the service's logs. If you sent `X-Request-Id`, it has your value. */
        RequestId: string;
        /** @description Number of requests that this key can send at once. Absent if the service has no limit. */
        RateLimitLimit: number;
        /** @description Number of requests left. */
        RateLimitRemaining: number;
        /** @description Seconds until the quota is full again. */
        RateLimitReset: number;
        /**
         * @description The remaining requests in the standard form, as a list of one item: you can make `r` requests now, and the quota is full again after `t`
         *     seconds.
         * @example "key";r=299;t=1
         */
        RateLimit: string;
        /**
         * @description The key's quota in the standard form: `q` requests in `w` seconds.
         * @example "key";q=300;w=3
         */
        RateLimitPolicy: string;
        /** @description The methods that this path supports. Sent only with `405`. */
        Allow: string;
        /**
         * @description The authentication scheme, always `Bearer`.
         * @example Bearer
         */
        WwwAuthenticate: string;
        /** @description Seconds to wait before you try again. Among `409` answers, only `idempotency_in_progress` and `mutation_lease_held` carry it. */
        RetryAfter: number;
        /** @description Path on this service at which you read the result of the request. */
        Location: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPlatformWorkspaces: {
        parameters: {
            query?: {
                /** @description Only workspaces whose slug contains this text. */
                slug?: string | undefined;
                /** @description The `next_cursor` of the previous page. Without it, you get the first page. */
                cursor?: components["parameters"]["Cursor"] | undefined;
                /** @description Number of entries per page. A value outside the bounds is refused. */
                limit?: components["parameters"]["Limit"] | undefined;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A page of workspaces. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspacePage"];
                };
            };
            /** @description A parameter is malformed or unknown, or the cursor does not match the request. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    createPlatformWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePlatformWorkspaceRequest"];
            };
        };
        responses: {
            /** @description The workspace, and its first API key in full. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceWithKey"];
                };
            };
            /** @description The body or a parameter is malformed or has an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            /** @description Another workspace has this slug. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    getPlatformWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceDetail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchWorkspace"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    deletePlatformWorkspace: {
        parameters: {
            query: {
                /**
                 * @description The slug of the workspace, since a deletion cannot be undone.
                 * @example juniper-trail
                 */
                confirm: string;
            };
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace, which is being deleted. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    Location: components["headers"]["Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceDetail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchWorkspace"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    updatePlatformWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PlatformWorkspacePatch"];
            };
        };
        responses: {
            /** @description The workspace after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceDetail"];
                };
            };
            /** @description The body or a parameter is malformed or has an unknown field. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchWorkspace"];
            409: components["responses"]["WorkspaceDeleting"];
            413: components["responses"]["PayloadTooLarge"];
            415: components["responses"]["UnsupportedMediaType"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    suspendPlatformWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceDetail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchWorkspace"];
            409: components["responses"]["WorkspaceDeleting"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
    resumePlatformWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description The workspace's identifier, or its slug.
                 * @example juniper-trail
                 */
                workspace_id: components["parameters"]["PlatformWorkspaceId"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The workspace after the request. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PlatformWorkspaceDetail"];
                };
            };
            /** @description A parameter is malformed or unknown. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "RateLimit-Limit": components["headers"]["RateLimitLimit"];
                    "RateLimit-Remaining": components["headers"]["RateLimitRemaining"];
                    "RateLimit-Reset": components["headers"]["RateLimitReset"];
                    RateLimit: components["headers"]["RateLimit"];
                    "RateLimit-Policy": components["headers"]["RateLimitPolicy"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                    "application/problem+json": components["schemas"]["ProblemError"];
                };
            };
            401: components["responses"]["Unauthorized"];
            404: components["responses"]["NoSuchWorkspace"];
            409: components["responses"]["WorkspaceDeleting"];
            429: components["responses"]["RateLimited"];
            503: components["responses"]["Unavailable"];
            default: components["responses"]["Failed"];
        };
    };
}

