CREATE TABLE "waiting_courier_events" (
	"id" text PRIMARY KEY NOT NULL,
	"tracking_number" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "waiting_courier_events_by_tracking" ON "waiting_courier_events" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "waiting_courier_events_received" ON "waiting_courier_events" USING btree ("received_at");