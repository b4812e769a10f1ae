CREATE TABLE "pet_health_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"note" text,
	"weight_kg" numeric(6, 3),
	"photo_id" uuid,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pet_share_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"browser" text,
	"os" text,
	"network" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pet_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"parts" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pet_health_events" ADD CONSTRAINT "pet_health_events_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_share_visits" ADD CONSTRAINT "pet_share_visits_share_id_pet_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."pet_shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_shares" ADD CONSTRAINT "pet_shares_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pet_health_in_order" ON "pet_health_events" USING btree ("pet_id","day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pet_share_visits_by_share" ON "pet_share_visits" USING btree ("share_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pet_shares_by_pet" ON "pet_shares" USING btree ("pet_id","id" DESC NULLS LAST);