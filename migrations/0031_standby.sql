CREATE TABLE "late_arrivals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"conversation_id" uuid
);
--> statement-breakpoint
ALTER TABLE "late_arrivals" ADD CONSTRAINT "late_arrivals_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "late_arrivals_by_time" ON "late_arrivals" USING btree ("at");--> statement-breakpoint
CREATE FUNCTION tell_card_of_tag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('aleef_cards', OLD.code_key);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION tell_cards_of_pet() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  pet uuid := CASE TG_TABLE_NAME WHEN 'pets' THEN (to_jsonb(NEW) ->> 'id')::uuid ELSE (to_jsonb(coalesce(NEW, OLD)) ->> 'pet_id')::uuid END;
BEGIN
  PERFORM pg_notify('aleef_cards', code_key) FROM tags WHERE pet_id = pet;
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER tags_change_cards AFTER UPDATE OF status, owner_id, pet_id, mark, replaced_at ON "tags" FOR EACH ROW
  WHEN (OLD.owner_id IS NOT NULL OR NEW.owner_id IS NOT NULL) EXECUTE FUNCTION tell_card_of_tag();--> statement-breakpoint
CREATE TRIGGER tags_end_cards AFTER DELETE ON "tags" FOR EACH ROW
  WHEN (OLD.owner_id IS NOT NULL) EXECUTE FUNCTION tell_card_of_tag();--> statement-breakpoint
CREATE TRIGGER pets_change_cards AFTER UPDATE ON "pets" FOR EACH ROW EXECUTE FUNCTION tell_cards_of_pet();--> statement-breakpoint
CREATE TRIGGER pet_medical_changes_cards AFTER INSERT OR UPDATE OR DELETE ON "pet_medical" FOR EACH ROW EXECUTE FUNCTION tell_cards_of_pet();--> statement-breakpoint
CREATE TRIGGER pet_lost_changes_cards AFTER INSERT OR UPDATE OR DELETE ON "pet_lost" FOR EACH ROW EXECUTE FUNCTION tell_cards_of_pet();
