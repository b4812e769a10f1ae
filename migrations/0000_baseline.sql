CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
-- Spelling by which texts are searched: without accents, letters of Persian, Urdu and Kurdish as the Arabic ones.
CREATE FUNCTION ar_norm(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT regexp_replace(translate(
		normalize(regexp_replace(normalize(lower(normalize(t, NFKC)), NFD), U&'[\0300-\036F\0610-\061A\064B-\065F\0670\0674\06D6-\06ED\0640\200B-\200F\202A-\202E\2066-\2069]', '', 'g'), NFC),
		'ٱٲٳپٻڀٹٺټٽٿچڃڄڇڈډڊڌڍڎڏڐڑڒړڔڕږژڙښڛڜڤڡڢڣڥڦڧڨکگڪګڬڭڮڰڱڲڳڴڵڶڷڸںڻڼڽةھہۃەۄۅۆۇۈۉۊۋۏىیۍێېۑےøłđı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااابببتتتتتججججددددددددررررررززسسسففففففققككككككككككككللللننننهههههووووووووويييييييoldi01234567890123456789'), U&'\0621+\0627', U&'\0627', 'g')
$$;
--> statement-breakpoint
CREATE TABLE "key_values" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
CREATE TABLE "bulk_run_items" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"subject_id" uuid NOT NULL,
	"name" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"refusal" jsonb,
	"before" jsonb,
	CONSTRAINT "bulk_run_items_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "bulk_runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"admin_id" uuid NOT NULL,
	"params" jsonb NOT NULL,
	"list_path" text NOT NULL,
	"undoes" uuid,
	"total" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "bulk_runs_undone_once" UNIQUE("undoes")
);
--> statement-breakpoint
CREATE TABLE "saved_filters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"admin_id" uuid NOT NULL,
	"list_path" text NOT NULL,
	"name" text NOT NULL,
	"query" text NOT NULL,
	CONSTRAINT "saved_filters_name" UNIQUE("admin_id","list_path","name")
);
--> statement-breakpoint
CREATE TABLE "user_notes" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"text" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"updated_by" uuid
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"subject_kind" text NOT NULL,
	"subject_id" text,
	"subject_name" text,
	"person_id" uuid,
	"before" jsonb,
	"after" jsonb,
	"search" text GENERATED ALWAYS AS (ar_norm(coalesce("audit_log"."subject_name", ''))) STORED
);
--> statement-breakpoint
CREATE TABLE "email_changes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"old_email" text,
	"new_email" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint DEFAULT 0 NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"name" text NOT NULL,
	"is_synced" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "passkeys_credentialId_unique" UNIQUE("credential_id")
);
--> statement-breakpoint
CREATE TABLE "pending_sign_ins" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"stage" text DEFAULT 'secondFactor' NOT NULL,
	"phone" text,
	"email_code_hash" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"phone" text,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_methods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" uuid NOT NULL,
	"password" text,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "two_factor" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"sealed_key" text NOT NULL,
	"last_step" integer DEFAULT 0 NOT NULL,
	"recovery_hashes" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"attributes" jsonb NOT NULL,
	"attributes_key" text NOT NULL,
	"quantity" integer NOT NULL,
	"seen_cents" integer NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_lines_one_choice" UNIQUE("user_id","product_id","attributes_key"),
	CONSTRAINT "cart_lines_some" CHECK ("cart_lines"."quantity" between 1 and 99)
);
--> statement-breakpoint
CREATE TABLE "cart_merges" (
	"user_id" uuid NOT NULL,
	"key" uuid NOT NULL,
	"merged_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_merges_user_id_key_pk" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "product_pictures" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"photo_id" uuid NOT NULL,
	"alt_en" text DEFAULT '' NOT NULL,
	"alt_ar" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_reviews" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"order_line_id" uuid NOT NULL,
	"author_id" uuid,
	"stars" smallint NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"hidden_at" timestamp with time zone,
	CONSTRAINT "product_reviews_once" UNIQUE("order_line_id"),
	CONSTRAINT "product_reviews_stars" CHECK ("product_reviews"."stars" between 1 and 5)
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" uuid PRIMARY KEY NOT NULL,
	"sku" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"description_en" text NOT NULL,
	"description_ar" text NOT NULL,
	"category" text NOT NULL,
	"store" text DEFAULT 'Aleef' NOT NULL,
	"price_cents" integer NOT NULL,
	"sale_price_cents" integer,
	"pay_cents" integer GENERATED ALWAYS AS (coalesce("products"."sale_price_cents", "products"."price_cents")) STORED,
	"stock" integer DEFAULT 0 NOT NULL,
	"low_stock_at" integer DEFAULT 5 NOT NULL,
	"low_stock_notified_at" timestamp with time zone,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_new" boolean DEFAULT false NOT NULL,
	"is_bestseller" boolean DEFAULT false NOT NULL,
	"width_mm" integer,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"rating_sum" integer DEFAULT 0 NOT NULL,
	"rating_count" integer DEFAULT 0 NOT NULL,
	"rating" integer GENERATED ALWAYS AS (("products"."rating_sum" * 100) / greatest("products"."rating_count", 1)) STORED,
	"archived_at" timestamp with time zone,
	"version" integer DEFAULT 1 NOT NULL,
	"name_search" text GENERATED ALWAYS AS (ar_norm("products"."name_en" || ' ' || "products"."name_ar" || ' ' || "products"."sku")) STORED,
	"search" text GENERATED ALWAYS AS (ar_norm("products"."name_en" || ' ' || "products"."name_ar" || ' ' || "products"."sku" || ' ' || "products"."store" || ' ' || "products"."description_en" || ' ' || "products"."description_ar")) STORED,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_sku_unique" UNIQUE("sku"),
	CONSTRAINT "products_stock_not_negative" CHECK ("products"."stock" >= 0),
	CONSTRAINT "products_width_positive" CHECK ("products"."width_mm" > 0),
	CONSTRAINT "products_price_positive" CHECK ("products"."price_cents" > 0),
	CONSTRAINT "products_sale_below_price" CHECK ("products"."sale_price_cents" > 0 and "products"."sale_price_cents" < "products"."price_cents")
);
--> statement-breakpoint
CREATE TABLE "stock_alerts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"user_id" uuid,
	"email" text,
	"language" text NOT NULL,
	"confirmed_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_alerts_once_per_user" UNIQUE("user_id","product_id"),
	CONSTRAINT "stock_alerts_once_per_email" UNIQUE("email","product_id"),
	CONSTRAINT "stock_alerts_one_reader" CHECK (num_nonnulls("stock_alerts"."user_id", "stock_alerts"."email") = 1)
);
--> statement-breakpoint
CREATE TABLE "stock_movements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"product_id" uuid NOT NULL,
	"change" integer NOT NULL,
	"reason" text NOT NULL,
	"reference" uuid,
	"note" text,
	"by_user_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "stock_movements_once" UNIQUE("reference","reason","product_id"),
	CONSTRAINT "stock_movements_move" CHECK ("stock_movements"."change" <> 0)
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid,
	"link" text NOT NULL,
	"about" text NOT NULL,
	"finder_name" text,
	"finder_contact" text,
	"finder_whatsapp" text,
	"finder_language" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"owner_seen_at" timestamp with time zone,
	"on_the_way_at" timestamp with time zone,
	"not_sent_on_at" timestamp with time zone,
	"state" text DEFAULT 'open' NOT NULL,
	"state_at" timestamp with time zone,
	"reviewed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"author" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lost_found_posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"status" text NOT NULL,
	"reporter_id" uuid,
	"guest_email" text,
	"pet_id" uuid,
	"pet_name" text,
	"type" text NOT NULL,
	"other_type" text,
	"breed" text,
	"colors" text[] NOT NULL,
	"size" text,
	"gender" text DEFAULT 'unknown' NOT NULL,
	"age" text,
	"marks" text,
	"hidden_mark" text,
	"microchip" text,
	"seen_at" timestamp with time zone NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"place" text,
	"area" text NOT NULL,
	"cell_lat" smallint,
	"cell_lon" smallint,
	"description" text,
	"additional_info" text,
	"reward" text,
	"show_reward" boolean DEFAULT false NOT NULL,
	"contact_name" text,
	"contact_phone" text,
	"contact_email" text,
	"photos" uuid[] NOT NULL,
	"hidden_photos" uuid[] DEFAULT '{}' NOT NULL,
	"language" text NOT NULL,
	"resolution" text,
	"thanks" text,
	"fingerprint" text NOT NULL,
	"words" text NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("lost_found_posts"."words")) STORED NOT NULL,
	"contact_search" text GENERATED ALWAYS AS (ar_norm(coalesce("lost_found_posts"."contact_name", '') || ' ' || coalesce("lost_found_posts"."contact_phone", '') || ' ' || coalesce("lost_found_posts"."contact_email", '') || ' ' || coalesce("lost_found_posts"."guest_email", ''))) STORED,
	"plan_done" text[] DEFAULT '{}' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	"published_at" timestamp with time zone,
	"expires_at" timestamp with time zone NOT NULL,
	"reminded_at" timestamp with time zone,
	"resolved_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_reason" text,
	"open_complaints" integer DEFAULT 0 NOT NULL,
	"match_asked_at" timestamp with time zone,
	"merged_into_id" uuid,
	"merged_at" timestamp with time zone,
	"merged_by_id" uuid
);
--> statement-breakpoint
CREATE TABLE "poster_visits" (
	"poster_id" uuid NOT NULL,
	"visitor" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "poster_visits_poster_id_visitor_pk" PRIMARY KEY("poster_id","visitor")
);
--> statement-breakpoint
CREATE TABLE "report_bans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"email" text,
	"email_code" text NOT NULL,
	"reason" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"lifted_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (ar_norm(coalesce("report_bans"."email", '') || ' ' || "report_bans"."reason")) STORED
);
--> statement-breakpoint
CREATE TABLE "report_complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"by" text NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"email" text,
	"language" text DEFAULT 'en' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"outcome" text,
	"notified_at" timestamp with time zone,
	CONSTRAINT "report_flag_of_one" UNIQUE("report_id","by")
);
--> statement-breakpoint
CREATE TABLE "report_conversations" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid NOT NULL,
	"writer_id" uuid,
	"writer_email" text,
	"writer_left_at" timestamp with time zone,
	"claimed_mark" text,
	"granted_at" timestamp with time zone,
	"granted" jsonb,
	CONSTRAINT "report_conversations_granted" CHECK (("report_conversations"."granted_at" is null) = ("report_conversations"."granted" is null))
);
--> statement-breakpoint
CREATE TABLE "report_matches" (
	"lost_id" uuid NOT NULL,
	"found_id" uuid NOT NULL,
	"score" smallint NOT NULL,
	"decided" boolean NOT NULL,
	"reasons" jsonb NOT NULL,
	"scored_at" timestamp with time zone NOT NULL,
	"dismissed_by_lost_at" timestamp with time zone,
	"dismissed_by_found_at" timestamp with time zone,
	"notified_at" timestamp with time zone,
	"notified_decided" boolean DEFAULT false NOT NULL,
	CONSTRAINT "report_matches_lost_id_found_id_pk" PRIMARY KEY("lost_id","found_id")
);
--> statement-breakpoint
CREATE TABLE "report_posters" (
	"id" uuid PRIMARY KEY NOT NULL,
	"report_id" uuid,
	"code" text NOT NULL,
	"place" text,
	"idempotency_key" uuid,
	"scans" integer DEFAULT 0 NOT NULL,
	"last_scan_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "report_posters_code_unique" UNIQUE("code"),
	CONSTRAINT "report_posters_once" UNIQUE("report_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"notification_id" uuid NOT NULL,
	"channel" text NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"reason" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "notification_deliveries_notification_id_channel_pk" PRIMARY KEY("notification_id","channel")
);
--> statement-breakpoint
CREATE TABLE "notification_preferences" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"choices" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"quiet_hours" jsonb
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"link" text NOT NULL,
	"topic" text NOT NULL,
	"pet_owner_id" uuid,
	"pet_id" uuid,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"browser" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "courier_events" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_order_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"by_user_id" uuid,
	"note" text,
	"cents" integer,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "store_order_lines" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" uuid NOT NULL,
	"sku" text NOT NULL,
	"name_en" text NOT NULL,
	"name_ar" text NOT NULL,
	"photo_id" uuid,
	"attributes" jsonb NOT NULL,
	"price_cents" integer NOT NULL,
	"quantity" integer NOT NULL,
	"returned" integer DEFAULT 0 NOT NULL,
	"pet_id" uuid,
	"replaces_tag_id" uuid,
	"is_replacement" boolean DEFAULT false NOT NULL,
	"tag_codes" text[] DEFAULT '{}' NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("store_order_lines"."name_en" || ' ' || "store_order_lines"."name_ar" || ' ' || "store_order_lines"."sku")) STORED,
	CONSTRAINT "store_order_lines_price" CHECK (case when "store_order_lines"."is_replacement" then "store_order_lines"."price_cents" = 0 and "store_order_lines"."quantity" = 1 else "store_order_lines"."price_cents" > 0 end),
	CONSTRAINT "store_order_lines_some" CHECK ("store_order_lines"."quantity" between 1 and 99),
	CONSTRAINT "store_order_lines_returned" CHECK ("store_order_lines"."returned" between 0 and "store_order_lines"."quantity")
);
--> statement-breakpoint
CREATE TABLE "store_orders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"idempotency_key" uuid NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"payment" text DEFAULT 'unpaid' NOT NULL,
	"payment_method" text DEFAULT 'cashOnDelivery' NOT NULL,
	"language" text NOT NULL,
	"email" text,
	"full_name" text,
	"phone" text,
	"country" text NOT NULL,
	"state" text,
	"city" text,
	"address" text,
	"landmark" text,
	"zip_code" text,
	"shipping" text NOT NULL,
	"is_replacement" boolean DEFAULT false NOT NULL,
	"subtotal_cents" integer NOT NULL,
	"shipping_cents" integer NOT NULL,
	"total_cents" integer NOT NULL,
	"tax_basis_points" integer DEFAULT 0 NOT NULL,
	"tax_cents" integer DEFAULT 0 NOT NULL,
	"collected_cents" integer DEFAULT 0 NOT NULL,
	"refunded_cents" integer DEFAULT 0 NOT NULL,
	"tracking_number" text,
	"tracking_code" text,
	"confirmed_at" timestamp with time zone,
	"delivery_window" text,
	"cancel_reason" text,
	"arrives_from" date NOT NULL,
	"arrives_to" date NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"shipped_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	"collected_at" timestamp with time zone,
	"updated_at" timestamp with time zone NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("store_orders"."number" || ' ' || coalesce("store_orders"."full_name", '') || ' ' || coalesce("store_orders"."phone", '') || ' ' || coalesce("store_orders"."email", '') || ' ' || coalesce("store_orders"."tracking_number", '') || ' ' || coalesce("store_orders"."city", ''))) STORED,
	CONSTRAINT "store_orders_number_unique" UNIQUE("number"),
	CONSTRAINT "store_orders_once" UNIQUE("user_id","idempotency_key"),
	CONSTRAINT "store_orders_tax" CHECK ("store_orders"."tax_cents" between 0 and "store_orders"."total_cents"),
	CONSTRAINT "store_orders_total" CHECK ("store_orders"."total_cents" = "store_orders"."subtotal_cents" + "store_orders"."shipping_cents"),
	CONSTRAINT "store_orders_amounts" CHECK (case when "store_orders"."is_replacement" then "store_orders"."subtotal_cents" = 0 and "store_orders"."total_cents" = 0 else "store_orders"."subtotal_cents" > 0 end and "store_orders"."shipping_cents" >= 0),
	CONSTRAINT "store_orders_reason" CHECK ("store_orders"."cancel_reason" is null or "store_orders"."status" = 'cancelled'),
	CONSTRAINT "store_orders_cash" CHECK ("store_orders"."collected_cents" in (0, "store_orders"."total_cents")),
	CONSTRAINT "store_orders_refund" CHECK ("store_orders"."refunded_cents" between 0 and "store_orders"."collected_cents"),
	CONSTRAINT "store_orders_payment" CHECK (("store_orders"."payment" in ('unpaid', 'writtenOff')) = ("store_orders"."collected_cents" = 0) and ("store_orders"."collected_at" is null) = ("store_orders"."collected_cents" = 0))
);
--> statement-breakpoint
CREATE TABLE "store_returns" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"line_id" uuid NOT NULL,
	"quantity" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"photo_id" uuid,
	"status" text DEFAULT 'requested' NOT NULL,
	"condition" text,
	"answer" text,
	"refund_cents" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "store_returns_some" CHECK ("store_returns"."quantity" > 0),
	CONSTRAINT "store_returns_condition" CHECK (("store_returns"."condition" is null) = ("store_returns"."status" in ('requested', 'approved', 'declined')))
);
--> statement-breakpoint
CREATE TABLE "waiting_courier_events" (
	"id" text PRIMARY KEY NOT NULL,
	"tracking_number" text NOT NULL,
	"state" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pet_transfers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"from_id" uuid NOT NULL,
	"to_email" text NOT NULL,
	"is_emailed" boolean DEFAULT true NOT NULL,
	"to_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pet_caregivers" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"email" text NOT NULL,
	"caregiver_id" uuid,
	"level" text NOT NULL,
	"until_day" date,
	"invited_at" timestamp with time zone NOT NULL,
	"is_emailed" boolean DEFAULT true NOT NULL,
	"accepted_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"changed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "pet_contacts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"phone" text NOT NULL,
	"email" text,
	"relation" text
);
--> statement-breakpoint
CREATE TABLE "pet_health_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"title" text,
	"note" text,
	"weight_kg" numeric(6, 3),
	"photo_id" uuid,
	"idempotency_key" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pet_health_once" UNIQUE("pet_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "pet_lost" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"reward" text,
	"note" text
);
--> statement-breakpoint
CREATE TABLE "pet_medical" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"blood_type" text,
	"conditions" text,
	"allergies" text,
	"medications" text,
	"vaccinations" text,
	"last_checkup" date,
	"next_checkup" date,
	"medical_notes" text
);
--> statement-breakpoint
CREATE TABLE "pet_share_visits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"share_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"browser" text,
	"os" text,
	"network" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pet_shares" (
	"id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid NOT NULL,
	"parts" text[] NOT NULL,
	"idempotency_key" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "pet_shares_once" UNIQUE("pet_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "pet_vets" (
	"pet_id" uuid PRIMARY KEY NOT NULL,
	"name" text,
	"phone" text,
	"clinic_address" text,
	"specialization" text
);
--> statement-breakpoint
CREATE TABLE "pets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"type" text NOT NULL,
	"other_type" text,
	"breed" text,
	"gender" text DEFAULT 'unknown' NOT NULL,
	"neutered" boolean,
	"birthdate" text,
	"weight_kg" numeric(6, 3),
	"color" text,
	"microchip" text,
	"notes" text,
	"behaviours" text,
	"diet" text,
	"needs" text[] DEFAULT '{}'::text[] NOT NULL,
	"urgent_needs" text,
	"photo_id" uuid,
	"photo_focus_x" smallint DEFAULT 50 NOT NULL,
	"photo_focus_y" smallint DEFAULT 50 NOT NULL,
	"shown" text[] NOT NULL,
	"finder_phone" text,
	"show_phone" boolean DEFAULT false NOT NULL,
	"idempotency_key" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	"search_text" text GENERATED ALWAYS AS (ar_norm("pets"."name" || ' ' || coalesce("pets"."breed", '') || ' ' || coalesce("pets"."color", '') || ' ' || coalesce("pets"."other_type", '') || ' ' || case "pets"."type" when 'dog' then 'dog كلب' when 'cat' then 'cat قطة' when 'bird' then 'bird طائر' else '' end)) STORED NOT NULL,
	CONSTRAINT "pets_once" UNIQUE("owner_id","idempotency_key"),
	CONSTRAINT "pets_birthdate_form" CHECK ("pets"."birthdate" ~ '^[0-9]{4}(-[0-9]{2}(-[0-9]{2})?)?$')
);
--> statement-breakpoint
CREATE TABLE "reach_checks" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"asked_at" timestamp with time zone,
	"confirmed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "phone_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" text NOT NULL,
	"purpose" text NOT NULL,
	"user_id" uuid,
	"browser_hash" text,
	"hash" text NOT NULL,
	"wrong" smallint DEFAULT 0 NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "phone_contact_consents" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"number" text NOT NULL,
	"state" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone,
	CONSTRAINT "phone_contact_consents_once" UNIQUE("owner_id","number")
);
--> statement-breakpoint
CREATE TABLE "phone_inbound" (
	"provider_id" text PRIMARY KEY NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"body" text NOT NULL,
	"replies_to" text,
	"meaning" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "phone_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"subject" text NOT NULL,
	"carrier" text NOT NULL,
	"number" text NOT NULL,
	"user_id" uuid,
	"language" text NOT NULL,
	"template" text NOT NULL,
	"params" jsonb NOT NULL,
	"state" text DEFAULT 'waiting' NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"tried_at" timestamp with time zone,
	"provider_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "phone_messages_once" UNIQUE("subject","carrier")
);
--> statement-breakpoint
CREATE TABLE "phone_numbers" (
	"number" text PRIMARY KEY NOT NULL,
	"id" uuid NOT NULL,
	"consent" text DEFAULT 'unasked' NOT NULL,
	"consent_at" timestamp with time zone,
	"language" text NOT NULL,
	"window_until" timestamp with time zone,
	"reached_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	CONSTRAINT "phone_numbers_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "plan_periods" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"plan" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"month_day" integer NOT NULL,
	"request_id" uuid,
	"reminded_days" integer,
	CONSTRAINT "plan_periods_order" CHECK ("plan_periods"."starts_at" < "plan_periods"."ends_at")
);
--> statement-breakpoint
CREATE TABLE "plan_settings" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"prices" jsonb NOT NULL,
	"pay_to" jsonb NOT NULL,
	"version" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "plan_settings_one" CHECK ("plan_settings"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "subscription_requests" (
	"id" uuid PRIMARY KEY NOT NULL,
	"number" integer GENERATED ALWAYS AS IDENTITY (sequence name "subscription_requests_number_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" uuid,
	"full_name" text,
	"email" text,
	"current_plan" text NOT NULL,
	"plan" text NOT NULL,
	"months" integer NOT NULL,
	"price_cents" integer NOT NULL,
	"payment_method" text NOT NULL,
	"reference" text,
	"reference_key" text,
	"notes" text,
	"proof_id" uuid,
	"proof_sha256" text,
	"proof_image_hash" bit(256),
	"proof_detail_hash" bit(6144),
	"proof_parts" text[] GENERATED ALWAYS AS (case when "subscription_requests"."proof_image_hash" is not null then array[
            '0:' || substring("subscription_requests"."proof_image_hash" from 1 for 32)::text,
            '1:' || substring("subscription_requests"."proof_image_hash" from 33 for 32)::text,
            '2:' || substring("subscription_requests"."proof_image_hash" from 65 for 32)::text,
            '3:' || substring("subscription_requests"."proof_image_hash" from 97 for 32)::text,
            '4:' || substring("subscription_requests"."proof_image_hash" from 129 for 32)::text,
            '5:' || substring("subscription_requests"."proof_image_hash" from 161 for 32)::text,
            '6:' || substring("subscription_requests"."proof_image_hash" from 193 for 32)::text,
            '7:' || substring("subscription_requests"."proof_image_hash" from 225 for 32)::text] end) STORED,
	"status" text DEFAULT 'pending' NOT NULL,
	"reason" text,
	"review_note" text,
	"reviewer_id" uuid,
	"asked_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"starts_at" timestamp with time zone,
	"ends_at" timestamp with time zone,
	"search" text GENERATED ALWAYS AS (ar_norm('ALP-' || lpad("subscription_requests"."number"::text, 6, '0') || ' ' || coalesce("subscription_requests"."full_name", '') || ' ' || coalesce("subscription_requests"."email", '') || ' ' || coalesce("subscription_requests"."reference", '') || ' ' || coalesce("subscription_requests"."reference_key", ''))) STORED,
	CONSTRAINT "subscription_requests_number_unique" UNIQUE("number"),
	CONSTRAINT "subscription_requests_price" CHECK ("subscription_requests"."price_cents" > 0 and "subscription_requests"."months" > 0),
	CONSTRAINT "subscription_requests_closed" CHECK (("subscription_requests"."status" = 'pending') = ("subscription_requests"."closed_at" is null)),
	CONSTRAINT "subscription_requests_granted" CHECK (("subscription_requests"."status" = 'approved') = ("subscription_requests"."starts_at" is not null) and ("subscription_requests"."starts_at" is null) = ("subscription_requests"."ends_at" is null)),
	CONSTRAINT "subscription_requests_reason" CHECK (("subscription_requests"."status" = 'rejected') = ("subscription_requests"."reason" is not null)),
	CONSTRAINT "subscription_requests_other" CHECK ("subscription_requests"."payment_method" <> 'other' or "subscription_requests"."notes" is not null or "subscription_requests"."user_id" is null)
);
--> statement-breakpoint
CREATE TABLE "calendar_links" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"link_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "calendar_links_link_id_unique" UNIQUE("link_id")
);
--> statement-breakpoint
CREATE TABLE "reminder_completions" (
	"reminder_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"day" date NOT NULL,
	"done_at" timestamp with time zone NOT NULL,
	CONSTRAINT "reminder_completions_reminder_id_day_pk" PRIMARY KEY("reminder_id","day")
);
--> statement-breakpoint
CREATE TABLE "reminders" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"title" text DEFAULT '' NOT NULL,
	"note" text,
	"first_day" date NOT NULL,
	"at" time(0),
	"repeat" text DEFAULT 'none' NOT NULL,
	"every" smallint DEFAULT 1 NOT NULL,
	"until" date,
	"times" smallint,
	"ahead" smallint[] NOT NULL,
	"state" text DEFAULT 'open' NOT NULL,
	"number" integer DEFAULT 0 NOT NULL,
	"due_day" date NOT NULL,
	"notify_at" timestamp(0),
	"snoozed_until" timestamp with time zone,
	"idempotency_key" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "reminders_once" UNIQUE("owner_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "email_budgets" (
	"subject_id" uuid NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"tag_id" uuid,
	"began_at" timestamp with time zone NOT NULL,
	"openings" jsonb NOT NULL,
	"words" jsonb NOT NULL,
	"held" integer DEFAULT 0 NOT NULL,
	"notified_at" timestamp with time zone,
	CONSTRAINT "email_budgets_subject_id_owner_id_pk" PRIMARY KEY("subject_id","owner_id")
);
--> statement-breakpoint
CREATE TABLE "escalation_choices" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"is_on" boolean NOT NULL,
	"minutes" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "escalation_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"conversation_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"name" text NOT NULL,
	"email" text,
	"email_state" text,
	"phone" text,
	"notified_at" timestamp with time zone NOT NULL,
	"is_left_out" boolean DEFAULT false NOT NULL,
	"took_at" timestamp with time zone,
	CONSTRAINT "escalation_steps_each_once" UNIQUE("conversation_id","position")
);
--> statement-breakpoint
CREATE TABLE "escalations" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"minutes" smallint NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"next_at" timestamp with time zone,
	"last_position" smallint DEFAULT -1 NOT NULL,
	"stopped_at" timestamp with time zone,
	"ended_by" text
);
--> statement-breakpoint
CREATE TABLE "handovers" (
	"conversation_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"pet_id" uuid,
	"started_at" timestamp with time zone NOT NULL,
	"lost_since" timestamp with time zone NOT NULL,
	"reunited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "late_submissions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"conversation_id" uuid
);
--> statement-breakpoint
CREATE TABLE "live_location_points" (
	"scan_id" uuid NOT NULL,
	"mark" bigint NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"accuracy" integer NOT NULL,
	"taken_at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "live_location_points_scan_id_mark_pk" PRIMARY KEY("scan_id","mark")
);
--> statement-breakpoint
CREATE TABLE "live_location_shares" (
	"scan_id" uuid PRIMARY KEY NOT NULL,
	"pet_id" uuid,
	"minutes" smallint NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "scan_records" (
	"id" uuid PRIMARY KEY NOT NULL,
	"tag_id" uuid,
	"owner_id" uuid,
	"pet_id" uuid,
	"at" timestamp with time zone NOT NULL,
	"evidence" text NOT NULL,
	"reasons" text[] NOT NULL,
	"visit" uuid NOT NULL,
	"channel" text NOT NULL,
	"language" text NOT NULL,
	"browser" text,
	"os" text,
	"device" text,
	"ip" "inet",
	"latitude" double precision,
	"longitude" double precision,
	"accuracy" integer,
	"place" text,
	"location_source" text,
	"located_at" timestamp with time zone,
	"tap_counter" integer,
	"used_at" timestamp with time zone,
	"conversation_id" uuid
) PARTITION BY RANGE ("id");
--> statement-breakpoint
CREATE TABLE "scan_records_rest" PARTITION OF "scan_records" DEFAULT;--> statement-breakpoint
-- Creates one partition per month of the ids (UUIDv7): this month and the next three. The app creates later ones.
DO $$
DECLARE
  month timestamp;
  bounds uuid[];
BEGIN
  FOR n IN 0..3 LOOP
    month := date_trunc('month', now() AT TIME ZONE 'UTC') + n * interval '1 month';
    SELECT array_agg((lpad(to_hex((extract(epoch FROM edge AT TIME ZONE 'UTC') * 1000)::bigint), 12, '0') || '70008000000000000000')::uuid ORDER BY edge)
      INTO bounds FROM unnest(array[month, month + interval '1 month']) AS edge;
    EXECUTE format('CREATE TABLE %I PARTITION OF "scan_records" FOR VALUES FROM (%L) TO (%L)',
      'scan_records_' || to_char(month, 'YYYY_MM'), bounds[1], bounds[2]);
  END LOOP;
END $$;
--> statement-breakpoint
CREATE TABLE "tag_tests" (
	"owner_id" uuid PRIMARY KEY NOT NULL,
	"tag_id" uuid NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"scan_id" uuid
);
--> statement-breakpoint
CREATE TABLE "undelivered_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone NOT NULL,
	"code" text,
	"reason" text NOT NULL,
	"words" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tag_batches" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"chip" text DEFAULT 'ntag213' NOT NULL,
	"key_version" integer,
	"has_claim_codes" boolean DEFAULT false NOT NULL,
	"claim_codes_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tag_batches_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "tag_honeytokens" (
	"code_key" text PRIMARY KEY NOT NULL,
	"batch" text NOT NULL,
	"notified_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"id" uuid PRIMARY KEY NOT NULL,
	"code" text NOT NULL,
	"code_key" text NOT NULL,
	"code_kind" text NOT NULL,
	"status" text DEFAULT 'active' NOT NULL,
	"owner_id" uuid,
	"pet_id" uuid,
	"released_from_id" uuid,
	"label" text,
	"label_form" text,
	"batch" text,
	"claim_hash" text,
	"voided_at" timestamp with time zone,
	"mark" text,
	"marked_at" timestamp with time zone,
	"replace_asked_at" timestamp with time zone,
	"replace_reason" text,
	"replaced_at" timestamp with time zone,
	"replaces_id" uuid,
	"search" text GENERATED ALWAYS AS (ar_norm("tags"."code" || ' ' || coalesce("tags"."batch", ''))) STORED,
	"uid" text,
	"tap_counter" integer,
	"claimed_at" timestamp with time zone,
	"linked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "tags_code_unique" UNIQUE("code_key"),
	CONSTRAINT "tags_one_successor" UNIQUE("replaces_id"),
	CONSTRAINT "tags_uid_unique" UNIQUE("uid"),
	CONSTRAINT "tags_unowned_is_blank" CHECK ("tags"."owner_id" is not null or ("tags"."pet_id" is null and "tags"."label" is null and "tags"."label_form" is null)),
	CONSTRAINT "tags_void_is_unowned" CHECK ("tags"."voided_at" is null or ("tags"."status" = 'inactive' and "tags"."owner_id" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text,
	"email_failed_at" timestamp with time zone,
	"email_verified" boolean DEFAULT false NOT NULL,
	"name" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"image" text,
	"phone" text,
	"verified_phone" text,
	"phone_proven_at" timestamp with time zone,
	"address" text,
	"city" text,
	"state" text,
	"zip_code" text,
	"country" text,
	"role" text DEFAULT 'user' NOT NULL,
	"language" text DEFAULT 'en' NOT NULL,
	"time_zone" text DEFAULT 'Africa/Cairo' NOT NULL,
	"suspended_at" timestamp with time zone,
	"suspended_reason" text,
	"two_factor_since" timestamp with time zone,
	"sign_up_proof" text,
	"is_demo" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"search" text GENERATED ALWAYS AS (ar_norm("users"."name" || ' ' || coalesce("users"."email", '') || ' ' || coalesce("users"."phone", ''))) STORED,
	CONSTRAINT "users_email_unique" UNIQUE("email"),
	CONSTRAINT "users_verifiedPhone_unique" UNIQUE("verified_phone")
);
--> statement-breakpoint
ALTER TABLE "bulk_run_items" ADD CONSTRAINT "bulk_run_items_run_id_bulk_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_runs" ADD CONSTRAINT "bulk_runs_undoes_bulk_runs_id_fk" FOREIGN KEY ("undoes") REFERENCES "public"."bulk_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_filters" ADD CONSTRAINT "saved_filters_admin_id_users_id_fk" FOREIGN KEY ("admin_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "user_notes" ADD CONSTRAINT "user_notes_updated_by_users_id_fk" FOREIGN KEY ("updated_by") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_actor_id_users_id_fk" FOREIGN KEY ("actor_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_log" ADD CONSTRAINT "audit_log_person_id_users_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_changes" ADD CONSTRAINT "email_changes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pending_sign_ins" ADD CONSTRAINT "pending_sign_ins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_methods" ADD CONSTRAINT "sign_in_methods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "two_factor" ADD CONSTRAINT "two_factor_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_lines" ADD CONSTRAINT "cart_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_merges" ADD CONSTRAINT "cart_merges_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_pictures" ADD CONSTRAINT "product_pictures_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_reviews" ADD CONSTRAINT "product_reviews_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_alerts" ADD CONSTRAINT "stock_alerts_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_movements" ADD CONSTRAINT "stock_movements_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "messages" ADD CONSTRAINT "messages_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_reporter_id_users_id_fk" FOREIGN KEY ("reporter_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_merged_into_id_lost_found_posts_id_fk" FOREIGN KEY ("merged_into_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lost_found_posts" ADD CONSTRAINT "lost_found_posts_merged_by_id_users_id_fk" FOREIGN KEY ("merged_by_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "poster_visits" ADD CONSTRAINT "poster_visits_poster_id_report_posters_id_fk" FOREIGN KEY ("poster_id") REFERENCES "public"."report_posters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_bans" ADD CONSTRAINT "report_bans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_complaints" ADD CONSTRAINT "report_complaints_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_conversations" ADD CONSTRAINT "report_conversations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_conversations" ADD CONSTRAINT "report_conversations_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_conversations" ADD CONSTRAINT "report_conversations_writer_id_users_id_fk" FOREIGN KEY ("writer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_matches" ADD CONSTRAINT "report_matches_lost_id_lost_found_posts_id_fk" FOREIGN KEY ("lost_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_matches" ADD CONSTRAINT "report_matches_found_id_lost_found_posts_id_fk" FOREIGN KEY ("found_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_posters" ADD CONSTRAINT "report_posters_report_id_lost_found_posts_id_fk" FOREIGN KEY ("report_id") REFERENCES "public"."lost_found_posts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_notification_id_notifications_id_fk" FOREIGN KEY ("notification_id") REFERENCES "public"."notifications"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_preferences" ADD CONSTRAINT "notification_preferences_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_pet_owner_id_users_id_fk" FOREIGN KEY ("pet_owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courier_events" ADD CONSTRAINT "courier_events_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_events" ADD CONSTRAINT "store_order_events_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_events" ADD CONSTRAINT "store_order_events_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_order_lines" ADD CONSTRAINT "store_order_lines_replaces_tag_id_tags_id_fk" FOREIGN KEY ("replaces_tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_orders" ADD CONSTRAINT "store_orders_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_returns" ADD CONSTRAINT "store_returns_order_id_store_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."store_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "store_returns" ADD CONSTRAINT "store_returns_line_id_store_order_lines_id_fk" FOREIGN KEY ("line_id") REFERENCES "public"."store_order_lines"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_from_id_users_id_fk" FOREIGN KEY ("from_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_transfers" ADD CONSTRAINT "pet_transfers_to_id_users_id_fk" FOREIGN KEY ("to_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_caregivers" ADD CONSTRAINT "pet_caregivers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_caregivers" ADD CONSTRAINT "pet_caregivers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_caregivers" ADD CONSTRAINT "pet_caregivers_caregiver_id_users_id_fk" FOREIGN KEY ("caregiver_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_contacts" ADD CONSTRAINT "pet_contacts_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_health_events" ADD CONSTRAINT "pet_health_events_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_lost" ADD CONSTRAINT "pet_lost_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_medical" ADD CONSTRAINT "pet_medical_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_share_visits" ADD CONSTRAINT "pet_share_visits_share_id_pet_shares_id_fk" FOREIGN KEY ("share_id") REFERENCES "public"."pet_shares"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_shares" ADD CONSTRAINT "pet_shares_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pet_vets" ADD CONSTRAINT "pet_vets_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pets" ADD CONSTRAINT "pets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reach_checks" ADD CONSTRAINT "reach_checks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_codes" ADD CONSTRAINT "phone_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_contact_consents" ADD CONSTRAINT "phone_contact_consents_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_inbound" ADD CONSTRAINT "phone_inbound_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "phone_messages" ADD CONSTRAINT "phone_messages_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_periods" ADD CONSTRAINT "plan_periods_request_id_subscription_requests_id_fk" FOREIGN KEY ("request_id") REFERENCES "public"."subscription_requests"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_requests" ADD CONSTRAINT "subscription_requests_reviewer_id_users_id_fk" FOREIGN KEY ("reviewer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calendar_links" ADD CONSTRAINT "calendar_links_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_completions" ADD CONSTRAINT "reminder_completions_reminder_id_reminders_id_fk" FOREIGN KEY ("reminder_id") REFERENCES "public"."reminders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminder_completions" ADD CONSTRAINT "reminder_completions_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_budgets" ADD CONSTRAINT "email_budgets_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_budgets" ADD CONSTRAINT "email_budgets_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "email_budgets" ADD CONSTRAINT "email_budgets_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_choices" ADD CONSTRAINT "escalation_choices_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_steps" ADD CONSTRAINT "escalation_steps_conversation_id_escalations_conversation_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."escalations"("conversation_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalations" ADD CONSTRAINT "escalations_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "handovers" ADD CONSTRAINT "handovers_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "late_submissions" ADD CONSTRAINT "late_submissions_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_location_points" ADD CONSTRAINT "live_location_points_scan_id_live_location_shares_scan_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."live_location_shares"("scan_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_location_shares" ADD CONSTRAINT "live_location_shares_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "live_location_shares" ADD CONSTRAINT "live_location_shares_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scan_records" ADD CONSTRAINT "scan_records_conversation_id_conversations_id_fk" FOREIGN KEY ("conversation_id") REFERENCES "public"."conversations"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_tag_id_tags_id_fk" FOREIGN KEY ("tag_id") REFERENCES "public"."tags"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_tests" ADD CONSTRAINT "tag_tests_scan_id_scan_records_id_fk" FOREIGN KEY ("scan_id") REFERENCES "public"."scan_records"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tag_honeytokens" ADD CONSTRAINT "tag_honeytokens_batch_tag_batches_name_fk" FOREIGN KEY ("batch") REFERENCES "public"."tag_batches"("name") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_pet_id_pets_id_fk" FOREIGN KEY ("pet_id") REFERENCES "public"."pets"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_released_from_id_users_id_fk" FOREIGN KEY ("released_from_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_batch_tag_batches_name_fk" FOREIGN KEY ("batch") REFERENCES "public"."tag_batches"("name") ON DELETE set null ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "tags" ADD CONSTRAINT "tags_replaces_id_tags_id_fk" FOREIGN KEY ("replaces_id") REFERENCES "public"."tags"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "bulk_run_items_once" ON "bulk_run_items" USING btree ("run_id","subject_id");--> statement-breakpoint
CREATE INDEX "bulk_run_items_by_subject" ON "bulk_run_items" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "bulk_run_items_waiting" ON "bulk_run_items" USING btree ("run_id","position") WHERE "bulk_run_items"."state" = 'waiting';--> statement-breakpoint
CREATE INDEX "bulk_runs_of_admin" ON "bulk_runs" USING btree ("admin_id");--> statement-breakpoint
CREATE INDEX "bulk_runs_by_end" ON "bulk_runs" USING btree ("finished_at");--> statement-breakpoint
CREATE INDEX "bulk_runs_at_work" ON "bulk_runs" USING btree ("admin_id","started_at") WHERE "bulk_runs"."finished_at" is null;--> statement-breakpoint
CREATE INDEX "audit_log_newest" ON "audit_log" USING btree ("at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_actor" ON "audit_log" USING btree ("actor_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_person" ON "audit_log" USING btree ("person_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_action" ON "audit_log" USING btree ("action","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_subject" ON "audit_log" USING btree ("subject_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "audit_log_by_words" ON "audit_log" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "email_changes_by_user" ON "email_changes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_user" ON "passkeys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pending_sign_ins_by_user" ON "pending_sign_ins" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_by_user" ON "sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_methods_by_user" ON "sign_in_methods" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "verifications_by_identifier" ON "verifications" USING btree ("identifier");--> statement-breakpoint
CREATE INDEX "product_pictures_in_order" ON "product_pictures" USING btree ("product_id","position");--> statement-breakpoint
CREATE INDEX "product_reviews_of_product" ON "product_reviews" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "products_by_words" ON "products" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_by_name" ON "products" USING gin ("name_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "products_featured" ON "products" USING btree ("is_featured","is_bestseller","id");--> statement-breakpoint
CREATE INDEX "products_by_name_en" ON "products" USING btree ("name_en","id");--> statement-breakpoint
CREATE INDEX "products_by_name_ar" ON "products" USING btree ("name_ar","id");--> statement-breakpoint
CREATE INDEX "products_by_price" ON "products" USING btree ("pay_cents","id");--> statement-breakpoint
CREATE INDEX "products_by_rating" ON "products" USING btree ("rating","rating_count","id");--> statement-breakpoint
CREATE INDEX "stock_alerts_of_product" ON "stock_alerts" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "stock_alerts_unconfirmed" ON "stock_alerts" USING btree ("created_at") WHERE "stock_alerts"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "stock_movements_of_product" ON "stock_movements" USING btree ("product_id","id");--> statement-breakpoint
CREATE INDEX "conversations_by_owner" ON "conversations" USING btree ("owner_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "conversations_by_whatsapp" ON "conversations" USING btree ("finder_whatsapp") WHERE finder_whatsapp is not null;--> statement-breakpoint
CREATE INDEX "conversations_to_review" ON "conversations" USING btree ("state_at") WHERE state = 'reported' and reviewed_at is null;--> statement-breakpoint
CREATE INDEX "conversations_reported" ON "conversations" USING btree ("state_at" DESC NULLS FIRST) WHERE state = 'reported';--> statement-breakpoint
CREATE INDEX "messages_by_conversation" ON "messages" USING btree ("conversation_id","created_at");--> statement-breakpoint
CREATE INDEX "posts_newest" ON "lost_found_posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_of_kind" ON "lost_found_posts" USING btree ("kind","type","published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_seen" ON "lost_found_posts" USING btree ("seen_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_by_cell" ON "lost_found_posts" USING btree ("cell_lat","cell_lon","id") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_to_match" ON "lost_found_posts" USING btree ("type","kind","cell_lat","cell_lon","seen_at","id") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_to_match_by_day" ON "lost_found_posts" USING btree ("type","kind","seen_at") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_without_cell" ON "lost_found_posts" USING btree ("type","kind","seen_at") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null and "lost_found_posts"."cell_lat" is null;--> statement-breakpoint
CREATE INDEX "posts_by_microchip" ON "lost_found_posts" USING btree ("microchip") WHERE "lost_found_posts"."status" = 'open' and "lost_found_posts"."hidden_at" is null and "lost_found_posts"."microchip" is not null;--> statement-breakpoint
CREATE INDEX "posts_merged" ON "lost_found_posts" USING btree ("merged_into_id") WHERE "lost_found_posts"."merged_into_id" is not null;--> statement-breakpoint
CREATE INDEX "posts_by_guest" ON "lost_found_posts" USING btree ("guest_email") WHERE "lost_found_posts"."guest_email" is not null;--> statement-breakpoint
CREATE INDEX "posts_ending" ON "lost_found_posts" USING btree ("expires_at") WHERE "lost_found_posts"."status" = 'open';--> statement-breakpoint
CREATE INDEX "posts_resolved" ON "lost_found_posts" USING btree ("resolved_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "lost_found_posts"."status" = 'resolved' and "lost_found_posts"."hidden_at" is null;--> statement-breakpoint
CREATE INDEX "posts_by_words" ON "lost_found_posts" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_by_reporter" ON "lost_found_posts" USING btree ("reporter_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "posts_by_pet" ON "lost_found_posts" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "posts_by_fingerprint" ON "lost_found_posts" USING btree ("fingerprint");--> statement-breakpoint
CREATE INDEX "posts_by_contact" ON "lost_found_posts" USING gin ("contact_search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_flagged" ON "lost_found_posts" USING btree ("id") WHERE "lost_found_posts"."open_complaints" > 0;--> statement-breakpoint
CREATE INDEX "posts_hidden" ON "lost_found_posts" USING btree ("id") WHERE "lost_found_posts"."hidden_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_by_status" ON "lost_found_posts" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "posts_by_creation" ON "lost_found_posts" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "posts_by_name" ON "lost_found_posts" USING btree (coalesce("pet_name", "area"),"id");--> statement-breakpoint
CREATE INDEX "posts_by_area" ON "lost_found_posts" USING btree ("area","id");--> statement-breakpoint
CREATE INDEX "poster_visits_at" ON "poster_visits" USING btree ("at");--> statement-breakpoint
CREATE UNIQUE INDEX "report_ban_of_address" ON "report_bans" USING btree ("email_code") WHERE "report_bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "report_bans_of_user" ON "report_bans" USING btree ("user_id") WHERE "report_bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "report_bans_by_words" ON "report_bans" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "report_bans_newest" ON "report_bans" USING btree ("id" DESC NULLS FIRST) WHERE "report_bans"."lifted_at" is null;--> statement-breakpoint
CREATE INDEX "report_complaints_open" ON "report_complaints" USING btree ("report_id","created_at") WHERE "report_complaints"."handled_at" is null;--> statement-breakpoint
CREATE INDEX "report_complaints_by" ON "report_complaints" USING btree ("by");--> statement-breakpoint
CREATE INDEX "report_complaints_by_email" ON "report_complaints" USING btree ("email") WHERE "report_complaints"."email" is not null;--> statement-breakpoint
CREATE INDEX "report_conversations_of_report" ON "report_conversations" USING btree ("report_id","writer_id");--> statement-breakpoint
CREATE INDEX "report_conversations_by_writer" ON "report_conversations" USING btree ("writer_id");--> statement-breakpoint
CREATE INDEX "report_matches_of_found" ON "report_matches" USING btree ("found_id");--> statement-breakpoint
CREATE INDEX "report_posters_of_report" ON "report_posters" USING btree ("report_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "notifications_by_pet_owner" ON "notifications" USING btree ("pet_owner_id") WHERE "notifications"."pet_owner_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_by_user" ON "notifications" USING btree ("user_id","created_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "notifications_by_topic" ON "notifications" USING btree ("topic");--> statement-breakpoint
CREATE INDEX "notifications_by_time" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_user" ON "push_subscriptions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "push_subscriptions_by_session" ON "push_subscriptions" USING btree ("session_id");--> statement-breakpoint
CREATE INDEX "courier_events_of_order" ON "courier_events" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_order_events_of_order" ON "store_order_events" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "store_order_events_of_money" ON "store_order_events" USING btree ("at") WHERE "store_order_events"."cents" is not null;--> statement-breakpoint
CREATE INDEX "store_order_lines_of_order" ON "store_order_lines" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_order_lines_of_product" ON "store_order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "store_order_lines_of_replaced" ON "store_order_lines" USING btree ("replaces_tag_id") WHERE "store_order_lines"."replaces_tag_id" is not null;--> statement-breakpoint
CREATE INDEX "store_order_lines_by_words" ON "store_order_lines" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "store_orders_of_user" ON "store_orders" USING btree ("user_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_orders_by_status" ON "store_orders" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "store_orders_unpaid" ON "store_orders" USING btree ("id") WHERE "store_orders"."status" = 'delivered' and "store_orders"."payment" = 'unpaid';--> statement-breakpoint
CREATE INDEX "store_orders_unconfirmed" ON "store_orders" USING btree ("placed_at") WHERE "store_orders"."status" = 'pending' and "store_orders"."confirmed_at" is null;--> statement-breakpoint
CREATE INDEX "store_orders_by_tracking" ON "store_orders" USING btree ("tracking_number") WHERE "store_orders"."tracking_number" is not null;--> statement-breakpoint
CREATE INDEX "store_orders_by_tracking_code" ON "store_orders" USING btree ("tracking_code") WHERE "store_orders"."tracking_code" is not null;--> statement-breakpoint
CREATE INDEX "store_orders_open_by_phone" ON "store_orders" USING btree ("phone") WHERE "store_orders"."payment" = 'unpaid' and "store_orders"."status" in ('pending', 'processing', 'shipped');--> statement-breakpoint
CREATE INDEX "store_orders_by_total" ON "store_orders" USING btree ("total_cents","id");--> statement-breakpoint
CREATE INDEX "store_orders_by_name" ON "store_orders" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "store_orders_by_city" ON "store_orders" USING btree ("city","id");--> statement-breakpoint
CREATE INDEX "store_orders_by_collection" ON "store_orders" USING btree ("collected_at");--> statement-breakpoint
CREATE INDEX "store_orders_by_placing" ON "store_orders" USING btree ("placed_at");--> statement-breakpoint
CREATE INDEX "store_orders_by_words" ON "store_orders" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "store_returns_of_order" ON "store_returns" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "store_returns_by_status" ON "store_returns" USING btree ("status","id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "store_returns_open_once" ON "store_returns" USING btree ("line_id") WHERE "store_returns"."status" in ('requested', 'approved');--> statement-breakpoint
CREATE INDEX "waiting_courier_events_by_tracking" ON "waiting_courier_events" USING btree ("tracking_number");--> statement-breakpoint
CREATE INDEX "waiting_courier_events_received" ON "waiting_courier_events" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "pet_transfers_one_open" ON "pet_transfers" USING btree ("pet_id") WHERE "pet_transfers"."state" = 'open';--> statement-breakpoint
CREATE INDEX "pet_transfers_from" ON "pet_transfers" USING btree ("from_id");--> statement-breakpoint
CREATE INDEX "pet_transfers_to" ON "pet_transfers" USING btree ("to_email");--> statement-breakpoint
CREATE UNIQUE INDEX "pet_caregivers_one_open" ON "pet_caregivers" USING btree ("pet_id","email") WHERE "pet_caregivers"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "pet_caregivers_by_pet" ON "pet_caregivers" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "pet_caregivers_by_carer" ON "pet_caregivers" USING btree ("caregiver_id","pet_id");--> statement-breakpoint
CREATE INDEX "pet_caregivers_by_owner" ON "pet_caregivers" USING btree ("owner_id","changed_at");--> statement-breakpoint
CREATE INDEX "pet_caregivers_by_email" ON "pet_caregivers" USING btree ("email");--> statement-breakpoint
CREATE UNIQUE INDEX "pet_contacts_in_order" ON "pet_contacts" USING btree ("pet_id","position");--> statement-breakpoint
CREATE INDEX "pet_health_in_order" ON "pet_health_events" USING btree ("pet_id","day" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pet_share_visits_by_share" ON "pet_share_visits" USING btree ("share_id","at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pet_shares_by_pet" ON "pet_shares" USING btree ("pet_id","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "pets_by_name" ON "pets" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "pets_by_creation" ON "pets" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "pets_by_owner" ON "pets" USING btree ("owner_id","created_at","id");--> statement-breakpoint
CREATE INDEX "pets_by_microchip" ON "pets" USING btree ("microchip") WHERE "pets"."microchip" is not null;--> statement-breakpoint
CREATE INDEX "pets_by_words" ON "pets" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "pets_removed" ON "pets" USING btree ("removed_at") WHERE "pets"."removed_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "phone_codes_newest_of_asker" ON "phone_codes" USING btree ("number","purpose",coalesce("user_id"::text, "browser_hash", ''));--> statement-breakpoint
CREATE INDEX "phone_codes_by_user" ON "phone_codes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_codes_by_end" ON "phone_codes" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "phone_contact_consents_by_number" ON "phone_contact_consents" USING btree ("number");--> statement-breakpoint
CREATE INDEX "phone_inbound_by_user" ON "phone_inbound" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_inbound_by_time" ON "phone_inbound" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "phone_messages_of_provider" ON "phone_messages" USING btree ("carrier","provider_id");--> statement-breakpoint
CREATE INDEX "phone_messages_by_user" ON "phone_messages" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "phone_messages_by_number" ON "phone_messages" USING btree ("number");--> statement-breakpoint
CREATE INDEX "phone_messages_by_time" ON "phone_messages" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "plan_periods_of_user" ON "plan_periods" USING btree ("user_id","ends_at");--> statement-breakpoint
CREATE INDEX "plan_periods_by_end" ON "plan_periods" USING btree ("ends_at");--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_requests_one_pending" ON "subscription_requests" USING btree ("user_id") WHERE "subscription_requests"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "subscription_requests_of_user" ON "subscription_requests" USING btree ("user_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "subscription_requests_by_status" ON "subscription_requests" USING btree ("status","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_reference" ON "subscription_requests" USING btree ("reference_key");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_proof" ON "subscription_requests" USING btree ("proof_sha256");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_look" ON "subscription_requests" USING gin ("proof_parts");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_price" ON "subscription_requests" USING btree ("price_cents","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_name" ON "subscription_requests" USING btree ("full_name","id");--> statement-breakpoint
CREATE INDEX "subscription_requests_by_words" ON "subscription_requests" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "reminder_completions_by_owner" ON "reminder_completions" USING btree ("owner_id","done_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "reminders_by_owner" ON "reminders" USING btree ("owner_id","state","due_day","id");--> statement-breakpoint
CREATE INDEX "reminders_by_pet" ON "reminders" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "reminders_to_tell" ON "reminders" USING btree ("notify_at") WHERE state = 'open' and snoozed_until is null;--> statement-breakpoint
CREATE INDEX "reminders_snoozed" ON "reminders" USING btree ("snoozed_until") WHERE state = 'open' and snoozed_until is not null;--> statement-breakpoint
CREATE INDEX "email_budgets_by_owner" ON "email_budgets" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "email_budgets_by_pet" ON "email_budgets" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "email_budgets_by_tag" ON "email_budgets" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "email_budgets_by_time" ON "email_budgets" USING btree ("began_at");--> statement-breakpoint
CREATE INDEX "escalations_due" ON "escalations" USING btree ("next_at") WHERE stopped_at is null and next_at is not null;--> statement-breakpoint
CREATE INDEX "escalations_of_owner" ON "escalations" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "escalations_running_of_pet" ON "escalations" USING btree ("pet_id") WHERE stopped_at is null and next_at is not null;--> statement-breakpoint
CREATE INDEX "handovers_of_owner" ON "handovers" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "handovers_reunited" ON "handovers" USING btree ("reunited_at") WHERE reunited_at is not null;--> statement-breakpoint
CREATE INDEX "late_submissions_by_time" ON "late_submissions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "live_location_shares_by_end" ON "live_location_shares" USING btree (least("ends_at", "stopped_at"));--> statement-breakpoint
CREATE INDEX "live_location_shares_by_pet" ON "live_location_shares" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "scan_records_by_owner" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST,"evidence");--> statement-breakpoint
CREATE INDEX "scan_records_by_pet" ON "scan_records" USING btree ("pet_id","owner_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_by_tag" ON "scan_records" USING btree ("tag_id","at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "scan_records_with_place" ON "scan_records" USING btree ("owner_id","at" DESC NULLS FIRST) WHERE latitude is not null;--> statement-breakpoint
CREATE INDEX "scan_records_by_time" ON "scan_records" USING btree ("at","evidence","owner_id");--> statement-breakpoint
CREATE INDEX "scan_records_by_visit" ON "scan_records" USING btree ("visit","tag_id");--> statement-breakpoint
CREATE INDEX "scan_records_by_conversation" ON "scan_records" USING btree ("conversation_id");--> statement-breakpoint
CREATE INDEX "tag_tests_by_tag" ON "tag_tests" USING btree ("tag_id");--> statement-breakpoint
CREATE INDEX "tag_tests_by_scan" ON "tag_tests" USING btree ("scan_id");--> statement-breakpoint
CREATE INDEX "undelivered_messages_by_time" ON "undelivered_messages" USING btree ("stored_at");--> statement-breakpoint
CREATE INDEX "tags_by_owner" ON "tags" USING btree ("owner_id","claimed_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tags_by_pet" ON "tags" USING btree ("pet_id");--> statement-breakpoint
CREATE INDEX "tags_by_released_from" ON "tags" USING btree ("released_from_id") WHERE "tags"."released_from_id" is not null;--> statement-breakpoint
CREATE INDEX "tags_by_words" ON "tags" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tags_by_code_signs" ON "tags" USING gin ("code_key" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "tags_by_batch" ON "tags" USING btree ("batch","id" DESC NULLS FIRST,"owner_id","uid");--> statement-breakpoint
CREATE INDEX "tags_inactive" ON "tags" USING btree ("id") WHERE "tags"."status" = 'inactive';--> statement-breakpoint
CREATE INDEX "tags_by_creation" ON "tags" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "tags_by_claim" ON "tags" USING btree ("claimed_at") WHERE "tags"."claimed_at" is not null;--> statement-breakpoint
CREATE INDEX "tags_waiting" ON "tags" USING btree ("created_at" DESC NULLS FIRST) WHERE "tags"."claim_hash" = '-';--> statement-breakpoint
CREATE INDEX "users_by_words" ON "users" USING gin ("search" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "users_by_name" ON "users" USING btree ("name","id");--> statement-breakpoint
CREATE INDEX "users_by_creation" ON "users" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("id") WHERE "users"."role" = 'admin';--> statement-breakpoint
CREATE INDEX "users_suspended" ON "users" USING btree ("id") WHERE "users"."suspended_at" is not null;--> statement-breakpoint
CREATE INDEX "users_unverified" ON "users" USING btree ("id") WHERE "users"."email" is not null and not "users"."email_verified";
--> statement-breakpoint
CREATE FUNCTION audit_log_only_grows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- References to a person who left may become null; everything else is immutable.
  IF TG_OP = 'UPDATE'
    AND (NEW.id, NEW.at, NEW.action, NEW.subject_kind) = (OLD.id, OLD.at, OLD.action, OLD.subject_kind)
    AND (NEW.actor_id IS NULL OR NEW.actor_id IS NOT DISTINCT FROM OLD.actor_id)
    AND (NEW.person_id IS NULL OR NEW.person_id IS NOT DISTINCT FROM OLD.person_id)
    AND (NEW.subject_id IS NULL OR NEW.subject_id IS NOT DISTINCT FROM OLD.subject_id)
    AND (NEW.subject_name IS NULL OR NEW.subject_name IS NOT DISTINCT FROM OLD.subject_name)
    AND (NEW.before IS NULL OR NEW.before IS NOT DISTINCT FROM OLD.before)
    AND (NEW.after IS NULL OR NEW.after IS NOT DISTINCT FROM OLD.after)
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'the audit log is only added to' USING ERRCODE = 'integrity_constraint_violation';
END $$;
--> statement-breakpoint
-- Conversations cannot belong to a merged report, because nobody could read them there.
CREATE FUNCTION report_conversation_is_readable() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gone uuid;
BEGIN
  SELECT merged_into_id INTO gone FROM lost_found_posts WHERE id = NEW.report_id FOR SHARE;
  IF gone IS NOT NULL THEN
    RAISE EXCEPTION 'a conversation about a merged report' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_conversations_of_kept';
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE FUNCTION merged_report_has_no_conversation() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.merged_into_id IS NOT NULL AND EXISTS (SELECT 1 FROM report_conversations WHERE report_id = NEW.id) THEN
    RAISE EXCEPTION 'a merged report keeps a conversation' USING ERRCODE = 'check_violation', CONSTRAINT = 'report_conversations_of_kept';
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- The app can only insert rows; references to a person are cleared here, as the tables' owner, when that person leaves.
CREATE FUNCTION audit_log_forgets() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE public.audit_log SET person_id = NULL, subject_id = NULL, subject_name = NULL, before = NULL, after = NULL
    WHERE person_id = OLD.id;
  RETURN OLD;
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_log_only_grows BEFORE UPDATE OR DELETE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION audit_log_only_grows();
--> statement-breakpoint
CREATE TRIGGER audit_log_is_never_emptied BEFORE TRUNCATE ON "audit_log" FOR EACH STATEMENT EXECUTE FUNCTION audit_log_only_grows();
--> statement-breakpoint
CREATE TRIGGER report_conversations_of_kept BEFORE INSERT OR UPDATE OF report_id ON report_conversations
  FOR EACH ROW EXECUTE FUNCTION report_conversation_is_readable();
--> statement-breakpoint
CREATE TRIGGER audit_log_forgets BEFORE DELETE ON users FOR EACH ROW EXECUTE FUNCTION audit_log_forgets();
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER merged_reports_without_conversations AFTER UPDATE OF merged_into_id ON lost_found_posts
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION merged_report_has_no_conversation();
--> statement-breakpoint
-- Only the number in the profile is verified: a different one has to be verified again.
CREATE FUNCTION users_phone_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.verified_phone := NULL;
  NEW.phone_proven_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_phone_changed BEFORE INSERT OR UPDATE OF phone, verified_phone ON users FOR EACH ROW
  WHEN (NEW.verified_phone IS NOT NULL AND NEW.phone IS DISTINCT FROM NEW.verified_phone)
  EXECUTE FUNCTION users_phone_changed();
--> statement-breakpoint
CREATE FUNCTION notify_administrators() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('aleef_live', '{"admins":true}');
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER store_orders_notify_administrators AFTER INSERT OR UPDATE OF status, payment, confirmed_at ON "store_orders" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
CREATE TRIGGER store_returns_notify_administrators AFTER INSERT OR UPDATE OF status ON "store_returns" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
CREATE TRIGGER subscription_requests_notify_administrators AFTER INSERT OR UPDATE OF status ON "subscription_requests" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
CREATE TRIGGER lost_found_posts_notify_administrators AFTER INSERT OR UPDATE OF status, open_complaints, hidden_at ON "lost_found_posts" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
CREATE TRIGGER conversations_notify_administrators AFTER UPDATE OF state, reviewed_at ON "conversations" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
CREATE TRIGGER products_notify_administrators AFTER UPDATE OF stock, low_stock_at, archived_at ON "products" FOR EACH STATEMENT EXECUTE FUNCTION notify_administrators();
--> statement-breakpoint
-- A number that left the account grants no access: sessions opened by its codes end, and its consent is deleted.
CREATE FUNCTION users_phone_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM sessions WHERE user_id = OLD.id AND phone = OLD.verified_phone;
  IF FOUND THEN
    PERFORM pg_notify('aleef_sessions', OLD.id::text);
  END IF;
  DELETE FROM pending_sign_ins WHERE user_id = OLD.id AND phone = OLD.verified_phone;
  DELETE FROM phone_codes WHERE user_id = OLD.id AND number = OLD.verified_phone;
  DELETE FROM phone_numbers WHERE number = OLD.verified_phone AND consent <> 'stopped';
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER users_phone_left AFTER UPDATE OF phone, verified_phone ON users FOR EACH ROW
  WHEN (OLD.verified_phone IS NOT NULL AND NEW.verified_phone IS DISTINCT FROM OLD.verified_phone)
  EXECUTE FUNCTION users_phone_left();
--> statement-breakpoint
CREATE FUNCTION report_posters_retired() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM poster_visits WHERE poster_id = OLD.id;
  NEW.place := NULL;
  NEW.idempotency_key := NULL;
  NEW.scans := 0;
  NEW.last_scan_at := NULL;
  RETURN NEW;
END $$;
--> statement-breakpoint
CREATE TRIGGER report_posters_retired BEFORE UPDATE OF report_id ON report_posters FOR EACH ROW
  WHEN (NEW.report_id IS NULL AND OLD.report_id IS NOT NULL)
  EXECUTE FUNCTION report_posters_retired();
