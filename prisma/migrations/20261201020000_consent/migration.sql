-- What people can agree to get mail about. A deleted topic stays until a sweep has removed the states of its contacts.
CREATE TABLE topics (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  -- The name in lower case: two topics must not differ in that alone.
  name_key text NOT NULL,
  description text,
  default_state text NOT NULL CHECK (default_state IN ('opt_in', 'opt_out')),
  visibility text NOT NULL CHECK (visibility IN ('public', 'private')),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  deleted_at timestamptz(3),
  PRIMARY KEY (workspace_id, id)
);
CREATE UNIQUE INDEX topics_name ON topics (workspace_id, name_key) WHERE deleted_at IS NULL;
CREATE INDEX topics_deleted ON topics (workspace_id, id) WHERE deleted_at IS NOT NULL;

-- The present state of a contact in a topic. Narrow, since every recipient of a topic's mail is looked up here.
CREATE TABLE contact_topics (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  topic_id uuid NOT NULL,
  state text NOT NULL CHECK (state IN ('subscribed', 'unsubscribed', 'pending')),
  since timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, contact_id, topic_id),
  FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, topic_id) REFERENCES topics ON DELETE CASCADE
);
-- For counts of an audience, and for the deletion of a topic.
CREATE INDEX contact_topics_topic ON contact_topics (workspace_id, topic_id, contact_id);

-- The ledger of consent: entries are added and not changed.
CREATE TABLE consent_entries (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  id uuid NOT NULL,
  -- Null: all marketing mail. The name stays when the topic is gone.
  topic_id uuid,
  topic_name text,
  state text NOT NULL CHECK (state IN ('subscribed', 'unsubscribed', 'pending', 'none')),
  source text NOT NULL,
  at timestamptz(3) NOT NULL,
  ip text,
  user_agent text,
  text_shown text,
  evidence text,
  PRIMARY KEY (workspace_id, contact_id, id),
  FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);

-- The state of all marketing mail that follows from the two columns of a contact.
CREATE FUNCTION marketing_state(unsubscribed boolean, subscribed boolean) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE WHEN unsubscribed OR NOT subscribed THEN 'unsubscribed' WHEN subscribed THEN 'subscribed' ELSE 'none' END;

-- The entry that a change of these columns makes in the ledger, or NULL when the state stays.
CREATE FUNCTION marketing_change(was_unsubscribed boolean, was_subscribed boolean, unsubscribed boolean, subscribed boolean) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN CASE
    WHEN marketing_state(was_unsubscribed, was_subscribed) = marketing_state(unsubscribed, subscribed) THEN NULL
    WHEN was_unsubscribed AND marketing_state(unsubscribed, subscribed) = 'none' THEN 'subscribed'
    ELSE marketing_state(unsubscribed, subscribed) END;
