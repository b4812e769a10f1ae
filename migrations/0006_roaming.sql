ALTER TABLE "lost_found_posts" ADD COLUMN "roaming" text;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "roaming" text;