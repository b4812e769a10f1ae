CREATE TABLE "bulk_run_items" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"refusal" jsonb,
	"before" jsonb,
	CONSTRAINT "bulk_run_items_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"params" jsonb NOT NULL,
	"list_path" text NOT NULL,
	"undoes" uuid,
	"total" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_undone_once" UNIQUE("undoes")
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"list_path" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "saved_filters_name" UNIQUE("admin_id","list_path","name")
);
--> statement-breakpoint
CREATE TABLE "courier_events" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "store_orders" DROP CONSTRAINT "store_orders_payment";--> statement-breakpoint
DROP INDEX "posts_flagged";--> statement-breakpoint
DROP INDEX "tags_by_creation";--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "confirmed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "delivery_window" text;--> statement-breakpoint
ALTER TABLE "store_orders" ADD COLUMN "cancel_reason" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "width_mm" integer;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "hidden_photos" uuid[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD COLUMN "contact_search" text GENERATED ALWAYS AS (ar_norm(coalesce("lost_found_posts"."contact_name", '') || ' ' || coalesce("lost_found_posts"."contact_phone", '') || ' ' || coalesce("lost_found_posts"."contact_email", '') || ' ' || coalesce("lost_found_posts"."guest_email", ''))) STORED;--> statement-breakpoint
ALTER TABLE "report_flags" ADD COLUMN "email" text;--> statement-breakpoint
ALTER TABLE "report_flags" ADD COLUMN "language" text DEFAULT 'en' NOT NULL;--> statement-breakpoint
ALTER TABLE "report_flags" ADD COLUMN "outcome" text;--> statement-breakpoint
ALTER TABLE "report_flags" ADD COLUMN "told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "tags" ADD COLUMN "voided_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "bulk_run_items" ADD CONSTRAINT "bulk_run_items_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_undoes_bulk_runs_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_events" ADD CONSTRAINT "courier_events_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_run_items_once" ON "bulk_run_items" USING btree ("run_id","subject_id");--> statement-breakpoint
CREATE INDEX "bulk_run_items_waiting" ON "bulk_run_items" USING btree ("run_id","position") WHERE "bulk_run_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bulk_runs_of_admin" ON "bulk_runs" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "courier_events_of_order" ON "courier_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_orders_unconfirmed" ON "store_orders" USING btree ("placed_at") WHERE "store_orders"."status" = 'pending' and "store_orders"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "store_orders_by_tracking" ON "store_orders" USING btree ("tracking_number") WHERE "store_orders"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "store_orders_by_total" ON "store_orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "pets_by_microchip" ON "pets" USING btree ("microchip") WHERE "pets"."microchip" is not null;--> statement-breakpoint
CREATE INDEX "posts_by_contact" ON "lost_found_posts" USING gin ("contact_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "lost_found_posts" USING btree ("id") WHERE "lost_found_posts"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_by_status" ON "lost_found_posts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "report_flags_open" ON "report_flags" USING btree ("report_id","created_at") WHERE "report_flags"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "report_flags_by" ON "report_flags" USING btree ("by");--> statement-breakpoint
CREATE INDEX "report_flags_by_email" ON "report_flags" USING btree ("email") WHERE "report_flags"."email" is not null;--> statement-breakpoint
CREATE INDEX "tags_waiting" ON "tags" USING btree ("created_at" DESC NULLS FIRST) WHERE "tags"."claim_hash" = '-';--> statement-breakpoint
CREATE INDEX "posts_flagged" ON "lost_found_posts" USING btree ("id") WHERE "lost_found_posts"."open_flags" > 0;--> statement-breakpoint
CREATE INDEX "tags_by_creation" ON "tags" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_reason" CHECK ("store_orders"."cancel_reason" is null or "store_orders"."status" = 'cancelled');--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_payment" CHECK (("store_orders"."payment" in ('unpaid', 'writtenOff')) = ("store_orders"."collected_cents" = 0) and ("store_orders"."collected_at" is null) = ("store_orders"."collected_cents" = 0));--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_width_positive" CHECK ("products"."width_mm" > 0);--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_void_is_nobodys" CHECK ("tags"."voided_at" is null or ("tags"."status" = 'inactive' and "tags"."owner_id" is null));