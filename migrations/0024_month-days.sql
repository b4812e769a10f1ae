ALTER TABLE "plan_periods" ADD COLUMN "month_day" integer;--> statement-breakpoint
UPDATE "plan_periods" SET "month_day" = greatest(extract(day from "starts_at"), extract(day from "ends_at"))::integer;--> statement-breakpoint
ALTER TABLE "plan_periods" ALTER COLUMN "month_day" SET NOT NULL;
