CREATE TABLE "undelivered_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"kept_at" timestamp with time zone NOT NULL,
	"code" text,
	"reason" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "undelivered_messages_by_time" ON "undelivered_messages" USING btree ("kept_at");