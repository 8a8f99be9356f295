-- The requests of a workspace for some days, with values masked: written in batches after the answers, never changed.
CREATE TABLE logged_requests (
  workspace_id uuid NOT NULL,
  -- Of the time of the request.
  id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  -- X-Request-Id, which clients may choose: it may repeat.
  request_id text NOT NULL,
  method text NOT NULL,
  operation text NOT NULL,
  path text NOT NULL,
  -- Not jsonb, which would give fields another order.
  query json NOT NULL,
  status smallint NOT NULL,
  error_code text,
  duration_ms double precision NOT NULL,
  key_id uuid NOT NULL,
  key_name text NOT NULL,
  keyed boolean NOT NULL,
  replayed boolean NOT NULL,
  body json,
  CONSTRAINT logged_requests_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT logged_requests_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);
-- GET /v1/requests/{request_id}
CREATE INDEX logged_requests_request ON logged_requests (workspace_id, request_id, id);
-- GET /v1/requests by status, operation, key and error.
CREATE INDEX logged_requests_status ON logged_requests (workspace_id, status, id);
CREATE INDEX logged_requests_operation ON logged_requests (workspace_id, operation, id);
CREATE INDEX logged_requests_key ON logged_requests (workspace_id, key_id, id);
CREATE INDEX logged_requests_error ON logged_requests (workspace_id, error_code, id) WHERE error_code IS NOT NULL;

ALTER TABLE workspaces ADD COLUMN request_log boolean NOT NULL DEFAULT false;
