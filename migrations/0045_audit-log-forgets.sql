-- The app may only add lines; what leads to a person is emptied here, as the tables' owner, when that person leaves.
CREATE FUNCTION audit_log_forgets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.audit_log SET person_id = NULL, subject_id = NULL, subject_name = NULL, before = NULL, after = NULL
    WHERE person_id = OLD.id;
  RETURN OLD;
END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_forgets BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION audit_log_forgets();
