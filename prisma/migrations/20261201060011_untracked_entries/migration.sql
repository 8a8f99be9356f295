-- concurrently
-- Mail of which it is not known whether it was opened: rules about people who have not opened any leave them out.
CREATE INDEX CONCURRENTLY contact_activities_untracked ON contact_activities (workspace_id, contact_id, occurred_at)
  WHERE type = 'email_delivered' AND metadata ? 'tracking';
