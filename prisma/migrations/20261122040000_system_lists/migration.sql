-- Three lists that every workspace has and nobody can change. Their members follow from their rules; the list of all contacts
-- is the one that has none.

-- The documented names are theirs: a list that already has one of them gets the first free number behind it.
UPDATE contact_lists l
SET updated_at = now(), name = l.name || ' (' || (
  SELECT min(n) FROM generate_series(2, (SELECT count(*) + 2 FROM contact_lists a WHERE a.workspace_id = l.workspace_id)) AS n
  WHERE NOT EXISTS (
    SELECT FROM contact_lists o
    WHERE o.workspace_id = l.workspace_id AND o.owner_campaign_id IS NULL AND lower(o.name) = lower(l.name || ' (' || n || ')')
  )
) || ')'
WHERE l.owner_campaign_id IS NULL AND lower(l.name) IN ('all contacts', 'subscribed', 'unsubscribed');

-- The slug of a list never changes, so here it is the system list that takes the next free one.
CREATE FUNCTION make_system_lists(workspace uuid, moment timestamptz) RETURNS void
LANGUAGE sql AS $$
  INSERT INTO contact_lists (workspace_id, id, name, slug, kind, rules, created_at, updated_at)
  -- Ids in this order, so that lists of one moment have one order among themselves.
  SELECT workspace, uuid_v7(moment + list.place * interval '1 millisecond'), list.name, (
    SELECT candidate.slug
    FROM (
      SELECT list.slug || CASE n WHEN 1 THEN '' ELSE '-' || n END AS slug, n
      FROM generate_series(1, (SELECT count(*) + 1 FROM contact_lists a WHERE a.workspace_id = workspace AND a.slug LIKE list.slug || '%')) AS n
    ) AS candidate
    WHERE NOT EXISTS (SELECT FROM contact_lists o WHERE o.workspace_id = workspace AND o.slug = candidate.slug)
    ORDER BY candidate.n LIMIT 1
  ), 'system', list.rules::jsonb, moment, moment
  FROM (VALUES
    (1, 'All contacts', 'all-contacts', NULL),
    (2, 'Subscribed', 'subscribed', '{"kind": "condition", "source": "contact", "field": "unsubscribed", "operator": "is_false"}'),
    (3, 'Unsubscribed', 'unsubscribed', '{"kind": "condition", "source": "contact", "field": "unsubscribed", "operator": "is_true"}')
  ) AS list (place, name, slug, rules)
$$;

SELECT make_system_lists(id, date_trunc('milliseconds', created_at)) FROM workspaces;

-- Workspaces know nothing of lists, and whatever makes one must not forget them.
CREATE FUNCTION give_system_lists() RETURNS trigger
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM make_system_lists(NEW.id, NEW.created_at);
  RETURN NULL;
END
$$;
CREATE TRIGGER workspaces_system_lists AFTER INSERT ON workspaces FOR EACH ROW EXECUTE FUNCTION give_system_lists();

-- Only members that are put on a list are counted ahead, and only those that are not have rules.
ALTER TABLE contact_lists
  ADD CONSTRAINT contact_lists_counter CHECK ((kind = 'static') = (member_count IS NOT NULL)),
  ADD CONSTRAINT contact_lists_rules CHECK (kind <> 'static' OR rules IS NULL);

-- Few unsubscribe; their list is read from here. The words are those of the question: the planner compares them.
CREATE INDEX contacts_unsubscribed ON contacts (workspace_id, updated_at, id) WHERE unsubscribed IS TRUE;
