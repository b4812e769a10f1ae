CREATE TABLE "tag_page_changes" (
	"xact" bigint NOT NULL,
	"code_key" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tag_page_changes_xact_code_key_pk" PRIMARY KEY("xact","code_key")
);
--> statement-breakpoint
CREATE INDEX "tag_page_changes_by_time" ON "tag_page_changes" USING btree ("at");--> statement-breakpoint
-- Says so to the processes that listen, and keeps it for those that do not.
CREATE OR REPLACE FUNCTION notify_tag_page() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  key text := (coalesce(NEW, OLD)).code_key;
BEGIN
  PERFORM pg_notify('aleef_cards', key);
  INSERT INTO tag_page_changes (xact, code_key) VALUES (pg_current_xact_id()::text::bigint, key) ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE OR REPLACE FUNCTION notify_tag_pages_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pet uuid := CASE TG_TABLE_NAME WHEN 'pets' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'pet_id')::uuid END;
BEGIN
  PERFORM pg_notify('aleef_cards', code_key) FROM tags WHERE pet_id = pet;
  INSERT INTO tag_page_changes (xact, code_key)
    SELECT pg_current_xact_id()::text::bigint, code_key FROM tags WHERE pet_id = pet ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tags_begin_cards AFTER INSERT ON "tags" FOR EACH ROW
  WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION notify_tag_page();
