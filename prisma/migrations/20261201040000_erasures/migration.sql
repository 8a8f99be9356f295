-- The erasures of people: work while they run, and their proof afterwards, without anything of the person.
CREATE TABLE erasures (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  contact_id uuid NOT NULL,
  requested_by text NOT NULL,
  status text NOT NULL DEFAULT 'pending' CHECK (status IN ('pending', 'processing', 'completed', 'failed')),
  -- The identifiers by which the person is found. Null once all is erased.
  person jsonb,
  counts jsonb NOT NULL,
  -- The transaction that deleted the contact: older ones may still write something of the person.
  erased_in xid8 NOT NULL DEFAULT pg_current_xact_id(),
  pass integer NOT NULL DEFAULT 1,
  stage text,
  cursor text,
  attempts integer NOT NULL DEFAULT 0,
  claimed_by uuid,
  lease_until timestamptz(3),
  served_at timestamptz(3),
  error_message text,
  created_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3),
  PRIMARY KEY (workspace_id, id),
  CHECK ((status IN ('completed', 'failed')) = (completed_at IS NOT NULL)),
  CHECK (status <> 'completed' OR person IS NULL)
);
CREATE INDEX erasures_queue ON erasures (status, workspace_id, created_at, id) WHERE status IN ('pending', 'processing');
CREATE INDEX erasures_served ON erasures (workspace_id, served_at);
CREATE INDEX erasures_failed ON erasures (completed_at) WHERE status = 'failed';

-- Few rows, so that one value each may be written at once.
ALTER TABLE workspaces ADD COLUMN erasure_salt uuid NOT NULL DEFAULT gen_random_uuid();

-- What a suppression has in place of the address of a person who was erased.
CREATE FUNCTION erased_address(salt uuid, address text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE
  RETURN 'erased:' || encode(sha256(convert_to(salt::text || ' ' || address, 'UTF8')), 'hex');

ALTER TABLE suppressions DROP CONSTRAINT suppressions_reason_check;
ALTER TABLE suppressions ADD CONSTRAINT suppressions_reason_check
  CHECK (reason IN ('unsubscribed', 'bounced', 'complained', 'manual', 'erased')) NOT VALID;
