import { once } from "node:events";
import http from "node:http";
import { text } from "node:stream/consumers";
import { getTranslator } from "#app/locales/words.server.ts";
import { finderLanguageNames } from "#app/platform/i18n/finder-languages.ts";
import { newAddress, newCode } from "../e2e/people.ts";
import { linkIn } from "../emails.ts";
import { cutEveryForm } from "./every-form.ts";
import { begin, demoPassword, password, type Scene, signIn } from "./scene.ts";

/** Sends a form without a browser; returns the response with its cookies. */
async function send({ proxy }: Scene, path: string, form: Record<string, string>, cookie = ""): Promise<Response> {
  return fetch(new URL(path, proxy.url), {
    method: "POST",
    redirect: "manual",
    headers: { origin: proxy.url, cookie },
    body: new URLSearchParams(form),
  });
}

/** Scans a tag and writes to its owner, as a phone's browser does. */
async function writeAsFinder({ proxy }: Scene, code: string, words: Record<string, string>): Promise<void> {
  const ask = async (method: string, body = "") => {
    const request = http.request(new URL(`/tag/${code}`, proxy.url), {
      method,
      headers: {
        origin: proxy.url,
        accept: "text/html",
        "accept-language": "en",
        "content-type": "application/x-www-form-urlencoded",
        "sec-fetch-dest": "document",
        "sec-fetch-mode": "navigate",
        "sec-fetch-site": method === "GET" ? "none" : "same-origin",
        "user-agent":
          "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
      },
    });
    request.end(body);
    const [answer] = (await once(request, "response")) as [http.IncomingMessage];
    return { status: answer.statusCode, html: await text(answer) };
  };
  const { html } = await ask("GET");
  const scan = /name="scan" value="([^"]+)"/.exec(html)?.[1] ?? "";
  const { status } = await ask("POST", new URLSearchParams({ intent: "have", scan, ...words }).toString());
  if (status !== 303) throw new Error(`the finder's message was answered ${status}`);
}

/** Creates an unclaimed tag, as the administrator; returns its code. */
async function makeTag(scene: Scene): Promise<string> {
  const signedIn = await send(scene, "/auth", { intent: "signIn", email: "admin@aleef.test", password: demoPassword });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((one) => one.split(";")[0])
    .join("; ");
  const code = newCode();
  await send(scene, "/admin/tags", { intent: "create", code }, cookie);
  return code;
}

