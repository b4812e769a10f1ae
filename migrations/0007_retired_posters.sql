ALTER TABLE "report_posters" DROP CONSTRAINT "report_posters_report_id_lost_found_posts_id_fk";
--> statement-breakpoint
ALTER TABLE "report_posters" ALTER COLUMN "report_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "report_posters" ADD CONSTRAINT "report_posters_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE FUNCTION report_posters_retired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM poster_visits WHERE poster_id = OLD.id;
  NEW.place := NULL;
  NEW.idempotency_key := NULL;
  NEW.scans := 0;
  NEW.last_scan_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_posters_retired BEFORE UPDATE OF report_id ON report_posters FOR EACH ROW
  WHEN (NEW.report_id IS NULL AND OLD.report_id IS NOT NULL)
  EXECUTE FUNCTION report_posters_retired();
