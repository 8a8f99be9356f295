-- What version 0.3.0 may have left behind: rows in every table, by the names of columns that it had. The key of the workspace is
-- bvk_0000000000000000000000000000000000000000000.
INSERT INTO workspaces (id, name, slug, plan, credits, default_country, brand, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'Juniper Trail', 'juniper-trail', 'paid', 40, 'SE', '{"colors": {"primary": "#245c4a"}}', '2026-03-01Z', '2026-03-01Z');
INSERT INTO api_keys (workspace_id, id, name, prefix, key_hash, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a02', 'Shop', 'bvk_0000', sha256('bvk_0000000000000000000000000000000000000000000'), '2026-03-01Z');
INSERT INTO sending_domains (workspace_id, domain, verification_token, verified_at, created_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'example.org', 'bivouac-verification=0', '2026-03-01Z', '2026-03-01Z');
INSERT INTO daily_email_allotments (workspace_id, day, used) VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '2026-03-02', 2);
INSERT INTO idempotency_keys (workspace_id, operation, path, key, request_hash, claim, lease_until, status, body, expires_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', 'createEmail', '/v1/emails', 'once', '\x00', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a03', '2026-03-02Z', 201, '{}', '2099-01-01Z');
INSERT INTO mailbox_messages (id, received_at, sender, recipients, subject, raw)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a04', '2026-03-02Z', 'shop@example.org', '{ada@example.com}', 'Spring', 'Subject: Spring');

INSERT INTO contact_field_definitions (workspace_id, id, api_name, display_name, value_type, created_by_name, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a05', 'shoe_size', ' Shoe size', 'number', 'Shop', '2026-03-01Z', '2026-03-01Z');
INSERT INTO contacts (workspace_id, id, email, email_domain, phone, display_name, first_name, custom_fields, original_source, unsubscribed, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'ada@example.com', 'example.com', '+46701740605', 'Ada', 'Ada', '{"shoe_size": 39}', 'public_api', false, '2026-03-01Z', '2026-03-01Z'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'bo@example.com', 'example.com', NULL, 'Bo', '', '{}', 'public_api', true, '2026-03-01Z', '2026-03-01Z');
INSERT INTO contact_activities (workspace_id, id, contact_id, type, occurred_at, metadata)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a13', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'contact_created', '2026-03-01Z', '{"source": "public_api", "source_detail": null}');
-- A name in decomposed letters, with blanks around it.
INSERT INTO contact_lists (workspace_id, id, name, slug, kind, member_count, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', E' Cafe\u0301 guests ', 'cafe-guests', 'static', 1, '2026-03-01Z', '2026-03-01Z');
INSERT INTO contact_list_members (workspace_id, list_id, contact_id, added_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', '2026-03-01Z');

INSERT INTO contact_import_sessions (workspace_id, id, source, headers, rows, run_id, created_at, expires_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a21', 'rows', '{Email}', '[["ada@example.com"], ["nobody"]]', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '2026-03-01Z', '2099-01-01Z');
INSERT INTO contact_import_runs (workspace_id, id, session_id, source, headers, mappings, duplicate_strategy, list_ids, created_field_definition_ids, status,
  updated_count, error_count, total_rows, completed_chunks, created_at, started_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a21', 'rows', '{Email}', '[]', 'update', '{}', '{}', 'completed',
  1, 1, 2, 1, '2026-03-01Z', '2026-03-01Z', '2026-03-01Z');
INSERT INTO contact_import_results (workspace_id, run_id, row_number, status, contact_id, field_issues, cells)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', 2, 'updated', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', NULL, NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a22', 3, 'failed', NULL, '[]', '["nobody"]');
INSERT INTO contact_import_staging (workspace_id, claim_id, row_number, contact_id, cells)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a23', 2, '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', '[]');
INSERT INTO exports (workspace_id, id, subject_kind, subject_id, status, file_name, error_message, created_at, updated_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a24', 'contact_list', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', 'failed', 'cafe-guests.csv', 'Start another.', '2026-03-01Z', '2026-03-01Z', '2026-03-01Z');

INSERT INTO emails (workspace_id, id, name, status, subject, from_name, from_address, reply_to_email, current_version, approved_version, created_by_name, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'Spring', 'approved', 'Spring is here', 'Juniper', 'shop@example.org', 'shop@example.org', 2, 1, 'Shop', '2026-03-01Z', '2026-03-01Z');
INSERT INTO generations (workspace_id, id, subject_id, type, status, version, html, plain_text, plain_text_source, created_at, completed_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a32', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'code', 'completed', 1, '<!doctype html><html><body>Spring</body></html>', 'Spring', 'auto', '2026-03-01Z', '2026-03-01Z'),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a36', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'code', 'completed', 2, '<!doctype html><html><body>Summer</body></html>', 'My summer', 'override', '2026-03-04Z', '2026-03-04Z');
INSERT INTO blasts (workspace_id, id, name, status, audience_list_id, audience_source, email_id, email_source, send_mode, approved_at, approved_email_version, prepared_at, sent_at, created_at, updated_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'Spring blast', 'sent', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a14', 'existing',
  '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a31', 'existing', 'immediate', '2026-03-02Z', 1, '2026-03-02Z', '2026-03-02Z', '2026-03-01Z', '2026-03-02Z');
INSERT INTO blast_messages (workspace_id, blast_id, subject, from_name, from_address, reply_to_email, html, plain_text)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 'Spring is here', 'Juniper', 'shop@example.org', 'shop@example.org', '<html><body>Spring</body></html>', 'Spring');
INSERT INTO blast_links (workspace_id, blast_id, position, url)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', 0, 'https://example.org/spring');
INSERT INTO recipients (workspace_id, id, blast_id, contact_id, display_name, email, status, attempts, sent_at, delivered_at, clicked_at, clicked_url, error)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a34', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a11', 'Ada', 'ada@example.com', 'sent', 1, '2026-03-02Z', '2026-03-02Z', '2026-03-03Z', 'https://example.org/spring', NULL),
       ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a35', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a33', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a12', 'Bo', 'bo@example.com', 'blocked', 0, NULL, NULL, NULL, NULL, 'unsubscribed');
INSERT INTO recipient_clicks (workspace_id, recipient_id, position, clicked_at)
VALUES ('01936d2e-4b10-7a61-9f2b-6f1d2c3b4a01', '01936d2e-4b10-7a61-9f2b-6f1d2c3b4a34', 0, '2026-03-03Z');
