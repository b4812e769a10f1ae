import { insiderOf, requireAuth } from "#app/features/accounts/actor.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { pdfAnswer } from "#app/platform/pdf/pdf-answer.server.ts";
import { getOwnOrder } from "../orders.server.ts";
import { writePaper } from "../papers.server.ts";
import type { Route } from "./+types/own-invoice";

export const middleware = [requireAuth];

/** The invoice of one's own order, in the page's language or in the one that `lang` names. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { world, actor } = await insiderOf(request, context);
  const order = await getOwnOrder(world, actor, params.orderNumber);
  const { language } = context.get(requestInfoContext);
  return pdfAnswer(await writePaper(world, order, "invoice", language), `aleef-${order.number}.pdf`);
}
