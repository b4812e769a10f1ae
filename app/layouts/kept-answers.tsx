import { type ReactNode, useContext, useRef } from "react";
import { UNSAFE_DataRouterDataContext as RouterDataContext, useLocation } from "react-router";

/**
 * Keeps the answer to a submitted form until the next navigation. The router drops it when the page's data is reloaded
 * in the background, and with it error messages, reports and recovery codes, which are shown only once.
 *
 * Uses a context marked unsafe, because the router offers no option for this: `shouldRevalidate` decides about data
 * only, and a component around the pages cannot change the `actionData` that the router passes to them. After an update
 * of the router, `tests/e2e/two-factor.spec.ts` shows whether it still works.
 */
export function KeptAnswers({ children }: { children: ReactNode }) {
  const data = useContext(RouterDataContext);
  const { key } = useLocation();
  const kept = useRef({ key, actionData: data?.actionData ?? null });
  if (!data) return children;
  if (data.actionData || kept.current.key !== key) kept.current = { key, actionData: data.actionData };
  const { actionData } = kept.current;
  return (
    <RouterDataContext value={actionData === data.actionData ? data : { ...data, actionData }}>
      {children}
    </RouterDataContext>
  );
}
