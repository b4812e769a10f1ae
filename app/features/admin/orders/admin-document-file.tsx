import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { renderOrderDocument } from "#app/features/orders/documents/order-documents.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { sendPdf } from "#app/platform/pdf/pdf.server.ts";
import type { Route } from "./+types/admin-document-file";
import { getOrder } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

/**
 * Route that returns the packing slip in the administrator's language, or the invoice in the buyer's, to be put into
 * the parcel.
 */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const order = await getOrder(ctx, actor, params.orderNumber);
  const isSlip = new URL(request.url).pathname.endsWith("/packing-slip");
  const { language } = context.get(requestInfoContext);
  const document = isSlip
    ? await renderOrderDocument(ctx, order, "packingSlip", language)
    : await renderOrderDocument(ctx, order, "invoice", order.language);
  return sendPdf(document, `aleef-${order.number}.pdf`);
}
