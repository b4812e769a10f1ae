import { lazy, Suspense } from "react";
import { useRouteError } from "react-router";

const ErrorPage = lazy(() => import("./error-page.tsx").then((module) => ({ default: module.ErrorPage })));

/** The one error screen, fetched when something fails and not before. Inside a layout its bars stay around it. */
export function ErrorView({ isFramed }: { isFramed?: boolean }) {
  const error = useRouteError();
  return (
    <Suspense fallback={null}>
      <ErrorPage error={error} isFramed={isFramed} />
    </Suspense>
  );
}
