-- The schema of 1.1.0 with rows in every table. Rows refer to one another across tables, so they are looked at when all are there.
SET session_replication_role = replica;

INSERT INTO api_keys (workspace_id, id, name, prefix, key_hash, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02', 'Shop', 'bvk_0000', E'\\xd8525a5b83a123294778ea4e6ed7c5768d5de733d85884587b84cf5f0d83f61e', '2026-03-01 00:00:00+00');

INSERT INTO assets (workspace_id, id, document_id, storage_key, file_name, content_type, size_bytes, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a47', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', 'k1', 'a.png', 'image/png', '70', '2026-03-04 00:00:00+00');

INSERT INTO blasts (workspace_id, id, name, status, audience_list_id, audience_source, email_id, email_source, operational, send_mode, approved_at, approved_email_version, prepared_at, audience_truncated, sent_at, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'Spring blast', 'sent', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', 'existing', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'existing', 'false', 'immediate', '2026-03-02 00:00:00+00', '1', '2026-03-02 00:00:00+00', 'false', '2026-03-02 00:00:00+00', '2026-03-01 00:00:00+00', '2026-03-02 00:00:00+00');

INSERT INTO bulk_items (workspace_id, job_id, place, client_item_id, tent_name, tent_id, generation_id, outcome, error_code, message, publication_status, settled_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a55', '0', 'a', 'Season', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a52', 'completed', NULL, NULL, 'published', '2026-03-06 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a55', '1', 'b', NULL, NULL, NULL, 'rejected', 'INVALID_ITEM', 'The item is not valid.', NULL, NULL);

INSERT INTO bulk_jobs (workspace_id, id, template_id, auto_publish, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a55', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', 'true', '2026-03-06 00:00:00+00');

INSERT INTO claims (workspace_id, run, message_id, ids, lease_until, last_call)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a61', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '{01936d2e-4b10-7a61-9f2b-6f1d2c3b4a34}'::uuid[], '2026-03-02 00:00:30+00', 'false');

INSERT INTO contact_activities (workspace_id, contact_id, type, occurred_at, metadata, seq) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'contact_created', '2026-03-01 00:00:00+00', '{"source": "public_api", "source_detail": null}', '1'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'email_clicked', '2026-03-03 00:00:00+00', '{"url": "https://example.org/spring", "blast_id": "01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33", "recipient_id": "01JDPJWJRGF9GJ7ARJZCP3PJJW"}', '2');

INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, show_in_people_list_default, status, created_by_name, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a05', 'shoe_size', 'Shoe size', 'number', 'false', 'active', 'Shop', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');

INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id, field_issues, cells)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '2', 'updated', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', NULL, NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '3', 'failed', NULL, '[]', '["nobody"]');

INSERT INTO contact_import_runs (workspace_id, id, session_id, source, headers, mappings, duplicate_strategy, list_ids, created_field_definition_ids, status, created_count, updated_count, skipped_count, error_count, total_rows, completed_chunks, next_offset, next_line, attempts, created_at, started_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a21', 'rows', '{Email}'::text[], '[]', 'update', '{}'::uuid[], '{}'::uuid[], 'completed', '0', '1', '0', '1', '2', '1', '0', '1', '0', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');

