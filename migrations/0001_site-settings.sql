CREATE TABLE "site_settings" (
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"values" jsonb NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "site_settings_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
-- The amounts in the database are in this currency.
INSERT INTO "site_settings"
SELECT 'shop', 1, jsonb_build_object('currency', "value"), now() FROM "key_values" WHERE "name" = 'currency' AND "value" <> 'USD';
