ALTER TABLE "alerts" ADD COLUMN "pet_owner_id" uuid;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_pet_owner_id_users_id_fk" FOREIGN KEY ("pet_owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alerts_by_pet_owner" ON "alerts" USING btree ("pet_owner_id") WHERE "alerts"."pet_owner_id" is not null;