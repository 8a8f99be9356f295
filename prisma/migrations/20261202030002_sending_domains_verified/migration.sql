-- concurrently
-- POST /v1/sending-domains/{domain}/verify: whether another workspace has verified the domain.
CREATE INDEX CONCURRENTLY sending_domains_verified ON sending_domains (domain) WHERE verified_at IS NOT NULL;
