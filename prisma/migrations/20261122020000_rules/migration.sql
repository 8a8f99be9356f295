-- What rule trees and searches compare texts by: two texts that differ in upper and lower case only become one, in every
-- script. Lower case first and then upper case, so that a Σ at the end of a word (ς), the old long s (ſ), and capitals such
-- as ẞ and the Kelvin sign find their common form. Letter by letter, so that a part of a text folds to that part of the fold;
-- accents stay what they are.
--
-- The database's own locale may know ASCII only. PostgreSQL 17 and later bring a collation that folds by Unicode alike on
-- every machine; before that ICU's is taken, with which İ is an i with a dot (the built-in one makes it I) and ß is SS.
DO $$
DECLARE best text;
BEGIN
  SELECT quote_ident(collname) INTO best FROM pg_collation
  WHERE collnamespace = 'pg_catalog'::regnamespace AND collname IN ('pg_c_utf8', 'und-x-icu') AND collencoding IN (-1, pg_char_to_encoding(getdatabaseencoding()))
  ORDER BY collname = 'pg_c_utf8' DESC LIMIT 1;
  EXECUTE format(
    'CREATE FUNCTION fold_case(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS %L',
    format('SELECT upper(lower(value COLLATE %s)) COLLATE "default"', coalesce(best, '"default"')));
END $$;

-- The search's text is folded the same way, so that its index serves the questions of rules too.
CREATE OR REPLACE FUNCTION contact_search_text(display_name text, first_name text, last_name text, email text, phone text, company text)
RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT fold_case(display_name || ' ' || first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, '') || ' ' || company)
$$;

-- A number for each value of a custom field, by which those who have the value are found. The workspace is part of it: what
-- many people of one workspace have is not read for another. Rare collisions are told apart by the question itself.
CREATE FUNCTION contact_field_term(workspace_id uuid, api_name text, value text) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT hashtextextended(workspace_id::text || api_name || '=' || fold_case(value), 0)
$$;
CREATE FUNCTION contact_field_terms(workspace_id uuid, custom_fields jsonb) RETURNS bigint[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE WHEN custom_fields <> '{}' THEN ARRAY(
    SELECT contact_field_term(workspace_id, key,
      CASE jsonb_typeof(value) WHEN 'number' THEN trim_scale(value::numeric)::text ELSE value #>> '{}' END)
    FROM jsonb_each(custom_fields)
  ) END
$$;

ALTER TABLE contacts
  DROP COLUMN search_text,
  ADD COLUMN search_text text GENERATED ALWAYS AS (contact_search_text(display_name, first_name, last_name, email, phone, company)) STORED,
  ADD COLUMN field_terms bigint[] GENERATED ALWAYS AS (contact_field_terms(workspace_id, custom_fields)) STORED;
CREATE INDEX contacts_search ON contacts USING gin (search_text gin_trgm_ops);
CREATE INDEX contacts_field_terms ON contacts USING gin (field_terms);

-- Not partial, though many have none: the planner takes no statistics from partial indexes.
CREATE INDEX contacts_email_domain ON contacts (workspace_id, fold_case(email_domain));
CREATE INDEX contacts_city ON contacts (workspace_id, fold_case(city));
-- Of the rest the planner at least knows how many to expect, and so whether to read in order or to sort.
CREATE STATISTICS contacts_country ON (fold_case(country)) FROM contacts;
CREATE STATISTICS contacts_lead_status ON (fold_case(lead_status)) FROM contacts;
CREATE STATISTICS contacts_lifecycle_stage ON (fold_case(lifecycle_stage)) FROM contacts;
CREATE STATISTICS contacts_job_title ON (fold_case(job_title)) FROM contacts;
CREATE INDEX contacts_last_activity ON contacts (workspace_id, last_activity_at, id) WHERE last_activity_at IS NOT NULL;

-- Who did something within a while. The timeline's own index answers whether one contact did.
CREATE INDEX contact_activities_type ON contact_activities (workspace_id, type, occurred_at, contact_id);
-- Entries of flows alone, by the step that they are about.
CREATE INDEX contact_activities_step ON contact_activities (workspace_id, (metadata->>'flow_id'), (metadata->>'step_id'), type, contact_id)
  WHERE metadata ? 'flow_id';
