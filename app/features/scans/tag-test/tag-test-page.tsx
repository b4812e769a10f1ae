// /dashboard/settings/test-my-tag: each settings page stands with what it sets; settings has only the account's own.
import { href, redirect } from "react-router";
import * as z from "zod";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { getVapidKeys, listDevices } from "#app/features/notifications/channels/push.server.ts";
import { PushSwitch } from "#app/features/notifications/channels/push-switch.tsx";
import { listTags } from "#app/features/tags/manage/list-tags.server.ts";
import { getOwnTag } from "#app/features/tags/tags.server.ts";
import { defineIntent, type FormAnswer, handleIntents } from "#app/platform/http/forms/form.server.ts";
import { redirectWithToast } from "#app/platform/http/toast.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { Field } from "#app/platform/ui/forms/field.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { NativeSelect } from "#app/platform/ui/forms/text-input.tsx";
import { EmptyState } from "#app/platform/ui/lists/empty-state.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { isolated } from "../scan-texts.ts";
import type { Route } from "./+types/tag-test-page";
import { findTagTest, sendContactTest, startTagTest } from "./tag-test.server.ts";
import { TagTestResults } from "./tag-test-results.tsx";
import { TagTestScan } from "./tag-test-scan.tsx";

export const handle = { i18n: ["accounts", "homeScreen", "notifications", "scans", "tagTest"], title: "tagTest.title" };

const pagePath = href("/dashboard/settings/test-my-tag");

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const requestedId = new URL(request.url).searchParams.get("tag");
  const [{ tags }, test, devices, { publicKey }] = await Promise.all([
    listTags(ctx, actor),
    findTagTest(ctx, actor),
    listDevices(ctx, actor.id),
    getVapidKeys(ctx),
  ]);
  const shown = tags
    .filter(({ status }) => status === "active")
    .map(({ id, code, petName }) => ({ id, code, petName }));
  if (requestedId && !shown.some(({ id }) => id === requestedId)) {
    const { id, code } = await getOwnTag(ctx, actor, requestedId);
    shown.unshift({ id, code, petName: null });
  }
  return {
    tags: shown,
    chosen: requestedId ?? test?.tag.id ?? (shown.find(({ petName }) => petName) ?? shown[0])?.id ?? null,
    test,
    devices: devices.length,
    publicKey,
    publicUrl: ctx.settings.publicUrl,
    email: actor.email,
    isOutbox: ctx.mail.kind === "outbox",
  };
}

export async function action(args: Route.ActionArgs) {
  const { ctx, actor } = await requireUser(args.request, args.context);
  return handleIntents(args, {
    start: defineIntent(
      z.object({ tagId: z.uuid() }),
      async ({ tagId }) => {
        await startTagTest(ctx, actor, tagId);
        return redirect(pagePath, 303);
      },
      "tagTest.startFailed",
    ),
    contacts: defineIntent(
      z.object({ tagId: z.uuid() }),
      async ({ tagId }) => {
        const count = await sendContactTest(ctx, actor, tagId);
        return redirectWithToast(pagePath, { type: "success", code: "tagTest.contactsSent", params: { count } });
      },
      "tagTest.startFailed",
    ),
  });
}

interface Props {
  tags: { id: string; code: string; petName: string | null }[];
  chosen: string | null;
  isAgain: boolean;
  answer: FormAnswer | undefined;
}

function ChooseTag({ tags, chosen, isAgain, answer }: Props) {
  const t = useT();
  const errors = [...(answer?.form.error?.tagId ?? []), ...(answer?.refusal ? [answer.refusal] : [])];
  return (
    <Card as="section">
      <CardHeader title={t("tagTest.chooseTitle")} />
      <AppForm
        intent="start"
        action={href("/dashboard/settings/test-my-tag")}
        className="flex flex-wrap items-start gap-4"
      >
        <Field label={t("tagTest.tag")} hideLabel errors={errors} className="min-w-0 flex-[1_1_16rem]">
          <NativeSelect name="tagId" defaultValue={chosen ?? undefined} key={chosen}>
            {tags.map(({ id, code, petName }) => (
              <option key={id} value={id}>
                {t("tagTest.option", { code: isolated(code), name: isolated(petName ?? t("scans.noPet")) })}
              </option>
            ))}
          </NativeSelect>
        </Field>
        <SubmitButton variant={isAgain ? "ghost" : "main"}>
          {t(isAgain ? "tagTest.again" : "tagTest.start")}
        </SubmitButton>
      </AppForm>
    </Card>
  );
}

/** Page on which owners scan their own tag and see on each channel whether and how fast the notification arrives. */
export default function TagTestPage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { tags, chosen, test, devices, publicKey, publicUrl, email, isOutbox } = loaderData;
  return (
    <div className="grid max-w-3xl gap-6">
      <PageHeader
        path={[{ label: t("notifications.preferencesTitle"), to: href("/dashboard/settings/notifications") }]}
        title={t("tagTest.title")}
        lead={t("tagTest.lead")}
      />
      {tags.length === 0 ? (
        <EmptyState
          inCard
          drawing={<TagDrawing />}
          title={t("tagTest.noTagTitle")}
          text={t("tagTest.noTagText")}
          actions={<ButtonLink to={href("/dashboard/tags-management")}>{t("scans.toTags")}</ButtonLink>}
        />
      ) : (
        <>
          <ChooseTag tags={tags} chosen={chosen} isAgain={test !== null} answer={answer} />
          {test && <TagTestScan test={test} publicUrl={publicUrl} />}
          {test?.scan && <TagTestResults test={test} scan={test.scan} email={email} isOutbox={isOutbox} />}
          {test && (
            <Card as="section">
              <CardHeader title={t("tagTest.contactsTitle")} text={t("tagTest.contactsText")} />
              <AppForm intent="contacts" values={{ tagId: test.tag.id }}>
                <SubmitButton variant="ghost">{t("tagTest.contactsSend")}</SubmitButton>
              </AppForm>
            </Card>
          )}
          <PushSwitch publicKey={publicKey} devices={devices} />
        </>
      )}
    </div>
  );
}
