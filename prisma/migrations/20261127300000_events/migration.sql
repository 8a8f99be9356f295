-- What happens in a workspace, for programs that follow it. Only types that somebody takes are written.
ALTER TABLE workspaces
  ADD COLUMN event_feed boolean NOT NULL DEFAULT false,
  ADD COLUMN event_types text[] NOT NULL DEFAULT '{*}';

-- The types that the feed or an enabled endpoint takes; `*` stands for all of them.
CREATE TABLE event_listeners (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  type text NOT NULL,
  CONSTRAINT event_listeners_pkey PRIMARY KEY (workspace_id, type)
);

-- Positions go on where they were when a database is restored on another server, whose transactions have other numbers.
CREATE TABLE event_positions (
  only_row boolean NOT NULL DEFAULT true PRIMARY KEY CHECK (only_row),
  moved_by bigint NOT NULL
);
INSERT INTO event_positions (moved_by) VALUES (0);

-- The position of what this transaction writes.
CREATE FUNCTION event_position() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT pg_current_xact_id()::text::bigint + (SELECT moved_by FROM event_positions)
$$;
-- Below this position, nothing more is going to be written: all transactions that wrote there have ended.
CREATE FUNCTION event_horizon() RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT pg_snapshot_xmin(pg_current_snapshot())::text::bigint + (SELECT moved_by FROM event_positions)
$$;

-- Partitions are weeks of the ids' time, made ahead and dropped by src/outbound/partitions.ts; `events_rest` takes what has no week of its own.
CREATE TABLE events (
  workspace_id uuid NOT NULL,
  position bigint NOT NULL,
  id uuid NOT NULL,
  type text NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  contact_id uuid,
  data jsonb NOT NULL,
  -- The order of the feed.
  CONSTRAINT events_pkey PRIMARY KEY (workspace_id, position, id)
) PARTITION BY RANGE (id);
CREATE TABLE events_rest PARTITION OF events DEFAULT;
-- The events about a contact.
CREATE INDEX events_contact ON events (workspace_id, contact_id, position, id) WHERE contact_id IS NOT NULL;