async function scanToHome(scene: Scene): Promise<void> {
  const { person, t, app, owner, language } = scene;
  const code = await makeTag(scene);
  await begin(scene);
  await person.goto(`/tag/${code}`);
  await person.press(t("finderPage.finder.byEmail"));
  await person.type("main [name=firstName]", "Salma");
  await person.type("main [name=email]", owner.email);
  await person.type("main [name=password]", password);
  await person.press(t("accounts.auth.signUp"));
  await person.see(t("emailLink.checkEmail.head"));
  await person.goto(linkIn(await app.mails.emailTo(owner.email)));
  await signIn(scene, owner.email);
  await person.arrive(/^\/tag\//);
  await person.type("main [name=name]", owner.pet);
  await person.look();
  await person.choose("main [name=type]", "cat");
  await person.press(t("finderPage.finder.claim"));
  await person.see(t("finderPage.finder.works", { name: owner.pet }));
  await person.look();

  await begin(scene);
  await person.goto(`/tag/${code}`);
  await person.press(t("finderPage.finder.have", { name: owner.pet }));
  await person.type("[name=note]", "At the gate, she is fine");
  await person.press(t("finderPage.finder.addContact"));
  await person.type("[name=name]", "Karim");
  await person.type("[name=contact]", "01001234567");
  await person.press(t("finderPage.finder.send"));
  await person.see(t("finderPage.status.title"));
  await person.look();
  const statusPage = await person.address();

  await begin(scene);
  const title = t("notifications.kinds.found.title", { finderName: "Karim", petName: owner.pet });
  await person.goto("/auth");
  await signIn(scene, owner.email);
  await person.arrive(/^\/dashboard/);
  await person.goto(linkIn(await app.mails.emailTo(owner.email, ({ subject }) => subject === title)));
  await person.see("At the gate");
  await person.type("main textarea[name=body]", language === "ar" ? "جاية" : "Coming");
  await person.press(t("conversations.send"));
  await person.see(t("conversations.sent"));
  await person.press(t("scanDetails.handover.make"));
  const shown = "#handover [role=status] bdi";
  await person.until("there is no handover code", () =>
    person.engine.run((one) => /^\d{6}$/.test(document.querySelector(one)?.textContent ?? ""), shown),
  );
  const handover = await person.engine.run((one) => document.querySelector(one)?.textContent ?? "", shown);
  await person.look();

  await person.goto("/dashboard/tags-management");

  await begin(scene);
  await person.goto(statusPage);
  await person.press(t("finderPage.status.handover", { name: owner.pet }));
  await person.type("[name=code]", handover);
  await person.press(t("finderPage.status.handoverSend", { name: owner.pet }));
  await person.see(t("finderPage.status.home", { name: owner.pet }));
  await person.look();
}

async function order(scene: Scene): Promise<void> {
  const { person, t, owner, language } = scene;
  await begin(scene);
  await person.goto("/store");
  await person.look();
  await person.press({ en: "Folding travel bowl", ar: "وعاء سفر قابل للطي" }[language]);
  await person.arrive(/^\/store\/product\//);
  await person.pressOne("main label:has([type=radio]), main [type=radio]");
  await person.press(t("store.add"));
  await person.see(t("cart.added"));
  await person.goto("/cart");
  await person.press(t("cart.toCheckout"));
  await person.arrive(/^\/auth\/checkout/);
  await person.press(t("accounts.phone.byEmail"));
  await person.arrive(/^\/auth\?/);
  await signIn(scene, owner.email);
  await person.arrive(/^\/checkout/);
  await person.type("main [name=phone]", "٠١٠٠ ١٢٣ ٤٥٦٧");
  await person.choose("main select[name=governorate]", "giza");
  await person.type("main [name=city]", "الدقي");
  await person.type("main [name=address]", "12 Tahrir");
  await person.press(t("checkout.place"));
  await person.arrive(/^\/checkout\/done\//);
  await person.see(t("checkout.done.head"));
}

async function bulkAction(scene: Scene): Promise<void> {
  const { person, t, owner } = scene;
  await begin(scene);
  await person.goto("/auth");
  await signIn(scene, "admin@aleef.test", demoPassword);
  await person.arrive(/^\/(admin|dashboard)/);
  await person.goto("/admin/orders");
  await person.goto(`/admin/pets?q=${encodeURIComponent(owner.pet)}`);
  await person.pressOne("main [role=toolbar] [type=checkbox]");
  await person.choose("main select[name=type]", "dog");
  await person.press(t("adminPets.bulk.correct", { count: 1 }));
  await person.see(t("bulk.done", { count: 1, number: "1" }));
  await person.press(t("bulk.undo"));
  await person.see(t("bulk.undone", { count: 1, number: "1" }));
  await person.look();
}

async function emptyStates(scene: Scene): Promise<void> {
  const { person, t, owner } = scene;
  await begin(scene);
  person.expected = [/404/];
  await person.goto("/cart");
  await person.goto("/no-such-page");
  await person.see(t("common.notFound.title"));
  await person.goto("/auth");
  await signIn(scene, owner.email);
  await person.arrive(/^\/dashboard/);
  for (const page of ["reminders", "lost-found", "orders", "pets/removed"]) await person.goto(`/dashboard/${page}`);
}

/** After a deployment, the file of a page may be gone when its link is pressed. */
async function missingCode(scene: Scene): Promise<void> {
  const { person, t, proxy } = scene;
  await begin(scene);
  person.expected = [/404|route module|import|[Mm]odule|Load(ing)? failed|Failed to load|TypeError|JSHandle@error/];
  await person.goto("/contact");
  await person.type("main textarea[name=body]", "Where is the code?");
  proxy.answer(/\/assets\/store-page-/, 404);
  await person.pressOne('footer a[href="/store"]');
  await person.until("the store is not to be seen", () =>
    person.engine.run((text) => document.querySelector("h1")?.textContent === text, t("store.heading")),
  );
  await person.engine.back();
  await person.until("what was typed is lost", () =>
    person.engine.run(
      () => (document.querySelector("main textarea[name=body]") as HTMLTextAreaElement).value === "Where is the code?",
    ),
  );
  proxy.clear();
}

/** Someone who reads neither Arabic nor English finds a pet. */
async function otherLanguages(scene: Scene): Promise<void> {
  const { person } = scene;
  await begin(scene);
  for (const language of ["ur", "hi"] as const) {
    const t = getTranslator(language);
    await person.goto("/tag/DEMO-LINKED");
    await person.pressOne(".langs > summary");
    await person.press(finderLanguageNames[language]);
    await person.see(t("finderPage.languages.unreviewed"));
    await person.look();
    await person.pressOne("#have > summary");
    await person.type("#have [name=note]", "Behind the bakery");
    await person.press(t("finderPage.finder.send"));
    await person.see(t("finderPage.status.title"));
    await person.look();
  }
}

/** During a restart, a proxy answers the live stream with an error. */
async function brokenStream(scene: Scene): Promise<void> {
  const { person, proxy } = scene;
  await begin(scene);
  person.expected = [/503|live|Load(ing)? failed|Failed to load|EventSource|establish a connection/];
  await person.goto("/auth");
  await signIn(scene, "owner@aleef.test", demoPassword);
  await person.arrive(/^\/dashboard/);
  proxy.answer(/^\/live/, 503, 2);
  await person.goto("/dashboard/tips");
  const finder = `Nadia ${scene.language} ${person.engine.name}`;
  await writeAsFinder(scene, "DEMO-LINKED", { note: "Near the bakery", name: finder });
  await person.see(finder);
  proxy.clear();
}

/** What people do in each browser, in this order. */
export const journeys: [name: string, journey: (scene: Scene) => Promise<void>][] = [
  ["from the scan to home, with sign-up and sign-in", scanToHome],
  ["an order", order],
  ["a bulk action in the admin panel, and its undo", bulkAction],
  ["empty pages have their drawings", emptyStates],
  ["a press whose code is gone keeps what was typed and arrives", missingCode],
  ["a form whose connection ends keeps what was typed, on every page", cutEveryForm],
  ["a finder's pages in Urdu and Hindi", otherLanguages],
  ["live updates come back after a proxy's error", brokenStream],
];

/** Returns a new account and pet. */
export const newOwner = (who: string) => ({ email: newAddress("owner"), pet: `Simsim ${who}` });
