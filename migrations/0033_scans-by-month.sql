CREATE INDEX "tag_tests_by_scan" ON "tag_tests" USING btree ("scan_id");--> statement-breakpoint
ALTER TABLE "live_shares" DROP CONSTRAINT "live_shares_scan_id_scan_records_id_fk";--> statement-breakpoint
ALTER TABLE "tag_tests" DROP CONSTRAINT "tag_tests_scan_id_scan_records_id_fk";--> statement-breakpoint
ALTER TABLE "scan_records" RENAME TO "scans_of_all_times";--> statement-breakpoint
CREATE TABLE "scan_records" (LIKE "scans_of_all_times") PARTITION BY RANGE ("id");--> statement-breakpoint
CREATE TABLE "scan_records_rest" PARTITION OF "scan_records" DEFAULT;--> statement-breakpoint
DO $$
DECLARE
  month timestamp;
  thisMonth timestamp := date_trunc('month', now() AT TIME ZONE 'UTC');
  bounds uuid[];
BEGIN
  FOR month IN
    -- The months in which ids were made, as they say themselves (UUIDv7), this month and the next three.
    SELECT date_trunc('month', to_timestamp(('x' || substr(hex, 1, 12))::bit(48)::bigint / 1000.0) AT TIME ZONE 'UTC')
      FROM (SELECT replace(id::text, '-', '') AS hex FROM "scans_of_all_times") AS ids
      WHERE substr(hex, 13, 1) = '7' AND substr(hex, 1, 12) BETWEEN '016f5e66e800' AND '03bb2cc3d800'
      GROUP BY 1
    UNION SELECT thisMonth + n * interval '1 month' FROM generate_series(0, 3) AS n
    ORDER BY 1
  LOOP
    CONTINUE WHEN month > thisMonth + interval '3 months';
    SELECT array_agg((lpad(to_hex((extract(epoch FROM edge AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid ORDER BY edge)
      INTO bounds FROM unnest(array[month, month + interval '1 month']) AS edge;
    EXECUTE format('CREATE TABLE %I PARTITION OF "scan_records" FOR VALUES FROM (%L) TO (%L)',
      'scan_records_' || to_char(month, 'YYYY_MM'), bounds[1], bounds[2]);
  END LOOP;
END $$;--> statement-breakpoint
INSERT INTO "scan_records" SELECT * FROM "scans_of_all_times";--> statement-breakpoint
DROP TABLE "scans_of_all_times";--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_pkey" PRIMARY KEY ("id");--> statement-breakpoint
CREATE INDEX "scan_records_by_owner" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_by_pet" ON "scan_records" USING btree ("pet_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_by_tag" ON "scan_records" USING btree ("tag_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_with_place" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST) WHERE latitude is not null;--> statement-breakpoint
CREATE INDEX "scan_records_by_time" ON "scan_records" USING btree ("at","evidence","owner_id");--> statement-breakpoint
CREATE INDEX "scan_records_by_visit" ON "scan_records" USING btree ("visit","tag_id");--> statement-breakpoint
CREATE INDEX "scan_records_by_conversation" ON "scan_records" USING btree ("conversation_id");--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_shares" ADD CONSTRAINT "live_shares_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ANALYZE "scan_records";
