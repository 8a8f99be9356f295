-- Where events are sent.
CREATE TABLE webhook_endpoints (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  url text NOT NULL,
  description text,
  event_types text[] NOT NULL,
  status text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason text,
  disabled_at timestamptz(3),
  -- Sealed.
  secret bytea NOT NULL,
  previous_secret bytea,
  previous_secret_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  CONSTRAINT webhook_endpoints_pkey PRIMARY KEY (workspace_id, id)
);

-- How far the sending to an endpoint has come. It changes often, so it is a narrow row of its own.
CREATE TABLE webhook_dispatches (
  workspace_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  -- The last event that was attempted.
  position bigint NOT NULL,
  event_id uuid NOT NULL,
  -- Old events that are sent again where they were not delivered: those of ids from `recover_from` on, behind the one, up to the other.
  recover_from uuid,
  recover_position bigint,
  recover_event_id uuid,
  recover_until bigint,
  claimed_by uuid,
  lease_until timestamptz(3),
  served_at timestamptz(3),
  -- When the receiver may be asked next; later than now while its circuit is open.
  wake_at timestamptz(3) NOT NULL,
  -- Runs without a delivery, one after the other.
  failures int NOT NULL DEFAULT 0,
  failing_since timestamptz(3),
  -- Slow receivers have places of their own.
  is_slow boolean NOT NULL DEFAULT false,
  CONSTRAINT webhook_dispatches_pkey PRIMARY KEY (workspace_id, endpoint_id),
  CONSTRAINT webhook_dispatches_endpoint FOREIGN KEY (workspace_id, endpoint_id) REFERENCES webhook_endpoints ON DELETE CASCADE
);

-- One event for one endpoint, from its first attempt on. Partitions are weeks, as those of events.
CREATE TABLE webhook_deliveries (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  position bigint NOT NULL,
  event_id uuid NOT NULL,
  event_type text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  last_attempt_at timestamptz(3),
  next_attempt_at timestamptz(3),
  response_status int,
  response_body text,
  error text,
  CONSTRAINT webhook_deliveries_pkey PRIMARY KEY (workspace_id, id)
) PARTITION BY RANGE (id);
CREATE TABLE webhook_deliveries_rest PARTITION OF webhook_deliveries DEFAULT;
-- What an endpoint was sent, the latest first.
CREATE INDEX webhook_deliveries_endpoint ON webhook_deliveries (workspace_id, endpoint_id, id);
-- What is to be tried again.
CREATE INDEX webhook_deliveries_due ON webhook_deliveries (workspace_id, endpoint_id, next_attempt_at) WHERE next_attempt_at IS NOT NULL;
-- Whether an event was delivered.
CREATE INDEX webhook_deliveries_event ON webhook_deliveries (workspace_id, endpoint_id, event_id);
