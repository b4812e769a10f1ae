ALTER TABLE "tag_canaries" RENAME TO "tag_honeytokens";--> statement-breakpoint
ALTER TABLE "tag_honeytokens" RENAME CONSTRAINT "tag_canaries_pkey" TO "tag_honeytokens_pkey";--> statement-breakpoint
ALTER TABLE "tag_honeytokens" RENAME CONSTRAINT "tag_canaries_batch_tag_batches_name_fk" TO "tag_honeytokens_batch_tag_batches_name_fk";--> statement-breakpoint
ALTER TABLE "subscription_requests" RENAME COLUMN "proof_look" TO "proof_image_hash";--> statement-breakpoint
ALTER TABLE "subscription_requests" RENAME COLUMN "proof_detail" TO "proof_detail_hash";--> statement-breakpoint
ALTER TABLE "undelivered_messages" RENAME COLUMN "kept_at" TO "stored_at";
