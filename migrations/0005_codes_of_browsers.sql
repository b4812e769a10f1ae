DROP INDEX "phone_codes_newest";--> statement-breakpoint
ALTER TABLE "phone_codes" ADD COLUMN "browser_hash" text;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_newest_of_asker" ON "phone_codes" USING btree ("number","purpose",coalesce("user_id"::text, "browser_hash", ''));