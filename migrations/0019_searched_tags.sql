ALTER TABLE "tags" ADD COLUMN "search" text GENERATED ALWAYS AS (ar_norm("tags"."code" || ' ' || coalesce("tags"."batch", ''))) STORED;--> statement-breakpoint
CREATE INDEX "tags_by_words" ON "tags" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tags_by_code_signs" ON "tags" USING gin ("code_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tags_by_batch" ON "tags" USING btree ("batch","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tags_inactive" ON "tags" USING btree ("id") WHERE "tags"."status" = 'inactive';