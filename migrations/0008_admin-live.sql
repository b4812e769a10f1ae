ALTER TABLE "conversations" ADD COLUMN "reviewed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "conversations_to_review" ON "conversations" USING btree ("state_at") WHERE state = 'reported' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX "posts_by_creation" ON "lost_found_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pets_by_creation" ON "pets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "tags_by_claim" ON "tags" USING btree ("claimed_at") WHERE "tags"."claimed_at" is not null;--> statement-breakpoint
CREATE FUNCTION notify_administrators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('aleef_live', '{"admins":true}');
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER store_orders_wait AFTER INSERT OR UPDATE OF status, payment, confirmed_at ON "store_orders" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();--> statement-breakpoint
CREATE TRIGGER store_returns_wait AFTER INSERT OR UPDATE OF status ON "store_returns" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();--> statement-breakpoint
CREATE TRIGGER subscription_requests_wait AFTER INSERT OR UPDATE OF status ON "subscription_requests" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();--> statement-breakpoint
CREATE TRIGGER lost_found_posts_wait AFTER INSERT OR UPDATE OF status, open_flags, hidden_at ON "lost_found_posts" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();--> statement-breakpoint
CREATE TRIGGER conversations_wait AFTER UPDATE OF state, reviewed_at ON "conversations" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();--> statement-breakpoint
CREATE TRIGGER products_wait AFTER UPDATE OF stock, low_stock_at, archived_at ON "products" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
