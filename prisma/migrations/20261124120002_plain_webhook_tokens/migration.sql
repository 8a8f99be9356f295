-- concurrently
-- Flows whose tokens are still to be sealed: none, once the sweep has gone over those of versions before 1.2.
CREATE INDEX CONCURRENTLY flows_plain_tokens ON flows (workspace_id, id) WHERE steps @? '$[*].token ? (!(@ starts with "sealed:"))';
