-- Persian, Urdu and Kurdish letters are found by the Arabic ones (ڤ ف, پ ب, چ ج), and ءا by آ and ا.
CREATE OR REPLACE FUNCTION ar_norm(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT regexp_replace(translate(
		normalize(regexp_replace(normalize(lower(normalize(t, NFKC)), NFD), U&'[\0300-\036F\0610-\061A\064B-\065F\0670\0674\06D6-\06ED\0640\200B-\200F\202A-\202E\2066-\2069]', '', 'g'), NFC),
		'ٱٲٳپٻڀٹٺټٽٿچڃڄڇڈډڊڌڍڎڏڐڑڒړڔڕږژڙښڛڜڤڡڢڣڥڦڧڨکگڪګڬڭڮڰڱڲڳڴڵڶڷڸںڻڼڽةھہۃەۄۅۆۇۈۉۊۋۏىیۍێېۑےøłđı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'ااابببتتتتتججججددددددددررررررززسسسففففففققككككككككككككللللننننهههههووووووووويييييييoldi01234567890123456789'), U&'\0621+\0627', U&'\0627', 'g')
$$;
--> statement-breakpoint
-- PostgreSQL recomputes a stored generated column only where it is added again; its indexes go with it.
DO $$
DECLARE
	found record;
	definition text;
BEGIN
	FOR found IN
		SELECT a.attrelid, a.attrelid::regclass AS tab, a.attname AS col, a.attnotnull, pg_get_expr(d.adbin, d.adrelid) AS expr,
			array(SELECT pg_get_indexdef(i.indexrelid) FROM pg_index i WHERE i.indrelid = a.attrelid AND a.attnum = ANY (i.indkey)) AS indexes
		FROM pg_attribute a JOIN pg_attrdef d ON d.adrelid = a.attrelid AND d.adnum = a.attnum
		WHERE a.attgenerated = 's' AND pg_get_expr(d.adbin, d.adrelid) LIKE '%ar_norm(%'
		ORDER BY a.attrelid, a.attnum
	LOOP
		EXECUTE format('ALTER TABLE %s DROP COLUMN %I, ADD COLUMN %I text GENERATED ALWAYS AS (%s) STORED%s',
			found.tab, found.col, found.col, found.expr, CASE WHEN found.attnotnull THEN ' NOT NULL' ELSE '' END);
		FOREACH definition IN ARRAY found.indexes LOOP
			EXECUTE definition;
		END LOOP;
	END LOOP;
END
$$;
--> statement-breakpoint
UPDATE "tags" SET "label_form" = ar_norm("label") WHERE "label" IS NOT NULL;
