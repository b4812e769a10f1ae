ALTER TABLE "pet_transfers" ADD COLUMN "is_emailed" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "pet_caregivers" ADD COLUMN "is_emailed" boolean DEFAULT true NOT NULL;