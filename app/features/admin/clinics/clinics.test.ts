// A finder would call a clinic that the operator has removed, or find none although there are some.
import { text } from "node:stream/consumers";
import { desc, eq } from "drizzle-orm";
import { afterEach, expect, test } from "vitest";
import { auditLog } from "#app/features/audit-log/audit-log.tables.server.ts";
import { maxLengths } from "#app/features/clinics/clinics.rules.ts";
import { clinics } from "#app/features/clinics/clinics.tables.server.ts";
import { findNearbyClinics } from "#app/features/clinics/nearby-clinics.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { governorates } from "#app/platform/map/governorates.ts";
import { recordStatements } from "#tests/http/recorded-statements.ts";
import { createTestAdmin, createTestClinic, createTestUser } from "#tests/make.ts";
import { createTestApp } from "#tests/test-app.ts";
import { clinicForm } from "./clinics.forms.server.ts";
import { exportClinics, getClinic, listClinics, readClinicSearch } from "./list-clinics.server.ts";
import { addClinic, type ClinicForm, changeClinic, removeClinic } from "./manage-clinics.server.ts";

const testApp = await createTestApp();
const { ctx } = testApp;
const admin = await createTestAdmin(ctx);
afterEach(() => ctx.db.delete(clinics));

const form: ClinicForm = {
  nameEn: "Nile Vets",
  nameAr: "عيادة النيل",
  governorate: "cairo",
  area: "Zamalek",
  phone: "+20227350000",
  whatsapp: null,
  isAlwaysOpen: false,
  hours: null,
  isHidden: false,
};

const search = (query = "") => readClinicSearch(new Request(`https://aleef.example/admin/clinics${query}`));
const lastChange = async (subjectId: string) =>
  (await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId)).orderBy(desc(auditLog.id)))[0];
const namesNear = async (near: Parameters<typeof findNearbyClinics>[1]) =>
  (await findNearbyClinics(ctx, near)).clinics.map(({ nameEn }) => nameEn);

test("a clinic is added, changed and removed, each with its entry in the audit log", async () => {
  const id = await addClinic(ctx, admin, form);
  expect(await lastChange(id)).toMatchObject({ action: "clinic.add", actorId: admin.id, after: { area: "Zamalek" } });
  await changeClinic(ctx, admin, id, { ...form, hours: "10–22" }, 1);
  expect(await getClinic(ctx, admin, id)).toMatchObject({ hours: "10–22", version: 2 });
  expect(await lastChange(id)).toMatchObject({
    action: "clinic.change",
    before: { hours: null },
    after: { hours: "10–22" },
  });
  await removeClinic(ctx, admin, id, 2);
  await expect(getClinic(ctx, admin, id)).rejects.toMatchObject({ status: 404 });
  expect(await lastChange(id)).toMatchObject({ action: "clinic.remove", before: { nameEn: "Nile Vets" } });
});

test("an outdated form, a clinic twice and one that is gone are refused; so is everybody but administrators", async () => {
  const id = await addClinic(ctx, admin, form);
  await expect(addClinic(ctx, admin, form)).rejects.toMatchObject({ code: "clinics.known", status: 409 });
  const other = await addClinic(ctx, admin, { ...form, area: "Maadi" });
  await expect(changeClinic(ctx, admin, other, form, 1)).rejects.toMatchObject({ code: "clinics.known" });
  await changeClinic(ctx, admin, id, { ...form, nameEn: "Nile" }, 1);
  const stale = { code: "clinics.changedMeanwhile", status: 409 };
  await expect(changeClinic(ctx, admin, id, form, 1)).rejects.toMatchObject(stale);
  await expect(removeClinic(ctx, admin, id, 1)).rejects.toMatchObject(stale);
  await expect(removeClinic(ctx, admin, createId(), 1)).rejects.toMatchObject({ status: 404 });
  const user = await createTestUser(ctx);
  for (const work of [
    () => addClinic(ctx, user, { ...form, phone: "19666" }),
    () => changeClinic(ctx, user, id, form, 2),
    () => removeClinic(ctx, user, id, 2),
    () => listClinics(ctx, user, search()),
    () => getClinic(ctx, user, id),
    () => exportClinics(ctx, user, search()).next(),
  ])
    await expect(work()).rejects.toMatchObject({ status: 403 });
});

