import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { sendPdf } from "#app/platform/pdf/pdf.server.ts";
import { getOwnRequest } from "../upgrade-requests/upgrade-requests.server.ts";
import { receiptNumber } from "../upgrade-requests.rules.ts";
import type { Route } from "./+types/receipt-file";
import { renderReceipt } from "./receipt.server.ts";

export const middleware = [userOnly];

/** Receipt of the user's own paid plan, in the page's language. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const { language } = context.get(requestInfoContext);
  const paid = await getOwnRequest(ctx, actor, params.requestId);
  const { timeZone } = actor;
  return sendPdf(await renderReceipt(ctx, paid, { language, timeZone }), `aleef-${receiptNumber(paid)}.pdf`);
}
