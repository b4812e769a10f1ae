CREATE TABLE "live_points" (
	"scan_id" uuid NOT NULL,
	"mark" bigint NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"accuracy" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_points_scan_id_mark_pk" PRIMARY KEY("scan_id","mark")
);
--> statement-breakpoint
CREATE TABLE "live_shares" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "live_points" ADD CONSTRAINT "live_points_scan_id_live_shares_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."live_shares"("scan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_shares" ADD CONSTRAINT "live_shares_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_shares" ADD CONSTRAINT "live_shares_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "live_shares_by_end" ON "live_shares" USING btree (least("ends_at", "stopped_at"));--> statement-breakpoint
CREATE INDEX "live_shares_by_pet" ON "live_shares" USING btree ("pet_id");