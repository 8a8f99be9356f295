-- The form of an identifier that clients see, as `toUlid` writes it: 26 letters of five bits each.
CREATE FUNCTION shown_id(id uuid) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ', 1 + substring(bits FROM place FOR 5)::bit(5)::int, 1), '' ORDER BY place)
  FROM (SELECT B'00' || ('x' || replace(id::text, '-', ''))::bit(128) AS bits) AS it, generate_series(1, 126, 5) AS place
$$;

-- Of which day of the free plan the email is taken; NULL: of none.
ALTER TABLE deliveries ADD COLUMN reserved_on date;
