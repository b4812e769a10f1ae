ALTER TABLE "scan_records" ADD COLUMN "tap_counter" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "uid" text;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "tap_counter" integer;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_uid_unique" UNIQUE("uid");