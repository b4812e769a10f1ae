CREATE TABLE "poster_visits" (
	"poster_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "poster_visits_poster_id_visitor_pk" PRIMARY KEY("poster_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "report_posters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"code" text NOT NULL,
	"place" text,
	"scans" integer DEFAULT 0 NOT NULL,
	"last_scan_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_posters_code_unique" UNIQUE("code")
);
--> statement-breakpoint
ALTER TABLE "poster_visits" ADD CONSTRAINT "poster_visits_poster_id_report_posters_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."report_posters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_posters" ADD CONSTRAINT "report_posters_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "poster_visits_at" ON "poster_visits" USING btree ("at");--> statement-breakpoint
CREATE INDEX "report_posters_of_report" ON "report_posters" USING btree ("report_id","id" DESC NULLS FIRST);