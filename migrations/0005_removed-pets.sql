DROP INDEX "pets_by_owner";--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "search_text" text GENERATED ALWAYS AS (ar_norm("pets"."name" || ' ' || coalesce("pets"."breed", '') || ' ' || coalesce("pets"."color", '') || ' ' || coalesce("pets"."other_type", '') || ' ' || case "pets"."type" when 'dog' then 'dog كلب' when 'cat' then 'cat قطة' when 'bird' then 'bird طائر' else '' end)) STORED NOT NULL;--> statement-breakpoint
CREATE INDEX "pets_removed" ON "pets" USING btree ("removed_at") WHERE "pets"."removed_at" is not null;--> statement-breakpoint
CREATE INDEX "pets_by_owner" ON "pets" USING btree ("owner_id","created_at","id");