-- Names and titles are kept in Unicode's composed form, without blanks around them and on one line. Those that are older are
-- brought there: else one name had two spellings, which a search or a uniqueness would not know for one.

-- As near to `nameOf` in src/shared/text.ts as PostgreSQL's patterns come; what holds control characters gets blanks for them.
CREATE FUNCTION kept_name(name text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT regexp_replace(
    regexp_replace(normalize(name, NFC), '[\u0001-\u001f\u007f-\u009f\u2028\u2029]+', ' ', 'g'),
    '^[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]+|[\u0020\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000\ufeff]+$', '', 'g')
$$;

-- Where a name is needed, one that comes to nothing gets another.
UPDATE workspaces SET name = coalesce(nullif(kept_name(name), ''), slug) WHERE name <> kept_name(name) OR name = '';
UPDATE api_keys SET name = coalesce(nullif(kept_name(name), ''), 'Key') WHERE name <> kept_name(name);
UPDATE contact_field_definitions SET display_name = coalesce(nullif(kept_name(display_name), ''), api_name)
  WHERE display_name <> kept_name(display_name);
UPDATE emails SET name = coalesce(nullif(kept_name(name), ''), 'Email'), subject = kept_name(subject), preview_text = kept_name(preview_text), from_name = kept_name(from_name)
  WHERE (name, subject, preview_text, from_name)
    IS DISTINCT FROM (kept_name(name), kept_name(subject), kept_name(preview_text), kept_name(from_name));
UPDATE blasts SET name = coalesce(nullif(kept_name(name), ''), 'Blast') WHERE name <> kept_name(name);

-- Of two lists that come to one name, the later one gets the first free number behind it.
DO $$
DECLARE
  list record;
  kept text;
  wanted text;
  number int;
BEGIN
  FOR list IN SELECT workspace_id, id, name, owner_campaign_id FROM contact_lists WHERE name <> kept_name(name) ORDER BY created_at, id
  LOOP
    kept := coalesce(nullif(kept_name(list.name), ''), 'List');
    wanted := kept;
    number := 1;
    WHILE list.owner_campaign_id IS NULL AND EXISTS (
      SELECT FROM contact_lists o
      WHERE o.workspace_id = list.workspace_id AND o.owner_campaign_id IS NULL AND o.id <> list.id AND lower(o.name) = lower(wanted)
    ) LOOP
      number := number + 1;
      wanted := left(kept, 245) || ' (' || number || ')';
    END LOOP;
    UPDATE contact_lists SET name = wanted, updated_at = now() WHERE workspace_id = list.workspace_id AND id = list.id;
  END LOOP;
END $$;

-- Of contacts, only the rows that differ are written. Nobody has changed them, so `updated_at` stays. What a contact needs not
-- have may come to nothing; the name to show goes back to what it is made from by itself.
UPDATE contacts SET
    display_name = coalesce(
      nullif(left(kept_name(display_name), 255), ''), nullif(left(kept_name(first_name || ' ' || last_name), 255), ''),
      regexp_replace(email, '@[^@]*$', ''), phone),
    first_name = kept_name(first_name), last_name = kept_name(last_name),
    company = kept_name(company), job_title = kept_name(job_title), lead_status = kept_name(lead_status),
    lifecycle_stage = kept_name(lifecycle_stage), address = nullif(kept_name(address), ''), address2 = nullif(kept_name(address2), ''),
    city = nullif(kept_name(city), ''), state = nullif(kept_name(state), ''), country = nullif(kept_name(country), ''),
    zip_code = nullif(kept_name(zip_code), '')
  -- The first two look for what may differ, at little cost: most names are plain.
  WHERE char_length(display_name) > 255 OR ((
    concat(
      display_name, first_name, last_name, company, job_title, lead_status, lifecycle_stage, address, address2, city, state,
      country, zip_code) !~ '^[\u0020-\u007e]*$'
    OR (
    display_name, first_name, last_name, company, job_title, lead_status, lifecycle_stage, address, address2, city, state,
    country, zip_code
    ) IS DISTINCT FROM (
    btrim(display_name), btrim(first_name), btrim(last_name), btrim(company), btrim(job_title), btrim(lead_status),
    btrim(lifecycle_stage), btrim(address), btrim(address2), btrim(city), btrim(state), btrim(country), btrim(zip_code))
  ) AND (
    display_name, first_name, last_name, company, job_title, lead_status, lifecycle_stage, address, address2, city, state,
    country, zip_code
  ) IS DISTINCT FROM (
    kept_name(display_name), kept_name(first_name), kept_name(last_name), kept_name(company), kept_name(job_title),
    kept_name(lead_status), kept_name(lifecycle_stage), kept_name(address), kept_name(address2), kept_name(city),
    kept_name(state), kept_name(country), kept_name(zip_code)));

-- A domain can be set apart from the email, and is to be one.
UPDATE contacts SET email_domain = substring(email FROM '[^@]*$')
  WHERE email_domain IS NOT NULL AND email_domain IS DISTINCT FROM substring(email FROM '[^@]*$')
    AND email_domain !~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$';

-- Texts of a workspace's own fields are kept as they are but for the composed form. Value by value: in a text of JSON, a mark
-- that follows a backslash's letter would be composed with it.
UPDATE contacts SET custom_fields = (
    SELECT jsonb_object_agg(key, CASE jsonb_typeof(value) WHEN 'string' THEN to_jsonb(normalize(value #>> '{}', NFC)) ELSE value END)
    FROM jsonb_each(custom_fields))
  WHERE custom_fields::text IS NOT NFC NORMALIZED;

DROP FUNCTION kept_name(text);
