CREATE TABLE "report_bans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email" text,
	"email_code" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"lifted_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "plan_done" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_bans" ADD CONSTRAINT "report_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "report_ban_of_address" ON "report_bans" USING btree ("email_code") WHERE "report_bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "report_bans_of_user" ON "report_bans" USING btree ("user_id") WHERE "report_bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "report_bans_newest" ON "report_bans" USING btree ("id" DESC NULLS FIRST) WHERE "report_bans"."lifted_at" is null;