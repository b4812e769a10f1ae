import type { Mutant } from "./mutant.ts";

const stock = "app/features/catalog/stock.server.ts";
const placeOrder = "app/features/checkout/place-order.server.ts";

/** Mutants of concurrency: simultaneous requests and repeated submissions. */
export const raceMutants: readonly Mutant[] = [
  {
    name: "The stock is read, checked and written back without a lock",
    changes: [
      {
        file: stock,
        from: `\${products.stock} - \${quantity}`,
        to: `(select stock from products as read where read.id = \${sql.placeholder("productId")}) - \${quantity}`,
      },
    ],
    tests: ["app/features/catalog/stock.test.ts"],
    isRace: true,
  },
  {
    name: "The lines of an order lock products in an arbitrary order",
    changes: [
      {
        file: stock,
        from: "return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));",
        to: "return [...sums];",
      },
    ],
    tests: ["app/features/catalog/stock.test.ts"],
    only: "opposite order",
    isRace: true,
  },
  {
    name: "The check for an existing order does not wait for a concurrent submission of the same buyer",
    changes: [{ file: placeOrder, from: "  await lockBuyer(tx, actor, form.phone);\n", to: "" }],
    tests: ["app/features/checkout/place-order.test.ts"],
    only: "creates one order per key and buyer",
    isRace: true,
  },
  {
    name: "Each cancellation of an order returns its items to stock",
    changes: [
      {
        file: stock,
        from: "      if (!isNew) continue;\n      await increaseStock(",
        to: "      await increaseStock(",
      },
    ],
    tests: ["app/features/catalog/stock.test.ts"],
    only: "restoreStock",
  },
  {
    name: "A cancelled order can be cancelled again",
    changes: [
      {
        file: "app/features/orders/fulfilment/order-status.server.ts",
        from: '    if (!canCancelOwn(order)) throw new AppError("orders.tooLateToCancel", 409);\n',
        to: "",
      },
      {
        file: "app/features/orders/fulfilment/order-status.server.ts",
        from: `  if (!canMove(order.status, move.to)) throw new AppError(\`orders.cannotMove.\${order.status}\`, 409);\n`,
        to: "",
      },
    ],
    tests: ["app/features/orders/orders.test.ts"],
  },
  {
    name: "Concurrent cancellations read the order without a lock",
    changes: [
      {
        file: "app/features/orders/fulfilment/order-status.server.ts",
        from: '.where(and(eq(storeOrders.number, orderNumber), eq(storeOrders.userId, actor.id)))\n      .for("no key update");',
        to: ".where(and(eq(storeOrders.number, orderNumber), eq(storeOrders.userId, actor.id)));",
      },
    ],
    tests: ["app/features/checkout/place-order.test.ts"],
    only: "cancels once",
    isRace: true,
  },
  {
    name: "Concurrent status changes read the order without a lock",
    changes: [
      {
        file: "app/features/orders/fulfilment/order-status.server.ts",
        from: '.where(eq(storeOrders.id, orderId)).for("no key update")',
        to: ".where(eq(storeOrders.id, orderId))",
      },
    ],
    tests: ["app/features/orders/orders.test.ts"],
    only: "ships once when submitted concurrently",
    isRace: true,
  },
  {
    // The form contains no prices; the total shown on the page is the nearest thing a client could forge.
    name: "The order costs the total sent by the browser",
    changes: [
      {
        file: placeOrder,
        from: 'if (form.seenTotal !== undefined && form.seenTotal !== draft.subtotalCents + draft.shippingCents)\n    throw new AppError("checkout.totalChanged", 409);',
        to: "if (form.seenTotal !== undefined) draft.subtotalCents = form.seenTotal - draft.shippingCents;",
      },
    ],
    tests: ["app/features/checkout/place-order.test.ts"],
  },
  {
    name: "The pet limit of a plan is checked without a lock",
    changes: [
      {
        file: "app/features/pets/pets.server.ts",
        from: '.where(eq(users.id, actor.id))\n        .for("no key update");',
        to: ".where(eq(users.id, actor.id));",
      },
    ],
    tests: ["app/features/pets/pets.test.ts"],
    only: "creates one of 20 pets added concurrently",
    isRace: true,
  },
  {
    name: "A tag can be claimed although it was claimed concurrently",
    changes: [
      {
        file: "app/features/tags/tags.server.ts",
        from: "isNull(tags.ownerId),\n          eq(tags.status",
        to: "eq(tags.status",
      },
    ],
    tests: ["app/features/tags/tags.test.ts"],
    only: "lets one of twenty concurrent claims succeed",
    isRace: true,
  },
  {
    name: "Two administrators can demote each other concurrently",
    changes: [
      {
        file: "app/features/users/lock-user.server.ts",
        from: '.orderBy(asc(users.id))\n    .for("no key update")',
        to: ".orderBy(asc(users.id))",
      },
    ],
    tests: ["app/features/admin/users/manage-users.test.ts"],
    only: "two administrators who demote",
    isRace: true,
  },
  {
    name: "Two administrators can decide on one plan request concurrently",
    changes: [
      {
        file: "app/features/plans/review/decide-requests.server.ts",
        from: "if (request.status !== from) throw await createAlreadyDecidedError(tx, admin, request);",
        to: "",
      },
    ],
    tests: ["app/features/plans/plans.test.ts"],
    only: "accepts one of two concurrent decisions",
    isRace: true,
  },
  {
    name: "An outdated form overwrites a change of the pet",
    changes: [
      {
        file: "app/features/pets/pets.server.ts",
        from: 'if (current.version !== form.version) throw new AppError("pets.changedMeanwhile", 409, { field: "version" });',
        to: "",
      },
    ],
    tests: ["app/features/pets/pets.test.ts"],
    only: "updatePet",
  },
  {
    name: "A rate limit reads its count and writes it back without a lock",
    changes: [
      {
        file: "app/platform/http/limits/limits.server.ts",
        from: "await count(limit, (limiter) => limiter.consume(storedKey(key), cost));",
        to: "const now = await count(limit, (limiter) => limiter.get(key));\n        if (now && now.remainingPoints < cost) throw now;\n        await count(limit, (limiter) => limiter.penalty(key, cost));",
      },
    ],
    tests: ["app/platform/http/limits/limits.test.ts"],
    isRace: true,
  },
  {
    name: "Processes that start together migrate concurrently",
    changes: [
      {
        file: "app/platform/db/migrate/migrate.server.ts",
        from: '    await client.query("select pg_advisory_lock($1)", [lock]);\n',
        to: "",
      },
    ],
    tests: ["app/platform/db/migrate/migrate.test.ts"],
    isRace: true,
  },
];
