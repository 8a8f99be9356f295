-- A number for each value that contacts are found by when it is equal: of their own fields, and city and domain, whose names no own field
-- has. The workspace is part of it: what many people of one workspace have is not read for another. Rare collisions are told apart
-- by the question itself.
ALTER FUNCTION contact_field_term(uuid, text, text) RENAME TO contact_term;

-- An index is made of them, so they cost nothing where none of it changes, and no place in the contact's row. In PL/pgSQL, since
-- it keeps its plans: a function in SQL that holds a query is set up anew for each row. And fold_case by its schema's name: who
-- builds an index or its statistics looks for names in no other schema than PostgreSQL's own.
DO $$
BEGIN
  EXECUTE format(
    'CREATE FUNCTION contact_terms(workspace_id uuid, city text, email_domain text, custom_fields jsonb) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS %L',
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
  IF custom_fields <> '{}' THEN
    terms := terms || ARRAY(
      SELECT hashtextextended(workspace_id::text || key || '=' || %1$I.fold_case(
        CASE jsonb_typeof(value) WHEN 'number' THEN trim_scale(value::numeric)::text ELSE value #>> '{}' END), 0)
      FROM jsonb_each(custom_fields));
  END IF;
  RETURN terms;
END $body$,
      current_schema()));
END $$;
