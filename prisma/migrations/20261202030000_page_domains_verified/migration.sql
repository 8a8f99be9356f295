-- concurrently
-- A host belongs to the workspace that has proven it. One that is only added keeps no other workspace from proving it.
CREATE UNIQUE INDEX CONCURRENTLY page_domains_verified ON page_domains (domain) WHERE verified_at IS NOT NULL;
