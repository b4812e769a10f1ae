DROP INDEX "scan_records_by_owner";--> statement-breakpoint
DROP INDEX "scan_records_by_pet";--> statement-breakpoint
CREATE INDEX "scan_records_by_owner" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"evidence");--> statement-breakpoint
CREATE INDEX "scan_records_by_pet" ON "scan_records" USING btree ("pet_id","owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);