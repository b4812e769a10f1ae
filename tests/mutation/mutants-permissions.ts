import type { Mutant } from "./mutant.ts";

const permissions = ["tests/http/permissions.test.ts"];
const signUp = "app/features/auth/sign-in/sign-in.server.ts";
const manageUsers = ["app/features/admin/users/manage-users.test.ts"];
const cashSheet = "app/features/admin/orders/cash-sheet.tsx";
const publicPet = "app/features/pets/profile/public-pet.server.ts";

/** Mutants of permissions: who may do and who sees what. */
export const permissionMutants: readonly Mutant[] = [
  {
    name: "The guard of the admin pages is in the layout's loader instead of its middleware",
    changes: [
      {
        file: "app/layouts/admin/admin-layout.tsx",
        from: "export const middleware = [adminOnly];\n\nexport async function loader({ request, context }: Route.LoaderArgs) {",
        to: "export async function loader({ request, context }: Route.LoaderArgs) {\n  await adminOnly({ request, context } as never, (async () => new Response()) as never);",
      },
    ],
    tests: permissions,
    only: "GET by",
    needsBuild: true,
  },
  {
    name: "A resource route outside all layouts has no guard",
    changes: [
      { file: cashSheet, from: "export const middleware = [adminOnly];", to: "" },
      { file: cashSheet, from: "import { adminOnly, requireUser }", to: "import { requireUser }" },
    ],
    tests: permissions,
    only: "GET by",
    needsBuild: true,
  },
  {
    name: "A tag can be changed by anyone with its id",
    changes: [
      {
        file: "app/features/tags/tags.server.ts",
        from: ".where(and(eq(tags.id, tagId), eq(tags.ownerId, actor.id)))\n        .returning()",
        to: ".where(eq(tags.id, tagId))\n        .returning()",
      },
    ],
    tests: ["app/features/tags/tags.test.ts"],
  },
  {
    name: "Tags can be changed in bulk by anyone with their ids",
    changes: [
      {
        file: "app/features/tags/manage/tag-actions.server.ts",
        from: "and(eq(tags.ownerId, actor.id), inArray(tags.id, (ids ?? []).filter(isId)))",
        to: "inArray(tags.id, (ids ?? []).filter(isId))",
      },
    ],
    tests: ["app/features/tags/manage/change-tags.test.ts"],
  },
  {
    name: "An order can be read by anyone with its number",
    changes: [
      {
        file: "app/features/orders/orders.server.ts",
        from: ".where(and(eq(storeOrders.number, number), eq(storeOrders.userId, actor.id)))",
        to: ".where(eq(storeOrders.number, number))",
      },
    ],
    tests: ["app/features/checkout/place-order.test.ts"],
  },
  {
    name: "A conversation with a finder can be read by anyone with its id",
    changes: [
      {
        file: "app/features/conversations/conversations.server.ts",
        from: ".where(and(eq(conversations.id, id), eq(conversations.ownerId, actor.id)))",
        to: ".where(eq(conversations.id, id))",
      },
    ],
    tests: ["app/features/conversations/conversations.test.ts"],
  },
  {
    name: "A line can be removed from anyone's cart",
    changes: [
      {
        file: "app/features/cart/cart.server.ts",
        from: ".where(and(eq(cartLines.id, lineId), eq(cartLines.userId, actor.id)))",
        to: ".where(eq(cartLines.id, lineId))",
      },
    ],
    tests: ["app/features/cart/cart.test.ts"],
  },
  {
    name: "Anyone can sign out anyone's device",
    changes: [
      {
        file: "app/features/auth/sessions/own-sessions.server.ts",
        from: ".where(and(eq(sessions.id, sessionId), eq(sessions.userId, actor.id)))",
        to: ".where(eq(sessions.id, sessionId))",
      },
    ],
    tests: ["app/features/settings/profile.test.ts"],
  },
  {
    name: "The public page of a pet receives the pet's whole row",
    changes: [
      { file: publicPet, from: "import { and, eq, sql }", to: "import { and, eq, getTableColumns, sql }" },
      {
        file: publicPet,
        from: ".select(publicColumns)",
        to: ".select({ ...getTableColumns(pets), ...publicColumns })",
      },
      { file: publicPet, from: "  return {\n    id: row.id,", to: "  return {\n    ...row,\n    id: row.id," },
    ],
    tests: ["app/features/pets/pets.test.ts"],
    only: "public pet",
  },
  {
    name: "Sign-up accepts the role in the form",
    changes: [
      {
        file: "app/features/auth/auth.forms.server.ts",
        from: "export const signUpForm = z.object({",
        to: "export const signUpForm = z.looseObject({",
      },
      {
        file: signUp,
        from: "const { firstName, lastName, email, password } = form;",
        to: "const { firstName, lastName, email, password, to: _to, ...more } = form;",
      },
      {
        file: signUp,
        from: "      body: {\n        email,\n",
        to: "      body: {\n        ...more,\n        email,\n",
      },
      {
        file: "app/features/auth/better-auth.server.ts",
        from: 'defaultValue: "user", input: false',
        to: 'defaultValue: "user", input: true',
      },
    ],
    tests: ["app/features/auth/sign-up/sign-up.test.ts"],
  },
  {
    name: "The profile form accepts any field of the account",
    changes: [
      {
        file: "app/features/settings/settings.forms.server.ts",
        from: "export const profileForm = z\n  .object({",
        to: "export const profileForm = z\n  .looseObject({",
      },
    ],
    tests: ["app/features/settings/profile.test.ts"],
  },
  {
    name: "A caregiver with read access can edit",
    changes: [
      {
        file: "app/features/pets/caregivers/caregivers.rules.ts",
        from: 'export function canEditPet(access: PetAccess | null): boolean {\n  return access === "owner"',
        to: 'export function canEditPet(access: PetAccess | null): boolean {\n  return access === "see" || access === "owner"',
      },
    ],
    tests: ["app/features/pets/caregivers/caregivers.test.ts"],
  },
  {
    name: "A caregiver whose access has ended can still open the pet",
    changes: [
      {
        file: "app/features/pets/caregivers/caregivers.rules.ts",
        from: 'if (endedAt || (untilDay !== null && untilDay < today)) return "over";',
        to: 'if (endedAt) return "over";',
      },
    ],
    tests: ["app/features/pets/caregivers/caregivers.test.ts"],
  },
  {
    name: "Existing sessions of a suspended user stay valid",
    changes: [
      {
        file: "app/features/auth/sessions/session.server.ts",
        from: "if (!found || found.user.suspendedAt) return null;",
        to: "if (!found) return null;",
      },
    ],
    tests: manageUsers,
  },
  {
    name: "Suspending a user ends none of their sessions",
    changes: [
      {
        file: "app/features/admin/users/manage-users.server.ts",
        from: "    await deleteAllSessions(tx, user.id);\n    return { suspendedAt:",
        to: "    return { suspendedAt:",
      },
    ],
    tests: manageUsers,
  },
  {
    name: "The session cookie caches the user and role for five minutes",
    changes: [
      {
        file: "app/features/auth/better-auth.server.ts",
        from: "cookieCache: { enabled: false }",
        to: "cookieCache: { enabled: true, maxAge: 300 }",
      },
    ],
    tests: manageUsers,
  },
  {
    name: "A demoted administrator with an open page can still decide",
    changes: [
      {
        file: "app/features/admin/users/manage-users.server.ts",
        from: 'if (acting?.role !== "admin" || acting.suspendedAt) throw',
        to: "if (acting?.suspendedAt) throw",
      },
    ],
    tests: manageUsers,
  },
  {
    name: "The last active administrator can be demoted if a suspended one exists",
    changes: [
      {
        file: "app/features/users/lock-user.server.ts",
        from: "admin.id !== user.id && !admin.suspendedAt)",
        to: "admin.id !== user.id)",
      },
    ],
    tests: manageUsers,
  },
  {
    name: "A new password does not end existing sessions",
    changes: [
      {
        file: "app/features/auth/better-auth.server.ts",
        from: "revokeSessionsOnPasswordReset: true",
        to: "revokeSessionsOnPasswordReset: false",
      },
    ],
    tests: ["app/features/settings/profile.test.ts"],
  },
  {
    name: "An order can be shipped without being packed",
    changes: [
      {
        file: "app/features/orders/orders.rules.ts",
        from: 'pending: ["processing", "cancelled"]',
        to: 'pending: ["processing", "shipped", "cancelled"]',
      },
    ],
    tests: ["app/features/orders/orders.rules.test.ts"],
  },
  {
    name: "A scan of a deactivated tag shows the pet and notifies its owner",
    changes: [
      {
        file: "app/features/scans/recording/receive-scan.server.ts",
        from: 'if (!tag || state === "inactive") return { state: "unknown", tag: tag ?? null };',
        to: 'if (!tag) return { state: "unknown", tag };',
      },
    ],
    tests: ["app/features/scans/recording/receive-scan.test.ts"],
  },
  {
    name: "A finder's link opens a conversation without a valid signature",
    changes: [
      {
        file: "app/features/scans/finder-page/finder.server.ts",
        from: "if (!isId(scanId) || !isSignedWith(ctx, token, (one) => createScanToken(one, scanId))) throw notFound();",
        to: "if (!isId(scanId)) throw notFound();",
      },
    ],
    tests: ["app/features/scans/recording/receive-scan.test.ts"],
  },
  {
    name: "A share link still works after it was revoked",
    changes: [
      {
        file: "app/features/pets/share-links/share-links.server.ts",
        from: 'if (shareState(row.share, ctx.clock.now()) !== "open") return "closed" as const;',
        to: "",
      },
    ],
    tests: ["app/features/pets/share-links/share-links.test.ts"],
  },
  {
    name: "A pet transfer can be accepted by anyone",
    changes: [
      {
        file: "app/features/pet-transfers/transfers.server.ts",
        from: "if (!offer || !receiver || !isReceiver(receiver, offer)) throw notFound();",
        to: "if (!offer || !receiver) throw notFound();",
      },
    ],
    tests: ["app/features/pet-transfers/transfers.test.ts"],
  },
];
