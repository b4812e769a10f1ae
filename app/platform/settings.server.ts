import path from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";

/** Access to Twilio's Programmable Messaging, or to a service with the same API at `apiUrl`. */
export interface SmsSettings {
  apiUrl: string;
  accountSid: string;
  authToken: string;
  /** Number, name or messaging service (`MG…`). */
  from: string;
}

const port = z.coerce.number().int().min(0).max(65535);
const url = z.url({ protocol: /^https?$/ });

/** The site's own URL: scheme, host and port, as browsers write them (`https://aleef.example`). */
const origin = z.string().transform((value, issues) => {
  const parsed = URL.canParse(value) ? new URL(value) : null;
  const isOrigin =
    parsed !== null &&
    /^https?:$/.test(parsed.protocol) &&
    `${parsed.username}${parsed.password}${parsed.search}${parsed.hash}` === "" &&
    parsed.pathname === "/" &&
    // Neither a wildcard nor a dot at the end, without which browsers name our pages' origin.
    /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*|\[[0-9a-f:.]+\])$/.test(parsed.hostname) &&
    !/[?#]/.test(value);
  if (isOrigin) return parsed.origin;
  issues.addIssue("must be https:// and a host name, such as https://aleef.example, without a path, query or password");
  return z.NEVER;
});

/** Signs that end or begin an address in a header (RFC 5322, specials), so that a name with them needs quotation marks. */
const isPlainName = (name: string) => /^[^"(),:;<>@[\\\]]*$|^"[^"\\]*"$/.test(name.trim());

/** `Aleef <no-reply@aleef.example>`, or the address alone. */
const sender = z
  .string()
  .refine(
    (value) =>
      z.email().safeParse(getAddress(value)).success && isPlainName(value.includes("<") ? value.split("<")[0]! : ""),
    { error: "must be an e-mail address, such as Aleef <no-reply@aleef.example>" },
  );

/** Returns the address of a sender such as `Aleef <no-reply@aleef.example>`. */
function getAddress(from: string): string {
  return (/^[^<>]*<([^<>]+)>$/.exec(from)?.[1] ?? from).trim();
}

/** OpenStreetMap's tiles (tile usage policy: attribution, a referrer). */
const openStreetMap = "https://tile.openstreetmap.org/{z}/{x}/{y}.png";

/** Address of raster tiles, with `{z}`, `{x}` and `{y}`, or of a file of vector tiles (PMTiles); `none` for neither. */
const tiles = z
  .string()
  .regex(
    /^(none|https?:\/\/(?=.*\{z\})(?=.*\{x\})(?=.*\{y\}).+|https?:\/\/[^/?#{}]+\/[^?#{}]*\.pmtiles(\?.*)?)$/,
    "must be none, a URL with {z}, {x} and {y}, or the URL of a .pmtiles file",
  )
  .transform((value): { tileUrl?: string; pmtilesUrl?: string } => {
    if (value === "none") return {};
    return value.includes("{z}") ? { tileUrl: value } : { pmtilesUrl: value };
  });

/** Domains that no mail server accepts (RFC 2606, RFC 6761, RFC 6762, RFC 8375, and ICANN's for internal use). */
const reservedDomain = /(^|\.)(test|example|invalid|localhost|local|internal|home\.arpa|example\.(com|net|org))$/i;

/** Whether a sender's domain is reserved, so that mail servers reject what it sends. */
export const isReservedSender = (from: string): boolean =>
  reservedDomain.test(getAddress(from).split("@").at(-1) ?? "");

const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
  .regex(
    /^(?!postgres(?:ql)?:\/\/(?:[^@/]*@)?[^/?]*,)/,
    "names several servers: put a proxy that follows the primary in front of them (docs/operating.md, Failover)",
  );
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
const networks = z
  .string()
  .transform((value) =>
    value
      .split(",")
      .map((part) => part.trim())
      .filter(Boolean),
  )
  .refine((parts) => parts.every((part) => ipaddr.isValid(part) || ipaddr.isValidCIDR(part)), {
    error: "must be addresses or networks such as 10.0.0.0/8, separated by commas",
  });

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3])?:[0-5]\d$/, "must be a time such as 03:30 (UTC), or :30 for every hour");

const tapKey = /^([1-9]\d{0,2}):([0-9a-f]{32}):([0-9a-f]{32})(?::((?:[0-9a-f]{2}){1,24}))?$/i;
/**
 * Keys of authenticated tags: a version, the key that encrypts the chip's UID, and the master key from which each
 * chip's own key is derived, with the system identifier of NXP AN10922 if there is one.
 */
const tapKeys = z
  .string()
  .transform((value) =>
    value.split(",").map((part) => {
      const [, version = "", meta = "", file = "", system = ""] = tapKey.exec(part.trim()) ?? [];
      const bytes = (hex: string) => Buffer.from(hex, "hex");
      return { version: Number(version), meta: bytes(meta), file: bytes(file), system: bytes(system) };
    }),
  )
  .refine((keys) => keys.every(({ version }) => version > 0), {
    error:
      "must be VERSION:META:FILE or VERSION:META:FILE:SYSTEM with a number from 1 to 999, two keys of 32 hex digits and at most 24 bytes in hex, several separated by commas",
  })
  .refine((keys) => new Set(keys.map(({ version }) => version)).size === keys.length, {
    error: "names a version twice",
  });

const logLevel = z.enum(["fatal", "error", "warn", "info", "debug", "silent"]);
/** Header list in the format of OpenTelemetry's settings: `authorization=Bearer%20abc,x-team=pets`. */
const headerPairs = z
  .string()
  .regex(
    /^[\w-]+=[^,=\s][^,\s]*(,[\w-]+=[^,=\s][^,\s]*)*$/,
    "must be pairs such as authorization=Bearer%20abc, separated by commas",
  )
  .refine((value) => !/%(?![0-9a-f]{2})/i.test(value), { error: "contains an invalid percent-encoding" })
  .transform((value) =>
    Object.fromEntries(
      value.split(",").map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), decodeURIComponent(pair.slice(at + 1))];
      }),
    ),
  );

