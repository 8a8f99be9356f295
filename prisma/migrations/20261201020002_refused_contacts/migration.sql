-- concurrently
-- GET /v1/contact-lists/{listId}/member-count: members who refused marketing mail.
CREATE INDEX CONCURRENTLY contacts_refused ON contacts (workspace_id, id) WHERE marketing_email_subscribed IS FALSE;
-- DELETE /v1/topics/{topic_id}: the blasts that need it.
CREATE INDEX CONCURRENTLY blasts_topic ON blasts (workspace_id, topic_id) WHERE topic_id IS NOT NULL;
