import { insiderOf, requireAuth } from "#app/features/accounts/actor.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { pdfAnswer } from "#app/platform/pdf/pdf-answer.server.ts";
import { writeReceipt } from "../receipt.server.ts";
import { receiptNumber } from "../requests.rules.ts";
import { getOwnRequest } from "../requests.server.ts";
import type { Route } from "./+types/own-receipt";

export const middleware = [requireAuth];

/** The receipt of one's own paid plan, in the page's language. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { world, actor } = await insiderOf(request, context);
  const { language } = context.get(requestInfoContext);
  const paid = await getOwnRequest(world, actor, params.requestId);
  const { timeZone } = actor;
  return pdfAnswer(await writeReceipt(world, paid, { language, timeZone }), `aleef-${receiptNumber(paid)}.pdf`);
}
