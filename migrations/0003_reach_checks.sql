CREATE TABLE "reach_checks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reach_checks" ADD CONSTRAINT "reach_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;