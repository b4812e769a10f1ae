// A stranger's text would run as a script in the browser of whoever reads it: owner, vet or administrator.
import { randomUUID } from "node:crypto";
import { maxLengths as ofReports } from "#app/features/lost-found/reports.rules.ts";
import { maxLengths as ofOrders } from "#app/features/orders/orders.rules.ts";
import { finderItems, maxLengths as ofPets } from "#app/features/pets/pets.rules.ts";
import { maxLengths as ofPlans } from "#app/features/plans/upgrade-requests.rules.ts";
import { linkIn } from "../emails.ts";
import { expect, test } from "./fixtures.ts";
import { newAddress, post } from "./people.ts";
import { attack, attackFields, attackWithMark, expectSafe, hasAttackElement, recordAttacks } from "./untrusted-text.ts";

const admin = { email: "admin@aleef.test", password: "Aleef-demo-1" };

test("user input is text and nothing else on every page that shows it", async ({
  page,
  visitor,
  apiClient,
  signIn,
  newMember,
  newTag,
  app,
}) => {
  test.slow();
  const code = await newTag();
  const member = await newMember();
  const other = await newMember();
  const enter = (who: { email: string; password: string }) =>
    post(apiClient, "/auth", { intent: "signIn", ...who, to: "" });
  const leave = () => post(apiClient, "/auth/sign-out", {});
  const read = async (path: string) => (await apiClient.get(path)).text();
  const find = async (path: string, pattern: RegExp) => {
    const found = pattern.exec(await read(path))?.[1];
    expect(found, `${pattern} at ${path}`).toBeDefined();
    return found as string;
  };
  // Names may contain no slash, so this is the longest attack without one.
  const nameLength = 40;
  const name = attack(nameLength - 1);
  const prose = attack(299);
  const reportNames = { petName: nameLength, contactName: nameLength };

  const { petId, shared, report } =
    await test.step("a user fills in their profile, their pet and what belongs to it", async () => {
      await enter(member);
      const person = attackFields({
        firstName: nameLength,
        lastName: nameLength,
        address: 200,
        city: 80,
        state: 80,
        zipCode: 12,
      });
      await post(apiClient, "/dashboard/settings", { intent: "profile", ...person, phone: "+201001112233" });
      const { prose: proseLength, ...lines } = ofPets;
      const petPath = await post(apiClient, "/dashboard/pets/new", {
        intent: "save",
        type: "other",
        ...attackFields({ name: nameLength, otherType: lines.otherType, breed: lines.breed, color: lines.color }),
        ...attackFields({ behaviours: proseLength, notes: proseLength, diet: proseLength }),
        urgentNeeds: attackWithMark(lines.urgentNeeds),
        "medical.bloodType": attackWithMark(lines.bloodType),
        ...attackFields(
          Object.fromEntries(
            ["conditions", "allergies", "medications", "vaccinations", "medicalNotes"].map((one) => [
              `medical.${one}`,
              proseLength,
            ]),
          ),
        ),
        "vet.name": attackWithMark(lines.vetName),
        "vet.phone": "+20223456789",
        "vet.clinicAddress": attackWithMark(lines.clinicAddress),
        "vet.specialization": attackWithMark(lines.specialization),
        "contacts[0].name": attackWithMark(nameLength),
        "contacts[0].phone": "+201003334445",
        "contacts[0].relation": attackWithMark(lines.relation),
        ...Object.fromEntries(finderItems.map((item, at) => [`shown[${at}]`, item])),
        finderPhone: "+201001112233",
        showPhone: "on",
      });
      const petId = /pets\/([\w-]{36})/.exec(petPath)?.[1] as string;
      const base = `/dashboard/pets/${petId}`;
      const entry = { kind: "note", day: "2026-01-02", title: attackWithMark(80), note: attackWithMark(1000) };
      await post(apiClient, `${base}/health`, { intent: "save", ...entry });
      await post(apiClient, `${base}/share`, {
        intent: "add",
        "parts[0]": "record",
        "parts[1]": "vet",
        "parts[2]": "health",
        "parts[3]": "contacts",
        days: "7",
      });
      await post(apiClient, `${base}/caregivers`, { intent: "invite", email: other.email, level: "see" });
      const reminder = {
        kind: "custom",
        petId,
        title: attackWithMark(80),
        note: attackWithMark(500),
        day: "2030-01-01",
        ahead: "0",
      };
      await post(apiClient, "/dashboard/reminders/new", { intent: "save", ...reminder });
      await post(apiClient, "/dashboard/tags-management", { intent: "claim", code, petId });
      const tagId = await find("/dashboard/tags-management", /name="tagId" value="([\w-]{36})"/);
      await post(apiClient, "/dashboard/tags-management", { intent: "label", tagId, label: attackWithMark(40) });
      const { microchip: _, ...fields } = ofReports;
      const report = await post(apiClient, "/dashboard/lost-found/new", {
        ...attackFields({ ...fields, ...reportNames, description: fields.prose, additionalInfo: fields.prose }),
        kind: "lost",
        type: "other",
        petId,
        seenAt: "2026-01-01T10:00",
        showReward: "on",
        contactPhone: "+201003334445",
      });
      const shared = new URL(await find(`${base}/share`, /(https?:\/\/[^"<\s]+\/share\/[^"<\s]+)/)).pathname;
      return { petId, shared, report };
    });
  const reportId = /([\w-]{36})/.exec(report)?.[1] as string;
  const reportPath = `/dashboard/lost-found/${reportId}`;

  const { order, rated, product } = await test.step("they order, rate a product and request a plan", async () => {
    const where = { country: "FR", phone: "+33612345678", shipping: "standard" };
    const { note: _, tracking: __, street, ...lines } = ofOrders;
    const address = { ...attackFields({ ...lines, address: street }), ...where };
    const buy = async (q: string, more: Record<string, string>) => {
      const product = await find(`/store?q=${q}`, /\/store\/product\/([\w-]{36})/);
      await post(apiClient, "/cart", { intent: "add", product, quantity: "1", ...more });
      const path = await post(apiClient, "/checkout", { key: randomUUID(), ...address });
      return { product, number: path.split("/").at(-1) as string };
    };
    const order = (await buy("Gold", { engraving: attack(14), color: "gold" })).number;
    await post(apiClient, `/dashboard/orders/${order}`, { intent: "cancel", note: attackWithMark(500) });
    const { product, number: rated } = await buy("bowl", { color: "teal" });
    const ask = { intent: "ask", offer: "comfort-1", paymentMethod: "wallet", "seen.comfort-1": "299" };
    await post(apiClient, "/dashboard/subscription", {
      ...ask,
      ...attackFields({ reference: ofPlans.reference, notes: ofPlans.notes }),
    });
    await leave();
    await enter(admin);
    const orderId = await find(`/admin/orders/${rated}`, /name="orderId" value="([\w-]{36})"/);
    for (const to of ["processing", "shipped", "delivered"]) {
      const more: Record<string, string> = to === "shipped" ? { trackingNumber: attackWithMark(60) } : {};
      await post(apiClient, `/admin/orders/${rated}`, { intent: "move", orderId, to, ...more });
    }
    await leave();
    await enter(member);
    const lineId = await find(`/dashboard/orders/${rated}`, /name="lineId" value="([\w-]{36})"/);
    await post(apiClient, `/dashboard/orders/${rated}`, {
      intent: "rate",
      lineId,
      stars: "2",
      text: attackWithMark(2000),
    });
    const back = { lineId, quantity: "1", reason: "other", note: attackWithMark(500) };
    await post(apiClient, `/dashboard/orders/${rated}`, { intent: "return", ...back });
    await leave();
    return { order, rated, product };
  });

  const { status, scanPath, conversation, manage, published } =
    await test.step("a finder and a guest write", async () => {
      const scan = await find(`/tag/${code}`, /name="scan" value="([^"]*)"/);
      const words = {
        name: attackWithMark(60),
        contact: attackWithMark(120),
        note: attackWithMark(2000),
        place: attackWithMark(300),
      };
      const status = await post(apiClient, `/tag/${code}`, { intent: "have", scan, ...words });
      await post(apiClient, status.split(/[?#]/)[0] as string, { body: attackWithMark(2000) });
      await enter(member);
      const scanPath = await find("/dashboard/scan-records", /(\/dashboard\/scan-details\/[\w-]{36})/);
      await post(apiClient, scanPath, { intent: "reply", body: attackWithMark(2000) });
      await leave();
      const about = `/community-reports/${reportId}`;
      const message = {
        body: attackWithMark(2000),
        name: attackWithMark(nameLength),
        claimedMark: attackWithMark(300),
      };
      const conversation = await post(apiClient, about, { intent: "write", ...message });
      await post(apiClient, about, { intent: "complain", reason: "other", note: attackWithMark(500) });
      await post(apiClient, "/contact", {
        name: attackWithMark(80),
        email: newAddress("hostile"),
        topic: "other",
        body: attackWithMark(4000),
      });
      const { microchip: _, ...fields } = ofReports;
      const guestEmail = newAddress("guest");
      await post(apiClient, "/community-reports/new", {
        ...attackFields({ ...fields, ...reportNames, description: fields.prose, additionalInfo: fields.prose }),
        kind: "found",
        type: "other",
        seenAt: "2026-01-05T10:00",
        guestEmail,
      });
      const manage = new URL(linkIn(await app.mails.emailTo(guestEmail))).pathname;
      await post(apiClient, manage, { intent: "publish" });
      const published = await find(manage, /\/community-reports\/([\w-]{36})/);
      await post(apiClient, `${manage}/posters`, { place: attackWithMark(80) });
      await post(apiClient, `/community-reports/${published}`, { intent: "write", ...message });
      return { status: status.split(/[?#]/)[0] as string, scanPath, conversation, manage, published };
    });

  await test.step("readers without an account are safe: a finder, a neighbour, a vet", async () => {
    const stranger = await recordAttacks(await visitor());
    for (const [path, whole] of [
      [`/tag/${code}`, name],
      [`/pet/${petId}`, name],
      [shared, prose],
      [status, name],
      [`${status}/live`, prose],
      [conversation, prose],
      [manage, name],
      [`${manage}/edit`, prose],
      [`${manage}/posters`, attack(79)],
      [`/community-reports/${reportId}`, prose],
      [`/community-reports/${published}`, prose],
      ["/community-reports", name],
      [`/store/product/${product}`, prose],
    ] as const)
      await expectSafe(stranger, path, whole);
  });

  await test.step("the user is safe", async () => {
    await recordAttacks(page);
    await signIn(page, member.email, member.password);
    await enter(member);
    const written = await find(reportPath, /(\/dashboard\/lost-found\/[\w-]+\/conversations\/[\w-]{36})/);
    const reminder = await find("/dashboard/reminders", /\/dashboard\/reminders\/([\w-]{36})/);
    for (const [path, whole] of [
      ["/dashboard", name],
      ["/dashboard/pets", name],
      [`/dashboard/pets/${petId}`, prose],
      [`/dashboard/pets/${petId}/edit`, prose],
      [`/dashboard/pets/${petId}/health`, prose],
      [`/dashboard/pets/${petId}/share`, name],
      [`/dashboard/pets/${petId}/caregivers`, name],
      [`/dashboard/pets/${petId}/transfer`, name],
      ["/dashboard/tags", name],
      ["/dashboard/tags-management", attack(39)],
      ["/dashboard/scans", name],
      ["/dashboard/scan-records", name],
      [scanPath, prose],
      ["/dashboard/inbox", name],
      ["/dashboard/settings", name],
      ["/dashboard/settings/test-my-tag", name],
      ["/dashboard/lost-found", name],
      [reportPath, name],
      [`${reportPath}/edit`, prose],
      [`${reportPath}/posters`, name],
      [written, prose],
      ["/dashboard/reminders", name],
      [`/dashboard/reminders/${reminder}`, prose],
      ["/dashboard/orders", rated],
      [`/dashboard/orders/${order}`, name],
      [`/dashboard/orders/${rated}`, prose],
      [`/checkout/done/${rated}`, rated],
      ["/dashboard/subscription", prose],
    ] as const)
      await expectSafe(page, path, whole);
    await post(apiClient, scanPath, { intent: "report" });
    await leave();
  });

  await test.step("the invited caregiver is safe", async () => {
    const invited = await recordAttacks(await visitor());
    await signIn(invited, other.email, other.password);
    const isInvitation = ({ text }: { text: string }) => text.includes("/dashboard/care-invitations/");
    const invitation = new URL(linkIn(await app.mails.emailTo(other.email, isInvitation))).pathname;
    await expectSafe(invited, invitation, name);
    await expectSafe(invited, "/dashboard/inbox", name);
  });

  await test.step("the administrators are safe", async () => {
    await enter(admin);
    await post(apiClient, `/admin/lost-found/${published}`, { intent: "ban", reason: attackWithMark(500) });
    const userId = await find(`/admin/users?q=${encodeURIComponent(member.email)}`, /\/admin\/users\/([\w-]{36})/);
    const tagId = await find(`/admin/tags?q=${code}`, /\/admin\/tags\/([\w-]{36})/);
    await leave();
    const office = await recordAttacks(await visitor());
    await signIn(office, admin.email);
    for (const [path, whole] of [
      [`/admin/tags?q=${code}`, name],
      [`/admin/tags/${tagId}`, name],
      ["/admin/users", name],
      [`/admin/users/${userId}`, name],
      ["/admin/pets", name],
      [`/admin/pets/${petId}`, name],
      ["/admin/orders?status=all", attack(79)],
      [`/admin/orders/${order}`, prose],
      [`/admin/orders/${rated}`, prose],
      ["/admin/orders/returns", prose],
      [`/admin/products/${product}`, prose],
      ["/admin/lost-found", name],
      [`/admin/lost-found/${reportId}`, prose],
      [`/admin/lost-found/${published}`, prose],
      ["/admin/lost-found/bans", prose],
      ["/admin/lost-found/conversations", prose],
      ["/admin/upgrade-requests", prose],
      ["/admin/audit", name],
    ] as const)
      await expectSafe(office, path, whole);
  });

  expect(app.mails.emails.filter(({ text }) => text.includes("zq")).length).toBeGreaterThan(5);
  expect(app.mails.emails.filter(({ html }) => hasAttackElement(html)).map(({ subject }) => subject)).toEqual([]);
});
