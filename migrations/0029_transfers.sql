CREATE TABLE "pet_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_email" text NOT NULL,
	"to_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pet_transfers_one_open" ON "pet_transfers" USING btree ("pet_id") WHERE "pet_transfers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "pet_transfers_from" ON "pet_transfers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "pet_transfers_to" ON "pet_transfers" USING btree ("to_email");