import Footprints from "lucide-react/icons/footprints";
import MessageCircle from "lucide-react/icons/message-circle";
import PartyPopper from "lucide-react/icons/party-popper";
import Printer from "lucide-react/icons/printer";
import Search from "lucide-react/icons/search";
import Share2 from "lucide-react/icons/share-2";
import type { MouseEvent } from "react";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink, type ButtonStyle, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AppForm } from "#app/platform/ui/forms/app-form.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { alarmTransition } from "#app/platform/ui/use-transition-style.ts";
import type { Emergency } from "./emergencies.rules.ts";
import { EmergencyLine, EmergencyPhoto, emergencyStyles } from "./emergency-banner.tsx";
import { useEmergencyWords } from "./use-emergencies.ts";

/** Top of the dashboard overview: a card for the most urgent emergency and a line for each of the others. */
export function EmergencyOverview({ emergencies }: { emergencies: readonly Emergency[] }) {
  const t = useT();
  const [first, ...others] = emergencies;
  if (!first) return null;
  return (
    <div data-alarm style={alarmTransition} className="mb-6 grid grid-cols-1 gap-2 wrap-anywhere md:mb-8 print:hidden">
      <EmergencyCard emergency={first} />
      {others.length > 0 && (
        <ul aria-label={t("owner.emergency.label")} className="grid grid-cols-1 gap-2">
          {others.slice(0, maxOthers).map((emergency) => (
            <li key={emergency.id} className="overflow-hidden rounded-2 border border-line">
              <EmergencyLine emergency={emergency} isBelowCard>
                <HomeAction emergency={emergency} />
              </EmergencyLine>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const maxOthers = 3;

function EmergencyCard({ emergency }: { emergency: Emergency }) {
  const t = useT();
  const { title, notes, action, age } = useEmergencyWords()(emergency);
  const { kind, report, scanPage, to, petName, ownerName } = emergency;
  const isAnswerable = kind !== "lost" && ownerName === null;
  return (
    <section
      aria-labelledby="emergency"
      data-age={age}
      className={cx("flex flex-wrap gap-x-4 gap-y-4 rounded-3 p-4 md:gap-x-5 md:p-6", emergencyStyles[age].card)}
    >
      <EmergencyPhoto emergency={emergency} large className="size-20 rounded-2 md:size-32" />
      <div className="min-w-0 flex-[1_1_10rem]">
        <h2 id="emergency" className={cx("text-lg leading-snug md:text-xl", emergencyStyles[age].title)}>
          {title}
        </h2>
        {notes.length > 0 && <p className="mt-1 text-sm text-ink">{notes.join("\u00a0· ")}</p>}
        <AlertSummary emergency={emergency} />
      </div>
      <div className="flex w-full flex-wrap gap-2.5 max-sm:[&_:is(a,button)]:grow max-sm:[&_:is(a,button)]:px-3 max-sm:[&>:first-child:nth-last-child(odd)]:basis-full">
        <ButtonLink
          to={to}
          variant={age === "old" ? "main" : "lost"}
          icon={isAnswerable ? <MessageCircle aria-hidden /> : <Search aria-hidden />}
        >
          {action}
        </ButtonLink>
        <HomeAction emergency={emergency} />
        {scanPage && age !== "old" && (
          <AppForm intent="on-the-way" action={scanPage} className="contents">
            <SubmitButton variant="ghost" icon={<Footprints aria-hidden />}>
              {t("owner.emergency.onMyWay")}
            </SubmitButton>
          </AppForm>
        )}
        {report?.url && (
          <ShareLink
            url={report.url}
            text={t("owner.emergency.shareText", { pet: petName || t("owner.emergency.yourPet") })}
            label={t("owner.emergency.share")}
            variant="ghost"
          />
        )}
        {report && (
          <ButtonLink
            to={href("/dashboard/lost-found/:reportId/posters", { reportId: report.id })}
            variant="ghost"
            icon={<Printer aria-hidden />}
          >
            {t("owner.emergency.poster")}
          </ButtonLink>
        )}
      </div>
    </section>
  );
}

/**
 * "Rocky is home", for an emergency that nobody answered for a day: resolves the report, or closes the conversation with
 * the finder of a pet that was never reported.
 */
function HomeAction({ emergency }: { emergency: Emergency }) {
  const t = useT();
  const { age } = useEmergencyWords()(emergency);
  const { report, scanPage, petName, ownerName } = emergency;
  if (age !== "old" || ownerName !== null) return null;
  const label = petName ? t("owner.emergency.home", { pet: petName }) : t("owner.emergency.homeNameless");
  if (report)
    return (
      <ButtonLink
        to={`${href("/dashboard/lost-found/:reportId", { reportId: report.id })}?home#end`}
        variant="ghost"
        icon={<PartyPopper aria-hidden />}
      >
        {label}
      </ButtonLink>
    );
  return (
    scanPage && (
      <AppForm intent="close" action={scanPage} className="contents">
        <SubmitButton variant="ghost" icon={<PartyPopper aria-hidden />}>
          {label}
        </SubmitButton>
      </AppForm>
    )
  );
}

/** Shows on which channels the owner was notified of a finder, and which contacts were notified. */
function AlertSummary({ emergency: { alertedBy, contacts } }: { emergency: Emergency }) {
  const { t, format } = useViewer();
  const channels = alertedBy.map((channel) => t(`owner.emergency.channels.${channel}`));
  const sentences = [
    channels.length > 0 && t("owner.emergency.alertedBy", { channels: format.list(channels) }),
    contacts.length > 0 && t("owner.emergency.contacted", { names: format.list(contacts) }),
  ].filter((one) => typeof one === "string");
  if (sentences.length === 0) return null;
  return <p className="mt-1 text-xs text-ink-2">{sentences.join("\u00a0· ")}</p>;
}

/** Link that shares a public page through the Web Share API, or through WhatsApp where that is not supported. */
function ShareLink({ url, text, label, ...buttonStyle }: ButtonStyle & { url: string; text: string; label: string }) {
  function share(event: MouseEvent) {
    if (!("share" in navigator)) return;
    event.preventDefault();
    navigator.share({ text, url }).catch(() => undefined);
  }
  return (
    <a
      href={`https://wa.me/?text=${encodeURIComponent(`${text}\n${url}`)}`}
      target="_blank"
      rel="noreferrer"
      onClick={share}
      className={buttonClass(buttonStyle)}
    >
      <Share2 aria-hidden className="size-5" />
      {label}
    </a>
  );
}
