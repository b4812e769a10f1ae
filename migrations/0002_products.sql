CREATE FUNCTION ar_norm(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT translate(
		regexp_replace(lower(normalize(t, NFKC)), U&'[\0610-\061A\064B-\065F\0670\06D6-\06ED\0640\200B-\200F\202A-\202E\2066-\2069]', '', 'g'),
		'أإآٱىئیيؤةهکگ٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييييوههكك01234567890123456789')
$$;--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"photo_id" uuid NOT NULL,
	"alt_en" text DEFAULT '' NOT NULL,
	"alt_ar" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"author_id" uuid,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "product_reviews_once" UNIQUE("order_line_id"),
	CONSTRAINT "product_reviews_stars" CHECK ("product_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"description_en" text NOT NULL,
	"description_ar" text NOT NULL,
	"category" text NOT NULL,
	"store" text DEFAULT 'Aleef' NOT NULL,
	"price_cents" integer NOT NULL,
	"sale_price_cents" integer,
	"pay_cents" integer GENERATED ALWAYS AS (coalesce("products"."sale_price_cents", "products"."price_cents")) STORED,
	"stock" integer DEFAULT 0 NOT NULL,
	"low_stock_at" integer DEFAULT 5 NOT NULL,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"is_bestseller" boolean DEFAULT false NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" integer GENERATED ALWAYS AS (("products"."rating_sum" * 100) / greatest("products"."rating_count", 1)) STORED,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"name_search" text GENERATED ALWAYS AS (ar_norm("products"."name_en" || ' ' || "products"."name_ar" || ' ' || "products"."sku")) STORED,
	"search" text GENERATED ALWAYS AS (ar_norm("products"."name_en" || ' ' || "products"."name_ar" || ' ' || "products"."sku" || ' ' || "products"."store" || ' ' || "products"."description_en" || ' ' || "products"."description_ar")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_cents" > 0),
	CONSTRAINT "products_sale_below_price" CHECK ("products"."sale_price_cents" > 0 and "products"."sale_price_cents" < "products"."price_cents")
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" uuid,
	"note" text,
	"by_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_once" UNIQUE("reference","reason","product_id"),
	CONSTRAINT "stock_movements_move" CHECK ("stock_movements"."change" <> 0)
);
--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "product_pictures_in_order" ON "product_pictures" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_reviews_of_product" ON "product_reviews" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "products_by_words" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING gin ("name_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("is_featured","is_bestseller","id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("pay_cents","id");--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree ("rating","rating_count","id");--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id","id");