INSERT INTO contact_import_sessions (workspace_id, id, source, headers, rows, run_id, created_at, expires_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a21', 'rows', '{Email}'::text[], '[["ada@example.com"], ["nobody"]]', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '2026-03-01 00:00:00+00', '2099-01-01 00:00:00+00');

INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', '2026-03-01 00:00:00+00');

INSERT INTO contact_lists (workspace_id, id, name, slug, kind, rules, member_count, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', 'Café guests', 'cafe-guests', 'static', NULL, '1', '2026-03-01 00:00:00+00', '2026-11-22 17:27:24.881+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '019ca6b1-dc01-7ed6-b0f3-65e6bdfa59e2', 'All contacts', 'all-contacts', 'system', NULL, NULL, '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '019ca6b1-dc02-7be3-988a-c7017363db74', 'Subscribed', 'subscribed', 'system', '{"kind": "condition", "field": "unsubscribed", "source": "contact", "operator": "is_false"}', NULL, '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '019ca6b1-dc03-7068-8a1c-df6f6caf7d3b', 'Unsubscribed', 'unsubscribed', 'system', '{"kind": "condition", "field": "unsubscribed", "source": "contact", "operator": "is_true"}', NULL, '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');

INSERT INTO contact_moments (workspace_id, contact_id, updated_at, last_activity_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', '2026-03-02 00:00:00+00', '2026-03-03 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', '2026-03-01 00:00:00+00', NULL);

INSERT INTO contacts (workspace_id, id, email, email_domain, phone, display_name, first_name, last_name, company, job_title, lead_status, lifecycle_stage, unsubscribed, custom_fields, original_source, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'ada@example.com', 'example.com', '+46701740605', 'Ada', 'Ada', '', '', '', '', '', 'false', '{"shoe_size": 39}', 'public_api', '2026-03-01 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'bo@example.com', 'example.com', NULL, 'Bo', '', '', '', '', '', '', 'true', '{}', 'public_api', '2026-03-01 00:00:00+00');

INSERT INTO credit_entries (workspace_id, id, kind, amount, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '019ca6b1-dc00-77bb-b61d-cc81c2d54d0e', 'granted', '40', '2026-03-01 00:00:00+00');

INSERT INTO daily_email_allotments (workspace_id, day, used)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-02', '2');

INSERT INTO deliveries (workspace_id, id, message_id, contact_id, display_name, email, status, attempts, error, sent_at, delivered_at, clicked_at, clicked_url)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a34', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'Ada', 'ada@example.com', 'sent', '1', NULL, '2026-03-02 00:00:00+00', '2026-03-02 00:00:00+00', '2026-03-03 00:00:00+00', 'https://example.org/spring'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a35', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'Bo', 'bo@example.com', 'blocked', '0', 'unsubscribed', NULL, NULL, NULL, NULL);

INSERT INTO delivery_clicks (workspace_id, delivery_id, position, clicked_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a34', '0', '2026-03-03 00:00:00+00');

INSERT INTO delivery_endings (workspace_id, message_id, id, delivery_id) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a74', '1', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a75');

INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, cursor, wake_at, outage_count, dead_runs, paced_count)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'blast', 'bulk', 'true', 'ended', '00000000-0000-0000-0000-000000000000', '2026-03-02 00:00:00+00', '0', '0', '0'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a62', 'test', 'interactive', 'false', 'ended', 'ffffffff-ffff-ffff-ffff-ffffffffffff', '2026-03-02 00:00:00+00', '0', '0', '0');

INSERT INTO dkim_keys (workspace_id, domain, selector, algorithm, public_key, state, created_at, activated_at, retired_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'example.org', 'b1', 'ed25519', 'key', 'retired', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', '2026-03-02 00:00:00+00');

INSERT INTO documents (workspace_id, id, name, status, subject, from_name, from_address, reply_to_email, current_version, approved_version, number_of_iterations, plain_text_stale, created_by_name, created_at, updated_at, kind)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'Spring', 'approved', 'Spring is here', 'Juniper', 'shop@example.org', 'shop@example.org', '2', '1', '0', 'false', 'Shop', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', 'email'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', 'Seasonal', 'approved', NULL, NULL, NULL, NULL, '1', '1', '0', 'false', 'Shop', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00', 'tent_template'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a43', 'Seasonal', 'approved', NULL, NULL, NULL, NULL, '1', '1', '0', 'false', 'Shop', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00', 'email_template'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', 'Season', 'published', NULL, NULL, NULL, NULL, '1', NULL, '0', 'false', 'Shop', '2026-03-06 00:00:00+00', '2026-03-06 00:00:00+00', 'tent');

INSERT INTO email_tests (workspace_id, id, email_id, version, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a62', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', '1', '2026-03-02 00:00:00+00');

INSERT INTO exports (workspace_id, id, subject_kind, subject_id, parameters, status, file_name, error_message, attempts, created_at, updated_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a24', 'contact_list', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', '{}', 'failed', 'cafe-guests.csv', 'Start another.', '0', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');

INSERT INTO flow_chores (workspace_id, flow_id, id, kind, step_id, step_type, cursor) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '1', 'restamp', 'tell', 'send_webhook', '00000000-0000-0000-0000-000000000000');

INSERT INTO flow_dates (workspace_id, flow_id, contact_id, position, date, fired_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', '0', '2026-03-04', '2026-03-04 00:00:00+00');

INSERT INTO flow_inbox (workspace_id, flow_id, id, kind, contact_id, at) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '1', 'look', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', '2026-03-04 00:00:00+00');

INSERT INTO flow_memberships (workspace_id, id, flow_id, contact_id, entered_via, entered_at, status, ended_at, drop_reason, turned_away, sole, dynamic_context)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a72', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'added_to_static_list', '2026-03-04 00:00:00+00', 'under_way', NULL, NULL, 'false', 'false', NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a73', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'manual', '2026-03-03 00:00:00+00', 'dropped', '2026-03-03 01:00:00+00', 'removed', 'false', 'false', '{"code": "SPRING"}');

INSERT INTO flow_messages (workspace_id, flow_id, step_id, fingerprint, message_id)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', 'welcome', 'f1', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a74');

INSERT INTO flow_positions (workspace_id, contact_id, flow_id, member_id, step_id, visit, status, due_at, wait_until, started_at, watches)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a72', 'rest', '2', 'waiting', '2099-01-01 00:00:00+00', '2099-01-01 00:00:00+00', '2026-03-04 00:00:00+00', 'false');

INSERT INTO flow_runs (workspace_id, flow_id, state, wake_at, look_step, look_cursor, fault_count)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', 'open', '2099-01-01 00:00:00+00', '0', '00000000-0000-0000-0000-000000000000', '0');

INSERT INTO flow_tallies (workspace_id, flow_id, id, step_id, name, count) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '1', '', 'entered', '2');