const environment = z.object({
  PORT: port.default(3000),
  HOST: z.string().min(1).default("127.0.0.1"),
  PUBLIC_URL: origin.optional(),
  DATA_DIR: z.string().min(1).default(".data"),
  DATABASE_URL: postgres.optional(),
  DATABASE_DIRECT_URL: postgres.optional(),
  DATABASE_OWNER_URL: postgres.optional(),
  DATABASE_CONNECTIONS: z.coerce.number().int().min(2).max(500).default(20),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: sender.default("Aleef <no-reply@aleef.test>"),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  TRUSTED_PROXIES: networks.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: url.optional(),
  PUSH_HOSTS: z.string().optional(),
  WHATSAPP_PHONE_ID: z.string().regex(/^\d+$/, "must be the phone number id of the Cloud API").optional(),
  WHATSAPP_TOKEN: z.string().min(1).optional(),
  WHATSAPP_APP_SECRET: z.string().min(16, "must have at least 16 characters").optional(),
  WHATSAPP_VERIFY_TOKEN: z.string().min(8, "must have at least 8 characters").optional(),
  WHATSAPP_NUMBER: z
    .string()
    .regex(/^\+\d{7,15}$/, "must be a number such as +201001234567")
    .optional(),
  WHATSAPP_API_URL: url.default("https://graph.facebook.com/v23.0"),
  SMS_FROM: z.string().min(1).max(40).default("Aleef"),
  TWILIO_ACCOUNT_SID: z.string().min(1).optional(),
  TWILIO_AUTH_TOKEN: z.string().min(1).optional(),
  TWILIO_API_URL: url.default("https://api.twilio.com"),
  MAP_TILE_URL: tiles.prefault(openStreetMap),
  MAP_TILE_ATTRIBUTION: z.string().default('© <a href="https://www.openstreetmap.org/copyright">OpenStreetMap</a>'),
  TAP_KEYS: tapKeys.default([]),
  COURIER_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  BACKUP_AT: timeOfDay.optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  PUBLIC_PAGE_CACHE_SECONDS: z.coerce.number().min(0).max(60).optional(),
  CDN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  DEMO: flag.optional(),
  LOG_LEVEL: logLevel.default("info"),
  NETWORK_LIMITS: z.coerce.number().min(1).max(1000).default(1),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
});

