CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"request_id" uuid,
	"told" integer,
	CONSTRAINT "plan_periods_order" CHECK ("plan_periods"."starts_at" < "plan_periods"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"prices" jsonb NOT NULL,
	"pay_to" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_settings_one" CHECK ("plan_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "subscription_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "subscription_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid,
	"full_name" text,
	"email" text,
	"current_plan" text NOT NULL,
	"plan" text NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"payment_method" text NOT NULL,
	"reference" text,
	"reference_key" text,
	"notes" text,
	"proof_id" uuid,
	"proof_sha256" text,
	"proof_look" bit(256),
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"review_note" text,
	"reviewer_id" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (ar_norm('ALP-' || lpad("subscription_requests"."number"::text, 6, '0') || ' ' || coalesce("subscription_requests"."full_name", '') || ' ' || coalesce("subscription_requests"."email", '') || ' ' || coalesce("subscription_requests"."reference", '') || ' ' || coalesce("subscription_requests"."reference_key", ''))) STORED,
	CONSTRAINT "subscription_requests_number_unique" UNIQUE("number"),
	CONSTRAINT "subscription_requests_price" CHECK ("subscription_requests"."price_cents" > 0 and "subscription_requests"."months" > 0),
	CONSTRAINT "subscription_requests_closed" CHECK (("subscription_requests"."status" = 'pending') = ("subscription_requests"."closed_at" is null)),
	CONSTRAINT "subscription_requests_granted" CHECK (("subscription_requests"."status" = 'approved') = ("subscription_requests"."starts_at" is not null) and ("subscription_requests"."starts_at" is null) = ("subscription_requests"."ends_at" is null)),
	CONSTRAINT "subscription_requests_reason" CHECK (("subscription_requests"."status" = 'rejected') = ("subscription_requests"."reason" is not null)),
	CONSTRAINT "subscription_requests_other" CHECK ("subscription_requests"."payment_method" <> 'other' or "subscription_requests"."notes" is not null or "subscription_requests"."user_id" is null)
);
--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_request_id_subscription_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."subscription_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "plan_periods_of_user" ON "plan_periods" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "plan_periods_by_end" ON "plan_periods" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_requests_one_pending" ON "subscription_requests" USING btree ("user_id") WHERE "subscription_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "subscription_requests_of_user" ON "subscription_requests" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscription_requests_by_status" ON "subscription_requests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_reference" ON "subscription_requests" USING btree ("reference_key");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_proof" ON "subscription_requests" USING btree ("proof_sha256");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_words" ON "subscription_requests" USING gin ("search" gin_trgm_ops);