-- Names that say what they hold. Only names change, and stored values that are names.
ALTER TABLE "late_submissions" RENAME TO "submission_keys";--> statement-breakpoint
ALTER TABLE "submission_keys" RENAME CONSTRAINT "late_submissions_pkey" TO "submission_keys_pkey";--> statement-breakpoint
ALTER TABLE "submission_keys" RENAME CONSTRAINT "late_submissions_conversation_id_conversations_id_fk" TO "submission_keys_conversation_id_conversations_id_fk";--> statement-breakpoint
ALTER TABLE "reach_checks" RENAME TO "reachability_checks";--> statement-breakpoint
ALTER TABLE "reachability_checks" RENAME CONSTRAINT "reach_checks_pkey" TO "reachability_checks_pkey";--> statement-breakpoint
ALTER TABLE "reachability_checks" RENAME CONSTRAINT "reach_checks_user_id_users_id_fk" TO "reachability_checks_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "conversations" RENAME COLUMN "not_sent_on_at" TO "not_relayed_at";--> statement-breakpoint
ALTER TABLE "email_budgets" RENAME COLUMN "openings" TO "scans";--> statement-breakpoint
ALTER TABLE "email_budgets" RENAME COLUMN "words" TO "messages";--> statement-breakpoint
ALTER TABLE "escalation_steps" RENAME COLUMN "took_at" TO "accepted_at";--> statement-breakpoint
ALTER TABLE "live_location_points" RENAME COLUMN "mark" TO "device_time";--> statement-breakpoint
ALTER TABLE "live_location_points" RENAME CONSTRAINT "live_location_points_scan_id_mark_pk" TO "live_location_points_scan_id_device_time_pk";--> statement-breakpoint
ALTER TABLE "lost_found_posts" RENAME COLUMN "roaming" TO "habit";--> statement-breakpoint
ALTER TABLE "pets" RENAME COLUMN "roaming" TO "habit";--> statement-breakpoint
ALTER TABLE "report_matches" RENAME COLUMN "decided" TO "is_certain";--> statement-breakpoint
ALTER TABLE "report_matches" RENAME COLUMN "notified_decided" TO "notified_certain";--> statement-breakpoint
ALTER TABLE "scan_records" RENAME COLUMN "channel" TO "medium";--> statement-breakpoint
ALTER TABLE "tags" RENAME COLUMN "label_form" TO "label_search";--> statement-breakpoint
ALTER TABLE "two_factor" RENAME COLUMN "sealed_key" TO "encrypted_key";--> statement-breakpoint
ALTER TABLE "undelivered_messages" RENAME COLUMN "words" TO "text";--> statement-breakpoint
ALTER INDEX "bulk_runs_at_work" RENAME TO "bulk_runs_unfinished";--> statement-breakpoint
ALTER INDEX "pet_caregivers_by_carer" RENAME TO "pet_caregivers_by_caregiver";--> statement-breakpoint
ALTER INDEX "phone_codes_newest_of_asker" RENAME TO "phone_codes_one_per_requester";--> statement-breakpoint
ALTER INDEX "posts_flagged" RENAME TO "posts_with_complaints";--> statement-breakpoint
ALTER INDEX "reminders_to_tell" RENAME TO "reminders_to_notify";--> statement-breakpoint
ALTER INDEX "subscription_requests_by_look" RENAME TO "subscription_requests_by_proof_parts";--> statement-breakpoint
ALTER INDEX "tags_by_code_signs" RENAME TO "tags_by_code_part";--> statement-breakpoint
ALTER TABLE "cart_lines" RENAME CONSTRAINT "cart_lines_some" TO "cart_lines_quantity";--> statement-breakpoint
ALTER TABLE "report_complaints" RENAME CONSTRAINT "report_flag_of_one" TO "report_complaints_once";--> statement-breakpoint
ALTER TABLE "stock_alerts" RENAME CONSTRAINT "stock_alerts_one_reader" TO "stock_alerts_one_recipient";--> statement-breakpoint
ALTER TABLE "stock_movements" RENAME CONSTRAINT "stock_movements_move" TO "stock_movements_not_zero";--> statement-breakpoint
ALTER TABLE "store_order_lines" RENAME CONSTRAINT "store_order_lines_some" TO "store_order_lines_quantity";--> statement-breakpoint
ALTER TABLE "store_returns" RENAME CONSTRAINT "store_returns_some" TO "store_returns_quantity";--> statement-breakpoint
ALTER FUNCTION audit_log_only_grows() RENAME TO audit_log_append_only;--> statement-breakpoint
ALTER TRIGGER audit_log_only_grows ON "audit_log" RENAME TO audit_log_append_only;--> statement-breakpoint
ALTER TRIGGER audit_log_is_never_emptied ON "audit_log" RENAME TO audit_log_no_truncate;--> statement-breakpoint
ALTER FUNCTION audit_log_forgets() RENAME TO audit_log_erase_person;--> statement-breakpoint
ALTER TRIGGER audit_log_forgets ON "users" RENAME TO audit_log_erase_person;--> statement-breakpoint
ALTER FUNCTION users_phone_left() RENAME TO users_phone_removed;--> statement-breakpoint
ALTER TRIGGER users_phone_left ON "users" RENAME TO users_phone_removed;--> statement-breakpoint
ALTER TRIGGER report_conversations_of_kept ON "report_conversations" RENAME TO report_conversations_not_merged;--> statement-breakpoint
CREATE OR REPLACE FUNCTION report_conversation_is_readable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  merged_into uuid;
BEGIN
  SELECT merged_into_id INTO merged_into FROM lost_found_posts WHERE id = NEW.report_id FOR SHARE;
  IF merged_into IS NOT NULL THEN
    RAISE EXCEPTION 'a conversation about a merged report' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_conversations_not_merged';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE OR REPLACE FUNCTION merged_report_has_no_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.merged_into_id IS NOT NULL AND EXISTS (SELECT 1 FROM report_conversations WHERE report_id = NEW.id) THEN
    RAISE EXCEPTION 'a merged report keeps a conversation' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_conversations_not_merged';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
UPDATE "scan_records" SET "location_source" = 'text' WHERE "location_source" = 'words';--> statement-breakpoint
UPDATE "phone_messages" SET "template" = 'test', "subject" = replace("subject", 'drill:', 'test:') WHERE "template" = 'drill';--> statement-breakpoint
UPDATE "phone_messages" SET "subject" = replace("subject", 'notSentOn:', 'notRelayed:') WHERE "subject" LIKE 'notSentOn:%';--> statement-breakpoint
-- Corrections of a pet name the corrected field; the log refuses every other change of its entries.
ALTER TABLE "audit_log" DISABLE TRIGGER audit_log_append_only;--> statement-breakpoint
UPDATE "audit_log" SET
  "before" = CASE WHEN "before" ? 'roaming' THEN "before" - 'roaming' || jsonb_build_object('habit', "before"->'roaming') ELSE "before" END,
  "after" = CASE WHEN "after" ? 'roaming' THEN "after" - 'roaming' || jsonb_build_object('habit', "after"->'roaming') ELSE "after" END
  WHERE "subject_kind" = 'pet' AND ("before" ? 'roaming' OR "after" ? 'roaming');--> statement-breakpoint
ALTER TABLE "audit_log" ENABLE TRIGGER audit_log_append_only;
