ALTER TABLE exports VALIDATE CONSTRAINT exports_subject_kind;
