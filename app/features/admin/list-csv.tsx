import { sendListExport } from "#app/features/admin-lists/send-export.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { exportRequests, readReviewSearch } from "#app/features/plans/review/list-requests.server.ts";
import type { Actor } from "#app/features/users/users.rules.ts";
import type { AppContext } from "#app/platform/app-context.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import type { Route } from "./+types/list-csv";
import { exportClinics, readClinicSearch } from "./clinics/list-clinics.server.ts";
import { exportReports, readReportSearch } from "./lost-found/admin-reports.server.ts";
import { exportOrders, readOrderSearch } from "./orders/admin-orders.server.ts";
import { exportPets, readPetSearch } from "./pets/admin-pets.server.ts";
import { exportProducts, listStores, readProductSearch } from "./products/admin-products.server.ts";
import { exportTags, readTagSearch } from "./tags/list-all-tags.server.ts";
import { exportUsers, readUserSearch } from "./users/list-users.server.ts";

type Export = (ctx: AppContext, admin: Actor, request: Request) => Promise<Response>;

/** Streams the rows that match the filters in the URL, by the URL of the list. */
const sendByList: Record<string, Export> = {
  "/admin/users": (ctx, admin, request) =>
    sendListExport(ctx, admin, "users", exportUsers(ctx, admin, readUserSearch(request))),
  "/admin/pets": (ctx, admin, request) =>
    sendListExport(ctx, admin, "pets", exportPets(ctx, admin, readPetSearch(request))),
  "/admin/lost-found": (ctx, admin, request) =>
    sendListExport(ctx, admin, "reports", exportReports(ctx, admin, readReportSearch(request))),
  "/admin/upgrade-requests": (ctx, admin, request) =>
    sendListExport(ctx, admin, "upgrade-requests", exportRequests(ctx, admin, readReviewSearch(request))),
  "/admin/clinics": (ctx, admin, request) =>
    sendListExport(ctx, admin, "clinics", exportClinics(ctx, admin, readClinicSearch(request))),
  "/admin/products": async (ctx, admin, request) => {
    const search = readProductSearch(request, await listStores(ctx, admin));
    return sendListExport(ctx, admin, "products", exportProducts(ctx, admin, search));
  },
  "/admin/orders": (ctx, admin, request) =>
    sendListExport(ctx, admin, "orders", exportOrders(ctx, admin, readOrderSearch(request))),
  "/admin/tags": (ctx, admin, request) =>
    sendListExport(ctx, admin, "tags", exportTags(ctx, admin, readTagSearch(request))),
};

export const middleware = [adminOnly];

/** Downloads an admin list as CSV: `/admin/users.csv` has the rows of `/admin/users`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const [list = ""] = new URL(request.url).pathname.split(".csv");
  const send = sendByList[list];
  if (!send) throw notFound();
  return send(ctx, actor, request);
}
