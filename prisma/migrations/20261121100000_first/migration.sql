CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- Version 7 identifiers for rows that a statement makes in bulk. PostgreSQL 18 has uuidv7(); this serves 15 and later.
-- 48 bits of milliseconds, then gen_random_uuid()'s random bits with the version nibble set to 7.
CREATE FUNCTION uuid_v7(moment timestamptz) RETURNS uuid
LANGUAGE sql VOLATILE PARALLEL SAFE AS $$
  SELECT encode(
    set_bit(set_bit(
      overlay(uuid_send(gen_random_uuid())
        PLACING substring(int8send((extract(epoch FROM moment) * 1000)::bigint) FROM 3) FROM 1 FOR 6),
      52, 1), 53, 1),
    'hex')::uuid
$$;

-- The text that a contact search looks through: one lower-cased line a person, served by one trigram index.
CREATE FUNCTION contact_search_text(display_name text, first_name text, last_name text, email text, phone text, company text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT lower(display_name || ' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || company)
$$;

-- workspaces ---------------------------------------------------------------------------------------------------------

CREATE TABLE workspaces (
  id uuid PRIMARY KEY,
  name text NOT NULL,
  slug text NOT NULL UNIQUE,
  plan text NOT NULL CHECK (plan IN ('free', 'paid')),
  credits int NOT NULL CHECK (credits >= 0),
  default_country text NOT NULL DEFAULT 'US',
  brand jsonb,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL
);

CREATE TABLE api_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  prefix text NOT NULL,
  key_hash bytea NOT NULL UNIQUE,
  expires_at timestamptz(3),
  revoked_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);

CREATE TABLE sending_domains (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  domain text NOT NULL,
  verification_token text NOT NULL,
  verified_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, domain)
);

-- Emails promised to running blasts on the free plan, by UTC day. A row is the lock that parallel sends queue on.
CREATE TABLE daily_email_allotments (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  day date NOT NULL,
  used int NOT NULL CHECK (used >= 0),
  PRIMARY KEY (workspace_id, day)
);

CREATE TABLE idempotency_keys (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  operation text NOT NULL,
  path text NOT NULL,
  key text NOT NULL,
  request_hash bytea NOT NULL,
  claim uuid NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  status int,
  body text,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, operation, path, key)
);
CREATE INDEX idempotency_keys_expiry ON idempotency_keys (expires_at);

-- audience -----------------------------------------------------------------------------------------------------------

CREATE TABLE contacts (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  email text,
  email_domain text,
  phone text,
  display_name text NOT NULL,
  first_name text NOT NULL DEFAULT '',
  last_name text NOT NULL DEFAULT '',
  company text NOT NULL DEFAULT '',
  job_title text NOT NULL DEFAULT '',
  address text,
  address2 text,
  city text,
  state text,
  country text,
  zip_code text,
  lead_status text NOT NULL DEFAULT '',
  lifecycle_stage text NOT NULL DEFAULT '',
  service_score double precision,
  unsubscribed boolean NOT NULL DEFAULT false,
  marketing_email_subscribed boolean,
  marketing_sms_subscribed boolean,
  custom_fields jsonb NOT NULL DEFAULT '{}',
  original_source text NOT NULL,
  original_source_detail text,
  -- What the mail system said of `email`; both are cleared when the address changes.
  email_bounced_at timestamptz(3),
  email_complained_at timestamptz(3),
  last_activity_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  search_text text GENERATED ALWAYS AS (contact_search_text(display_name, first_name, last_name, email, phone, company)) STORED,
  PRIMARY KEY (workspace_id, id),
  CONSTRAINT contacts_identifier CHECK (email IS NOT NULL OR phone IS NOT NULL)
);
CREATE UNIQUE INDEX contacts_email ON contacts (workspace_id, email) WHERE email IS NOT NULL;
CREATE UNIQUE INDEX contacts_phone ON contacts (workspace_id, phone) WHERE phone IS NOT NULL;
CREATE INDEX contacts_created ON contacts (workspace_id, created_at, id);
CREATE INDEX contacts_updated ON contacts (workspace_id, updated_at, id);
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops);

CREATE TABLE contact_activities (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  metadata jsonb NOT NULL,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX contact_activities_timeline ON contact_activities (workspace_id, contact_id, occurred_at, id);

CREATE TABLE contact_lists (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  slug text NOT NULL,
  description text,
  kind text NOT NULL CHECK (kind IN ('static', 'dynamic', 'system')),
  rules jsonb,
  member_count int CHECK (member_count >= 0),
  owner_campaign_id uuid,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
-- A list made inside a blast is private to it: its name takes no room among the workspace's lists.
CREATE UNIQUE INDEX contact_lists_name ON contact_lists (workspace_id, lower(name)) WHERE owner_campaign_id IS NULL;
CREATE UNIQUE INDEX contact_lists_slug ON contact_lists (workspace_id, slug);

CREATE TABLE contact_list_members (
  workspace_id uuid NOT NULL,
  list_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  added_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, list_id, contact_id),
  FOREIGN KEY (workspace_id, list_id) REFERENCES contact_lists ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, contact_id) REFERENCES contacts ON DELETE CASCADE
);
CREATE INDEX contact_list_members_contact ON contact_list_members (workspace_id, contact_id);

-- content ------------------------------------------------------------------------------------------------------------

