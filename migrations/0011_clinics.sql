CREATE TABLE "clinics" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"governorate" text NOT NULL,
	"area" text NOT NULL,
	"phone" text NOT NULL,
	"whatsapp" text,
	"is_always_open" boolean DEFAULT false NOT NULL,
	"hours" text,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("clinics"."name_en" || ' ' || "clinics"."name_ar" || ' ' || "clinics"."area" || ' ' || "clinics"."phone")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "clinics_once" ON "clinics" USING btree ("governorate","phone","area");--> statement-breakpoint
CREATE INDEX "clinics_by_words" ON "clinics" USING gin ("search" gin_trgm_ops);