ALTER TABLE "users" ADD COLUMN "is_demo" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Nobody else can have confirmed an address under .test, which RFC 2606 keeps free.
UPDATE "users" SET "is_demo" = true WHERE "email" IN ('admin@aleef.test', 'owner@aleef.test', 'finder@aleef.test');
