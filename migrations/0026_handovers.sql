CREATE TABLE "handovers" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"lost_since" timestamp with time zone NOT NULL,
	"reunited_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "handovers_of_owner" ON "handovers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "handovers_reunited" ON "handovers" USING btree ("reunited_at") WHERE reunited_at is not null;