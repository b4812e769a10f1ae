// Operators who apply our Kubernetes manifests would get pods that do not start, or that lose work when they stop.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { readSettings } from "#app/platform/settings.server.ts";

interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  startupProbe: Probe;
  livenessProbe: Probe;
  readinessProbe: Probe;
  volumeMounts: { mountPath: string }[];
}
interface Manifest {
  kind: string;
  data: Record<string, string>;
  spec: {
    selector: { matchLabels: Record<string, string> } & Record<string, string>;
    template: {
      metadata: { labels: Record<string, string> };
      spec: { terminationGracePeriodSeconds: number; containers: [Container] };
    };
  };
}

// The operator replaces the reserved name by their own.
const text = readFileSync("deploy/kubernetes.yaml", "utf8").replaceAll("aleef.example", "aleef.pets");
const manifests = parseAllDocuments(text).map((document) => document.toJS() as Manifest);
const find = (kind: string) => manifests.filter((manifest) => manifest.kind === kind);
const shared = find("ConfigMap")[0]!.data;
/** Variables that the image sets. The names of the secrets are taken from the comment that says how to create them. */
const image = Object.fromEntries(
  [...(/^ENV (.+)$/m.exec(readFileSync("deploy/Dockerfile", "utf8"))?.[1] ?? "").matchAll(/(\w+)=(\S+)/g)].map(
    ([, name = "", value]) => [name, value],
  ),
);
const secretNames = [...text.matchAll(/--from-literal=([A-Z0-9_]+)=/g)].map(([, name = ""]) => name);
const secrets = Object.fromEntries(
  secretNames.map((name) => [
    name,
    name.startsWith("DATABASE") ? "postgres://a@b/c" : name === "SMTP_URL" ? "smtp://mail" : "x".repeat(32),
  ]),
);

test.each(find("Deployment").map((manifest) => [manifest.spec.template.metadata.labels.role, manifest] as const))(
  "%s processes start with known settings and are given enough time to stop",
  (role, { spec }) => {
    const { terminationGracePeriodSeconds: grace, containers } = spec.template.spec;
    const [{ env, ports, startupProbe, livenessProbe, readinessProbe, volumeMounts }] = containers;
    const own = Object.fromEntries(env.map(({ name, value }) => [name, value]));
    const given = { ...image, ...shared, ...secrets, ...own };
    // `readSettings` rejects unknown names only if they resemble one of ours, so all names are checked here.
    const settingsSource = readFileSync("app/platform/settings.server.ts", "utf8");
    const names = Object.keys({ ...shared, ...secrets, ...own });
    expect(names.filter((name) => !settingsSource.includes(`\n  ${name}: `))).toEqual([]);
    const settings = readSettings(given, { root: "/srv/aleef", mode: "production" });
    expect(settings.role).toBe(role);
    expect(settings.s3).toBeDefined();
    expect(grace).toBeGreaterThanOrEqual(settings.drainSeconds + 10 + 5);
    expect(Object.fromEntries(ports.map(({ name, containerPort }) => [name, containerPort]))).toEqual({
      http: settings.port,
      metrics: settings.metrics?.port,
    });
    expect(volumeMounts.map(({ mountPath }) => mountPath)).toContain(settings.dataDir);
    for (const { httpGet } of [startupProbe, livenessProbe])
      expect(httpGet).toEqual({ path: "/healthz", port: "http" });
    expect(readinessProbe.httpGet.path).toBe(role === "web" ? "/readyz/finders" : "/readyz");
    expect(spec.template.metadata.labels).toMatchObject(spec.selector.matchLabels);
  },
);

test("visitors reach only processes that serve pages", () => {
  expect(find("Service").map(({ spec }) => spec.selector)).toEqual([{ app: "aleef", role: "web" }]);
});
