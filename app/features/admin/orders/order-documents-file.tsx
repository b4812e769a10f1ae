import { href } from "react-router";
import { readSelection } from "#app/features/admin-lists/bulk/bulk.forms.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { documentKinds, renderOrderDocuments } from "#app/features/orders/documents/order-documents.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { sendPdf } from "#app/platform/pdf/pdf.server.ts";
import type { Route } from "./+types/order-documents-file";
import { listSelectedOrders, readOrderSearch } from "./admin-orders.server.ts";

export const middleware = [adminOnly];

const maxOrders = 300;

/**
 * Route that returns packing slips, invoices or labels of the selected orders, or of all matching ones, in one file.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const kind = documentKinds.find((one) => one === query.get("kind")) ?? "packingSlip";
  const orders = await listSelectedOrders(ctx, actor, readSelection(query), readOrderSearch(request), maxOrders + 1);
  const refuse = (code: "bulk.chooseSome" | "bulk.tooMany") =>
    redirectWithToast(href("/admin/orders"), { type: "error", code, params: { most: maxOrders } });
  if (orders.length === 0) return refuse("bulk.chooseSome");
  if (orders.length > maxOrders) return refuse("bulk.tooMany");
  const day = ctx.clock.now().toISOString().slice(0, 10);
  const language = kind === "invoice" ? "buyers" : context.get(requestInfoContext).language;
  const document = await renderOrderDocuments(ctx, orders, kind, { language, name: day });
  return sendPdf(document, `aleef-${kind}-${day}.pdf`);
}
