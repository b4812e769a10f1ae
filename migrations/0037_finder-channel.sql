CREATE TABLE "letter_budgets" (
	"subject_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"tag_id" uuid,
	"began_at" timestamp with time zone NOT NULL,
	"openings" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"told_at" timestamp with time zone,
	CONSTRAINT "letter_budgets_subject_id_owner_id_pk" PRIMARY KEY("subject_id","owner_id")
);
--> statement-breakpoint
ALTER TABLE "scan_waves" DISABLE ROW LEVEL SECURITY;--> statement-breakpoint
DROP TABLE "scan_waves" CASCADE;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "state" text DEFAULT 'open' NOT NULL;--> statement-breakpoint
ALTER TABLE "conversations" ADD COLUMN "state_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "letter_budgets" ADD CONSTRAINT "letter_budgets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_budgets" ADD CONSTRAINT "letter_budgets_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "letter_budgets" ADD CONSTRAINT "letter_budgets_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "letter_budgets_by_owner" ON "letter_budgets" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "letter_budgets_by_pet" ON "letter_budgets" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "letter_budgets_by_tag" ON "letter_budgets" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "letter_budgets_by_time" ON "letter_budgets" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "conversations_reported" ON "conversations" USING btree ("state_at" DESC) WHERE state = 'reported';--> statement-breakpoint
-- Of several that run for one pet the newest goes on.
UPDATE "ladders" SET "next_at" = NULL, "ended_by" = 'nobodyLeft' WHERE "stopped_at" IS NULL AND "next_at" IS NOT NULL AND EXISTS (
  SELECT 1 FROM "ladders" AS newer WHERE newer.pet_id = "ladders".pet_id AND newer.stopped_at IS NULL AND newer.next_at IS NOT NULL
    AND newer.conversation_id > "ladders".conversation_id);--> statement-breakpoint
CREATE UNIQUE INDEX "ladders_one_of_pet" ON "ladders" USING btree ("pet_id") WHERE stopped_at is null and next_at is not null;