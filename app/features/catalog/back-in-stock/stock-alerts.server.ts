import { and, asc, eq, inArray, isNotNull, isNull, lt, or } from "drizzle-orm";
import { href } from "react-router";
import * as z from "zod";
import { sendNotifications } from "#app/features/notifications/notifications.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError, gone, notFound } from "#app/platform/app-error.server.ts";
import { withTransaction } from "#app/platform/db/connection/database.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import { dayMs } from "#app/platform/durations.rules.ts";
import { emailLine } from "#app/platform/http/forms/fields.server.ts";
import { readSignedId, signId } from "#app/platform/http/signed-id.server.ts";
import { type Language, languages } from "#app/platform/i18n/language.ts";
import { defineJob } from "#app/platform/jobs/jobs.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { countEmail, createEmailLimits } from "#app/platform/limits/email-limits.server.ts";
import type { Limit } from "#app/platform/limits/limits.server.ts";
import { renderEmail } from "#app/platform/mail/email.server.ts";
import { nameIn } from "../products.rules.ts";
import { products, stockAlerts } from "../products.tables.server.ts";

export const stockAlertForm = z.object({ email: emailLine });

const purpose = "stock-alert";

/** Limits, because anyone can enter anyone's address. */
const perNetwork: Limit = { name: "stock-alert-network", points: 10, span: 3_600 };
const perEmail = createEmailLimits("stock-alert-email", 86_400, { fromHere: 1, shared: 2, all: 6 });
const answering: Limit = { name: "stock-alert-answer", points: 30, span: 600 };

/** Days within which a guest can confirm; the address is deleted afterwards. */
const confirmDays = 7;

/** Returns a sold-out product; in a transaction it stays sold out until that ends, because a delivery waits. */
async function getSoldOut({ db }: AppContext, productId: string) {
  const [product] = await db.select().from(products).where(eq(products.id, productId)).for("share");
  if (!product || product.archivedAt) throw notFound();
  if (product.stock > 0) throw new AppError("store.back.isBack", 409);
  return product;
}

const isOwn = (actor: Pick<Actor, "id">, productId: string) =>
  and(eq(stockAlerts.userId, actor.id), eq(stockAlerts.productId, productId));

/** Whether the actor has a stock alert for a product. */
export async function hasStockAlert({ db }: AppContext, actor: Pick<Actor, "id">, productId: string): Promise<boolean> {
  return (await db.$count(stockAlerts, isOwn(actor, productId))) > 0;
}

/**
 * Creates the actor's stock alert for a product, sent by the channels of their account. Rejects with 409 while it is in
 * stock; a repeat changes nothing.
 */
export async function createStockAlert(ctx: AppContext, actor: Actor, productId: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const product = await getSoldOut(tx, productId);
    const now = tx.clock.now();
    await tx.db
      .insert(stockAlerts)
      .values({
        id: createId(),
        productId: product.id,
        userId: actor.id,
        language: actor.language ?? "en",
        confirmedAt: now,
        createdAt: now,
      })
      .onConflictDoNothing();
  });
}

/** Deletes the actor's stock alert for a product. */
export async function deleteStockAlert({ db }: AppContext, actor: Pick<Actor, "id">, productId: string): Promise<void> {
  await db.delete(stockAlerts).where(isOwn(actor, productId));
}

interface GuestAlert {
  email: string;
  productId: string;
  language: Language;
  /** Network address of the request. */
  address: string;
}

/**
 * Sends a link by which the holder of an address confirms the alert. At most 10 an hour from one network; beyond 3 a
 * day to one address, and 6 from several networks, it throws 429 with what to do.
 */
export async function requestStockAlert(
  ctx: AppContext,
  { email, productId, language, address }: GuestAlert,
): Promise<void> {
  const product = await getSoldOut(ctx, productId);
  await ctx.limits.take(perNetwork, getNetwork(address));
  await countEmail(ctx.limits, perEmail, { email, from: address });
  await withTransaction(ctx, async (tx) => {
    const [alert] = await tx.db
      .insert(stockAlerts)
      .values({ id: createId(), productId: product.id, email, language, createdAt: tx.clock.now() })
      .onConflictDoUpdate({ target: [stockAlerts.email, stockAlerts.productId], set: { language } })
      .returning();
    if (alert && !alert.confirmedAt)
      await tx.jobs.send(tx.db, emailQueue, { alertId: alert.id, productId: product.id });
  });
}

/**
 * Returns the product of a link, and whether the address is confirmed. 404 for an invalid key, 410 for an ended alert.
 */
export async function getStockAlert(ctx: AppContext, key: string) {
  const id = readSignedId(ctx, purpose, key);
  const [alert] = id
    ? await ctx.db
        .select({
          id: stockAlerts.id,
          isConfirmed: isNotNull(stockAlerts.confirmedAt).mapWith(Boolean),
          productId: products.id,
          nameEn: products.nameEn,
          nameAr: products.nameAr,
        })
        .from(stockAlerts)
        .innerJoin(products, eq(products.id, stockAlerts.productId))
        .where(eq(stockAlerts.id, id))
    : [];
  if (!alert) throw id ? gone("stockAlert") : notFound();
  return alert;
}

/**
 * Confirms the alert of a link, or deletes it when it is not wanted. Returns the product's id. Throws like
 * `getStockAlert`.
 */
