-- The properties of the event or the fields of the form that let a contact into a flow, for the merge tags of its steps.
ALTER TABLE flow_inbox ADD COLUMN context jsonb;
ALTER TABLE flow_memberships ADD COLUMN entry_context jsonb;
