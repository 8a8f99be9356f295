-- The ledger of sending belonged to blasts. It is for whatever sends now: a message says what, a delivery to whom, and how far the
-- sending of a message is stands beside both. What there is gets other names and keeps its rows; the message of a blast has its id.

ALTER TABLE blast_messages RENAME TO messages;
ALTER TABLE messages RENAME COLUMN blast_id TO id;
ALTER TABLE messages RENAME COLUMN reply_to_email TO reply_to;
ALTER TABLE messages RENAME CONSTRAINT blast_messages_pkey TO messages_pkey;
ALTER TABLE messages DROP CONSTRAINT blast_messages_workspace_id_blast_id_fkey;
ALTER TABLE messages
  ADD COLUMN origin text,
  ADD COLUMN blast_id uuid,
  ADD COLUMN operational boolean NOT NULL DEFAULT false,
  -- What merge tags say in a test, which goes to nobody whom they could be asked of.
  ADD COLUMN sample jsonb,
  ADD COLUMN created_at timestamptz(3) NOT NULL DEFAULT now();
UPDATE messages m SET origin = 'blast', blast_id = b.id, operational = b.operational, created_at = coalesce(b.approved_at, b.updated_at)
FROM blasts b WHERE b.workspace_id = m.workspace_id AND b.id = m.id;
ALTER TABLE messages
  ALTER COLUMN origin SET NOT NULL,
  ALTER COLUMN operational DROP DEFAULT,
  ALTER COLUMN created_at DROP DEFAULT,
  ADD CONSTRAINT messages_origin CHECK (origin IN ('blast', 'test')),
  ADD CONSTRAINT messages_blast CHECK (CASE WHEN origin = 'blast' THEN blast_id IS NOT DISTINCT FROM id ELSE blast_id IS NULL END),
  ADD CONSTRAINT messages_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE,
  ADD CONSTRAINT messages_workspace_id_blast_id_fkey FOREIGN KEY (workspace_id, blast_id) REFERENCES blasts ON DELETE CASCADE;
CREATE UNIQUE INDEX messages_of_blasts ON messages (workspace_id, blast_id) WHERE blast_id IS NOT NULL;

ALTER TABLE blast_links RENAME TO message_links;
ALTER TABLE message_links RENAME COLUMN blast_id TO message_id;
ALTER TABLE message_links RENAME CONSTRAINT blast_links_pkey TO message_links_pkey;
ALTER TABLE message_links DROP CONSTRAINT blast_links_workspace_id_blast_id_fkey;
ALTER TABLE message_links
  ADD CONSTRAINT message_links_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE NOT VALID;

ALTER TABLE recipients RENAME TO deliveries;
ALTER TABLE deliveries RENAME COLUMN blast_id TO message_id;
ALTER TABLE deliveries RENAME CONSTRAINT recipients_pkey TO deliveries_pkey;
ALTER TABLE deliveries RENAME CONSTRAINT recipients_workspace_id_blast_id_contact_id_key TO deliveries_person;
ALTER TABLE deliveries DROP CONSTRAINT recipients_workspace_id_blast_id_fkey;
ALTER TABLE deliveries DROP CONSTRAINT recipients_status_check;
ALTER INDEX recipients_contact RENAME TO deliveries_contact;
-- A service of the version before may have been at it: what it had in hand comes when its lease would have ended.
UPDATE deliveries SET status = 'pending', next_attempt_at = lease_until, claimed_by = NULL, lease_until = NULL WHERE status = 'sending';
DROP INDEX recipients_pending, recipients_leased;
ALTER TABLE deliveries
  -- Their checks go with them.
  DROP COLUMN claimed_by,
  DROP COLUMN lease_until,
  -- A test goes to an address, whoever it belongs to.
  ALTER COLUMN contact_id DROP NOT NULL,
  ADD COLUMN first_attempt_at timestamptz(3),
  -- What the server called the message when it took it.
  ADD COLUMN provider_id text,
  ADD CONSTRAINT deliveries_status
    CHECK (status IN ('pending', 'sent', 'failed', 'bounced', 'blocked', 'unqualified', 'cancelled', 'unknown')) NOT VALID,
  ADD CONSTRAINT deliveries_workspace_id_message_id_fkey FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE NOT VALID;

ALTER TABLE recipient_clicks RENAME TO delivery_clicks;
ALTER TABLE delivery_clicks RENAME COLUMN recipient_id TO delivery_id;
ALTER TABLE delivery_clicks RENAME CONSTRAINT recipient_clicks_pkey TO delivery_clicks_pkey;
ALTER TABLE delivery_clicks RENAME CONSTRAINT recipient_clicks_workspace_id_recipient_id_fkey TO delivery_clicks_workspace_id_delivery_id_fkey;

