CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
DROP INDEX "users_unverified";--> statement-breakpoint
ALTER TABLE "email_changes" ALTER COLUMN "old_email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "email" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "users" drop column "search";--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "search" text GENERATED ALWAYS AS (ar_norm("users"."name" || ' ' || coalesce("users"."email", '') || ' ' || coalesce("users"."phone", ''))) STORED;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "stage" text DEFAULT 'secondFactor' NOT NULL;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD COLUMN "email_code_hash" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "phone_proven_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("id") WHERE "users"."email" is not null and not "users"."email_verified";--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE OR REPLACE FUNCTION users_phone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_phone := NULL;
  NEW.phone_proven_at := NULL;
  RETURN NEW;
END $$;--> statement-breakpoint
-- A number that is no longer theirs opens nothing: what its codes opened ends, and it has agreed to nothing.
CREATE FUNCTION users_phone_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = OLD.id AND phone = OLD.verified_phone;
  IF FOUND THEN
    PERFORM pg_notify('aleef_sessions', OLD.id::text);
  END IF;
  DELETE FROM pending_sign_ins WHERE user_id = OLD.id AND phone = OLD.verified_phone;
  DELETE FROM phone_codes WHERE user_id = OLD.id AND number = OLD.verified_phone;
  DELETE FROM phone_numbers WHERE number = OLD.verified_phone AND consent <> 'stopped';
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER users_phone_left AFTER UPDATE OF phone, verified_phone ON users FOR EACH ROW
  WHEN (OLD.verified_phone IS NOT NULL AND NEW.verified_phone IS DISTINCT FROM OLD.verified_phone)
  EXECUTE FUNCTION users_phone_left();
