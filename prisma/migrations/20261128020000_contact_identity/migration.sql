-- A contact's name in another system, and what a contact prefers. Constants as defaults: no row is written.
ALTER TABLE contacts
  ADD COLUMN external_id text,
  ADD COLUMN timezone text,
  ADD COLUMN language text,
  ADD COLUMN tags text[] NOT NULL DEFAULT '{}';

-- The terms of a contact with its tags and the entries of its lists. No contact has either yet, so the index of the old function and that of
-- this one say the same until it has taken the other's place.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION contact_terms(workspace_id uuid, city text, email_domain text, tags text[], custom_fields jsonb) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS %L',
    format(
      $body$
DECLARE
  terms bigint[] := '{}';
BEGIN
  IF city IS NOT NULL THEN
    terms := terms || hashtextextended(workspace_id::text || 'city:=' || %1$I.fold_case(city), 0);
  END IF;
  IF email_domain IS NOT NULL THEN
    terms := terms || hashtextextended(workspace_id::text || 'email_domain:=' || %1$I.fold_case(email_domain), 0);
  END IF;
  IF tags <> '{}' THEN
    terms := terms || ARRAY(SELECT hashtextextended(workspace_id::text || 'tags:=' || %1$I.fold_case(tag), 0) FROM unnest(tags) AS tag);
  END IF;
  IF custom_fields <> '{}' THEN
    terms := terms || ARRAY(
      SELECT hashtextextended(workspace_id::text || key || '=' || %1$I.fold_case(
        CASE jsonb_typeof(value) WHEN 'number' THEN trim_scale(value::numeric)::text ELSE value #>> '{}' END), 0)
      FROM jsonb_each(custom_fields) WHERE jsonb_typeof(value) <> 'array');
    IF custom_fields @? 'strict $.* ? (@.type() == "array")' THEN
      terms := terms || ARRAY(
        SELECT hashtextextended(workspace_id::text || key || '=' || %1$I.fold_case(entry), 0)
        FROM jsonb_each(custom_fields) CROSS JOIN LATERAL jsonb_array_elements_text(CASE jsonb_typeof(value) WHEN 'array' THEN value ELSE '[]' END) AS entry);
    END IF;
  END IF;
  RETURN terms;
END $body$,
      current_schema()));
END $$;

ALTER TABLE contact_field_definitions DROP CONSTRAINT contact_field_definitions_value_type_check;
ALTER TABLE contact_field_definitions ADD CONSTRAINT contact_field_definitions_value_type_check
  CHECK (value_type IN ('string', 'number', 'boolean', 'date', 'list')) NOT VALID;
