ALTER TABLE "products" ADD COLUMN "width_mm" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_width_positive" CHECK ("products"."width_mm" > 0);