-- The keys of the definitions that there are, as the service writes them from now on.
UPDATE contact_lists SET uses = ARRAY(
  SELECT 'field:' || lower(id #>> '{}') FROM jsonb_path_query(rules, 'strict $.** ? (@.source == "custom_field").fieldDefinitionId') AS id
  UNION
  SELECT 'list:' || lower(id #>> '{}') FROM jsonb_path_query(rules, 'strict $.** ? (@.source == "list_membership").listId') AS id
)
WHERE rules IS NOT NULL;

UPDATE flows f SET uses = ARRAY(
  WITH trees AS (
    SELECT f.disqualification_rules AS tree
    UNION ALL SELECT jsonb_path_query(f.steps, 'lax $[*].condition')
  ), named AS (
    SELECT jsonb_path_query(f.steps, 'lax $[*] ? (@.type == "update_contact").updates[*].field') AS name
    UNION ALL SELECT jsonb_path_query(f.steps, 'lax $[*].until_date_field')
    UNION ALL SELECT jsonb_path_query(f.triggers, 'lax $[*].field')
  )
  SELECT 'field:' || lower(id #>> '{}') AS key
  FROM trees, jsonb_path_query(tree, 'strict $.** ? (@.source == "custom_field").fieldDefinitionId') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'list:' || lower(id #>> '{}')
  FROM trees, jsonb_path_query(tree, 'strict $.** ? (@.source == "list_membership").listId') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'list:' || lower(id #>> '{}') FROM jsonb_path_query(f.steps, 'lax $[*].list_id') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'list:' || lower(id #>> '{}') FROM jsonb_path_query(f.triggers, 'lax $[*].list_id') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'email:' || lower(id #>> '{}') FROM jsonb_path_query(f.steps, 'lax $[*].email_id') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'tent_template:' || upper(id #>> '{}') FROM jsonb_path_query(f.steps, 'lax $[*].template_id') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'tent:' || lower(id #>> '{}') FROM jsonb_path_query(f.triggers, 'lax $[*].tent_id') AS id WHERE jsonb_typeof(id) = 'string'
  UNION
  SELECT 'field_name:' || (name #>> '{}') FROM named WHERE jsonb_typeof(name) = 'string'
);
