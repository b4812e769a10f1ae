import { Outlet } from "react-router";
import { userOnly } from "#app/features/auth/guards.server.ts";

export const middleware = [userOnly];

/** Layout of pages that require sign-in but keep the site's top bar. */
export default function MembersLayout() {
  return <Outlet />;
}
