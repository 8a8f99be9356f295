-- The site with the form, where that was not the tent's own page.
ALTER TABLE submissions ADD COLUMN origin text;

-- The text of a submission that a search reads, folded as rules fold texts. Bounded, since an index is made of it. In PL/pgSQL, which keeps
-- its plans; fold_case by its schema's name, because index builds look for names in PostgreSQL's own schema only.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION submission_text(fields jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS %L',
    format(
      $body$
BEGIN
  RETURN %1$I.fold_case(left((SELECT string_agg(value, E'\n') FROM jsonb_each_text(fields)), 8000));
END $body$,
      current_schema()));
END $$;

-- Submissions of tents are exported, too. The rows that are there are checked in a migration of its own, without a lock.
ALTER TABLE exports
  DROP CONSTRAINT exports_subject_kind_check,
  ADD CONSTRAINT exports_subject_kind CHECK (subject_kind IN ('contact_list', 'email_blast', 'tent_submissions')) NOT VALID;

-- What becomes of a form's submissions. It belongs to the tent and the form's name, so it outlasts versions of the page.
CREATE TABLE form_settings (
  workspace_id uuid NOT NULL,
  tent_id uuid NOT NULL,
  form_id text NOT NULL,
  redirect_url text,
  thank_you text,
  notify text[] NOT NULL DEFAULT '{}',
  list_ids uuid[] NOT NULL DEFAULT '{}',
  -- As browsers spell them.
  allowed_origins text[] NOT NULL DEFAULT '{}',
  captcha text CHECK (captcha = 'altcha'),
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, tent_id, form_id),
  FOREIGN KEY (workspace_id, tent_id) REFERENCES documents ON DELETE CASCADE
);

-- Solutions that were used, until they expire.
CREATE TABLE spent_challenges (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  nonce text NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, nonce)
);
CREATE INDEX spent_challenges_expired ON spent_challenges (expires_at);

-- Forms with submissions that people are to be notified of. Narrow, since it changes with every submission.
CREATE TABLE form_notices (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  tent_id uuid NOT NULL,
  form_id text NOT NULL,
  -- The submissions up to here have been dealt with.
  after_at timestamptz(3) NOT NULL,
  after_id uuid NOT NULL,
  -- Null: nothing waits.
  due_at timestamptz(3),
  -- The mails of this hour.
  hour_at timestamptz(3) NOT NULL,
  mails int NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, tent_id, form_id)
);
CREATE INDEX form_notices_due ON form_notices (due_at) WHERE due_at IS NOT NULL;
