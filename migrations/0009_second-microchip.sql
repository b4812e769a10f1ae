ALTER TABLE "pets" ADD COLUMN "microchip_place" text;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "microchip_day" date;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "second_microchip" text;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "second_microchip_place" text;--> statement-breakpoint
ALTER TABLE "pets" ADD COLUMN "second_microchip_day" date;--> statement-breakpoint
CREATE INDEX "pets_by_second_microchip" ON "pets" USING btree ("second_microchip") WHERE "pets"."second_microchip" is not null;