-- Copies of tag pages are refreshed by age: nothing has to be told about single changes.
DROP FUNCTION notify_tag_page() CASCADE;--> statement-breakpoint
DROP FUNCTION notify_tag_pages_of_pet() CASCADE;--> statement-breakpoint
DROP TABLE "tag_page_changes" CASCADE;