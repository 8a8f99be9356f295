-- Tents that were asked for together. What a job has come to is what has become of its items.
CREATE TABLE bulk_jobs (
  workspace_id uuid NOT NULL,
  id uuid NOT NULL,
  -- It may be gone.
  template_id uuid NOT NULL,
  auto_publish boolean NOT NULL,
  created_at timestamptz(3) NOT NULL,
  CONSTRAINT bulk_jobs_pkey PRIMARY KEY (workspace_id, id),
  CONSTRAINT bulk_jobs_workspace FOREIGN KEY (workspace_id) REFERENCES workspaces ON DELETE CASCADE
);

CREATE TABLE bulk_items (
  workspace_id uuid NOT NULL,
  job_id uuid NOT NULL,
  -- In the request, from 0.
  place int NOT NULL,
  client_item_id text,
  -- That of the request, if it was rejected.
  tent_name text,
  -- Of one that was accepted. The item stays when they are gone.
  tent_id uuid,
  generation_id uuid,
  -- Nothing yet: its generation is under way.
  outcome text,
  error_code text,
  message text,
  -- What became of its publication, from the moment on that it has an outcome.
  publication_status text,
  settled_at timestamptz(3),
  CONSTRAINT bulk_items_pkey PRIMARY KEY (workspace_id, job_id, place),
  CONSTRAINT bulk_items_job FOREIGN KEY (workspace_id, job_id) REFERENCES bulk_jobs ON DELETE CASCADE,
  CONSTRAINT bulk_items_outcome CHECK (outcome IN ('rejected', 'completed', 'failed')),
  CONSTRAINT bulk_items_rejected CHECK (
    CASE WHEN outcome = 'rejected' THEN num_nonnulls(tent_id, generation_id, publication_status, settled_at) = 0
      AND num_nonnulls(error_code, message) = 2
    ELSE num_nonnulls(tent_name, tent_id, generation_id) = 3 AND error_code IS NULL END),
  CONSTRAINT bulk_items_settled CHECK (outcome = 'rejected' OR (outcome IS NULL) = (settled_at IS NULL)),
  CONSTRAINT bulk_items_publication CHECK (
    publication_status IS NULL OR (publication_status IN ('published', 'published_with_warnings', 'failed') AND outcome IS NOT NULL))
);
CREATE UNIQUE INDEX bulk_items_generation ON bulk_items (workspace_id, generation_id) WHERE generation_id IS NOT NULL;
