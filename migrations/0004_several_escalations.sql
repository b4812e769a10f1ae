DROP INDEX "escalations_one_of_pet";--> statement-breakpoint
CREATE INDEX "escalations_running_of_pet" ON "escalations" USING btree ("pet_id") WHERE stopped_at is null and next_at is not null;