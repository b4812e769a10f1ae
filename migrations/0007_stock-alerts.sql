CREATE TABLE "stock_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"language" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_alerts_once_per_user" UNIQUE("user_id","product_id"),
	CONSTRAINT "stock_alerts_once_per_email" UNIQUE("email","product_id"),
	CONSTRAINT "stock_alerts_one_reader" CHECK (num_nonnulls("stock_alerts"."user_id", "stock_alerts"."email") = 1)
);
--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "stock_alerts_of_product" ON "stock_alerts" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "stock_alerts_unconfirmed" ON "stock_alerts" USING btree ("created_at") WHERE "stock_alerts"."confirmed_at" is null;