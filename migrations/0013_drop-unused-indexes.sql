DROP INDEX "bulk_runs_by_end";--> statement-breakpoint
DROP INDEX "clinics_by_words";--> statement-breakpoint
DROP INDEX "waiting_courier_events_received";--> statement-breakpoint
DROP INDEX "phone_codes_by_end";--> statement-breakpoint
DROP INDEX "phone_inbound_by_time";--> statement-breakpoint
DROP INDEX "late_submissions_by_time";