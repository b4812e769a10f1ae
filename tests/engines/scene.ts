import type { Language } from "#app/platform/i18n/language.ts";
import type { Translate } from "#app/platform/i18n/words.ts";
import type { DemoApp } from "../e2e/demo-app.ts";
import type { FaultProxy } from "./fault-proxy.ts";
import type { Person } from "./person.ts";

/** What a journey is given. */
export interface Scene {
  person: Person;
  language: Language;
  t: Translate;
  app: DemoApp;
  proxy: FaultProxy;
  /** The account and pet of the first journey, used by the others. */
  owner: { email: string; pet: string };
}

export const password = "Sunny-walk-7";
export const demoPassword = "Aleef-demo-1";

/** Starts as somebody new, in the journey's language. */
export async function begin({ person, language }: Scene): Promise<void> {
  await person.engine.reset();
  person.expected = [];
  await person.goto(`/about?lang=${language}`);
}

/** Fills in the sign-in form of the current page and sends it. */
export async function signIn({ person }: Scene, email: string, word = password): Promise<void> {
  await person.type("main [name=email]", email);
  await person.type("main [name=password]", word);
  await person.pressOne("main form:has([name=password]) button[type=submit]");
}
