CREATE TABLE "phone_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"hash" text NOT NULL,
	"wrong" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_inbound" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"body" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"provider_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_messages_once" UNIQUE("subject","carrier")
);
--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"consent" text DEFAULT 'unasked' NOT NULL,
	"consent_at" timestamp with time zone,
	"language" text NOT NULL,
	"window_until" timestamp with time zone,
	"reached_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "phone_numbers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "escalation_steps" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "escalation_steps" ADD COLUMN "email_state" text;--> statement-breakpoint
ALTER TABLE "escalation_steps" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "verified_phone" text;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD CONSTRAINT "phone_inbound_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_messages" ADD CONSTRAINT "phone_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_newest" ON "phone_codes" USING btree ("number","purpose",coalesce("user_id", '00000000-0000-0000-0000-000000000000'));--> statement-breakpoint
CREATE INDEX "phone_codes_by_user" ON "phone_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_codes_by_end" ON "phone_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "phone_inbound_by_user" ON "phone_inbound" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_inbound_by_time" ON "phone_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_messages_of_provider" ON "phone_messages" USING btree ("carrier","provider_id");--> statement-breakpoint
CREATE INDEX "phone_messages_by_user" ON "phone_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_messages_by_number" ON "phone_messages" USING btree ("number");--> statement-breakpoint
CREATE INDEX "phone_messages_by_time" ON "phone_messages" USING btree ("created_at");--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_verifiedPhone_unique" UNIQUE("verified_phone");
--> statement-breakpoint
-- Only the number that stands in the profile is proven: another one has to be proven anew.
CREATE FUNCTION users_phone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_phone := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
CREATE TRIGGER users_phone_changed BEFORE INSERT OR UPDATE OF phone, verified_phone ON users FOR EACH ROW
  WHEN (NEW.verified_phone IS NOT NULL AND NEW.phone IS DISTINCT FROM NEW.verified_phone)
  EXECUTE FUNCTION users_phone_changed();
