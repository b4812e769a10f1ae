CREATE TABLE "report_photos" (
	"photo_id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"hashes" "bytea" NOT NULL,
	"copy_of_report_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD COLUMN "hashes" "bytea";--> statement-breakpoint
ALTER TABLE "message_attachments" ADD COLUMN "own_photo_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD COLUMN "copy_of" uuid;--> statement-breakpoint
ALTER TABLE "report_photos" ADD CONSTRAINT "report_photos_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_photos" ADD CONSTRAINT "report_photos_copy_of_report_id_lost_found_posts_id_fk" FOREIGN KEY ("copy_of_report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "report_photos_of_report" ON "report_photos" USING btree ("report_id");--> statement-breakpoint
CREATE INDEX "report_photos_copies" ON "report_photos" USING btree ("copy_of_report_id") WHERE "report_photos"."copy_of_report_id" is not null;