INSERT INTO flow_triggers (workspace_id, flow_id, position, type, subject, trigger, cursor)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '0', 'added_to_static_list', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', '{"type": "added_to_static_list", "list_id": "01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14"}', '00000000-0000-0000-0000-000000000000');

INSERT INTO flow_visits (workspace_id, member_id, visit, flow_id, step_id, type, status, outcome, started_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a72', '1', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', 'welcome', 'send_email', 'completed', 'suppressed', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00');

INSERT INTO flow_webhooks (workspace_id, member_id, visit, flow_id, contact_id, step_id, status, attempts, response, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a73', '1', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'tell', 'delivered', '1', '{"status": 200}', '2026-03-03 00:00:00+00');

INSERT INTO flows (workspace_id, id, name, status, triggers, steps, reentry_policy, manual_membership_enabled, settings, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a71', 'Welcome', 'active', '[{"type": "added_to_static_list", "list_id": "01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14"}]', '[{"type": "send_email", "label": null, "step_id": "welcome", "email_id": "01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31", "operational": false, "next_step_id": "rest"}, {"type": "wait", "label": null, "step_id": "rest", "next_step_id": "tell", "duration_unit": "weeks", "duration_amount": 52}, {"type": "send_webhook", "label": "Tell the shop", "token": "secret-of-the-shop", "method": "post", "step_id": "tell", "auth_type": "jwt", "endpoint_url": "https://hooks.example.com/bivouac", "next_step_id": null, "custom_fields": {"kind": "welcome"}}]', 'allow', 'true', '{}', '2026-03-03 00:00:00+00', '2026-03-03 00:00:00+00');

INSERT INTO generations (workspace_id, id, document_id, number, type, status, message_id, prompt, facts, asset_ids, attempts, created_at, completed_at, reasoning, with_brand)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a32', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', '1', 'code', 'completed', NULL, NULL, '{}', '{}'::uuid[], '0', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', 'medium', 'true'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a36', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', '2', 'code', 'completed', NULL, NULL, '{}', '{}'::uuid[], '0', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00', 'medium', 'true'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a42', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', '1', 'upload', 'completed', NULL, NULL, '{}', '{}'::uuid[], '0', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00', 'medium', 'true'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a44', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a43', '1', 'upload', 'completed', NULL, NULL, '{}', '{}'::uuid[], '0', '2026-03-04 00:00:00+00', '2026-03-04 00:00:00+00', 'medium', 'true'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a45', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', '2', 'iteration', 'pending', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a46', 'Change the headline', '{}', '{}'::uuid[], '0', '2026-03-05 00:00:00+00', NULL, 'medium', 'true'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a52', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '1', 'upload', 'completed', NULL, NULL, '{}', '{}'::uuid[], '0', '2026-03-06 00:00:00+00', '2026-03-06 00:00:00+00', 'medium', 'true');

INSERT INTO idempotency_keys (workspace_id, operation, path, key, request_hash, status, body, expires_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'createEmail', '/v1/emails', 'once', E'\\x00', '201', '{}', '2099-01-01 00:00:00+00');

INSERT INTO loose_files (workspace_id, id, storage_key, due_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a48', 'k2', '2026-03-04 00:00:00+00');

INSERT INTO mailbox_messages (id, received_at, sender, recipients, subject, raw)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a04', '2026-03-02 00:00:00+00', 'shop@example.org', '{ada@example.com}'::text[], 'Spring', E'\\x5375626a6563743a20537072696e67');

INSERT INTO message_links (workspace_id, message_id, position, url)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '0', 'https://example.org/spring');

INSERT INTO messages (workspace_id, id, subject, from_name, from_address, reply_to, html, plain_text, origin, blast_id, operational, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'Spring is here', 'Juniper', 'shop@example.org', 'shop@example.org', '<html><body>Spring</body></html>', 'Spring', 'blast', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'false', '2026-03-02 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a62', 'Spring is here', 'Juniper', 'shop@example.org', 'shop@example.org', '<html><body>Spring</body></html>', 'Spring', 'test', NULL, 'false', '2026-03-02 00:00:00+00'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a74', 'Welcome', 'Juniper', 'shop@example.org', 'shop@example.org', '<html><body>Welcome</body></html>', 'Welcome', 'flow', NULL, 'false', '2026-03-04 00:00:00+00');

INSERT INTO page_bodies (workspace_id, tent_id, html, brotli)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', E'\\x3c21646f63747970652068746d6c3e3c68746d6c206c616e673d22656e223e3c686561643e3c7469746c653e536561736f6e3c2f7469746c653e3c2f686561643e3c626f64793e3c68313e536561736f6e3c2f68313e3c2f626f64793e3c2f68746d6c3e', E'\\x1b6300c88c93a54ee5546a1e1f91b2fd1283e6c6310e98af0107bd859f76ca41f3348eea70bac0972ae2bf8ec2129f8804be89241d305602');

INSERT INTO page_changes (workspace_id, id, path, changed_in, changed_at) OVERRIDING SYSTEM VALUE
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '1', 'season', '1', '2026-03-06 00:00:00+00');

INSERT INTO page_domains (workspace_id, domain, verification_token, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'pages.example.org', 'bivouac-verification=1', '2026-03-06 00:00:00+00');

INSERT INTO publications (workspace_id, tent_id, status, requested_alias, path, alias, generation_id, version, branded, published_at, forms, etag)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', 'published', 'season', 'season', 'season', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a52', '1', 'false', '2026-03-06 00:00:00+00', '[]', 'season-1');

INSERT INTO senders (workspace_id, bulk_turn_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-02 00:00:00+00');

INSERT INTO sending_domains (workspace_id, domain, verification_token, verified_at, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'example.org', 'bivouac-verification=0', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00');

INSERT INTO suppressions (workspace_id, address, reason, source, since)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'bo@example.com', 'unsubscribed', 'contact', '2026-03-01 00:00:00+00');

INSERT INTO tent_days (workspace_id, tent_id, day, views, unique_visitors, submissions)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '2026-03-07', '3', '2', '1');

INSERT INTO tent_referrers (workspace_id, tent_id, day, referrer, views)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '2026-03-07', 'example.net', '3');

INSERT INTO tent_visitors (workspace_id, day, tent_id, visitor)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-07', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a54');

