import { requireUser, userOnly } from "#app/features/auth/guards.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { sendPdf } from "#app/platform/pdf/pdf.server.ts";
import { getOwnOrder } from "../orders.server.ts";
import type { Route } from "./+types/invoice-file";
import { renderOrderDocument } from "./order-documents.server.ts";

export const middleware = [userOnly];

/** Invoice of the user's own order, in the page's language or that of `lang`. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const order = await getOwnOrder(ctx, actor, params.orderNumber);
  const { language } = context.get(requestInfoContext);
  return sendPdf(await renderOrderDocument(ctx, order, "invoice", language), `aleef-${order.number}.pdf`);
}
