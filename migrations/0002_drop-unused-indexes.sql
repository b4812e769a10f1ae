DROP INDEX "products_by_name_en";--> statement-breakpoint
DROP INDEX "products_by_name_ar";--> statement-breakpoint
DROP INDEX "report_bans_of_user";--> statement-breakpoint
DROP INDEX "report_bans_by_words";