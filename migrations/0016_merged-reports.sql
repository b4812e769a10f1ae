ALTER TABLE "report_talks" DROP CONSTRAINT "report_talk_of_writer";--> statement-breakpoint
DROP INDEX "posts_to_match";--> statement-breakpoint
CREATE INDEX "report_talks_of_report" ON "report_talks" USING btree ("report_id","writer_id");--> statement-breakpoint
CREATE INDEX "posts_to_match" ON "lost_found_posts" USING btree ("type","kind","cell_lat","cell_lon","seen_at","id") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;