// If these fail, a finder whose browser loaded the tag's page before the tap alerts nobody, or twice.
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, request } from "node:http";
import type { AddressInfo } from "node:net";
import { query } from "../databases.ts";
import { addTag, expect, inOneLanguage, test } from "./fixtures.ts";

type Kind = "prefetch" | "prerender";

const linkingPage = (kind: Kind, address: string) => `<!doctype html><title>Chat</title><link rel="icon" href="data:,">
  <script type="speculationrules">
    ${JSON.stringify({ [kind]: [{ source: "list", urls: [address], eagerness: "immediate" }] })}
  </script>
  <a href="${address}">The tag</a>`;

/** Starts a server with a page that links to `address`; it forwards all other requests and keeps their headers. */
async function startForwarder(appUrl: string, page: string) {
  const seen: { path: string; status: number; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((incoming, answer) => {
    const { method, headers, url = "/" } = incoming;
    if (url === "/linking-page") return answer.setHeader("content-type", "text/html").end(page);
    const forwarded = request(new URL(url, appUrl), { method, headers }, (response) => {
      seen.push({ path: url, status: response.statusCode ?? 0, headers });
      answer.writeHead(response.statusCode ?? 502, response.headers);
      response.pipe(answer);
    });
    incoming.pipe(forwarded);
  }).listen(0);
  await once(server, "listening");
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    loadsOf: (path: string) => seen.filter((one) => one.path === path),
    stop: () => server.close().closeAllConnections(),
  };
}

for (const kind of ["prefetch", "prerender"] as const)
  test(
    `${kind} of a tag's page alerts nobody, and the tap that follows alerts the owner once`,
    inOneLanguage,
    async ({ app, page, visitor, newTag, loggedErrors, t, signInNew }) => {
      // The browser reports the refused load.
      loggedErrors.allow(/503/);
      const [member, code] = [await signInNew(page), await newTag()];
      await addTag(page, code, t);
      const scansOf = async () => {
        const text = "select evidence from scan_records join tags on tags.id = tag_id where code = $1";
        const { rows } = await query(app.databaseUrl, text, [code]);
        return rows.map(({ evidence }) => evidence);
      };
      const path = `/tag/${code}?via=qr`;
      const forwarder = await startForwarder(app.url, linkingPage(kind, path));
      const finder = await visitor();
      await finder.goto(`${forwarder.url}/linking-page`);
      await expect.poll(() => forwarder.loadsOf(path).length).toBe(1);
      expect(forwarder.loadsOf(path)).toMatchObject([
        { status: 503, headers: { "sec-purpose": expect.stringContaining(kind) } },
      ]);

      await finder.getByRole("link").click();
      await expect(finder).toHaveURL(/\/tag\//);
      await expect(finder.getByRole("heading", { level: 1 })).toBeVisible();
      expect(forwarder.loadsOf(path).at(-1)).toMatchObject({ status: 200 });
      await app.mails.emailTo(member.email);
      expect(await scansOf()).toEqual(["human"]);
      forwarder.stop();
    },
  );
