import { useTranslation } from "react-i18next";
import {
  type ActionFunctionArgs,
  isRouteErrorResponse,
  type LoaderFunctionArgs,
  useActionData,
  useLoaderData,
  useRevalidator,
  useRouteError,
  useSearchParams,
} from "react-router";
import { insiderOf } from "#app/features/accounts/actor.server.ts";
import { listPets } from "#app/features/pets/pets.server.ts";
import { handleIntents, intent } from "#app/platform/http/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useRefusalToast } from "#app/platform/http/use-refusal-toast.ts";
import { Button } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page-header.tsx";
import { Pager } from "#app/platform/ui/pager.tsx";
import { AddTag } from "../add-tag.tsx";
import { OwnTags } from "../own-tags.tsx";
import { claimForm, linkForm, tagForm } from "../tags.forms.server.ts";
import { activateTag, claimTag, deactivateTag, linkPet, listTags, removeTag, unlinkPet } from "../tags.server.ts";

export const handle = { title: "tags.title" };

export async function loader({ request, context }: LoaderFunctionArgs) {
  const { world, actor } = await insiderOf(request, context);
  const query = new URL(request.url).searchParams;
  const search = query.get("q") ?? "";
  const [found, pets] = await Promise.all([
    listTags(world, actor, { search, page: Number(query.get("page")) || 1 }),
    listPets(world, actor),
  ]);
  return {
    ...found,
    search,
    code: query.get("code") ?? "",
    pets: pets.map(({ id, name }) => ({ id, name })),
    publicUrl: world.settings.publicUrl,
  };
}

export async function action(args: ActionFunctionArgs) {
  const { world, actor } = await insiderOf(args.request, args.context);
  // The router's own address of the page: a script posts to `….data`, which is no page to go back to.
  const back = new URL(args.url);
  back.searchParams.delete("code");
  const done = (code: Parameters<typeof redirectWithToast>[1]["code"]) =>
    redirectWithToast(back.pathname + back.search, { type: "success", code });
  return handleIntents(args, {
    claim: intent(
      claimForm,
      async (form) => {
        await claimTag(world, actor, form);
        return done("tags.added");
      },
      "tags.claimFailed",
    ),
    link: intent(
      linkForm,
      async (form) => {
        await linkPet(world, actor, form);
        return done("tags.linked");
      },
      "tags.linkFailed",
    ),
    unlink: intent(
      tagForm,
      async ({ tagId }) => {
        await unlinkPet(world, actor, tagId);
        return done("tags.unlinked");
      },
      "tags.changeFailed",
    ),
    activate: intent(
      tagForm,
      async ({ tagId }) => {
        await activateTag(world, actor, tagId);
        return done("tags.activated");
      },
      "tags.changeFailed",
    ),
    deactivate: intent(
      tagForm,
      async ({ tagId }) => {
        await deactivateTag(world, actor, tagId);
        return done("tags.deactivated");
      },
      "tags.changeFailed",
    ),
    remove: intent(
      tagForm,
      async ({ tagId }) => {
        await removeTag(world, actor, tagId);
        return done("tags.removed");
      },
      "tags.removeFailed",
    ),
  });
}

/** All tags of the owner, and the box in which a new one is typed. */
export default function TagList() {
  const { t } = useTranslation();
  const { tags, total, page, pageCount, search, code, pets, publicUrl } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const [query] = useSearchParams();
  useRefusalToast(answer);
  const toPage = (number: number) => {
    const next = new URLSearchParams(query);
    next.set("page", String(number));
    return `?${next}`;
  };
  return (
    <div className="grid gap-6">
      <PageHeader title={t("tags.title")} lead={total > 0 ? t("tags.count", { count: total }) : t("tags.lead")} />
      <AddTag
        pets={pets}
        answer={answer?.intent === "claim" ? answer : undefined}
        code={code}
        isFirst={total === 0 && !search}
      />
      <OwnTags
        tags={tags}
        pets={pets}
        search={search}
        publicUrl={publicUrl}
        answer={answer?.intent === "link" ? answer : undefined}
      />
      <Pager
        label={t("tags.pages")}
        page={page}
        pageCount={pageCount}
        toPage={toPage}
        previous={t("tags.previous")}
        next={t("tags.next")}
      />
    </div>
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
