import { getUser } from "#app/features/auth/guards.server.ts";
import { AppError, getFormMessage, getRetryAfter } from "#app/platform/app-error.server.ts";
import { readJson } from "#app/platform/http/forms/request-body.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import type { Route } from "./+types/cart-lines";
import type { CartAnswer } from "./account-cart.ts";
import { cartCall } from "./cart.forms.server.ts";
import { addToCart, deleteCartLine, mergeCart, readCart, readVisitorCart, updateCartLine } from "./cart.server.ts";

const respond = (body: CartAnswer, status = 200) =>
  Response.json(body, { status, headers: { "cache-control": "no-store" } });

/** Returns the account's cart to the page's script; nothing if the session has ended, so that the page keeps its copy. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const actor = await getUser(request, context);
  return respond(actor ? { view: await readCart(context.get(appContext), actor) } : {});
}

/** Handles the page's cart requests. Visitors may only ask for prices and stock. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const read = cartCall.safeParse(await readJson({ request, context }));
  if (!read.success) return respond({ refusal: info.t("form.invalid") }, 400);
  const call = read.data;
  if (call.intent === "quote") return respond({ view: await readVisitorCart(ctx, call.lines) });
  const actor = await getUser(request, context);
  if (!actor) return respond({ refusal: info.t("cart.signedOut"), isSignedOut: true }, 401);
  try {
    const result = await carryOut();
    return respond({ ...result, view: await readCart(ctx, actor) });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    info.retryAfter = getRetryAfter(error);
    return respond({ refusal: info.t(getFormMessage(error), error.params) }, error.status);
  }

  async function carryOut(): Promise<CartAnswer> {
    if (!actor) return {};
    if (call.intent === "merge") return mergeCart(ctx, actor, call);
    if (call.intent === "change") return updateCartLine(ctx, actor, call);
    if (call.intent === "remove") await deleteCartLine(ctx, actor, call.lineId);
    if (call.intent === "add") await addToCart(ctx, actor, call.line, info.language);
    return {};
  }
}
