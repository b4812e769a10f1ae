CREATE TABLE "pet_photos" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"photo_id" uuid NOT NULL,
	"hashes" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "pet_photos" ADD CONSTRAINT "pet_photos_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;