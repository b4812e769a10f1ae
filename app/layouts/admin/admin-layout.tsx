import type { ReactNode } from "react";
import { Outlet, useLoaderData } from "react-router";
import { getAdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import { listSavedFilters } from "#app/features/admin-lists/saved-filters/saved-filters.server.ts";
import { adminOnly, requireUser } from "#app/features/auth/guards.server.ts";
import { ErrorView } from "../error-view.tsx";
import type { Route } from "./+types/admin-layout";
import { AdminCheck } from "./admin-check.tsx";
import { AdminFrame } from "./admin-frame.tsx";
import { isSidebarCollapsed } from "./admin-sidebar-cookie.server.ts";

export const middleware = [adminOnly];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  return {
    counts: await getAdminCounts(ctx),
    isCollapsed: isSidebarCollapsed(request),
    savedFilters: await listSavedFilters(ctx, actor),
  };
}

export const handle = { i18n: ["adminArea", "bulk", "owner"] };

/** Layout of the admin area. */
export default function AdminLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  );
}

export function ErrorBoundary() {
  return (
    <Frame>
      <ErrorView isFramed />
    </Frame>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const loaded = useLoaderData<typeof loader>() as Awaited<ReturnType<typeof loader>> | undefined;
  return (
    <AdminCheck>
      <AdminFrame counts={loaded?.counts} isCollapsedAtFirst={loaded?.isCollapsed ?? false}>
        {children}
      </AdminFrame>
    </AdminCheck>
  );
}
