ALTER TABLE "store_orders" drop column "search";--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "search" text GENERATED ALWAYS AS (ar_norm("store_orders"."number" || ' ' || coalesce("store_orders"."full_name", '') || ' ' || coalesce("store_orders"."phone", '') || ' ' || coalesce("store_orders"."email", '') || ' ' || coalesce("store_orders"."tracking_number", '') || ' ' || coalesce("store_orders"."city", ''))) STORED;--> statement-breakpoint
CREATE INDEX "store_orders_by_words" ON "store_orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
ALTER TABLE "report_bans" ADD COLUMN "search" text GENERATED ALWAYS AS (ar_norm(coalesce("report_bans"."email", '') || ' ' || "report_bans"."reason")) STORED;--> statement-breakpoint
CREATE INDEX "bulk_runs_at_work" ON "bulk_runs" USING btree ("admin_id","started_at") WHERE "bulk_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "products_by_name_en" ON "products" USING btree ("name_en","id");--> statement-breakpoint
CREATE INDEX "products_by_name_ar" ON "products" USING btree ("name_ar","id");--> statement-breakpoint
CREATE INDEX "report_bans_by_words" ON "report_bans" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_by_name" ON "lost_found_posts" USING btree (coalesce("pet_name", "area"),"id");--> statement-breakpoint
CREATE INDEX "posts_by_area" ON "lost_found_posts" USING btree ("area","id");--> statement-breakpoint
CREATE INDEX "store_orders_by_name" ON "store_orders" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "store_orders_by_city" ON "store_orders" USING btree ("city","id");--> statement-breakpoint
CREATE INDEX "pets_by_name" ON "pets" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_price" ON "subscription_requests" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_name" ON "subscription_requests" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name","id");