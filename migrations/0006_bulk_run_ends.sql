CREATE INDEX "bulk_run_items_by_subject" ON "bulk_run_items" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "bulk_runs_by_end" ON "bulk_runs" USING btree ("finished_at");