import { href, redirect } from "react-router";
import * as z from "zod";
import { getUser } from "#app/features/auth/guards.server.ts";
import { messageMaxLength } from "#app/features/conversations/conversations.rules.ts";
import { notFound } from "#app/platform/app-error.server.ts";
import {
  createLineField,
  createNameField,
  createOptionalField,
  createTextField,
} from "#app/platform/http/forms/fields.server.ts";
import { handleForm, readPosted } from "#app/platform/http/forms/form.server.ts";
import { appContext, requestInfoContext } from "#app/platform/http/request-info.server.ts";
import { findLanguageInAddress } from "#app/platform/i18n/language-of.server.ts";
import { readAsFinder } from "../finder-page/read-as-finder.server.ts";
import { keepTyped, toRejectedForm } from "../finder-page/rejected-form.server.ts";
import { readVisit } from "../recording/request-signals.server.ts";
import type { Route } from "./+types/chip-route";
import { readChipNumber } from "./chip-number.rules.ts";
import { renderChipPage } from "./chip-page.server.tsx";
import { reportChip, sendChipMessage } from "./report-chip.server.ts";

export const middleware = [readAsFinder];

/** Page about the number of a microchip that somebody typed or read: static HTML in one response, like a tag's page. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const number = readChipNumber(params.chipNumber);
  if (!number) throw notFound();
  if (number !== params.chipNumber) throw redirect(href("/chip/:chipNumber", { chipNumber: number }), 302);
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  if (new URL(request.url).searchParams.has("sent")) return renderChipPage(info, { number, visit: null });
  const visit = readVisit(ctx, request, info, number, null);
  const actor = await getUser(request, context);
  return renderChipPage(info, {
    number,
    visit: await reportChip(ctx, number, { ...visit, userId: actor?.id ?? null }),
  });
}

const form = z.object({
  visit: z.uuid(),
  name: createOptionalField(createNameField(60)),
  contact: createLineField(120).min(1),
  note: createOptionalField(createTextField(messageMaxLength)),
});

export async function action(args: Route.ActionArgs) {
  const { request, context, params } = args;
  const ctx = context.get(appContext);
  const info = context.get(requestInfoContext);
  const number = readChipNumber(params.chipNumber);
  if (!number) throw notFound();
  const posted = await readPosted(args);
  if (posted instanceof FormData && findLanguageInAddress(request)) {
    const rejected = keepTyped(posted);
    return renderChipPage(info, { number, visit: posted.has("sent") ? null : (rejected.typed.visit ?? ""), rejected });
  }
  const answer =
    posted instanceof FormData
      ? await handleForm(
          args,
          form,
          async (message) => {
            await sendChipMessage(ctx, { ...message, address: info.address, language: info.finderLanguage });
            return redirect(`${href("/chip/:chipNumber", { chipNumber: number })}?sent`, 303);
          },
          { posted, failed: "chip.failed" },
        )
      : posted;
  if (answer instanceof Response) return answer;
  const rejected = toRejectedForm(answer);
  return renderChipPage(info, { number, visit: rejected.typed.visit ?? "", rejected });
}
