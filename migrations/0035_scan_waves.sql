CREATE TABLE "scan_waves" (
	"tag_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"openings" jsonb NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "scan_waves_tag_id_owner_id_pk" PRIMARY KEY("tag_id","owner_id")
);
--> statement-breakpoint
ALTER TABLE "scan_waves" ADD CONSTRAINT "scan_waves_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_waves" ADD CONSTRAINT "scan_waves_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scan_waves_by_owner" ON "scan_waves" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "scan_waves_by_time" ON "scan_waves" USING btree ("began_at");