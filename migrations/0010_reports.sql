CREATE TABLE "pet_lost" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"reward" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "lost_found_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"reporter_id" uuid,
	"guest_email" text,
	"pet_id" uuid,
	"pet_name" text,
	"type" text NOT NULL,
	"other_type" text,
	"breed" text,
	"colors" text[] NOT NULL,
	"size" text,
	"gender" text DEFAULT 'unknown' NOT NULL,
	"age" text,
	"marks" text,
	"hidden_mark" text,
	"microchip" text,
	"seen_at" timestamp with time zone NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"place" text,
	"area" text NOT NULL,
	"cell_lat" smallint,
	"cell_lon" smallint,
	"description" text,
	"additional_info" text,
	"reward" text,
	"show_reward" boolean DEFAULT false NOT NULL,
	"contact_name" text,
	"contact_phone" text,
	"contact_email" text,
	"photos" uuid[] NOT NULL,
	"language" text NOT NULL,
	"resolution" text,
	"thanks" text,
	"fingerprint" text NOT NULL,
	"words" text NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("lost_found_posts"."words")) STORED NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"open_flags" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "report_flags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"created_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	CONSTRAINT "report_flag_of_one" UNIQUE("report_id","by")
);
--> statement-breakpoint
CREATE TABLE "report_talks" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"writer_id" uuid,
	"writer_email" text,
	"claimed_mark" text,
	"granted_at" timestamp with time zone,
	CONSTRAINT "report_talk_of_writer" UNIQUE("report_id","writer_id")
);
--> statement-breakpoint
ALTER TABLE "conversations" ALTER COLUMN "owner_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pet_lost" ADD CONSTRAINT "pet_lost_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_flags" ADD CONSTRAINT "report_flags_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_talks" ADD CONSTRAINT "report_talks_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_talks" ADD CONSTRAINT "report_talks_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_talks" ADD CONSTRAINT "report_talks_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_newest" ON "lost_found_posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_of_kind" ON "lost_found_posts" USING btree ("kind","type","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_seen" ON "lost_found_posts" USING btree ("seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_by_cell" ON "lost_found_posts" USING btree ("cell_lat","cell_lon") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_ending" ON "lost_found_posts" USING btree ("expires_at") WHERE "lost_found_posts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "posts_resolved" ON "lost_found_posts" USING btree ("resolved_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'resolved' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_by_words" ON "lost_found_posts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_by_reporter" ON "lost_found_posts" USING btree ("reporter_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_by_pet" ON "lost_found_posts" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "posts_by_fingerprint" ON "lost_found_posts" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "posts_flagged" ON "lost_found_posts" USING btree ("open_flags" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "report_talks_by_writer" ON "report_talks" USING btree ("writer_id");