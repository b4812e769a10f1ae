import { createECDH } from "node:crypto";
import path from "node:path";
import ipaddr from "ipaddr.js";
import * as z from "zod";
import { countDecimals, isCurrency, type ShopTerms, toCents } from "./i18n/money.rules.ts";
import type { SmsSettings } from "./phone/sms.server.ts";
import { routineMessages } from "./routine-messages.rules.ts";

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
    !/[?#]/.test(value);
  if (isOrigin) return parsed.origin;
  issues.addIssue("must be https:// and a host name, such as https://aleef.example, without a path, query or password");
  return z.NEVER;
});

/** `Aleef <no-reply@aleef.example>`, or the address alone. */
const sender = z.string().refine((value) => z.email().safeParse(getAddress(value)).success, {
  error: "must be an e-mail address, such as Aleef <no-reply@aleef.example>",
});

/** Returns the address of a sender such as `Aleef <no-reply@aleef.example>`. */
function getAddress(from: string): string {
  return (/^[^<>]*<([^<>]+)>$/.exec(from)?.[1] ?? from).trim();
}

/** Domains that no mail server accepts (RFC 2606, RFC 6761). */
const reservedDomain = /(^|\.)(test|example|invalid|localhost|example\.(com|net|org))$/i;

/** Whether a sender's domain is reserved, so that mail servers reject what it sends. */
export const isReservedSender = (from: string): boolean =>
  reservedDomain.test(getAddress(from).split("@").at(-1) ?? "");

/** Whether a private key of web push belongs to the public one (RFC 8292: P-256, base64url). */
function isVapidPair(publicKey: string, privateKey: string): boolean {
  try {
    const key = createECDH("prime256v1");
    key.setPrivateKey(Buffer.from(privateKey, "base64url"));
    return key.getPublicKey().equals(Buffer.from(publicKey, "base64url"));
  } catch {
    return false;
  }
}
const postgres = z
  .string()
  .regex(/^postgres(ql)?:\/\//, "must start with postgres:// or postgresql://")
  .regex(
    /^(?!postgres(?:ql)?:\/\/(?:[^@/]*@)?[^/?]*,)/,
    "names several servers: put a proxy that follows the primary in front of them (docs/operating.md, Failover)",
  );
const flag = z.enum(["0", "1"]).transform((value) => value === "1");
/** ISO weekdays without deliveries; the weekend in Egypt is Friday and Saturday. */
const weekdays = z
  .string()
  .regex(/^[1-7](,[1-7]){0,5}$/, "must be weekdays from 1 (Monday) to 7 (Sunday), separated by commas")
  .transform((value) => value.split(",").map(Number));
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

/** Amount in currency units, with optional decimals. */
const amount = z.string().regex(/^\d{1,7}(\.\d{1,3})?$/, "must be an amount such as 5 or 4.50");

const tapKey = /^([1-9]\d{0,2}):([0-9a-f]{32}):([0-9a-f]{32})$/i;
/**
 * Keys of authenticated tags: a version, the key that encrypts the chip's UID, and the master key from which each
 * chip's own key is derived.
 */
const tapKeys = z
  .string()
  .transform((value) =>
    value.split(",").map((part) => {
      const [, version = "", meta = "", file = ""] = tapKey.exec(part.trim()) ?? [];
      return { version: Number(version), meta: Buffer.from(meta, "hex"), file: Buffer.from(file, "hex") };
    }),
  )
  .refine((keys) => keys.every(({ version }) => version > 0), {
    error:
      "must be VERSION:META:FILE with a number from 1 to 999 and two keys of 32 hex digits, several separated by commas",
  })
  .refine((keys) => new Set(keys.map(({ version }) => version)).size === keys.length, {
    error: "names a version twice",
  });

/** ISO 3166-1 codes of the countries to whose phone numbers messages may be sent. */
const countries = z
  .string()
  .regex(/^[A-Z]{2}(,[A-Z]{2})*$/, "must be country codes such as EG,SA, separated by commas")
  .transform((value) => value.split(","));
const arabCountries = "EG,SA,AE,KW,QA,BH,OM,JO,LB,IQ,PS,YE,SY,SD,LY,TN,DZ,MA".split(",");

/**
 * 0 keeps scans until their owner deletes the account; otherwise at least three months, because people still look for
 * recent ones.
 */
const retentionMonths = z
  .string()
  .regex(/^(0|[3-9]|[1-9]\d{1,2})$/, "must be 0 (kept until the owner's account is deleted) or from 3 to 999 months")
  .transform(Number);

/** Kinds of routine notifications, in the order in which they are sent. */
const messagesFirst = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(z.enum(routineMessages, `must be any of ${routineMessages.join(", ")}, separated by commas`)))
  .refine((kinds) => new Set(kinds).size === kinds.length, { error: "names a kind twice" });

