-- What a form's visitors join, and whether they confirm it by mail first.
ALTER TABLE form_settings
  ADD COLUMN topic_ids uuid[] NOT NULL DEFAULT '{}',
  ADD COLUMN double_opt_in boolean NOT NULL DEFAULT false;
