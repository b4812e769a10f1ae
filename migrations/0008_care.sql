CREATE TABLE "calendar_links" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_links_link_id_unique" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "care_done" (
	"reminder_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "care_done_reminder_id_day_pk" PRIMARY KEY("reminder_id","day")
);
--> statement-breakpoint
CREATE TABLE "care_reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"note" text,
	"first_day" date NOT NULL,
	"at" time(0),
	"repeat" text DEFAULT 'none' NOT NULL,
	"every" smallint DEFAULT 1 NOT NULL,
	"until" date,
	"times" smallint,
	"ahead" smallint[] NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"due_day" date NOT NULL,
	"tell_at" timestamp(0),
	"snoozed_until" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_done" ADD CONSTRAINT "care_done_reminder_id_care_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."care_reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_done" ADD CONSTRAINT "care_done_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_reminders" ADD CONSTRAINT "care_reminders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "care_reminders" ADD CONSTRAINT "care_reminders_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "care_done_by_owner" ON "care_done" USING btree ("owner_id","done_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "care_reminders_by_owner" ON "care_reminders" USING btree ("owner_id","state","due_day","id");--> statement-breakpoint
CREATE INDEX "care_reminders_by_pet" ON "care_reminders" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "care_reminders_to_tell" ON "care_reminders" USING btree ("tell_at") WHERE state = 'open' and snoozed_until is null;--> statement-breakpoint
CREATE INDEX "care_reminders_snoozed" ON "care_reminders" USING btree ("snoozed_until") WHERE state = 'open' and snoozed_until is not null;