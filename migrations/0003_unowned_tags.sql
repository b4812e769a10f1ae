UPDATE "tags" SET "pet_id" = null, "label" = null, "label_form" = null WHERE "owner_id" is null and ("pet_id" is not null or "label" is not null or "label_form" is not null);--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_unowned_is_blank" CHECK ("tags"."owner_id" is not null or ("tags"."pet_id" is null and "tags"."label" is null and "tags"."label_form" is null));
