-- Flows: what they are, who is in them, and what moves them on.

CREATE TABLE flows (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  id uuid NOT NULL,
  name text NOT NULL,
  description text,
  -- A deleted one is nobody's any more, and goes when its members have gone.
  status text NOT NULL CHECK (status IN ('draft', 'active', 'paused', 'archived', 'deleted')),
  triggers jsonb NOT NULL DEFAULT '[]',
  steps jsonb NOT NULL DEFAULT '[]',
  -- NULL: the first of the array.
  entry_step_id text,
  disqualification_rules jsonb,
  reentry_policy text NOT NULL CHECK (reentry_policy IN ('allow', 'no_reentry')),
  manual_membership_enabled boolean NOT NULL DEFAULT true,
  settings jsonb NOT NULL DEFAULT '{}',
  archived_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, id)
);
CREATE INDEX flows_updated ON flows (workspace_id, updated_at, id) WHERE status <> 'deleted';
CREATE INDEX flows_created ON flows (workspace_id, created_at, id) WHERE status <> 'deleted';
CREATE INDEX flows_named ON flows (workspace_id, lower(name), id) WHERE status <> 'deleted';

-- What active flows listen to, by what a write knows: a write that no flow waits for costs one look here. Rows are there while the flow
-- is active.
CREATE TABLE flow_triggers (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  position int NOT NULL,
  type text NOT NULL,
  -- The list; the field as a change names it; the tent and the form; '' where there is nothing to tell apart.
  subject text NOT NULL,
  trigger jsonb NOT NULL,
  -- Of a date: the moment that is looked after next, and up to whom it has been.
  due_at timestamptz(3),
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  PRIMARY KEY (workspace_id, flow_id, position),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);
CREATE INDEX flow_triggers_heard ON flow_triggers (workspace_id, type, subject);
CREATE INDEX flow_triggers_due ON flow_triggers (due_at) WHERE due_at IS NOT NULL;

-- How a flow moves: whose turn it is, and when there is something to do next. It changes with every turn, beside what the flow is.
CREATE TABLE flow_runs (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  -- Frozen: nobody enters and nobody moves. Closing: everybody leaves.
  state text NOT NULL CHECK (state IN ('open', 'frozen', 'closing')),
  wake_at timestamptz(3) NOT NULL,
  turn_at timestamptz(3),
  -- When those who wait for a condition are looked at next, and how far the look under way is.
  look_at timestamptz(3),
  look_step int NOT NULL DEFAULT 0,
  look_cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- Turns in a row that a mistake of ours has ended.
  fault_count int NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, flow_id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
) WITH (fillfactor = 50);
CREATE INDEX flow_runs_due ON flow_runs (wake_at);

