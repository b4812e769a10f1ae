import { useTranslation } from "react-i18next";
import {
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useLocation,
  useRevalidator,
  useRouteError,
} from "react-router";
import { submitForm } from "#app/platform/http/forms/submit-form.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import type { Route } from "./+types/tags-page";
import { getTagsView } from "./list-tags.server.ts";
import { handleTagForms as action } from "./tag-actions.server.ts";
import { TagsLayout } from "./tags-layout.tsx";
import { TagsManagementPage } from "./tags-management-page.tsx";

export const handle = { i18n: ["reach", "replacement", "tags"], title: "tags.title" };

export const loader = (args: LoaderFunctionArgs) => getTagsView(args, 50);

export { action };

export const clientAction = submitForm;

/** Page of the owner's tags as a dense list with bulk actions. */
export default function TagsPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const view = loaderData;
  const { key } = useLocation();
  const refused = answer?.intent?.endsWith("-many") ? answer : undefined;
  return (
    <TagsLayout view={view} answer={answer}>
      {/* The key clears the selection after another page, a new search or a completed action. */}
      <TagsManagementPage key={key} view={view} refused={refused} />
    </TagsLayout>
  );
}

export function ErrorBoundary() {
  const { t } = useTranslation();
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
