import { useEffect, useState } from "react";
import { href } from "react-router";
import type { AdminCounts } from "#app/features/admin/overview/admin-counts.server.ts";
import { adminCheckEvery } from "#app/features/auth/auth.rules.ts";

/** The badge counts of the page, asked for again every 60 s; while the server is silent the last ones stay. */
export function useAdminCounts(given: AdminCounts | undefined): Partial<AdminCounts> {
  const [counts, setCounts] = useState<Partial<AdminCounts>>(given ?? {});
  useEffect(() => {
    if (given) setCounts(given);
  }, [given]);
  useEffect(() => {
    const timer = setInterval(async () => {
      const answer = await fetch(href("/admin/counts"), { redirect: "error" }).catch(() => null);
      if (answer?.ok) setCounts(await answer.json());
    }, adminCheckEvery);
    return () => clearInterval(timer);
  }, []);
  return counts;
}
