-- A version may be kept as typed content beside its HTML, as it was saved: json keeps the order of its fields.
ALTER TABLE versions ADD COLUMN draft json;

-- What became of a generation, for its author, and what a model has used.
ALTER TABLE generations
  ADD COLUMN start_draft json,
  ADD COLUMN summary text,
  ADD COLUMN notes jsonb NOT NULL DEFAULT '[]',
  ADD COLUMN model text,
  ADD COLUMN input_tokens integer,
  ADD COLUMN output_tokens integer,
  ADD COLUMN created_by_name text;
