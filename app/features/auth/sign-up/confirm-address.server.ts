import { and, eq } from "drizzle-orm";
import * as z from "zod";
import { users } from "#app/features/users/users.tables.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { AppError } from "#app/platform/app-error.server.ts";
import { createMac, isSignedWith } from "#app/platform/crypto/secrets.server.ts";
import { getNetwork } from "#app/platform/limits/client-address.server.ts";
import { requireAccountPassword } from "../password/check-password.server.ts";
import { recordSecurityEvent } from "../security-log.server.ts";
import { type SignedIn, signIn } from "../sign-in/sign-in.server.ts";
import { isSignUpBrowser } from "./sign-up-proof.server.ts";

const links = { name: "confirm-link-network", points: 60, span: 3600, isPerNetwork: true };

const payload = z.object({ email: z.string(), userId: z.string(), exp: z.number() });

/**
 * Returns the payload of a link's token (JWT, HS256); null when it was not signed by this installation or has expired.
 */
function readToken(ctx: AppContext, token: string): z.output<typeof payload> | null {
  const [head, body, mark] = token.split(".");
  if (!head || !body || !mark) return null;
  if (!isSignedWith(ctx, mark, (one) => createMac(one, `${head}.${body}`).toString("base64url"))) return null;
  const read = payload.safeParse(JSON.parse(Buffer.from(body, "base64url").toString()));
  return read.success && read.data.exp * 1000 > ctx.clock.now().getTime() ? read.data : null;
}

/** Returns the account that a mailed link confirms; null for an invalid or expired link. */
async function findLinkedUser(ctx: AppContext, token: string) {
  const read = readToken(ctx, token);
  if (!read) return null;
  const [user] = await ctx.db
    .select({ id: users.id, email: users.email, isConfirmed: users.emailVerified, proof: users.signUpProof })
    .from(users)
    .where(and(eq(users.id, read.userId), eq(users.email, read.email)));
  return user?.email ? { ...user, email: user.email } : null;
}

/** Whether a mailed confirmation link is valid and not expired. */
export const isConfirmationLink = async (ctx: AppContext, token: string): Promise<boolean> =>
  (await findLinkedUser(ctx, token)) !== null;

async function confirm(ctx: AppContext, userId: string): Promise<void> {
  await ctx.db
    .update(users)
    .set({ emailVerified: true, signUpProof: null, updatedAt: ctx.clock.now() })
    .where(eq(users.id, userId));
  recordSecurityEvent(ctx, "addressConfirmed", { userId });
}

/**
 * Opens a mailed confirmation link. In the browser that signed up it confirms immediately; in any other browser it does
 * not, since the reader of the mail need not be the person who chose the password and must enter it. Opens no session:
 * a link in an e-mail never does. Returns null for an invalid or expired link.
 */
export async function openConfirmation(
  ctx: AppContext,
  token: string,
  request: Request,
): Promise<{ userId: string; email: string; isConfirmed: boolean; isSignUpBrowser: boolean } | null> {
  const user = await findLinkedUser(ctx, token);
  if (!user) return null;
  const { id, email, isConfirmed, proof } = user;
  if (isConfirmed) return { userId: id, email, isConfirmed, isSignUpBrowser: false };
  const isKnown = isSignUpBrowser(ctx, request, proof);
  if (isKnown) await confirm(ctx, id);
  return { userId: id, email, isConfirmed: isKnown, isSignUpBrowser: isKnown };
}

/**
 * Confirms an address by its mailed link and the account's password, and signs in. Rejects an invalid or expired link,
 * a wrong password at its field, and guessing: 10 attempts an hour at one account, 60 an hour from one network.
 */
export async function confirmByPassword(
  ctx: AppContext,
  form: { token: string; password: string },
  request: Request,
  address: string,
): Promise<SignedIn> {
  await ctx.limits.take(links, getNetwork(address));
  const user = await findLinkedUser(ctx, form.token);
  if (!user) throw new AppError("accounts.linkExpired", 400);
  await requireAccountPassword(ctx, user, form.password);
  if (!user.isConfirmed) await confirm(ctx, user.id);
  return signIn(ctx, { email: user.email, password: form.password }, request, address);
}