-- Every passage of a contact through a flow. It is written when it begins and when it ends, and outlives the contact.
CREATE TABLE flow_memberships (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  flow_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  entered_via text NOT NULL,
  entered_at timestamptz(3) NOT NULL,
  status text NOT NULL CHECK (status IN ('under_way', 'completed', 'dropped')),
  ended_at timestamptz(3),
  drop_reason text,
  -- Disqualified before the first step: it never counted as having been in the flow.
  turned_away boolean NOT NULL DEFAULT false,
  -- Entered while the flow let nobody in a second time: two who ask at once cannot both get one.
  sole boolean NOT NULL DEFAULT false,
  -- As they were when the contact was deleted.
  display_name text,
  email text,
  dynamic_context jsonb,
  PRIMARY KEY (workspace_id, id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE,
  CHECK ((status = 'under_way') = (ended_at IS NULL)),
  CHECK ((status = 'dropped') = (drop_reason IS NOT NULL))
) WITH (fillfactor = 85);
CREATE INDEX flow_memberships_listed ON flow_memberships (workspace_id, flow_id, id);
CREATE UNIQUE INDEX flow_memberships_sole ON flow_memberships (workspace_id, contact_id, flow_id) WHERE sole;
CREATE INDEX flow_memberships_contact ON flow_memberships (workspace_id, contact_id, flow_id, entered_at);

-- Where those are who are under way. A contact is in a flow once at a time, by this key.
CREATE TABLE flow_positions (
  workspace_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  member_id uuid NOT NULL,
  step_id text NOT NULL,
  -- Steps that the member came to, this one counted. With the membership it names everything that a step does once.
  visit int NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'waiting')),
  -- When there is something to do; NULL where somebody tells.
  due_at timestamptz(3),
  -- What clients are told of it.
  wait_until timestamptz(3),
  started_at timestamptz(3) NOT NULL,
  -- A change of the contact may matter at this step.
  watches boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, contact_id, flow_id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
) WITH (fillfactor = 70);
CREATE INDEX flow_positions_due ON flow_positions (workspace_id, flow_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX flow_positions_step ON flow_positions (workspace_id, flow_id, step_id, contact_id);

-- Steps that are over, each written once. The one that a member is at is told by its position.
CREATE TABLE flow_visits (
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  visit int NOT NULL,
  flow_id uuid NOT NULL,
  step_id text NOT NULL,
  type text NOT NULL,
  status text NOT NULL CHECK (status IN ('completed', 'failed', 'cancelled')),
  outcome text,
  started_at timestamptz(3) NOT NULL,
  completed_at timestamptz(3) NOT NULL,
  -- Why it failed; the page that it made; what a server answered.
  details jsonb,
  PRIMARY KEY (workspace_id, member_id, visit)
);

-- What is told to flows from outside of their turns. Whoever tells only adds a row and waits for nobody.
CREATE TABLE flow_inbox (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- entry: lets a contact in. look: something that the member may wait for has happened. gone: the contact is deleted.
  kind text NOT NULL CHECK (kind IN ('entry', 'look', 'gone')),
  contact_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  -- Of an entry, the type of the trigger.
  entered_via text,
  -- Of a deleted contact.
  display_name text,
  email text,
  PRIMARY KEY (workspace_id, flow_id, kind, id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);

-- What an edit or an end of a flow has still to do with its members, a part of them at a time.
CREATE TABLE flow_chores (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- drop: they leave, for the reason. move: they go to another step. restamp: what they wait for has been edited.
  kind text NOT NULL CHECK (kind IN ('drop', 'move', 'restamp')),
  -- NULL: at any step.
  step_id text,
  -- What a step did that the flow has no longer.
  step_type text,
  to_step_id text,
  drop_reason text,
  -- Those up to here are done.
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  PRIMARY KEY (workspace_id, flow_id, id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);

-- Counts, as what has been added to them: whoever counts only adds a row. Now and then those of a flow are put together.
CREATE TABLE flow_tallies (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- '' for the flow.
  step_id text NOT NULL,
  name text NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (workspace_id, flow_id, id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);

-- The messages that a step has sent: another one when what it says has changed.
ALTER TABLE messages DROP CONSTRAINT messages_origin;
ALTER TABLE messages ADD CONSTRAINT messages_origin CHECK (origin IN ('blast', 'test', 'flow')) NOT VALID;
CREATE TABLE flow_messages (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  step_id text NOT NULL,
  -- Of all that the message says.
  fingerprint text NOT NULL,
  message_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, flow_id, step_id, fingerprint),
  UNIQUE (workspace_id, message_id),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE,
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);

-- Whose visit to a step a delivery is of.
ALTER TABLE deliveries ADD COLUMN member_id uuid, ADD COLUMN visit int;
-- Deliveries that have come to an end, told to whoever waits for it.
CREATE TABLE delivery_endings (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  id bigint GENERATED ALWAYS AS IDENTITY,
  delivery_id uuid NOT NULL,
  PRIMARY KEY (workspace_id, message_id, id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
);

-- Requests of `send_webhook` steps, one for a visit however often it is tried.
CREATE TABLE flow_webhooks (
  workspace_id uuid NOT NULL,
  member_id uuid NOT NULL,
  visit int NOT NULL,
  flow_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  step_id text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'delivered', 'failed')),
  attempts int NOT NULL DEFAULT 0,
  next_attempt_at timestamptz(3),
  run uuid,
  lease_until timestamptz(3),
  -- What the last attempt came to.
  response jsonb,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, member_id, visit),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);
CREATE INDEX flow_webhooks_due ON flow_webhooks (next_attempt_at) WHERE next_attempt_at IS NOT NULL;
CREATE INDEX flow_webhooks_flow ON flow_webhooks (workspace_id, flow_id);

-- For which dates of a contact a flow has fired.
CREATE TABLE flow_dates (
  workspace_id uuid NOT NULL,
  flow_id uuid NOT NULL,
  contact_id uuid NOT NULL,
  position int NOT NULL,
  date date NOT NULL,
  fired_at timestamptz(3) NOT NULL,
  PRIMARY KEY (workspace_id, flow_id, contact_id, position, date),
  FOREIGN KEY (workspace_id, flow_id) REFERENCES flows ON DELETE CASCADE
);
