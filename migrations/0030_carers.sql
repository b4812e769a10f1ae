CREATE TABLE "pet_carers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"carer_id" uuid,
	"level" text NOT NULL,
	"until_day" date,
	"invited_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "pet_carers" ADD CONSTRAINT "pet_carers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_carers" ADD CONSTRAINT "pet_carers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_carers" ADD CONSTRAINT "pet_carers_carer_id_users_id_fk" FOREIGN KEY ("carer_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pet_carers_one_open" ON "pet_carers" USING btree ("pet_id","email") WHERE "pet_carers"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "pet_carers_by_pet" ON "pet_carers" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "pet_carers_by_carer" ON "pet_carers" USING btree ("carer_id","pet_id");--> statement-breakpoint
CREATE INDEX "pet_carers_by_owner" ON "pet_carers" USING btree ("owner_id","changed_at");--> statement-breakpoint
CREATE INDEX "pet_carers_by_email" ON "pet_carers" USING btree ("email");