INSERT INTO transports (name, rate, raised_at)
VALUES ('mail.example.org', '50', '2026-03-02 00:00:00+00');

INSERT INTO versions (workspace_id, id, document_id, version, html, plain_text, plain_text_source)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a32', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', '1', '<!doctype html><html><body>Spring</body></html>', 'Spring', 'auto'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a36', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', '2', '<!doctype html><html><body>Summer</body></html>', 'My summer', 'override'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a42', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a41', '1', '<!doctype html><html><body>Season</body></html>', NULL, NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a44', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a43', '1', '<!doctype html><html><body>Season</body></html>', NULL, NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a52', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a51', '1', '<!doctype html><html lang="en"><head><title>Season</title></head><body><h1>Season</h1></body></html>', NULL, NULL);

INSERT INTO visitor_salts (workspace_id, day, salt)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-07', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a53');

INSERT INTO workspace_days (workspace_id, day, views, unique_visitors, submissions)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-07', '3', '2', '1');

INSERT INTO workspace_visitors (workspace_id, day, visitor)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-07', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a54');

INSERT INTO workspaces (id, name, slug, plan, credits, default_country, brand, created_at, updated_at, timezone)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'Juniper Trail', 'juniper-trail', 'paid', '40', 'SE', '{"colors": {"primary": "#245c4a"}}', '2026-03-01 00:00:00+00', '2026-03-01 00:00:00+00', 'UTC');

SET session_replication_role = DEFAULT;

SELECT setval(pg_get_serial_sequence('contact_activities', 'seq'), 1000);
SELECT setval(pg_get_serial_sequence('delivery_endings', 'id'), 1000);
SELECT setval(pg_get_serial_sequence('flow_chores', 'id'), 1000);
SELECT setval(pg_get_serial_sequence('flow_inbox', 'id'), 1000);
SELECT setval(pg_get_serial_sequence('flow_tallies', 'id'), 1000);
SELECT setval(pg_get_serial_sequence('page_changes', 'id'), 1000);
