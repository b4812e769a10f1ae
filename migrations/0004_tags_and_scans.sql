DROP INDEX "scan_records_by_owner";--> statement-breakpoint
DROP INDEX "scan_records_by_pet";--> statement-breakpoint
DROP INDEX "tags_by_owner";--> statement-breakpoint
DROP INDEX "tags_by_creation";--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "label_form" text;--> statement-breakpoint
CREATE INDEX "scan_records_by_tag" ON "scan_records" USING btree ("tag_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_with_place" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST) WHERE latitude is not null;--> statement-breakpoint
CREATE INDEX "scan_records_by_owner" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_by_pet" ON "scan_records" USING btree ("pet_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tags_by_owner" ON "tags" USING btree ("owner_id","claimed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tags_by_creation" ON "tags" USING btree ("created_at" DESC NULLS FIRST);