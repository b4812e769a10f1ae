import { signIn } from "#app/features/auth/sign-in/sign-in.server.ts";
import { readCode, type TypedCode } from "#app/features/auth/two-factor/two-factor.rules.ts";
import {
  confirmTwoFactor,
  findTwoFactor,
  startTwoFactorSetup,
} from "#app/features/auth/two-factor/two-factor.server.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { authenticator } from "./authenticator.ts";
import { password, type TestUser } from "./make.ts";

/** Returns a request with these cookies. */
export const asking = (cookies: readonly string[] = []) =>
  new Request("http://localhost:3000/auth", {
    headers: { cookie: cookies.map((line) => line.split(";")[0]).join("; ") },
  });

export const typed = (code: string): TypedCode => readCode(code)!;

/**
 * Turns on two-factor sign-in for an account with `password`. Returns recovery codes, authenticator app and cookies.
 * The code of the current time step is used up.
 */
export async function withTwoFactor(ctx: AppContext, actor: TestUser) {
  const { cookies } = await signIn(ctx, { email: actor.email, password }, asking(), "203.0.113.9");
  await startTwoFactorSetup(ctx, actor, password);
  const { setup } = await findTwoFactor(ctx, actor);
  const app = authenticator(setup!.formattedKey);
  const codes = await confirmTwoFactor(ctx, actor, typed(app(ctx.clock.now())), asking(cookies));
  return { app, codes, cookies };
}
