ALTER TABLE "message_attachments" DROP CONSTRAINT "message_attachments_measured";--> statement-breakpoint
ALTER TABLE "message_attachments" ADD COLUMN "format" text DEFAULT 'webp' NOT NULL;--> statement-breakpoint
ALTER TABLE "message_attachments" ADD CONSTRAINT "message_attachments_measured" CHECK (case "message_attachments"."kind"
        when 'photo' then coalesce("message_attachments"."width" > 0 and "message_attachments"."height" > 0, false) and "message_attachments"."milliseconds" is null
          and "message_attachments"."format" = 'webp'
        when 'voice' then coalesce("message_attachments"."milliseconds" between 1 and 60000, false)
          and "message_attachments"."width" is null and "message_attachments"."height" is null
          and "message_attachments"."format" in ('webm', 'm4a')
        else false end);