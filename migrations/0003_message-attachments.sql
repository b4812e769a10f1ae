CREATE TABLE "message_attachments" (
	"message_id" uuid PRIMARY KEY NOT NULL,
	"file_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"width" integer,
	"height" integer,
	"milliseconds" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "message_attachments_fileId_unique" UNIQUE("file_id"),
	CONSTRAINT "message_attachments_measured" CHECK (case "message_attachments"."kind"
        when 'photo' then coalesce("message_attachments"."width" > 0 and "message_attachments"."height" > 0, false) and "message_attachments"."milliseconds" is null
        when 'voice' then coalesce("message_attachments"."milliseconds" between 1 and 60000, false)
          and "message_attachments"."width" is null and "message_attachments"."height" is null
        else false end)
);
--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;