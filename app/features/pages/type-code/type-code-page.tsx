import { redirect } from "react-router";
import { getAddressOfCode } from "#app/features/scans/short-code/short-code.server.ts";
import { appContext } from "#app/platform/http/request-info.server.ts";
import { foldDigits } from "#app/platform/i18n/text/digits.rules.ts";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import type { Route } from "./+types/type-code-page";
import { FoundTag } from "./found-tag.tsx";
import { pathOfScanned } from "./scanned-code.rules.ts";

/** A code as it is printed, among other words: "Tag #7K3M-9QXR-2VHT". */
const printedCode = /(?<![\p{L}\p{N}/-])(?:[0-9A-Z]{4}-){2}[0-9A-Z]{4}(?![\p{L}\p{N}/-])/iu;

/** `/t` asks for a code; `/t?code=…`, submitted by its form, redirects to the tag's page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URLSearchParams(new URL(request.url).searchParams);
  // People also type what is printed before the code: "Tag: 1234".
  const given = foldDigits(query.get("code") ?? "")
    .trim()
    .replace(/^[\p{L} ]{1,20}:(?!\/\/)\s*/u, "");
  const typed = printedCode.exec(given)?.[0] ?? given;
  if (!typed) return null;
  // The whole address was copied, from a message, with its words, a QR reader or a poster, which leaves out the scheme.
  const inText = /https?:\/\/\S+/i.exec(typed)?.[0];
  const address = inText ?? (/^[^\s/]+\//.test(typed) ? `https://${typed}` : null);
  const scanned = address && pathOfScanned(address);
  if (scanned) throw redirect(scanned, 302);
  query.delete("code");
  throw redirect(await getAddressOfCode(context.get(appContext), typed, query), 302);
}

export const handle = {
  i18n: ["pages"],
  title: "pages.home.found.title",
  description: "pages.home.found.text",
} satisfies PageHandle;

export default function TypeCodePage() {
  return (
    <div className="pt-8 md:pt-14">
      <FoundTag level={1} />
    </div>
  );
}
