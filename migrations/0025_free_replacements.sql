ALTER TABLE "store_order_lines" DROP CONSTRAINT "store_order_lines_price";--> statement-breakpoint
ALTER TABLE "store_orders" DROP CONSTRAINT "store_orders_amounts";--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD COLUMN "replaces_tag_id" uuid;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD COLUMN "is_replacement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "is_replacement" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_replaces_tag_id_tags_id_fk" FOREIGN KEY ("replaces_tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_order_lines_of_replaced" ON "store_order_lines" USING btree ("replaces_tag_id") WHERE "store_order_lines"."replaces_tag_id" is not null;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_price" CHECK (case when "store_order_lines"."is_replacement" then "store_order_lines"."price_cents" = 0 and "store_order_lines"."quantity" = 1 else "store_order_lines"."price_cents" > 0 end);--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_amounts" CHECK (case when "store_orders"."is_replacement" then "store_orders"."subtotal_cents" = 0 and "store_orders"."total_cents" = 0 else "store_orders"."subtotal_cents" > 0 end and "store_orders"."shipping_cents" >= 0);