import { beforeAll, beforeEach, expect } from "vitest";
import type { Tag } from "#app/features/tags/tags.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { createClaimedTag, createTestPet, signUpTestUser } from "#tests/make.ts";
import { openTag, scansOf } from "./finder-page.ts";
import { openSite, type Site } from "./site.ts";
import type { Visitor } from "./visitor.ts";

/** Participants of a test: the same owner, signed in; a new tag of theirs; and a finder on a network of their own. */
interface FinderApp {
  site: Site;
  owner: Actor;
  as: Visitor;
  tag: Tag;
  from: string;
  open(): ReturnType<typeof openTag>;
  /** Opens the tag as the finder and reports having the pet. */
  reportFound(
    form: Record<string, string>,
  ): Promise<{ path: string; scan: Awaited<ReturnType<typeof scansOf>>[number] }>;
}

/** Opens the app with an owner and their pet. Each test gets a new tag of the pet and a new finder. */
export async function openFinderApp(): Promise<FinderApp> {
  const site = await openSite();
  const app = {
    site,
    open: () => openTag(site, app.tag.code, { from: app.from }),
    async reportFound(form) {
      const { token } = await app.open();
      const answer = await site.post(
        `/tag/${app.tag.code}`,
        { intent: "have", scan: token, ...form },
        { from: app.from },
      );
      expect(answer.status).toBe(303);
      return { path: answer.headers.get("location")!, scan: (await scansOf(site, app.tag.id))[0]! };
    },
  } as FinderApp;
  let petId: string;
  let finders = 0;
  beforeAll(async () => {
    app.owner = await signUpTestUser(site.ctx, "owner@example.com");
    app.as = await site.signInAs("owner@example.com");
    petId = await createTestPet(site.ctx, app.owner, { name: "Rocky" });
  });
  beforeEach(async () => {
    app.tag = await createClaimedTag(site.ctx, app.owner, petId);
    app.from = `198.19.${++finders}.1`;
  });
  return app;
}
