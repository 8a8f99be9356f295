-- How fast a receiver takes mail through a mail server, where it has asked for less. All workspaces share it, as they share the mail
-- server. A receiver without a row takes what comes.
CREATE TABLE receiver_paces (
  transport text NOT NULL,
  -- A provider such as `google`, or the registered domain of its mail servers.
  receiver text NOT NULL,
  -- Messages a second.
  rate double precision NOT NULL,
  -- When the next message may go.
  free_at timestamptz NOT NULL,
  -- Bulk mail has times up to here.
  booked_until timestamptz,
  raised_at timestamptz NOT NULL,
  cut_at timestamptz NOT NULL,
  PRIMARY KEY (transport, receiver)
);

-- Mail to an address that failed, without the address being bad for good.
CREATE TABLE soft_bounces (
  workspace_id uuid NOT NULL REFERENCES workspaces ON DELETE CASCADE,
  -- Normalized, as `contacts.email`.
  address text NOT NULL,
  -- The latest five.
  bounced_at timestamptz(3)[] NOT NULL,
  last_bounced_at timestamptz(3) NOT NULL,
  -- The delivery that bounced last, and the one that was accepted after it.
  bounced_id uuid NOT NULL,
  accepted_id uuid,
  PRIMARY KEY (workspace_id, address)
);
-- For the sweep that forgets them.
CREATE INDEX soft_bounces_old ON soft_bounces (last_bounced_at);
