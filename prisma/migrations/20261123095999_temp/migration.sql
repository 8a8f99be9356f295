ALTER TABLE workspaces ADD COLUMN IF NOT EXISTS emails_per_second double precision;
