-- Gives a new workspace its lists; their slugs are free. PL/pgSQL, because parameters of SQL functions cannot be distributed.
CREATE OR REPLACE FUNCTION make_system_lists(workspace uuid, moment timestamptz) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO contact_lists (workspace_id, id, name, slug, kind, rules, created_at, updated_at)
  -- Ids in this order, so that lists of one moment have one order among themselves.
  SELECT workspace, uuid_v7(moment + list.place * interval '1 millisecond'), list.name, list.slug, 'system', list.rules::jsonb, moment, moment
  FROM (VALUES
    (1, 'All contacts', 'all-contacts', NULL),
    (2, 'Subscribed', 'subscribed', '{"kind": "condition", "source": "contact", "field": "unsubscribed", "operator": "is_false"}'),
    (3, 'Unsubscribed', 'unsubscribed', '{"kind": "condition", "source": "contact", "field": "unsubscribed", "operator": "is_true"}')
  ) AS list (place, name, slug, rules);
END $$;
