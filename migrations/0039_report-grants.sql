ALTER TABLE "report_talks" ADD COLUMN "granted" jsonb;--> statement-breakpoint
-- What is shared now is what was shared then, as far as anybody can still tell.
UPDATE "report_talks" SET "granted" = jsonb_build_object('name', post.contact_name, 'phone', post.contact_phone, 'email', post.contact_email, 'place', post.place)
  FROM "lost_found_posts" AS post WHERE post.id = "report_talks"."report_id" AND "report_talks"."granted_at" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "report_talks" ADD CONSTRAINT "report_talks_granted" CHECK (("report_talks"."granted_at" is null) = ("report_talks"."granted" is null));--> statement-breakpoint
-- Talks that a merger left behind go to the report that stays.
WITH RECURSIVE line AS (
  SELECT id AS first, id, merged_into_id FROM "lost_found_posts"
  UNION ALL
  SELECT line.first, next.id, next.merged_into_id FROM line JOIN "lost_found_posts" AS next ON next.id = line.merged_into_id
)
UPDATE "report_talks" SET "report_id" = line.id FROM line
  WHERE line.first = "report_talks"."report_id" AND line.merged_into_id IS NULL AND line.id <> line.first;--> statement-breakpoint
-- No talk is about a report that was merged away: nobody could read it there.
CREATE FUNCTION report_talk_is_readable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid;
BEGIN
  SELECT merged_into_id INTO gone FROM lost_found_posts WHERE id = NEW.report_id FOR SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'a talk about a merged report' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_talks_of_kept';
  END IF;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER report_talks_of_kept BEFORE INSERT OR UPDATE OF report_id ON report_talks
  FOR EACH ROW EXECUTE FUNCTION report_talk_is_readable();--> statement-breakpoint
CREATE FUNCTION merged_report_has_no_talk() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.merged_into_id IS NOT NULL AND EXISTS (SELECT 1 FROM report_talks WHERE report_id = NEW.id) THEN
    RAISE EXCEPTION 'a merged report keeps a talk' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_talks_of_kept';
  END IF;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE CONSTRAINT TRIGGER merged_reports_without_talks AFTER UPDATE OF merged_into_id ON lost_found_posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION merged_report_has_no_talk();