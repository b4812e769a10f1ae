DROP INDEX "tags_by_batch";--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD COLUMN "proof_parts" text[] GENERATED ALWAYS AS (case when "subscription_requests"."proof_look" is not null then array[
            '0:' || substring("subscription_requests"."proof_look" from 1 for 32)::text,
            '1:' || substring("subscription_requests"."proof_look" from 33 for 32)::text,
            '2:' || substring("subscription_requests"."proof_look" from 65 for 32)::text,
            '3:' || substring("subscription_requests"."proof_look" from 97 for 32)::text,
            '4:' || substring("subscription_requests"."proof_look" from 129 for 32)::text,
            '5:' || substring("subscription_requests"."proof_look" from 161 for 32)::text,
            '6:' || substring("subscription_requests"."proof_look" from 193 for 32)::text,
            '7:' || substring("subscription_requests"."proof_look" from 225 for 32)::text] end) STORED;--> statement-breakpoint
CREATE INDEX "users_by_creation" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "alerts_by_time" ON "alerts" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "store_orders_unpaid" ON "store_orders" USING btree ("id") WHERE "store_orders"."status" = 'delivered' and "store_orders"."payment" = 'unpaid';--> statement-breakpoint
CREATE INDEX "subscription_requests_by_look" ON "subscription_requests" USING gin ("proof_parts");--> statement-breakpoint
CREATE INDEX "scan_records_by_time" ON "scan_records" USING btree ("at","evidence","owner_id");--> statement-breakpoint
CREATE INDEX "tags_by_batch" ON "tags" USING btree ("batch","id" DESC NULLS FIRST,"owner_id","uid");