const socialUrls = z
  .string()
  .transform((value) => value.split(",").map((part) => part.trim()))
  .pipe(z.array(z.url({ protocol: /^https$/, error: "must be URLs that start with https://, separated by commas" })));

const logLevel = z.enum(["fatal", "error", "warn", "info", "debug", "silent"]);
/** Kinds of log lines with their own level. */
const logKinds = ["request", "job"] as const;
const logLevels = z
  .string()
  .transform((value) => Object.fromEntries(value.split(",").map((pair) => pair.trim().split("="))))
  .pipe(
    z.partialRecord(
      z.enum(logKinds),
      logLevel,
      `must be pairs such as request=warn,job=error, of ${logKinds.join(" and ")}`,
    ),
  );

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
  DATABASE_CONNECTIONS_RESERVED: z.coerce.number().int().min(2).max(50).default(4),
  DATABASE_CONNECTIONS_JOBS: z.coerce.number().int().min(2).max(50).default(6),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must start with smtp:// or smtps://")
    .optional(),
  MAIL_FROM: sender.default("Aleef <no-reply@aleef.test>"),
  OPERATOR_EMAIL: z.email().optional(),
  SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  TRUSTED_PROXIES: networks.optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default("us-east-1"),
  S3_ENDPOINT: url.optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  S3_PUBLIC_URL: url.optional(),
  VAPID_PUBLIC_KEY: z.string().optional(),
  VAPID_PRIVATE_KEY: z.string().optional(),
  VAPID_SUBJECT: z
    .string()
    .regex(/^(https:|mailto:)/, "must start with https: or mailto:")
    .optional(),
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
  PHONE_COUNTRIES: countries.default(arabCountries),
  PHONE_MESSAGES_PER_DAY: z.coerce.number().int().min(0).max(10_000_000).default(5000),
  PHONE_CODES_PER_COUNTRY: z.coerce.number().int().min(0).max(1_000_000).default(500),
  SMS_AFTER_SECONDS: z.coerce.number().int().min(10).max(86_400).default(60),
  EMAIL_WORKERS: z.coerce.number().int().min(1).max(100).default(4),
  EMAILS_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(0),
  PHONE_WORKERS: z.coerce.number().int().min(1).max(100).default(4),
  WHATSAPP_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(0),
  SMS_PER_SECOND: z.coerce.number().int().min(0).max(1000).default(0),
  MESSAGES_FIRST: messagesFirst.default([]),
  MAP_TILE_URL: z.string().optional(),
  MAP_TILE_ATTRIBUTION: z.string().default("© OpenStreetMap"),
  MAP_PMTILES_URL: url.optional(),
  TAP_KEYS: tapKeys.default([]),
  TAP_SYSTEM: z
    .string()
    .regex(/^([0-9a-f]{2}){0,24}$/i, "must be at most 24 bytes in hex")
    .default(""),
  WEEKEND: weekdays.default([5, 6]),
  SOCIAL_URLS: socialUrls.default([
    "https://www.facebook.com/",
    "https://www.instagram.com/",
    "https://www.youtube.com/",
  ]),
  SELLER_NAME: z.string().trim().max(120).default("Aleef"),
  SELLER_ADDRESS: z.string().trim().max(300).optional(),
  SELLER_EMAIL: z.email().optional(),
  SELLER_COUNTRY: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be a country code such as EG")
    .optional(),
  TAX_RATE: z.coerce.number().min(0).max(100).multipleOf(0.01, "must have at most two decimals").default(0),
  SELLER_TAX_NUMBER: z.string().trim().max(40).optional(),
  CURRENCY: z
    .string()
    .refine(isCurrency, "must be a currency code such as EGP (ISO 4217)")
    .refine((code) => !isCurrency(code) || countDecimals(code) <= 3, "has more than three decimals")
    .default("USD"),
  SHIPPING_STANDARD: amount.default("5"),
  SHIPPING_EXPRESS: amount.default("12"),
  FREE_SHIPPING_ABOVE: amount.default("50"),
  FREE_REPLACEMENT_UP_TO: amount.default("20"),
  OPEN_ORDERS_PIECES: z.coerce.number().int().min(1).max(100_000).default(60),
  OPEN_ORDERS_VALUE: z.coerce.number().int().min(1).max(1_000_000).optional(),
  /** Former name of `OPEN_ORDERS_VALUE`. */
  OPEN_ORDERS_DOLLARS: z.coerce.number().int().min(1).max(1_000_000).default(1000),
  CONFIRM_HOURS: z.coerce.number().int().min(0).max(720).default(0),
  COURIER_SECRET: z.string().min(32, "must have at least 32 characters").optional(),
  SCANS_KEPT_MONTHS: retentionMonths.default(0),
  BACKUP_AT: timeOfDay.optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  BACKUP_KEEP: z.coerce.number().int().min(1).max(1000).default(14),
  BACKUP_KEY: z.string().min(32, "must have at least 32 characters").optional(),
  CDN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  DRAIN_SECONDS: z.coerce.number().int().min(0).max(300).optional(),
  ADMIN_TWO_STEPS: flag.default(false),
  DEMO: flag.optional(),
  LOG_LEVEL: logLevel.default("info"),
  LOG_LEVELS: logLevels.default({}),
  LOG_REQUESTS: z.coerce.number().min(0).max(1).default(1),
  NETWORK_LIMITS: z.coerce.number().min(1).max(1000).default(1),
  ROLE: z.enum(["all", "web", "worker"], "must be all, web or worker").default("all"),
  METRICS_PORT: port.optional(),
  METRICS_HOST: z.string().min(1).default("127.0.0.1"),
  OTEL_EXPORTER_OTLP_ENDPOINT: url.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: headerPairs.default({}),
  OTEL_SERVICE_NAME: z.string().min(1).max(80).default("aleef"),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(1),
  SECRET_PREVIOUS: z.string().min(32, "must have at least 32 characters").optional(),
});

