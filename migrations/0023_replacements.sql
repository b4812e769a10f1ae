ALTER TABLE "tags" ADD COLUMN "replace_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "replace_reason" text;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "replaced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "replaces_id" uuid;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_replaces_id_tags_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_one_successor" UNIQUE("replaces_id");