ALTER TABLE "store_orders" ADD COLUMN "tax_basis_points" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "tax_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_tax" CHECK ("store_orders"."tax_cents" between 0 and "store_orders"."total_cents");