export async function updateStockAlert(
  ctx: AppContext,
  key: string,
  isWanted: boolean,
  address: string,
): Promise<string> {
  await ctx.limits.take(answering, getNetwork(address));
  const { id, productId } = await getStockAlert(ctx, key);
  if (isWanted) {
    const unconfirmed = and(eq(stockAlerts.id, id), isNull(stockAlerts.confirmedAt));
    await withTransaction(ctx, async (tx) => {
      // Covers stock that arrived between the e-mail and the confirmation.
      await tx.db.update(stockAlerts).set({ confirmedAt: tx.clock.now() }).where(unconfirmed);
      await queueStockAlerts(tx, productId);
    });
  } else await ctx.db.delete(stockAlerts).where(eq(stockAlerts.id, id));
  return productId;
}

const alertQueue = "catalog.notify-back-in-stock";
const emailQueue = "catalog.send-stock-email";

/** Queues the alerts of a product that is back in stock, in the caller's transaction. */
export async function queueStockAlerts(tx: AppContext, productId: string): Promise<void> {
  await tx.jobs.send(tx.db, alertQueue, { productId });
}

const batchSize = 200;

/**
 * Sends the next batch of alerts and deletes them in the same transaction, so that each is sent once. Returns whether
 * there may be more. Sends nothing while the product is sold out or archived.
 */
async function sendAlertBatch(ctx: AppContext, productId: string): Promise<boolean> {
  return withTransaction(ctx, async (tx) => {
    const [product] = await tx.db.select().from(products).where(eq(products.id, productId));
    if (!product || product.archivedAt || product.stock === 0) return false;
    const due = await tx.db
      .select({ alert: stockAlerts, reader: users })
      .from(stockAlerts)
      .leftJoin(users, eq(users.id, stockAlerts.userId))
      .where(
        and(
          eq(stockAlerts.productId, productId),
          isNotNull(stockAlerts.confirmedAt),
          or(isNull(stockAlerts.userId), isNull(users.suspendedAt)),
        ),
      )
      .orderBy(asc(stockAlerts.id))
      .limit(batchSize)
      .for("update", { of: stockAlerts, skipLocked: true });
    if (due.length === 0) return false;
    await tx.db.delete(stockAlerts).where(
      inArray(
        stockAlerts.id,
        due.map(({ alert }) => alert.id),
      ),
    );
    await sendNotifications(
      tx,
      due.flatMap(({ reader }) =>
        reader
          ? [
              {
                userId: reader.id,
                kind: "restock" as const,
                params: { productName: nameIn(reader.language ?? "en", product) },
                link: href("/store/product/:id", { id: product.id }),
                topic: product.id,
              },
            ]
          : [],
      ),
    );
    for (const { alert } of due)
      if (alert.email)
        await tx.jobs.send(tx.db, emailQueue, {
          alertId: alert.id,
          productId,
          back: { email: alert.email, language: alert.language },
        });
    return due.length === batchSize;
  });
}

const alertEmail = z.object({
  alertId: z.uuid(),
  productId: z.uuid(),
  /** Set when the product is back and the alert was deleted with it; without it, the e-mail asks to confirm the address. */
  back: z.object({ email: z.string(), language: z.enum(languages) }).optional(),
});
type AlertEmail = z.output<typeof alertEmail>;

async function sendAlertEmail(ctx: AppContext, { alertId, productId, back }: AlertEmail): Promise<void> {
  const [product] = await ctx.db.select().from(products).where(eq(products.id, productId));
  const [alert] = await ctx.db.select().from(stockAlerts).where(eq(stockAlerts.id, alertId));
  const reader = back ?? (alert?.confirmedAt === null && alert.email ? { ...alert, email: alert.email } : null);
  if (!product || !reader) return;
  const { email, language } = reader;
  const t = ctx.translator(language);
  const { publicUrl } = ctx.settings;
  const name = `\u2068${nameIn(language, product)}\u2069`;
  const kind = back ? "mailBack" : "mailConfirm";
  const path = back
    ? href("/store/product/:id", { id: product.id })
    : href("/back-in-stock/:key", { key: signId(ctx, purpose, alertId) });
  await ctx.mail.send(
    renderEmail({
      to: email,
      language,
      subject: t(`store.back.${kind}.title`, { name }),
      paragraphs: [t(`store.back.${kind}.text`, { name })],
      action: { label: t(`store.back.${kind}.action`), url: `${publicUrl}${path}` },
      footer: t(`store.back.${kind}.footer`),
      key: `${alertId}.${kind}`,
    }),
  );
}

export const stockAlertJobs = [
  defineJob<AppContext, { productId: string }>(
    alertQueue,
    { data: z.object({ productId: z.uuid() }), retryLimit: 12, retryDelay: 2, retryDelayMax: 900 },
    async (ctx, { productId }) => {
      while (await sendAlertBatch(ctx, productId));
    },
  ),
  defineJob<AppContext, AlertEmail>(
    emailQueue,
    { data: alertEmail, retryLimit: 12, retryDelay: 2, retryDelayMax: 3_600, concurrency: 2, deleteWhenDone: true },
    sendAlertEmail,
  ),
  defineJob<AppContext, object>("catalog.purge-alerts", { cron: "17 4 * * *" }, async ({ db, clock }) => {
    const before = clock.ago(confirmDays * dayMs);
    await db.delete(stockAlerts).where(and(isNull(stockAlerts.confirmedAt), lt(stockAlerts.createdAt, before)));
  }),
];
