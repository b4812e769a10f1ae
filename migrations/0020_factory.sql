CREATE TABLE "tag_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"chip" text DEFAULT 'ntag213' NOT NULL,
	"key_version" integer,
	"has_claim_codes" boolean DEFAULT false NOT NULL,
	"claim_codes_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tag_batches_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "tag_canaries" (
	"code_key" text PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "claim_hash" text;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "marked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tag_canaries" ADD CONSTRAINT "tag_canaries_batch_tag_batches_name_fk" FOREIGN KEY ("batch") REFERENCES "public"."tag_batches"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
INSERT INTO "tag_batches" ("id", "name", "created_at") SELECT gen_random_uuid(), "batch", min("created_at") FROM "tags" WHERE "batch" IS NOT NULL GROUP BY "batch";--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_batch_tag_batches_name_fk" FOREIGN KEY ("batch") REFERENCES "public"."tag_batches"("name") ON DELETE set null ON UPDATE cascade;