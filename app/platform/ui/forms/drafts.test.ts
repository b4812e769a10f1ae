// The next person at a shared computer would find what somebody else had typed.
import { beforeEach, describe, expect, test, vi } from "vitest";
import { draftLifetime, drafts } from "./drafts.ts";

/**
 * Fake of the browser's storage, which keeps items as own properties, because the code lists them with `Object.keys`.
 */
class FakeStorage {
  getItem(key: string) {
    return (this as Record<string, unknown>)[key] ?? null;
  }
  setItem(key: string, value: string) {
    (this as Record<string, unknown>)[key] = value;
  }
  removeItem(key: string) {
    delete (this as Record<string, unknown>)[key];
  }
}

const typed = [["name", "Simsim"]] as [string, string][];

describe("drafts", () => {
  beforeEach(() => vi.stubGlobal("localStorage", new FakeStorage()));

  test("belong to one account and one form", () => {
    drafts.write("mona", "pet-new", typed);
    expect(drafts.read("mona", "pet-new")).toEqual(typed);
    expect(drafts.read("mona", "report-new")).toBeNull();
    expect(drafts.read("karim", "pet-new")).toBeNull();
    expect(drafts.read(null, "pet-new")).toBeNull();
    drafts.forget("mona", "pet-new");
    expect(drafts.read("mona", "pet-new")).toBeNull();
  });

  test("expire", () => {
    drafts.write("mona", "pet-new", typed, 0);
    expect(drafts.read("mona", "pet-new", draftLifetime - 1)).toEqual(typed);
    expect(drafts.read("mona", "pet-new", draftLifetime)).toBeNull();
    expect(drafts.read("mona", "pet-new", 0), "the expired draft is deleted").toBeNull();
  });

  test.each([
    ["somebody signs out", null],
    ["another account signs in", "karim"],
  ])("of an account are deleted when %s; other items and visitors' drafts are kept", (_, account) => {
    drafts.write("mona", "pet-new", typed);
    drafts.write(null, "report-guest", typed);
    localStorage.setItem("theme", "dark");
    drafts.deleteOthers("mona");
    expect(drafts.read("mona", "pet-new")).toEqual(typed);
    drafts.deleteOthers(account);
    expect(drafts.read("mona", "pet-new")).toBeNull();
    expect(drafts.read(null, "report-guest")).toEqual(typed);
    expect(localStorage.getItem("theme")).toBe("dark");
  });

  test.each(["null", "{", "[]", '{"at":"x"}', '{"at":1,"fields":[]}'])("invalid stored value %s is ignored", (text) => {
    localStorage.setItem("aleef-draft:mona:pet-new", text);
    expect(drafts.read("mona", "pet-new", 2)).toBeNull();
  });
});
