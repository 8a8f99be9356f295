-- A key is held by a lock of the transaction that does the work, so nothing has to be set free after it.
DELETE FROM idempotency_keys WHERE status IS NULL;
ALTER TABLE idempotency_keys
  DROP COLUMN claim,
  DROP COLUMN lease_until,
  ALTER COLUMN status SET NOT NULL,
  ALTER COLUMN body SET NOT NULL;