/** Settings that must be set together. */
const settingGroups: [string[], string][] = [
  [["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], "S3 requires all three"],
  [
    ["WHATSAPP_PHONE_ID", "WHATSAPP_TOKEN", "WHATSAPP_APP_SECRET", "WHATSAPP_VERIFY_TOKEN", "WHATSAPP_NUMBER"],
    "WhatsApp requires all five",
  ],
  [["TWILIO_ACCOUNT_SID", "TWILIO_AUTH_TOKEN"], "Twilio requires both"],
];

/** Returns messages for missing settings; also called when given ones are invalid. */
function listMissing(given: Record<string, unknown>): string[] {
  const lines = settingGroups.flatMap(([names, why]) =>
    names.some((name) => given[name])
      ? names.filter((name) => !given[name]).map((name) => `${name} is missing: ${why}`)
      : [],
  );
  if (given.S3_PUBLIC_URL && !given.S3_BUCKET)
    lines.push("S3_BUCKET is missing: S3_PUBLIC_URL is the public URL of its photos");
  if (given.DATABASE_URL && !given.SECRET)
    lines.push(
      "SECRET is required with DATABASE_URL, so that all processes sign cookies with the same key (openssl rand -hex 32)",
    );
  if (
    given.SMTP_URL &&
    /^https:/i.test(String(given.PUBLIC_URL)) &&
    isReservedSender(String(given.MAIL_FROM ?? "@test"))
  )
    lines.push(
      `MAIL_FROM ${given.MAIL_FROM ? "has a reserved domain" : "is missing"}: mail servers accept only a sender of your own domain, such as Aleef <no-reply@your.site>`,
    );
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    lines.push("DATABASE_DIRECT_URL bypasses a pooler: set DATABASE_URL to the pooler's address");
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    lines.push("DATABASE_URL is missing: DATABASE_OWNER_URL is the same database with the role that owns its tables");
  return lines;
}

const isLoopback = (host: string) => ["localhost", "127.0.0.1", "::1"].includes(host);

/** Whether a port that is open at one of two hosts of this machine is taken at the other. */
const sharePorts = (a: string, b: string) =>
  a === b ||
  [a, b].some((host) => ["0.0.0.0", "::"].includes(host)) ||
  ([a, b].includes("localhost") && [a, b].every(isLoopback));

/** Returns messages for ports that this process opens and that another setting names too. */
function listSharedPorts(value: Environment): string[] {
  const opened = [
    { name: "PORT", host: value.HOST, port: value.PORT },
    { name: "METRICS_PORT", host: value.METRICS_HOST, port: value.METRICS_PORT ?? 0 },
  ].filter(({ port }) => port > 0);
  const services = (["DATABASE_URL", "DATABASE_DIRECT_URL", "DATABASE_OWNER_URL", "SMTP_URL"] as const)
    .map((name) => {
      const url = URL.parse(value[name] ?? "");
      const port = Number(url?.port || (name === "SMTP_URL" ? 587 : 5432));
      return { name, host: url?.hostname.replace(/^\[|\]$/g, "") ?? "", port };
    })
    .filter(({ host }) => isLoopback(host));
  return opened.flatMap((one, index) =>
    [...opened.slice(index + 1), ...services]
      .filter((other) => one.port === other.port && sharePorts(one.host, other.host))
      .map((other) => `${one.name} and ${other.name} name the same port of this machine: change one of them`),
  );
}

const names = Object.keys(environment.shape);

const inPanel = "it is set in the admin panel now (Site settings)";
const isUnused = "nothing depends on it any more";
/** Variables of earlier versions, with the reason why they are no longer read. */
const formerSettings = new Map<string, string>([
  ...[
    ...[
      "CURRENCY",
      "SHIPPING_STANDARD",
      "SHIPPING_EXPRESS",
      "FREE_SHIPPING_ABOVE",
      "FREE_REPLACEMENT_UP_TO",
      "WEEKEND",
    ],
    ...["SELLER_NAME", "SELLER_ADDRESS", "SELLER_EMAIL", "SELLER_COUNTRY", "SELLER_TAX_NUMBER", "TAX_RATE"],
    ...["OPEN_ORDERS_PIECES", "OPEN_ORDERS_VALUE", "OPEN_ORDERS_DOLLARS", "CONFIRM_HOURS"],
    ...["PHONE_COUNTRIES", "PHONE_MESSAGES_PER_DAY", "PHONE_CODES_PER_COUNTRY", "SMS_AFTER_SECONDS"],
    ...["OPERATOR_EMAIL", "SOCIAL_URLS", "SCANS_KEPT_MONTHS", "ADMIN_TWO_STEPS"],
  ].map((name): [string, string] => [name, inPanel]),
  ...[
    ...["DATABASE_CONNECTIONS_RESERVED", "DATABASE_CONNECTIONS_JOBS", "PHONE_WORKERS", "MESSAGES_FIRST"],
    ...["WHATSAPP_PER_SECOND", "SMS_PER_SECOND", "OTEL_SERVICE_NAME"],
    ...["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY", "VAPID_SUBJECT"],
  ].map((name): [string, string] => [name, isUnused]),
  ["TAP_SYSTEM", "add it to each key of TAP_KEYS: VERSION:META:FILE:SYSTEM"],
  ["EMAILS_PER_SECOND", "add ?rateLimit= to SMTP_URL"],
  ["EMAIL_WORKERS", "add ?maxConnections= to SMTP_URL"],
  ["LOG_LEVELS", "LOG_LEVEL is the level of all lines"],
  ["LOG_REQUESTS", "LOG_LEVEL=warn leaves out requests that did not fail"],
]);

/** Prefixes of our variables (such as `SMTP_`), except common ones. */
const ownPrefixes = new Set(names.flatMap((name) => /^[A-Z0-9]+_/.exec(name) ?? []));
for (const common of ["LOG_", "PUBLIC_", "SECRET_", "DATA_", "MAP_", "OTEL_", "NETWORK_"]) ownPrefixes.delete(common);

/**
 * Whether Kubernetes set the variable: it passes the address of every service to each container (`SMTP_PORT=tcp://…`,
 * `SMTP_SERVICE_HOST`).
 */
const isFromKubernetes = (name: string, value: unknown) =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)/.test(name) || /^(tcp|udp):\/\//.test(String(value));

/** Returns messages for variables that are no settings but look like ours: former ones and misspelt ones. */
function listUnknown(given: Record<string, unknown>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    const reason = formerSettings.get(name);
    if (reason) return [`${name} is no longer read: ${reason}`];
    const [prefix = ""] = /^[A-Z0-9]+_/.exec(name) ?? [];
    if (names.includes(name) || !ownPrefixes.has(prefix) || isFromKubernetes(name, value)) return [];
    return [`${name} is not a setting: there are ${names.filter((one) => one.startsWith(prefix)).join(", ")}`];
  });
}

