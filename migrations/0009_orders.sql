CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"attributes" jsonb NOT NULL,
	"attributes_key" text NOT NULL,
	"quantity" integer NOT NULL,
	"seen_cents" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_one_choice" UNIQUE("user_id","product_id","attributes_key"),
	CONSTRAINT "cart_lines_some" CHECK ("cart_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "cart_merges" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_merges_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "store_order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_user_id" uuid,
	"note" text,
	"cents" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"photo_id" uuid,
	"attributes" jsonb NOT NULL,
	"price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"pet_id" uuid,
	"tag_codes" text[] DEFAULT '{}' NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("store_order_lines"."name_en" || ' ' || "store_order_lines"."name_ar" || ' ' || "store_order_lines"."sku")) STORED,
	CONSTRAINT "store_order_lines_price" CHECK ("store_order_lines"."price_cents" > 0),
	CONSTRAINT "store_order_lines_some" CHECK ("store_order_lines"."quantity" between 1 and 99),
	CONSTRAINT "store_order_lines_returned" CHECK ("store_order_lines"."returned" between 0 and "store_order_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "store_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"idempotency_key" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment" text DEFAULT 'unpaid' NOT NULL,
	"payment_method" text DEFAULT 'cashOnDelivery' NOT NULL,
	"language" text NOT NULL,
	"email" text,
	"full_name" text,
	"phone" text,
	"country" text NOT NULL,
	"state" text,
	"city" text,
	"address" text,
	"landmark" text,
	"zip_code" text,
	"shipping" text NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"collected_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"tracking_number" text,
	"arrives_from" date NOT NULL,
	"arrives_to" date NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"collected_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("store_orders"."number" || ' ' || coalesce("store_orders"."full_name", '') || ' ' || coalesce("store_orders"."phone", '') || ' ' || coalesce("store_orders"."email", '') || ' ' || coalesce("store_orders"."tracking_number", ''))) STORED,
	CONSTRAINT "store_orders_number_unique" UNIQUE("number"),
	CONSTRAINT "store_orders_once" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "store_orders_total" CHECK ("store_orders"."total_cents" = "store_orders"."subtotal_cents" + "store_orders"."shipping_cents"),
	CONSTRAINT "store_orders_amounts" CHECK ("store_orders"."subtotal_cents" > 0 and "store_orders"."shipping_cents" >= 0),
	CONSTRAINT "store_orders_cash" CHECK ("store_orders"."collected_cents" in (0, "store_orders"."total_cents")),
	CONSTRAINT "store_orders_refund" CHECK ("store_orders"."refunded_cents" between 0 and "store_orders"."collected_cents"),
	CONSTRAINT "store_orders_payment" CHECK (("store_orders"."payment" = 'unpaid') = ("store_orders"."collected_cents" = 0) and ("store_orders"."collected_at" is null) = ("store_orders"."collected_cents" = 0))
);
--> statement-breakpoint
CREATE TABLE "store_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"photo_id" uuid,
	"status" text DEFAULT 'requested' NOT NULL,
	"condition" text,
	"answer" text,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "store_returns_some" CHECK ("store_returns"."quantity" > 0),
	CONSTRAINT "store_returns_condition" CHECK (("store_returns"."condition" is null) = ("store_returns"."status" in ('requested', 'approved', 'declined')))
);
--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_merges" ADD CONSTRAINT "cart_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_events" ADD CONSTRAINT "store_order_events_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_events" ADD CONSTRAINT "store_order_events_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_returns" ADD CONSTRAINT "store_returns_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_returns" ADD CONSTRAINT "store_returns_line_id_store_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."store_order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "store_order_events_of_order" ON "store_order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "store_order_lines_of_order" ON "store_order_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_order_lines_of_product" ON "store_order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "store_order_lines_by_words" ON "store_order_lines" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "store_orders_of_user" ON "store_orders" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_orders_by_status" ON "store_orders" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_orders_by_collection" ON "store_orders" USING btree ("collected_at");--> statement-breakpoint
CREATE INDEX "store_orders_by_placing" ON "store_orders" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "store_orders_by_words" ON "store_orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "store_returns_of_order" ON "store_returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_returns_by_status" ON "store_returns" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "store_returns_open_once" ON "store_returns" USING btree ("line_id") WHERE "store_returns"."status" in ('requested', 'approved');