ALTER TABLE "escalation_steps" ADD COLUMN "is_left_out" boolean DEFAULT false NOT NULL;
--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "not_sent_on_at" timestamp with time zone;
--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD COLUMN "is_emailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pet_caregivers" ADD COLUMN "is_emailed" boolean DEFAULT true NOT NULL;
--> statement-breakpoint
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
--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "tracking_code" text;--> statement-breakpoint
CREATE INDEX "store_orders_by_tracking_code" ON "store_orders" USING btree ("tracking_code") WHERE "store_orders"."tracking_code" is not null;
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "pet_id" uuid;
--> statement-breakpoint
CREATE INDEX "store_orders_open_by_phone" ON "store_orders" USING btree ("phone") WHERE "store_orders"."payment" = 'unpaid' and "store_orders"."status" in ('pending', 'processing', 'shipped');
--> statement-breakpoint
-- Plain names for triggers, columns and a constraint.
ALTER TABLE "report_flags" RENAME COLUMN "told_at" TO "notified_at";--> statement-breakpoint
ALTER TABLE "plan_periods" RENAME COLUMN "told" TO "reminded_days";--> statement-breakpoint
ALTER TABLE "tags" RENAME CONSTRAINT "tags_void_is_nobodys" TO "tags_void_is_unowned";--> statement-breakpoint
ALTER TRIGGER tags_begin_cards ON "tags" RENAME TO tags_notify_page_inserted;--> statement-breakpoint
ALTER TRIGGER tags_change_cards ON "tags" RENAME TO tags_notify_page_updated;--> statement-breakpoint
ALTER TRIGGER tags_end_cards ON "tags" RENAME TO tags_notify_page_deleted;--> statement-breakpoint
ALTER TRIGGER pets_change_cards ON "pets" RENAME TO pets_notify_tag_pages;--> statement-breakpoint
ALTER TRIGGER pet_medical_changes_cards ON "pet_medical" RENAME TO pet_medical_notify_tag_pages;--> statement-breakpoint
ALTER TRIGGER pet_lost_changes_cards ON "pet_lost" RENAME TO pet_lost_notify_tag_pages;--> statement-breakpoint
ALTER TRIGGER merged_reports_without_talks ON "lost_found_posts" RENAME TO merged_reports_without_conversations;--> statement-breakpoint
ALTER TRIGGER store_orders_wait ON "store_orders" RENAME TO store_orders_notify_administrators;--> statement-breakpoint
ALTER TRIGGER store_returns_wait ON "store_returns" RENAME TO store_returns_notify_administrators;--> statement-breakpoint
ALTER TRIGGER subscription_requests_wait ON "subscription_requests" RENAME TO subscription_requests_notify_administrators;--> statement-breakpoint
ALTER TRIGGER lost_found_posts_wait ON "lost_found_posts" RENAME TO lost_found_posts_notify_administrators;--> statement-breakpoint
ALTER TRIGGER conversations_wait ON "conversations" RENAME TO conversations_notify_administrators;--> statement-breakpoint
ALTER TRIGGER products_wait ON "products" RENAME TO products_notify_administrators;