test("a typed form: numbers are normalised, hours of a clinic that is always open are left out", () => {
  const typed = {
    ...{ nameEn: " Nile\tVets ", nameAr: "عيادة النيل", governorate: "cairo", area: "Zamalek" },
    ...{ phone: "٠٢ ٢٧٣٥ ٠٠٠٠", whatsapp: "https://wa.me/201001234567", isAlwaysOpen: true, hours: "10–22" },
  };
  expect(clinicForm.parse(typed)).toEqual({
    ...{ nameEn: "Nile Vets", nameAr: "عيادة النيل", governorate: "cairo", area: "Zamalek" },
    ...{ phone: "+20227350000", whatsapp: "+201001234567", isAlwaysOpen: true, hours: null, isHidden: false },
  });
  expect(clinicForm.parse({ ...typed, phone: "19666" }).phone).toBe("19666");
  const refused = (values: object) =>
    clinicForm.safeParse({ ...typed, ...values }).error?.issues.map(({ path }) => path[0]);
  expect(refused({ phone: "12", whatsapp: "19666" })).toEqual(["phone", "whatsapp"]);
  expect(refused({ nameAr: "", governorate: "paris", area: "" })).toEqual(["nameAr", "governorate", "area"]);
  expect(refused({ nameEn: "x".repeat(maxLengths.name + 1) })).toEqual(["nameEn"]);
});

test("finders see at most three of their governorate, those always open first, and none that is hidden", async () => {
  for (const nameEn of ["A", "B", "C", "D"]) await createTestClinic(ctx, { nameEn });
  await createTestClinic(ctx, { nameEn: "Night", isAlwaysOpen: true });
  await createTestClinic(ctx, { nameEn: "Hidden", isAlwaysOpen: true, isHidden: true });
  await createTestClinic(ctx, { nameEn: "Giza", governorate: "giza" });
  await createTestClinic(ctx, { nameEn: "Aswan", governorate: "aswan", isHidden: true });
  expect(await namesNear("cairo")).toEqual(["Night", "A", "B"]);
  expect(await namesNear("giza")).toEqual(["Giza"]);
  for (const near of ["aswan", "luxor", null] as const)
    expect(await findNearbyClinics(ctx, near)).toEqual({ near: null, clinics: [], governorates: ["cairo", "giza"] });
});

test("two hundred clinics with long names and emoji are listed, searched, filtered and exported", async () => {
  const nameEn = "🐾".repeat(10) + "Vets of the river ".repeat(4).slice(0, maxLengths.name - 20);
  for (let index = 0; index < 200; index++)
    await addClinic(ctx, admin, {
      ...form,
      phone: `+20${227350000 + index}`,
      nameEn,
      nameAr: "عيادة النيل للحيوانات الأليفة 🐈",
      governorate: governorates[index % governorates.length]!,
      area: index === 7 ? "شارع المنتزه" : "12, Tahrir St",
    });
  const first = await listClinics(ctx, admin, search());
  expect([first.clinics.length, first.total, first.pageCount]).toEqual([50, 200, 4]);
  expect((await listClinics(ctx, admin, search("?governorate=cairo"))).total).toBe(8);
  expect((await listClinics(ctx, admin, search("?state=hidden"))).total).toBe(0);
  const [found] = (await listClinics(ctx, admin, search(`?q=${encodeURIComponent("المنتزة")}`))).clinics;
  expect(found?.area).toBe("شارع المنتزه");
  const csv = await text(exportClinics(ctx, admin, search("?governorate=cairo")));
  expect(csv.trim().split(/\r?\n/)).toHaveLength(9);
  expect(csv).toContain(nameEn);
});

test("finders who ask at the same time share one statement, and each sees the clinics of their own governorate", async () => {
  await addClinic(ctx, admin, form);
  await addClinic(ctx, admin, { ...form, nameEn: "Alex Vets", governorate: "alexandria" });
  const during = recordStatements(ctx.pool);
  const sent = await during(async () => {
    const names = await Promise.all([namesNear("cairo"), namesNear("alexandria"), namesNear(null)]);
    expect(names).toEqual([["Nile Vets"], ["Alex Vets"], []]);
  });
  expect(sent).toHaveLength(1);
});
