// Protects whoever runs Aleef: a setting that cannot be right is named at start, before anything is done.

import { describe, expect, test } from "vitest";
import { readSettings } from "./settings.server.ts";

const read = (env: Record<string, string | undefined>) => readSettings(env, { root: "/srv/aleef", mode: "production" });

function getErrors(env: Record<string, string>): string[] {
  try {
    read(env);
    return [];
  } catch (error) {
    return (error as Error).message
      .split("\n")
      .slice(1)
      .map((line) => line.trim());
  }
}

describe("readSettings", () => {
  test("uses defaults for all settings", () => {
    expect(read({})).toMatchObject({
      port: 3000,
      host: "127.0.0.1",
      publicUrl: "http://localhost:3000",
      secure: false,
      dataDir: "/srv/aleef/.data",
      databaseUrl: undefined,
      smtpUrl: undefined,
      secret: undefined,
      trustedProxies: [],
      s3: undefined,
      pushHosts: [],
      demo: true,
      log: { level: "info" },
      role: "all",
      metrics: undefined,
    });
  });

  test("treats empty variables as unset", () => {
    expect(read({ PORT: "", PUBLIC_URL: "", SECRET: "", DATABASE_URL: "", DEMO: "" })).toEqual(read({}));
  });

  test("derives settings from others: the URL from the port, secure cookies from https; strips a trailing slash", () => {
    expect(read({ PORT: "8080" }).publicUrl).toBe("http://localhost:8080");
    expect(read({ PUBLIC_URL: "https://aleef.example/" })).toMatchObject({
      publicUrl: "https://aleef.example",
      secure: true,
    });
    expect(read({ DATA_DIR: "/var/lib/aleef" }).dataDir).toBe("/var/lib/aleef");
    expect(read({ DATA_DIR: "بيانات أليف" }).dataDir).toBe("/srv/aleef/بيانات أليف");
    expect(read({ DEMO: "0" }).demo).toBe(false);
    expect(read({ PUBLIC_URL: "https://aleef.example" }).demo).toBe(false);
    const external = { DATABASE_URL: "postgres://localhost/aleef", SECRET: "x".repeat(32) };
    expect(read(external).demo).toBe(false);
    expect(read({ ...external, DEMO: "1" }).demo).toBe(true);
    expect(read({ PUBLIC_URL: "https://demo.aleef.example", DEMO: "1" }).demo).toBe(true);
    expect(read({ TRUSTED_PROXIES: " 10.0.0.0/8, ::1 ,," }).trustedProxies).toEqual(["10.0.0.0/8", "::1"]);
  });

  test("validates backup settings: time of day in UTC, folder outside the backed-up data, length of the key", () => {
    expect(read({}).backups).toEqual({ at: undefined, folder: "/srv/aleef/.data/backups", keep: 14, key: undefined });
    const given = { BACKUP_AT: "03:30", BACKUP_DIR: "/mnt/backups", BACKUP_KEEP: "30", BACKUP_KEY: "k".repeat(32) };
    expect(read(given).backups).toEqual({ at: "03:30", folder: "/mnt/backups", keep: 30, key: "k".repeat(32) });
    for (const wrong of ["24:00", "3:30", "at night", "03:60", ":60", ":5", "*:30"])
      expect(getErrors({ BACKUP_AT: wrong })).toEqual([
        "BACKUP_AT must be a time such as 03:30 (UTC), or :30 for every hour",
      ]);
    expect(read({ BACKUP_AT: ":15" }).backups.at).toBe(":15");
    expect(getErrors({ BACKUP_KEEP: "0" })).toHaveLength(1);
    expect(getErrors({ BACKUP_KEY: "k".repeat(31) })).toHaveLength(1);
    for (const folder of [".data/files", ".data/files/backups", ".data/postgres/x", "/srv/aleef/.data/files/../files"])
      expect(getErrors({ BACKUP_DIR: folder })).toEqual([
        "BACKUP_DIR is inside a directory that is backed up: choose another one",
      ]);
    for (const beside of [".data", ".data/files-of-old", "/srv/aleef"])
      expect(getErrors({ BACKUP_DIR: beside })).toEqual([]);
  });

  test("says where a former variable is set now", () => {
    expect(getErrors({ CURRENCY: "EGP", LOG_LEVELS: "request=warn", EMAILS_PER_SECOND: "14" })).toEqual([
      "CURRENCY is no longer read: it is set in the admin panel now (Site settings)",
      "LOG_LEVELS is no longer read: LOG_LEVEL is the level of all lines",
      "EMAILS_PER_SECOND is no longer read: add ?rateLimit= to SMTP_URL",
    ]);
  });

  test("rejects an unknown variable and names those that begin like it; ignores variables of other programs", () => {
    expect(getErrors({ TRUSTED_PROXY: "::1", SMTP_HOST: "mail" })).toEqual([
      "TRUSTED_PROXY is not a setting: there are TRUSTED_PROXIES",
      "SMTP_HOST is not a setting: there are SMTP_URL",
    ]);
    const others = {
      HOME: "/root",
      HOSTNAME: "one",
      LOG_FORMAT: "json",
      NODE_ENV: "production",
      LC_ALL: "C.UTF-8",
      npm_package_json: "x",
      TEST_DATABASE_URL: "postgres://x",
      SMTP_SERVICE_HOST: "10.0.0.1",
      SMTP_SERVICE_PORT: "25",
      SMTP_PORT: "tcp://10.0.0.1:25",
      SMTP_PORT_25_TCP_ADDR: "10.0.0.1",
    };
    expect(getErrors(others)).toEqual([]);
  });

  test("requires complete tap keys, each version once, and in production no all-zero keys", () => {
    const [meta, file, zeros] = ["a1".repeat(16), "B2".repeat(16), "0".repeat(32)];
    const { tapKeys } = read({ TAP_KEYS: `2:${file}:${meta}, 1:${meta}:${file}:616c` });
    expect(tapKeys.map(({ version, file }) => [version, file.toString("hex")])).toEqual([
      [1, file.toLowerCase()],
      [2, meta],
    ]);
    expect(tapKeys.map(({ system }) => system.toString())).toEqual(["al", ""]);
    for (const wrong of [`${meta}:${file}`, `0:${meta}:${file}`, `1:${meta}`, `1:${meta}:${file},1:${meta}:${file}`])
      expect(getErrors({ TAP_KEYS: wrong })[0]).toMatch(/^TAP_KEYS /);
    for (const open of [`1:${zeros}:${file}`, `1:${meta}:${zeros}`, `1:${meta}:${file},2:${zeros}:${zeros}`])
      expect(getErrors({ TAP_KEYS: open })).toEqual([expect.stringMatching(/^TAP_KEYS contains an all-zero key/)]);
    expect(getErrors({ TAP_KEYS: `1:${meta}:${zeros}` }).join("")).not.toContain(meta);
    const testApp = readSettings({ TAP_KEYS: `1:${zeros}:${zeros}` }, { root: "/srv/aleef", mode: "development" });
    expect(testApp.tapKeys).toHaveLength(1);
  });

  test("accepts a complete set of S3 keys", () => {
    const s3 = { S3_BUCKET: "pets", S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" };
    expect(read(s3).s3).toEqual({
      bucket: "pets",
      region: "us-east-1",
      endpoint: undefined,
      accessKeyId: "id",
      secretAccessKey: "key",
    });
  });
});

describe("readSettings with invalid settings", () => {
  test.each([
    ["PORT", { PORT: "eighty" }],
    ["PORT", { PORT: "-1" }],
    ["PORT", { PORT: "3000.5" }],
    ["PUBLIC_URL", { PUBLIC_URL: "aleef.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "ftp://aleef.example" }],
    ["PUBLIC_URL", { PUBLIC_URL: "javascript:alert(1)" }],
    ["SECRET", { SECRET: "x".repeat(31) }],
    ["SECRET", { DATABASE_URL: "postgres://localhost/aleef" }],
    ["DATABASE_URL", { DATABASE_URL: "localhost/aleef", SECRET: "x".repeat(32) }],
    ["DATABASE_DIRECT_URL", { DATABASE_DIRECT_URL: "postgres://localhost/aleef" }],
    ["DATABASE_URL", { DATABASE_OWNER_URL: "postgres://localhost/aleef" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/8,proxy.example" }],
    ["TRUSTED_PROXIES", { TRUSTED_PROXIES: "10.0.0.0/33" }],
    ["S3_BUCKET", { S3_ACCESS_KEY_ID: "id", S3_SECRET_ACCESS_KEY: "key" }],
    ["DEMO", { DEMO: "true" }],
    ["PORT", { PORT: "70000" }],
    ["SMTP_URL", { SMTP_URL: "mail.example.com:25" }],
    ["S3_SECRET_ACCESS_KEY", { S3_BUCKET: "pets", S3_ACCESS_KEY_ID: "key" }],
    ["S3_ENDPOINT", { S3_ENDPOINT: "not an address" }],
    ["MAP_TILE_URL", { MAP_TILE_URL: "earth.pmtiles" }],
    ["MAP_TILE_URL", { MAP_TILE_URL: "https://tiles.example/map.png" }],
    ["LOG_LEVEL", { LOG_LEVEL: "loud" }],
    ["BACKUP_AT", { BACKUP_AT: "at night" }],
    ["DATABASE_URL", { DATABASE_URL: "postgres://a:b@one:5432,two:5432/aleef", SECRET: "x".repeat(32) }],
  ])("reports only %s for %o", (name, env) => {
    const lines = getErrors(env);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${name} `));
  });

  test.each([
    [{ METRICS_PORT: "3000" }, "PORT and METRICS_PORT"],
    [{ PORT: "8080", METRICS_PORT: "8080" }, "PORT and METRICS_PORT"],
    [{ PORT: "8080", METRICS_PORT: "8080", HOST: "0.0.0.0" }, "PORT and METRICS_PORT"],
    [{ PORT: "8080", METRICS_PORT: "8080", HOST: "10.0.0.5", METRICS_HOST: "::" }, "PORT and METRICS_PORT"],
    [{ PORT: "8080", METRICS_PORT: "8080", HOST: "localhost", METRICS_HOST: "::1" }, "PORT and METRICS_PORT"],
    [{ PORT: "2525", SMTP_URL: "smtp://localhost:2525" }, "PORT and SMTP_URL"],
    [{ METRICS_PORT: "5432", DATABASE_URL: "postgres://a:b@127.0.0.1/a" }, "METRICS_PORT and DATABASE_URL"],
  ])("rejects %o, where %s name one port", (env, pair) => {
    expect(getErrors({ SECRET: "x".repeat(32), ...env })).toEqual([
      `${pair} name the same port of this machine: change one of them`,
    ]);
  });

  test.each([
    { PORT: "0", METRICS_PORT: "0" } as Record<string, string>,
    { PORT: "8080", METRICS_PORT: "8080", HOST: "10.0.0.5" },
    { PORT: "5432", DATABASE_URL: "postgres://database/aleef", DATABASE_DIRECT_URL: "postgres://database/aleef" },
    { PORT: "3000", PUBLIC_URL: "http://localhost:3000", METRICS_PORT: "9101" },
    { DATABASE_URL: "postgres://localhost/aleef", DATABASE_OWNER_URL: "postgres://owner@localhost/aleef" },
  ])("accepts %o, where nothing is opened twice", (env) => {
    expect(getErrors({ SECRET: "x".repeat(32), ...env })).toEqual([]);
  });

  test("reports all invalid settings, one per line, without their values", () => {
    const lines = getErrors({
      PORT: "canary1",
      SMTP_URL: "canary2",
      SECRET: "canary3",
      S3_BUCKET: "canary4",
      DATABASE_URL: "canary5",
    });
    expect(lines.map((line) => line.split(" ")[0]).sort()).toEqual([
      "DATABASE_URL",
      "PORT",
      "S3_ACCESS_KEY_ID",
      "S3_SECRET_ACCESS_KEY",
      "SECRET",
      "SMTP_URL",
    ]);
    expect(lines.join("\n")).not.toContain("canary");
  });

  test.each([
    "https://aleef.example/app",
    "https://aleef.example/?x=1",
    "https://aleef.example?",
    "https://aleef.example/#a",
    "https://somebody:word@aleef.example",
    "https://aleef.example.",
    "https://*.aleef.example",
    "ftp://aleef.example",
    "aleef.example",
    "https://",
  ])("rejects %s as the public URL", (wrong) => {
    expect(getErrors({ PUBLIC_URL: wrong })[0]).toMatch(/^PUBLIC_URL must be https/);
  });

  test.each([
    ["HTTPS://Aleef.Example", "https://aleef.example"],
    ["https://aleef.example:443", "https://aleef.example"],
    ["https://aleef.example:8443/", "https://aleef.example:8443"],
    ["https://[2001:db8::1]:8443", "https://[2001:db8::1]:8443"],
    ["https://أليف.example", "https://xn--igb4diy.example"],
  ])("reads %s as browsers do", (given, expected) => {
    expect(read({ PUBLIC_URL: given })).toMatchObject({ publicUrl: expected, secure: true });
  });

  test("MAIL_FROM is an address, and with a mail server and https one of a domain that can exist", () => {
    for (const wrong of [
      "aleef-no-at",
      "Aleef <no-reply>",
      "Aleef <no-reply@aleef.example",
      "a@b, c@d",
      "Aleef, Inc <a@pets.com>",
    ])
      expect(getErrors({ MAIL_FROM: wrong })[0]).toMatch(/^MAIL_FROM must be an e-mail address/);
    const live = { SMTP_URL: "smtp://mail", PUBLIC_URL: "https://pets.com", SECRET: "x".repeat(32) };
    expect(getErrors(live)[0]).toMatch(/^MAIL_FROM is missing/);
    for (const reserved of ["a@aleef.test", "a@mail.aleef.local", "a@aleef.internal"])
      expect(getErrors({ ...live, MAIL_FROM: reserved })[0]).toMatch(/^MAIL_FROM has a reserved domain/);
    expect(getErrors({ ...live, MAIL_FROM: '"Aleef, Inc" <a@pets.com>' })).toEqual([]);
    expect(getErrors({ ...live, MAIL_FROM: "Aleef · أليف <no-reply@pets.com>" })).toEqual([]);
    expect(getErrors({ SMTP_URL: "smtp://mail" })).toEqual([]);
  });
});
