-- What people do elsewhere, as you tell it. An id begins with the time at which the event occurred, so no column repeats that time.
-- Partitions are weeks of that time, made ahead and dropped by src/outbound/partitions.ts; `custom_events_rest` takes what has no week of its own.
CREATE TABLE custom_events (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  name text NOT NULL,
  id uuid NOT NULL,
  -- Steps that wait for an event go by it: events are sent late, too.
  received_at timestamptz(3) NOT NULL,
  properties jsonb NOT NULL,
  -- The events of a contact, by name and time.
  CONSTRAINT custom_events_pkey PRIMARY KEY (workspace_id, contact_id, name, id)
) PARTITION BY RANGE (id);
CREATE TABLE custom_events_rest PARTITION OF custom_events DEFAULT;
-- The contacts with an event, for rules about all contacts.
CREATE INDEX custom_events_named ON custom_events (workspace_id, name, id, contact_id);

-- The ids that senders gave to their events, so that none is taken twice. A partitioned table cannot tell: the time may differ between attempts.
CREATE TABLE custom_event_ids (
  -- No reference: it would be checked for each of some thousand rows a second. An event without a contact gives its id back.
  workspace_id uuid NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  CONSTRAINT custom_event_ids_pkey PRIMARY KEY (workspace_id, event_id)
);
CREATE INDEX custom_event_ids_old ON custom_event_ids (received_at);