/** Settings that must be set together. */
const settingGroups: [string[], string][] = [
  [["S3_BUCKET", "S3_ACCESS_KEY_ID", "S3_SECRET_ACCESS_KEY"], "S3 requires all three"],
  [["VAPID_PUBLIC_KEY", "VAPID_PRIVATE_KEY"], "web push requires both keys"],
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
  if (given.VAPID_PUBLIC_KEY && given.VAPID_PRIVATE_KEY)
    if (!isVapidPair(String(given.VAPID_PUBLIC_KEY), String(given.VAPID_PRIVATE_KEY)))
      lines.push(
        "VAPID_PRIVATE_KEY is not the key of VAPID_PUBLIC_KEY (npx web-push generate-vapid-keys makes a pair)",
      );
  if (given.DATABASE_DIRECT_URL && !given.DATABASE_URL)
    lines.push("DATABASE_DIRECT_URL bypasses a pooler: set DATABASE_URL to the pooler's address");
  if (given.DATABASE_OWNER_URL && !given.DATABASE_URL)
    lines.push("DATABASE_URL is missing: DATABASE_OWNER_URL is the same database with the role that owns its tables");
  return lines;
}

const names = Object.keys(environment.shape);
/**
 * Prefixes of our variables (such as `SMTP_`): an unknown variable with such a prefix is probably a misspelt setting.
 */
const ownPrefixes = new Set(
  names.flatMap((name) => (name.includes("_") ? [name.slice(0, name.indexOf("_") + 1)] : [])),
);
for (const common of ["LOG_", "PUBLIC_", "OPEN_", "FREE_", "SECRET_", "DATA_", "MAP_", "OTEL_"])
  ownPrefixes.delete(common);