CREATE TABLE emails (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  status text NOT NULL CHECK (status IN ('draft', 'approved')),
  subject text,
  preview_text text,
  from_name text,
  from_address text,
  reply_to_email text,
  current_version int,
  approved_version int,
  number_of_iterations int NOT NULL DEFAULT 0,
  plain_text_overridden_at timestamptz(3),
  plain_text_stale boolean NOT NULL DEFAULT false,
  created_by_name text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  CHECK ((status = 'approved') = (approved_version IS NOT NULL))
);
CREATE INDEX emails_updated ON emails (workspace_id, updated_at, id);
CREATE INDEX emails_created ON emails (workspace_id, created_at, id);
CREATE INDEX emails_name ON emails (workspace_id, name, id);

CREATE TABLE generations (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  subject_id uuid NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'generating', 'completed', 'failed')),
  version int,
  html text,
  plain_text text,
  plain_text_source text CHECK (plain_text_source IN ('auto', 'override')),
  error_code text,
  error_message text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK (status <> 'completed' OR (version IS NOT NULL AND html IS NOT NULL))
);
CREATE UNIQUE INDEX generations_version ON generations (workspace_id, subject_id, version) WHERE version IS NOT NULL;
CREATE UNIQUE INDEX generations_running ON generations (workspace_id, subject_id) WHERE status IN ('pending', 'generating');

-- campaigns ----------------------------------------------------------------------------------------------------------

CREATE TABLE blasts (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  status text NOT NULL CHECK (status IN ('draft', 'scheduled', 'sending', 'sent', 'failed', 'cancelled', 'archived')),
  audience_list_id uuid,
  audience_source text CHECK (audience_source IN ('existing', 'inline')),
  email_id uuid,
  email_source text CHECK (email_source IN ('existing', 'inline')),
  operational boolean NOT NULL DEFAULT false,
  scheduled_at timestamptz(3),
  send_mode text CHECK (send_mode IN ('scheduled', 'immediate')),
  approved_at timestamptz(3),
  approved_email_version int,
  -- Set once the recipients are fixed; until then nothing may be claimed.
  prepared_at timestamptz(3),
  -- On the free plan, how many of the day's emails were promised to this blast.
  reserved_recipients int,
  audience_truncated boolean NOT NULL DEFAULT false,
  -- While the mail server is out of reach the blast rests until resume_at.
  outage_count int NOT NULL DEFAULT 0,
  resume_at timestamptz(3),
  error text,
  sent_at timestamptz(3),
  cancelled_at timestamptz(3),
  cancelled_reason text,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id),
  -- Deleting a list or an email takes it off the drafts that used it; the columns alone go, never the workspace.
  FOREIGN KEY (workspace_id, audience_list_id) REFERENCES contact_lists ON DELETE SET NULL (audience_list_id),
  FOREIGN KEY (workspace_id, email_id) REFERENCES emails ON DELETE SET NULL (email_id)
);
CREATE INDEX blasts_updated ON blasts (workspace_id, updated_at, id);
CREATE INDEX blasts_email ON blasts (workspace_id, email_id);
CREATE INDEX blasts_list ON blasts (workspace_id, audience_list_id);
CREATE INDEX blasts_sending ON blasts (resume_at) WHERE status = 'sending';

-- The sending ledger: one row a person and blast, whatever becomes of it. It outlives the contact, so no key leads there.
CREATE TABLE recipients (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  blast_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  display_name text NOT NULL,
  email text,
  status text NOT NULL CHECK (status IN ('pending', 'sending', 'sent', 'failed', 'bounced', 'blocked', 'unqualified')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  claimed_by uuid,
  lease_until timestamptz(3),
  error text,
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  clicked_url text,
  bounced_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  complained_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  UNIQUE (workspace_id, blast_id, contact_id),
  FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE,
  CHECK ((status = 'sending') = (claimed_by IS NOT NULL)),
  CHECK ((status = 'sending') = (lease_until IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX recipients_pending ON recipients (workspace_id, blast_id, id) WHERE status = 'pending';
CREATE INDEX recipients_leased ON recipients (lease_until) WHERE status = 'sending';
CREATE INDEX recipients_contact ON recipients (workspace_id, contact_id);

-- What a blast says, taken down at its release: later edits of the email do not reach a blast that is on its way.
CREATE TABLE blast_messages (
  workspace_id uuid NOT NULL,
  blast_id uuid NOT NULL,
  subject text NOT NULL,
  from_name text NOT NULL,
  from_address text NOT NULL,
  reply_to_email text NOT NULL,
  html text NOT NULL,
  plain_text text NOT NULL,
  PRIMARY KEY (workspace_id, blast_id),
  FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE
);

-- The links of a blast's email, in the order of the HTML. A click names one by its position and leads nowhere else.
CREATE TABLE blast_links (
  workspace_id uuid NOT NULL,
  blast_id uuid NOT NULL,
  position int NOT NULL,
  url text NOT NULL,
  PRIMARY KEY (workspace_id, blast_id, position),
  FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE
);

CREATE TABLE recipient_clicks (
  workspace_id uuid NOT NULL,
  recipient_id uuid NOT NULL,
  position int NOT NULL,
  clicked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, recipient_id, position),
  FOREIGN KEY (workspace_id, recipient_id) REFERENCES recipients ON DELETE CASCADE
);

-- platform -----------------------------------------------------------------------------------------------------------

-- What the built-in mailbox caught. It stands in for a mail server on a developer's machine and belongs to no workspace.
CREATE TABLE mailbox_messages (
  id uuid PRIMARY KEY,
  received_at timestamptz(3) NOT NULL,
  sender text NOT NULL,
  recipients text[] NOT NULL,
  subject text NOT NULL,
  raw bytea NOT NULL
);
