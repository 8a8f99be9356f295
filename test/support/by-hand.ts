/**
 * Triggers of the template alone. Tests write and delete rows by hand; these write what the service's own statements write with them.
 * test/platform/by-itself.test.ts shows on a database without them that the service needs none. On Citus there are none.
 */
export const BY_HAND = `
  CREATE FUNCTION by_hand_made() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO contact_moments (workspace_id, contact_id, updated_at) SELECT workspace_id, id, created_at FROM made ON CONFLICT DO NOTHING;
    INSERT INTO suppressions (workspace_id, address, reason, source, since)
    SELECT workspace_id, email, 'unsubscribed', 'contact', created_at FROM made WHERE unsubscribed AND email IS NOT NULL
    ORDER BY workspace_id, email ON CONFLICT DO NOTHING;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand AFTER INSERT ON contacts REFERENCING NEW TABLE AS made FOR EACH STATEMENT EXECUTE FUNCTION by_hand_made();

  CREATE FUNCTION by_hand_gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM contact_moments t USING gone WHERE t.workspace_id = gone.workspace_id AND t.contact_id = gone.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand_gone AFTER DELETE ON contacts REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION by_hand_gone();

  CREATE FUNCTION by_hand_subscription() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.unsubscribed THEN
      INSERT INTO suppressions (workspace_id, address, reason, source, since)
      SELECT NEW.workspace_id, NEW.email, 'unsubscribed', 'contact', updated_at FROM contact_moments
      WHERE workspace_id = NEW.workspace_id AND contact_id = NEW.id ON CONFLICT DO NOTHING;
    ELSE
      DELETE FROM suppressions WHERE workspace_id = NEW.workspace_id AND address = NEW.email AND reason = 'unsubscribed';
    END IF;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand_subscription AFTER UPDATE OF unsubscribed ON contacts FOR EACH ROW
    WHEN (NEW.email IS NOT NULL AND NEW.unsubscribed IS DISTINCT FROM OLD.unsubscribed) EXECUTE FUNCTION by_hand_subscription();

  CREATE FUNCTION by_hand_pages() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO page_changes (workspace_id, path)
    SELECT coalesce(NEW.workspace_id, OLD.workspace_id), p.path
    FROM unnest(ARRAY[OLD.path, NEW.path, coalesce(NEW.tent_id, OLD.tent_id)::text]) AS p (path)
    WHERE p.path IS NOT NULL AND NOT EXISTS (
      SELECT FROM page_changes n WHERE n.workspace_id = coalesce(NEW.workspace_id, OLD.workspace_id) AND n.path = p.path
        AND n.changed_in = pg_current_xact_id())
    GROUP BY p.path;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand AFTER INSERT OR DELETE OR UPDATE OF path, etag, alias ON publications FOR EACH ROW EXECUTE FUNCTION by_hand_pages();

  CREATE FUNCTION by_hand_hosts() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    INSERT INTO page_changes (workspace_id)
    VALUES ((to_jsonb(coalesce(NEW, OLD)) ->> CASE TG_TABLE_NAME WHEN 'workspaces' THEN 'id' ELSE 'workspace_id' END)::uuid);
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand AFTER INSERT OR DELETE OR UPDATE ON page_domains FOR EACH ROW EXECUTE FUNCTION by_hand_hosts();
  CREATE TRIGGER by_hand AFTER UPDATE OF slug ON workspaces FOR EACH ROW EXECUTE FUNCTION by_hand_hosts();

  CREATE FUNCTION by_hand_documents() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    DELETE FROM tent_visitors f USING gone WHERE f.workspace_id = gone.workspace_id AND f.tent_id = gone.id;
    DELETE FROM tent_days f USING gone WHERE f.workspace_id = gone.workspace_id AND f.tent_id = gone.id;
    DELETE FROM tent_referrers f USING gone WHERE f.workspace_id = gone.workspace_id AND f.tent_id = gone.id;
    UPDATE blasts b SET email_id = NULL FROM gone WHERE b.workspace_id = gone.workspace_id AND b.email_id = gone.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand AFTER DELETE ON documents REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION by_hand_documents();

  CREATE FUNCTION by_hand_lists() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    UPDATE blasts b SET audience_list_id = NULL FROM gone WHERE b.workspace_id = gone.workspace_id AND b.audience_list_id = gone.id;
    RETURN NULL;
  END $$;
  CREATE TRIGGER by_hand AFTER DELETE ON contact_lists REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION by_hand_lists();`;

/** Leaves the database as an installation has it. */
export const BY_ITSELF = `
  DO $$ DECLARE of record; BEGIN
    FOR of IN SELECT tgname, tgrelid::regclass AS on_table FROM pg_trigger WHERE NOT tgisinternal LOOP
      EXECUTE format('DROP TRIGGER %I ON %s', of.tgname, of.on_table);
    END LOOP;
  END $$`;