/**
 * Returns the part of the data directory that contains this path, where backups must not be stored; undefined if the
 * path is outside of both.
 */
export function findDataPart(place: string, dataDir: string): string | undefined {
  return ["files", "postgres"].find((part) => {
    const relativePath = path.relative(path.join(dataDir, part), place);
    return relativePath.split(path.sep)[0] !== ".." && !path.isAbsolute(relativePath);
  });
}

type Environment = z.output<typeof environment>;

function readSmsSettings(value: Environment): SmsSettings | undefined {
  if (!value.TWILIO_ACCOUNT_SID) return undefined;
  return {
    apiUrl: value.TWILIO_API_URL.replace(/\/$/, ""),
    accountSid: value.TWILIO_ACCOUNT_SID,
    authToken: value.TWILIO_AUTH_TOKEN as string,
    from: value.SMS_FROM,
  };
}

type TapKeySet = z.output<typeof tapKeys>[number];

const hasZeroKey = ({ meta, file }: TapKeySet) => [meta, file].some((key) => key.every((byte) => byte === 0));

export type Mode = "production" | "development" | "test";
export type Settings = ReturnType<typeof readSettings>;

/** Returns the host name for URLs: `localhost` if `host` is a loopback or wildcard address, otherwise `host`. */
function getHostName(host: string): string {
  if (["127.0.0.1", "0.0.0.0", "::", "::1", "localhost"].includes(host)) return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}

/**
 * Parses the environment into settings, once at startup. Empty variables count as unset. Throws one Error whose message
 * lists each invalid variable on its own line.
 */
