CREATE TABLE "report_matches" (
	"lost_id" uuid NOT NULL,
	"found_id" uuid NOT NULL,
	"score" smallint NOT NULL,
	"decided" boolean NOT NULL,
	"reasons" jsonb NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"dismissed_by_lost_at" timestamp with time zone,
	"dismissed_by_found_at" timestamp with time zone,
	"told_at" timestamp with time zone,
	"told_decided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "report_matches_lost_id_found_id_pk" PRIMARY KEY("lost_id","found_id")
);
--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "match_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "merged_into_id" uuid;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "merged_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "merged_by_id" uuid;--> statement-breakpoint
ALTER TABLE "report_matches" ADD CONSTRAINT "report_matches_lost_id_lost_found_posts_id_fk" FOREIGN KEY ("lost_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_matches" ADD CONSTRAINT "report_matches_found_id_lost_found_posts_id_fk" FOREIGN KEY ("found_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_matches_of_found" ON "report_matches" USING btree ("found_id");--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_merged_into_id_lost_found_posts_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_merged_by_id_users_id_fk" FOREIGN KEY ("merged_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "posts_to_match" ON "lost_found_posts" USING btree ("type","kind","cell_lat","cell_lon","seen_at") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_to_match_by_day" ON "lost_found_posts" USING btree ("type","kind","seen_at") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_without_cell" ON "lost_found_posts" USING btree ("type","kind","seen_at") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null and "lost_found_posts"."cell_lat" is null;--> statement-breakpoint
CREATE INDEX "posts_by_microchip" ON "lost_found_posts" USING btree ("microchip") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null and "lost_found_posts"."microchip" is not null;--> statement-breakpoint
CREATE INDEX "posts_merged" ON "lost_found_posts" USING btree ("merged_into_id") WHERE "lost_found_posts"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_by_guest" ON "lost_found_posts" USING btree ("guest_email") WHERE "lost_found_posts"."guest_email" is not null;