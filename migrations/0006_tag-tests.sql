CREATE TABLE "tag_tests" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"tag_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"scan_id" uuid
);
--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "tag_tests_by_tag" ON "tag_tests" USING btree ("tag_id");