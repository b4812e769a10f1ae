ALTER TABLE "alert_preferences" ALTER COLUMN "choices" SET DEFAULT '{}'::jsonb;--> statement-breakpoint
ALTER TABLE "alert_preferences" ADD COLUMN "quiet_hours" jsonb;