-- Where bounces of a domain's mail come to; used once its MX was seen, for many servers take nothing from a domain that takes no mail.
ALTER TABLE sending_domains
  ADD COLUMN return_path_domain text,
  ADD COLUMN return_path_verified_at timestamptz(3);

-- What the mail of a domain is signed with.
CREATE TABLE dkim_keys (
  workspace_id uuid NOT NULL,
  domain text NOT NULL,
  selector text NOT NULL,
  algorithm text NOT NULL CHECK (algorithm IN ('rsa', 'ed25519')),
  -- Encrypted. Nobody needs that of a retired key.
  private_key bytea,
  -- As the DNS has it.
  public_key text NOT NULL,
  state text NOT NULL CHECK (state IN ('pending', 'active', 'retired')),
  created_at timestamptz(3) NOT NULL,
  activated_at timestamptz(3),
  retired_at timestamptz(3),
  PRIMARY KEY (workspace_id, domain, selector),
  FOREIGN KEY (workspace_id, domain) REFERENCES sending_domains ON DELETE CASCADE,
  CHECK ((private_key IS NULL) = (state = 'retired')),
  CHECK ((retired_at IS NOT NULL) = (state = 'retired'))
);
-- One signs and one waits to, of each algorithm.
CREATE UNIQUE INDEX dkim_keys_in_use ON dkim_keys (workspace_id, domain, algorithm, state) WHERE state <> 'retired';
