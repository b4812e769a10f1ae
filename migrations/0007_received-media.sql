ALTER TABLE "phone_inbound" ADD COLUMN "media_kind" text;--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD COLUMN "media_id" text;