ALTER TABLE "care_reminders" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "pet_health_events" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "pet_shares" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "report_posters" ADD COLUMN "idempotency_key" uuid;--> statement-breakpoint
ALTER TABLE "care_reminders" ADD CONSTRAINT "care_reminders_once" UNIQUE("owner_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "pet_health_events" ADD CONSTRAINT "pet_health_once" UNIQUE("pet_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "pets" ADD CONSTRAINT "pets_once" UNIQUE("owner_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "pet_shares" ADD CONSTRAINT "pet_shares_once" UNIQUE("pet_id","idempotency_key");--> statement-breakpoint
ALTER TABLE "report_posters" ADD CONSTRAINT "report_posters_once" UNIQUE("report_id","idempotency_key");