-- How far the sending of a message is. It changes with every turn, beside what is said, which is wide and never does.
CREATE TABLE dispatches (
  workspace_id uuid NOT NULL,
  message_id uuid NOT NULL,
  origin text NOT NULL,
  -- Few people, or mail that somebody waits for, do not stand behind mass mail.
  lane text NOT NULL CHECK (lane IN ('interactive', 'bulk')),
  -- Whether what may have gone out when its process died goes again.
  repeatable boolean NOT NULL,
  state text NOT NULL CHECK (state IN ('open', 'paused', 'ended')),
  -- The first turn of all deliveries up to here is over.
  cursor uuid NOT NULL DEFAULT '00000000-0000-0000-0000-000000000000',
  -- When there is something to do next: not before its rest is over.
  wake_at timestamptz(3) NOT NULL,
  rest_until timestamptz(3),
  turn_at timestamptz(3),
  -- Why it does not move, in a word and in the words of whoever holds it up; and how long nothing has gone out for that reason.
  waiting_for text CHECK (waiting_for IN ('mail_server', 'transport_rate', 'workspace_rate', 'retries')),
  trouble text,
  trouble_since timestamptz(3),
  outage_count int NOT NULL DEFAULT 0,
  -- Runs in a row that ended with their process, and nothing to show.
  dead_runs int NOT NULL DEFAULT 0,
  -- Messages a second, lately, and what the next such figure is made of.
  pace double precision,
  paced_since timestamptz(3),
  paced_count int NOT NULL DEFAULT 0,
  PRIMARY KEY (workspace_id, message_id),
  FOREIGN KEY (workspace_id, message_id) REFERENCES messages ON DELETE CASCADE
) WITH (fillfactor = 50);
-- Some hundred rows at most, of whatever is under way: who has something to do, and who had a turn the longest ago.
CREATE INDEX dispatches_due ON dispatches (lane, wake_at) WHERE state = 'open';

INSERT INTO dispatches (workspace_id, message_id, origin, lane, repeatable, state, cursor, wake_at, trouble)
SELECT b.workspace_id, b.id, 'blast', 'bulk', true, CASE b.status WHEN 'sending' THEN 'open' WHEN 'failed' THEN 'paused' ELSE 'ended' END,
       coalesce(
         (SELECT d.id FROM deliveries d
          WHERE d.workspace_id = b.workspace_id AND d.message_id = b.id AND d.next_attempt_at IS NOT NULL ORDER BY d.id DESC LIMIT 1),
         '00000000-0000-0000-0000-000000000000'),
       coalesce(b.resume_at, b.updated_at), b.error
FROM blasts b JOIN messages m ON m.workspace_id = b.workspace_id AND m.id = b.id
WHERE b.prepared_at IS NOT NULL;
-- Whoever has a time is not above the cursor: there nobody would tell them, once they are claimed, from those who have their first turn.
-- Those among them who had none yet have it at once.
UPDATE deliveries d SET next_attempt_at = s.wake_at FROM dispatches s
WHERE s.workspace_id = d.workspace_id AND s.message_id = d.message_id AND d.id <= s.cursor
  AND d.status = 'pending' AND d.next_attempt_at IS NULL;

-- What a run has in hand. One row for some hundred deliveries: what is claimed costs no write of its own.
CREATE TABLE claims (
  workspace_id uuid NOT NULL,
  run uuid NOT NULL,
  message_id uuid NOT NULL,
  ids uuid[] NOT NULL,
  lease_until timestamptz(3) NOT NULL,
  -- Set when its lease ran out: whoever still lives has a moment to say so.
  last_call boolean NOT NULL DEFAULT false,
  PRIMARY KEY (workspace_id, run),
  FOREIGN KEY (workspace_id, message_id) REFERENCES dispatches ON DELETE CASCADE
);
CREATE INDEX claims_message ON claims (workspace_id, message_id);

-- When each workspace had its last turn, and when its rate lets the next message go.
CREATE TABLE senders (
  workspace_id uuid PRIMARY KEY REFERENCES workspaces ON DELETE CASCADE,
  interactive_turn_at timestamptz,
  bulk_turn_at timestamptz,
  free_at timestamptz
);

-- What a mail server takes at the moment, as all who send through it have found out.
CREATE TABLE transports (
  name text PRIMARY KEY,
  -- Messages a second; NULL: as many as there are.
  rate double precision,
  free_at timestamptz,
  raised_at timestamptz NOT NULL,
  cut_at timestamptz
);

-- Messages a second that a workspace may send; NULL: as many as go out.
ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS emails_per_second double precision;

-- A blast is paused by somebody, or ends as failed and may be taken up again.
ALTER TABLE blasts DROP CONSTRAINT blasts_status_check;
ALTER TABLE blasts
  DROP COLUMN resume_at,
  DROP COLUMN outage_count,
  -- The UTC day of the free plan that `reserved_recipients` were taken from.
  ADD COLUMN reserved_on date,
  ADD CONSTRAINT blasts_status CHECK (status IN ('draft', 'scheduled', 'sending', 'paused', 'sent', 'failed', 'cancelled', 'archived'));
UPDATE blasts SET reserved_on = (approved_at AT TIME ZONE 'UTC')::date WHERE status = 'sending' AND reserved_recipients IS NOT NULL;
-- Who is due: to go out, or to have its deliveries written.
CREATE INDEX blasts_scheduled ON blasts (scheduled_at) WHERE status = 'scheduled';
CREATE INDEX blasts_unprepared ON blasts (approved_at) WHERE status = 'sending' AND prepared_at IS NULL;
