import { isRouteErrorResponse, useRevalidator, useRouteError } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Shown in place of a list of tags that could not be read. */
export function TagsErrorBoundary() {
  const t = useT();
  const error = useRouteError();
  const { revalidate, state } = useRevalidator();
  if (isRouteErrorResponse(error) && error.status < 500) throw error;
  return (
    <Notice
      tone="lost"
      role="alert"
      title={t("tags.fetchFailed")}
      action={
        <Button size="sm" variant="ghost" pending={state === "loading"} onClick={() => revalidate()}>
          {t("tags.tryAgain")}
        </Button>
      }
    >
      {t("tags.checkAndTry")}
    </Notice>
  );
}

/** What to say about a form of the tag pages that did not reach the server, by its intent. */
export const failedTagForms = {
  claim: "tags.claimFailed",
  link: "tags.linkFailed",
  remove: "tags.removeFailed",
} satisfies Record<string, WordKey>;