export function readSettings(env: Record<string, string | undefined>, place: { root: string; mode: Mode }) {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined && value !== ""));
  const read = environment.safeParse(given);
  const invalid = read.success ? [] : read.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  const lines = [...invalid, ...listUnknown(given), ...listMissing(given)].map((line) => `  ${line}`);
  if (read.success && place.mode === "production" && read.data.TAP_KEYS.some(hasZeroKey))
    lines.push("  TAP_KEYS contains an all-zero key, the factory default of chips: anybody could forge a tap with it");
  if (read.success) lines.push(...listSharedPorts(read.data).map((line) => `  ${line}`));
  const dataDir = path.resolve(place.root, read.data?.DATA_DIR ?? "");
  const backupDir = path.resolve(place.root, read.data?.BACKUP_DIR ?? path.join(dataDir, "backups"));
  if (findDataPart(backupDir, dataDir))
    lines.push("  BACKUP_DIR is inside a directory that is backed up: choose another one");
  if (!read.success || lines.length > 0) throw new Error(`Invalid settings:\n${lines.join("\n")}`);
  const value = read.data;
  const publicUrl = value.PUBLIC_URL ?? new URL(`http://${getHostName(value.HOST)}:${value.PORT}`).origin;
  return {
    ...place,
    port: value.PORT,
    host: value.HOST,
    publicUrl,
    secure: publicUrl.startsWith("https:"),
    dataDir,
    databaseUrl: value.DATABASE_URL,
    /** URL that bypasses a pooler, for long-lived connections. */
    databaseDirectUrl: value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    /** URL that bypasses a pooler, with the role that owns the tables. */
    databaseOwnerUrl: value.DATABASE_OWNER_URL ?? value.DATABASE_DIRECT_URL ?? value.DATABASE_URL,
    /** Maximum number of connections of this process, besides one for LISTEN and one for the health check. */
    databaseConnections: {
      pages: value.DATABASE_CONNECTIONS,
      /** Reserved for finders and health checks; few, because each statement takes a millisecond. */
      reserved: 4,
      /** As many as jobs run at the same time; they wait for each other otherwise. */
      jobs: 6,
    },
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    secret: value.SECRET,
    /** Values that were signed or encrypted with it are still accepted; new ones never use it. */
    previousSecret: value.SECRET_PREVIOUS,
    trustedProxies: value.TRUSTED_PROXIES ?? [],
    s3: value.S3_BUCKET
      ? {
          bucket: value.S3_BUCKET,
          region: value.S3_REGION,
          endpoint: value.S3_ENDPOINT,
          accessKeyId: value.S3_ACCESS_KEY_ID as string,
          secretAccessKey: value.S3_SECRET_ACCESS_KEY as string,
        }
      : undefined,
    /** URL from which browsers load photos of the bucket; undefined: from this server. */
    photoHost: value.S3_PUBLIC_URL?.replace(/\/$/, ""),
    whatsapp: value.WHATSAPP_PHONE_ID
      ? {
          apiUrl: value.WHATSAPP_API_URL.replace(/\/$/, ""),
          phoneNumberId: value.WHATSAPP_PHONE_ID,
          token: value.WHATSAPP_TOKEN as string,
          appSecret: value.WHATSAPP_APP_SECRET as string,
          verifyToken: value.WHATSAPP_VERIFY_TOKEN as string,
          /** WhatsApp number of the platform (E.164), to which people can write. */
          number: value.WHATSAPP_NUMBER as string,
        }
      : undefined,
    sms: readSmsSettings(value),
    pushHosts: value.PUSH_HOSTS?.split(",").map((host) => host.trim()) ?? [],
    map: { ...value.MAP_TILE_URL, attribution: value.MAP_TILE_ATTRIBUTION },
    /** Sorted by version, newest last; new batches of tags use the newest. */
    tapKeys: value.TAP_KEYS.toSorted((a, b) => a.version - b.version),
    /** Verifies the signatures of couriers' parcel updates; without it, no updates are accepted. */
    courierSecret: value.COURIER_SECRET,
    backups: {
      /** Daily (`03:30`, UTC) or hourly (`:30`) backup time; undefined for no scheduled backups. */
      at: value.BACKUP_AT,
      folder: backupDir,
      /** Number of scheduled backups to keep. */
      keep: value.BACKUP_KEEP,
      /** Passphrase for encrypting backups. */
      key: value.BACKUP_KEY,
    },
    /**
     * Whether to create demo data. Its accounts have a published password, so with https or a given database it needs
     * DEMO=1.
     */
    demo: value.DEMO ?? !(publicUrl.startsWith("https:") || value.DATABASE_URL),
    /** Seconds for which this process sends the same public page to visitors without cookies; 0 for not at all. */
    publicPageCacheSeconds: value.PUBLIC_PAGE_CACHE_SECONDS ?? (place.mode === "production" ? 3 : 0),
    /** Seconds for which a CDN may cache public pages; 0 for not at all. */
    cdnSeconds: value.CDN_SECONDS,
    /**
     * Seconds for which a stopping process keeps serving after it reports that it is not ready, which proxies notice by
     * their next check.
     */
    drainSeconds: value.DRAIN_SECONDS ?? (publicUrl.startsWith("https:") && value.ROLE !== "worker" ? 3 : 0),
    /** Factor for the rate limits that users behind one shared IP address use up together. */
    networkLimits: value.NETWORK_LIMITS,
    /** Whether this process serves pages, runs jobs, or both. */
    role: value.ROLE,
    traces: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: value.OTEL_EXPORTER_OTLP_HEADERS,
          share: value.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    metrics: value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    log: { level: value.LOG_LEVEL },
  };
}
