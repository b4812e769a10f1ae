import { href, redirect, redirectDocument } from "react-router";
import * as z from "zod";
import { requireUser } from "#app/features/auth/guards.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { findPet } from "#app/features/pets/pets.server.ts";
import { getPublicPet } from "#app/features/pets/profile/public-pet.server.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import { createId } from "#app/platform/db/uuid.server.ts";
import {
  createLineField,
  createNameField,
  createOptionalField,
  createTextField,
} from "#app/platform/http/forms/fields.server.ts";
import { handleForm } from "#app/platform/http/forms/form.server.ts";
import { requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import type { WordKey } from "#app/platform/i18n/words.ts";
import { Card } from "#app/platform/ui/card.tsx";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField, ProseField } from "#app/platform/ui/forms/text-fields.tsx";
import { useAppForm } from "#app/platform/ui/forms/use-app-form.ts";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import { readVisit } from "../recording/request-signals.server.ts";
import { createScanToken } from "../submissions/finder-submissions.server.ts";
import type { Route } from "./+types/pet-message-page";
import { sendPetMessage } from "./send-pet-message.server.ts";

/** Parameter of the page's address with which its form is for people who do not have the pet. */
const inquiryParam = "inquiry";

/** Returns the pet of the page. Throws 404 if there is none; redirects people of its family to its page. */
async function openPet({ request, context, params }: Route.LoaderArgs | Route.ActionArgs) {
  const { ctx, actor } = await requireUser(request, context);
  const pet = await getPublicPet(ctx, params.petId);
  if (!pet) throw notFound();
  if (await findPet(ctx, actor, pet.id)) throw redirect(href("/pet/:petId", { petId: pet.id }), 302);
  return { ctx, actor, pet };
}

export async function loader(args: Route.LoaderArgs) {
  const { ctx, actor, pet } = await openPet(args);
  const isInquiry = new URL(args.request.url).searchParams.has(inquiryParam);
  return { pet, isInquiry, firstName: actor.firstName, token: createScanToken(ctx, createId()) };
}

const form = z.object({
  token: z.string().max(100),
  about: z.enum(["profile", "inquiry"]).default("profile"),
  name: createOptionalField(createNameField(60)),
  contact: createOptionalField(createLineField(120)),
  note: createTextField(messageMaxLength).min(1),
});

export async function action(args: Route.ActionArgs) {
  const { ctx, actor, pet } = await openPet(args);
  const visit = readVisit(ctx, args.request, args.context.get(requestInfoContext), pet.id, actor.id);
  return handleForm(
    args,
    form,
    async ({ token, about, note, name, contact }) => {
      const message = { note, name: name ?? undefined, contact: contact ?? undefined };
      // The conversation's page stands outside the app's bundle.
      const key = await sendPetMessage(ctx, pet.id, token, message, visit, about);
      return redirectDocument(href("/f/:key", { key }), 303);
    },
    { failed: "chip.failed" },
  );
}

export const handle = { i18n: ["chip", "publicPet"], title: "publicPet.title" satisfies WordKey };

/** Form with which a signed-in person writes to the family of a pet, without its tag: who has the pet, and who does not. */
export default function PetMessagePage({ loaderData, actionData: answer }: Route.ComponentProps) {
  const t = useT();
  const { pet, isInquiry, firstName, token } = loaderData;
  const [form, fields] = useAppForm<{ name: string; contact: string; note: string }>({
    id: "pet-message",
    answer,
    draft: `pet-message-${pet.id}`,
    defaultValue: { name: firstName },
  });
  return (
    <div className="wrap grid max-w-3xl gap-5 pt-8 md:pt-14">
      <PageHeader
        title={t(isInquiry ? "publicPet.write" : "publicPet.tell", { name: pet.name })}
        lead={t(isInquiry ? "publicPet.writeText" : "publicPet.tellText", {
          name: pet.name,
          owner: pet.ownerFirstName,
        })}
      />
      <Card as="section">
        <AppForm
          form={form}
          values={{ token, about: isInquiry ? "inquiry" : "profile" }}
          summary
          className="grid gap-5"
        >
          <ProseField
            field={fields.note}
            label={t("chip.note")}
            hint={isInquiry ? undefined : t("chip.noteHint")}
            max={messageMaxLength}
            needed
          />
          <LineField field={fields.name} label={t("publicPet.yourName")} max={60} autoComplete="name" />
          <LineField field={fields.contact} label={t("chip.contact")} max={120} autoComplete="tel" />
          <SubmitButton size="lg" className="justify-self-start">
            {t("chip.send")}
          </SubmitButton>
        </AppForm>
      </Card>
    </div>
  );
}
