ALTER TABLE "conversations" ADD COLUMN "finder_whatsapp" text;--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD COLUMN "replies_to" text;--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD COLUMN "handled_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversations_by_whatsapp" ON "conversations" USING btree ("finder_whatsapp") WHERE finder_whatsapp is not null;