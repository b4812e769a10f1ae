CREATE TABLE "ladder_choices" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"minutes" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ladder_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"told_at" timestamp with time zone NOT NULL,
	"took_at" timestamp with time zone,
	CONSTRAINT "ladder_steps_each_once" UNIQUE("conversation_id","position")
);
--> statement-breakpoint
CREATE TABLE "ladders" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"minutes" smallint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"last_position" smallint DEFAULT -1 NOT NULL,
	"stopped_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
ALTER TABLE "ladder_choices" ADD CONSTRAINT "ladder_choices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladder_steps" ADD CONSTRAINT "ladder_steps_conversation_id_ladders_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."ladders"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladders" ADD CONSTRAINT "ladders_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladders" ADD CONSTRAINT "ladders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ladders" ADD CONSTRAINT "ladders_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ladders_due" ON "ladders" USING btree ("next_at") WHERE stopped_at is null and next_at is not null;--> statement-breakpoint
CREATE INDEX "ladders_of_owner" ON "ladders" USING btree ("owner_id");