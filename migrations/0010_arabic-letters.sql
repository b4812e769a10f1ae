-- Every letter of Arabic script as the letter of an Arabic keyboard, and no sign without a shape: as `foldForSearch`.
CREATE OR REPLACE FUNCTION ar_norm(t text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
	SELECT regexp_replace(translate(
		normalize(regexp_replace(normalize(lower(normalize(t, NFKC)), NFD), U&'[\0300-\036F\0610-\061A\064B-\065F\0670\06D6-\06ED\0897-\089F\08C9-\08FF\FE00-\FE0F\00AD\061C\0640\0674\0883-\0885\0887\088E\200B-\200F\202A-\202E\2060-\2069\FE73\FEFF]', '', 'g'), NFC),
		U&'ٱٲٳ\0773\0774\0870\0871\0872\0873\0874\0875\0876\0877\0878\0879\087A\087B\087C\087D\087E\087F\0880\0881\0882\08ADپٻڀٮ\0750\0751\0752\0753\0754\0755\0756\08A0\08A1\08B6\08B7\08BEٹٺټٽٿ\08B8\08BF\08C0چڃڄڇځڂڅڿ\0757\0758\076E\076F\0772\077C\088A\08A2\08C1\08C5\08C6ڈډڊڋڌڍڎڏڐۮ\0759\075A\08AEڑڒړڔڕږڗۯ\075B\076B\08AA\08B9ژڙ\076C\0771\08B2ڛښڜۺ\075C\076D\0770\077D\077Eڝڞ\08AFۻڟ\088B\088C\08A3ڠۼ\075D\075E\075F\08B3\08C3ڤڡڢڣڥڦ\0760\0761\08A4\08BBڧڨٯ\08A5\08B5\08BC\08C4کگڪګڬڭڮڰڱڲڳڴػؼ\0762\0763\0764\077F\088D\08B0\08B4\08C2\08C8ڵڶڷڸ\076A\08A6\08C7\0765\0766\08A7ںڻڼڽڹ\0767\0768\0769\0889\088F\08BDةھہۃەۿۄۅۆۇۈۉۊۋۏ\0778\0779\08AB\08B1ىیۍێېۑےؠؽؾؿ\0775\0776\0777\077A\077B\0886\08A8\08A9\08AC\08BAøłđı٠١٢٣٤٥٦٧٨٩۰۱۲۳۴۵۶۷۸۹', 'اااااااااااااااااااااااااببببببببببببببببتتتتتتتتجججججججججججججججججججدددددددددددددررررررررررررزززززسششششششششصصصضططططغغغغغغغففففففففففقققققققكككككككككككككككككككككككلللللللمممنننننننننننههههههووووووووووووويييييييييييييييييييييoldi01234567890123456789'), U&'(?<!\0621)\0621+\0627', U&'\0627', 'g')
$$;
--> statement-breakpoint
-- Stored generated columns keep what the old function said until a column that they are computed from is written. So each
-- row whose value differs now, and no other, gets one of these columns written with the value that it has; that computes
-- the value anew and enters it in the indexes. Works for every column that calls the function, without locking a table.
DO $$
DECLARE one record;
BEGIN
  FOR one IN
    SELECT DISTINCT ON (d.oid) d.adrelid::regclass AS "table", a.attname AS "column", b.attname AS source,
      pg_get_expr(d.adbin, d.adrelid) AS expression
    FROM pg_attrdef d
    JOIN pg_attribute a ON a.attrelid = d.adrelid AND a.attnum = d.adnum AND a.attgenerated = 's'
    -- Which columns the expression reads: recorded for the column by PostgreSQL 15, for its expression by later ones.
    JOIN pg_depend p ON p.refclassid = 'pg_class'::regclass AND p.refobjid = d.adrelid AND p.refobjsubid NOT IN (0, d.adnum)
      AND (p.classid, p.objid, p.objsubid) IN (('pg_attrdef'::regclass, d.oid, 0), ('pg_class'::regclass, d.adrelid, d.adnum))
    JOIN pg_attribute b ON b.attrelid = d.adrelid AND b.attnum = p.refobjsubid AND b.attidentity = ''
    WHERE pg_get_expr(d.adbin, d.adrelid) LIKE '%ar_norm(%'
    ORDER BY d.oid, b.attnum
  LOOP
    EXECUTE format('UPDATE %1$s SET %2$I = %2$I WHERE %3$I IS DISTINCT FROM %4$s', one."table", one.source, one."column", one.expression);
  END LOOP;
END $$;
