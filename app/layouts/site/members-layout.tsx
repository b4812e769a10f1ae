import { Outlet } from "react-router";
import { userOnly } from "#app/features/auth/guards.server.ts";

export const middleware = [userOnly];

/** Pages of the site that need a sign-in but keep the site's own top bar. */
export default function MembersLayout() {
  return <Outlet />;
}