/** Returns the Levenshtein distance of two words. */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let at = 1; at <= one.length; at++) {
    const next = [at];
    for (let to = 1; to <= other.length; to++)
      next.push(Math.min(row[to]! + 1, next[to - 1]! + 1, row[to - 1]! + (one[at - 1] === other[to - 1] ? 0 : 1)));
    row = next;
  }
  return row[other.length]!;
}

/**
 * Whether Kubernetes set the variable: it passes the address of every service to each container (`SMTP_PORT=tcp://…`,
 * `SMTP_SERVICE_HOST`).
 */
const isFromKubernetes = (name: string, value: unknown) =>
  /_SERVICE_(HOST|PORT(_\w+)?)$|_PORT_\d+_(TCP|UDP)/.test(name) || /^(tcp|udp):\/\//.test(String(value));

/** Returns messages for unknown variables that look like misspelt settings, each with the closest name. */
function listUnknown(given: Record<string, unknown>): string[] {
  return Object.entries(given).flatMap(([name, value]) => {
    if (names.includes(name) || !/^[A-Z][A-Z0-9]*(_[A-Z0-9]+)+$/.test(name) || isFromKubernetes(name, value)) return [];
    const word = name.slice(0, name.indexOf("_") + 1);
    const closest = names
      .filter((setting) => setting.includes("_"))
      .map((setting) => ({ setting, edits: countEdits(name, setting) - (setting.startsWith(word) ? 2 : 0) }))
      .sort((a, b) => a.edits - b.edits)[0]!;
    if (!ownPrefixes.has(word) && closest.edits > (closest.setting.startsWith(word) ? 0 : 2)) return [];
    return [`${name} is not a setting: did you mean ${closest.setting}?`];
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

/** Returns the shop's prices in minor units. Throws if an amount has more decimals than the currency. */
function readShopTerms({ CURRENCY: currency, ...value }: Environment): ShopTerms {
  const read = (name: "SHIPPING_STANDARD" | "SHIPPING_EXPRESS" | "FREE_SHIPPING_ABOVE" | "FREE_REPLACEMENT_UP_TO") => {
    const cents = toCents(Number(value[name]), currency);
    const whole = Math.round(cents);
    if (Math.abs(whole - cents) > 1e-6) throw new Error(`${name} has more decimals than ${currency}`);
    return whole;
  };
  return {
    currency,
    shippingCents: { standard: read("SHIPPING_STANDARD"), express: read("SHIPPING_EXPRESS") },
    freeShippingAboveCents: read("FREE_SHIPPING_ABOVE"),
    freeReplacementCents: read("FREE_REPLACEMENT_UP_TO"),
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
      /** Reserved for finders and health checks. */
      reserved: value.DATABASE_CONNECTIONS_RESERVED,
      jobs: value.DATABASE_CONNECTIONS_JOBS,
    },
    smtpUrl: value.SMTP_URL,
    mailFrom: value.MAIL_FROM,
    /** Receives messages of the contact form. */
    operatorEmail: value.OPERATOR_EMAIL,
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
    vapid: value.VAPID_PUBLIC_KEY
      ? { publicKey: value.VAPID_PUBLIC_KEY, privateKey: value.VAPID_PRIVATE_KEY as string }
      : undefined,
    vapidSubject: value.VAPID_SUBJECT,
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
    phone: {
      /** ISO 3166-1 codes of the countries to whose phone numbers messages may be sent. */
      countries: value.PHONE_COUNTRIES,
      /**
       * Maximum number of phone messages per day; the last fifth is reserved for messages that a finder or a family is
       * waiting for.
       */
      messagesPerDay: value.PHONE_MESSAGES_PER_DAY,
      codesPerCountry: value.PHONE_CODES_PER_COUNTRY,
      /** Seconds after which an undelivered WhatsApp message is followed by an SMS. */
      smsAfter: value.SMS_AFTER_SECONDS,
    },
    /** Number of e-mails and phone messages that one process sends concurrently. */
    workers: { email: value.EMAIL_WORKERS, phone: value.PHONE_WORKERS },
    /** Maximum e-mails per second of one process; 0 for as many as the mail server accepts. */
    emailsPerSecond: value.EMAILS_PER_SECOND,
    /** Maximum phone messages per second of one process. */
    phonePerSecond: { whatsapp: value.WHATSAPP_PER_SECOND, sms: value.SMS_PER_SECOND },
    /** Routine notifications that are sent before the others, highest priority first. */
    messagesFirst: value.MESSAGES_FIRST,
    pushHosts: value.PUSH_HOSTS?.split(",").map((host) => host.trim()) ?? [],
    map: { tileUrl: value.MAP_TILE_URL, attribution: value.MAP_TILE_ATTRIBUTION, pmtilesUrl: value.MAP_PMTILES_URL },
    /** Sorted by version, newest last; new batches of tags use the newest. */
    tapKeys: value.TAP_KEYS.toSorted((a, b) => a.version - b.version),
    /** System identifier in the key derivation of each chip (NXP AN10922). */
    tapSystem: Buffer.from(value.TAP_SYSTEM, "hex"),
    weekend: value.WEEKEND,
    shop: readShopTerms(value),
    /** Tax rate included in prices, in basis points: 1400 is 14 %. */
    taxBasisPoints: Math.round(value.TAX_RATE * 100),
    /** Our pages on other sites, linked in the footer. */
    socialUrls: value.SOCIAL_URLS,
    /** Seller as named on invoices and the about page; lines of the address are separated by `|`. */
    seller: {
      name: value.SELLER_NAME,
      address: (value.SELLER_ADDRESS ?? "")
        .split("|")
        .map((line) => line.trim())
        .filter(Boolean),
      taxNumber: value.SELLER_TAX_NUMBER ?? null,
      /** ISO 3166-1. */
      country: value.SELLER_COUNTRY ?? null,
      email: value.SELLER_EMAIL ?? null,
    },
    /**
     * Hours after which an order that the buyer has not confirmed is cancelled; 0 asks for confirmation but never
     * cancels.
     */
    confirmHours: value.CONFIRM_HOURS,
    /** Verifies the signatures of couriers' parcel updates; without it, no updates are accepted. */
    courierSecret: value.COURIER_SECRET,
    /** Maximum open cash-on-delivery orders of one account. */
    openOrders: {
      pieces: value.OPEN_ORDERS_PIECES,
      cents: toCents(value.OPEN_ORDERS_VALUE ?? value.OPEN_ORDERS_DOLLARS, value.CURRENCY),
    },
    /** Months for which scans are kept, besides the current one; 0 keeps them forever. */
    scansKeptMonths: value.SCANS_KEPT_MONTHS,
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
    /** Seconds for which a CDN may cache public pages; 0 for not at all. */
    cdnSeconds: value.CDN_SECONDS,
    /**
     * Seconds for which a stopping process keeps serving after it reports that it is not ready, which proxies notice by
     * their next check.
     */
    drainSeconds: value.DRAIN_SECONDS ?? (publicUrl.startsWith("https:") && value.ROLE !== "worker" ? 3 : 0),
    /** Whether the admin panel requires two-factor authentication. */
    adminTwoFactor: value.ADMIN_TWO_STEPS,
    /** Factor for the rate limits that users behind one shared IP address use up together. */
    networkLimits: value.NETWORK_LIMITS,
    /** Whether this process serves pages, runs jobs, or both. */
    role: value.ROLE,
    traces: value.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: value.OTEL_EXPORTER_OTLP_ENDPOINT,
          headers: value.OTEL_EXPORTER_OTLP_HEADERS,
          serviceName: value.OTEL_SERVICE_NAME,
          share: value.OTEL_TRACES_SAMPLER_ARG,
        }
      : undefined,
    metrics: value.METRICS_PORT === undefined ? undefined : { port: value.METRICS_PORT, host: value.METRICS_HOST },
    log: {
      level: value.LOG_LEVEL,
      levels: value.LOG_LEVELS,
      /** Share of successful requests that are logged, from 0 to 1; failed requests always are. */
      requests: value.LOG_REQUESTS,
    },
  };
}
