CREATE TABLE "phone_contact_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "phone_contact_consents_once" UNIQUE("owner_id","number")
);
--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD COLUMN "meaning" text;--> statement-breakpoint
ALTER TABLE "phone_contact_consents" ADD CONSTRAINT "phone_contact_consents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "phone_contact_consents_by_number" ON "phone_contact_consents" USING btree ("number");--> statement-breakpoint
INSERT INTO "phone_contact_consents" ("id", "owner_id", "number", "state", "asked_at", "answered_at")
SELECT "phone_numbers"."id", "phone_messages"."user_id", "phone_numbers"."number", "phone_numbers"."consent",
	"phone_messages"."created_at", CASE WHEN "phone_numbers"."consent" <> 'asked' THEN "phone_numbers"."consent_at" END
FROM "phone_numbers" INNER JOIN "phone_messages" ON "phone_messages"."subject" = 'consent:' || "phone_numbers"."id"::text
WHERE "phone_messages"."user_id" IS NOT NULL AND "phone_numbers"."consent" IN ('asked', 'agreed', 'stopped')
ON CONFLICT DO NOTHING;
