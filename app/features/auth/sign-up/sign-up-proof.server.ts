import { createHash, randomBytes } from "node:crypto";
import { parse, serialize } from "hono/utils/cookie";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { isEqualSecret } from "#app/platform/crypto/secrets.server.ts";

type Installation = Pick<AppContext, "settings">;

/** Lifetime in seconds, as long as that of the mailed link. */
const lifetime = 24 * 3600;

/** Prefixed like the session cookie: over https no other host of the domain can set it. */
const cookieName = ({ settings }: Installation) => `${settings.secure ? "__Host-aleef" : "aleef"}.sign_up`;

const hashOf = (token: string) => createHash("sha256").update(token).digest("base64url");

/**
 * Creates the token that ties an account to the browser that signed up: a cookie, and the hash to store with the
 * account.
 */
export function createSignUpProof(ctx: Installation): { cookie: string; hash: string } {
  const token = randomBytes(24).toString("base64url");
  const { secure } = ctx.settings;
  const options = { path: "/", httpOnly: true, sameSite: "Lax", secure, maxAge: lifetime } as const;
  return { cookie: serialize(cookieName(ctx), token, options), hash: hashOf(token) };
}

/** Whether this is the browser that signed up the account with this hash. */
export function isSignUpBrowser(ctx: Installation, request: Request, hash: string | null): boolean {
  const name = cookieName(ctx);
  const token = parse(request.headers.get("cookie") ?? "", name)[name];
  return Boolean(token && hash && isEqualSecret(hashOf(token), hash));
}
