-- Latin letters with accents are found without them, and the other way round: Zoë by zoe, Søren by soren.
CREATE OR REPLACE FUNCTION ar_norm(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT translate(
		normalize(regexp_replace(normalize(
			regexp_replace(lower(normalize(t, NFKC)), U&'[\0610-\061A\064B-\065F\0670\06D6-\06ED\0640\200B-\200F\202A-\202E\2066-\2069]', '', 'g'),
			NFD), U&'[\0300-\036F]', '', 'g'), NFC),
		'أإآٱىئیيؤةهکگøłđı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااااييييوههككoldi01234567890123456789')
$$;--> statement-breakpoint
-- Stored search texts that hold such a letter are made anew; the audit log is never changed.
UPDATE users SET name = name WHERE search ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE pets SET name = name WHERE search_text ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE products SET name_en = name_en WHERE search ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE lost_found_posts SET words = words WHERE search || coalesce(contact_search, '') ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE store_orders SET full_name = full_name WHERE search ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE store_order_lines SET name_en = name_en WHERE search ~ U&'[\00C0-\024F\1E00-\1EFF]';--> statement-breakpoint
UPDATE subscription_requests SET full_name = full_name WHERE search ~ U&'[\00C0-\024F\1E00-\1EFF]';
