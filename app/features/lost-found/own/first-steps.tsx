import Check from "lucide-react/icons/check";
import MessageCircle from "lucide-react/icons/message-circle";
import Phone from "lucide-react/icons/phone";
import Printer from "lucide-react/icons/printer";
import Users from "lucide-react/icons/users";
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from "react";
import { href, Link } from "react-router";
import { mapLinks } from "#app/features/scans/scan-texts.ts";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { formatPlace } from "#app/platform/map/gazetteer.ts";
import { cx } from "#app/platform/ui/cx.ts";
import { loadSharedPicture } from "../report/shared-picture.ts";
import { headlineOf } from "../report-texts.ts";
import { type FirstStep, firstSteps } from "../search-plan.rules.ts";
import type { OwnReportView } from "./own-report-view.server.ts";
import { type Tick, TickForm, useTick } from "./tick-form.tsx";

interface RowProps {
  view: OwnReportView;
  /** URL of the report's own page. */
  base: string;
  /** Whether this is the next step, shown as the main act. */
  isNext: boolean;
}

/** The most helpful actions while a pet is missing, quickest first. Each is ticked in the search plan when it is done. */
export function FirstSteps({ view, base }: Omit<RowProps, "isNext">) {
  const next = firstSteps.find((step) => !view.report.planDone.includes(step));
  return (
    <ol className="grid gap-3 print:hidden">
      {firstSteps.map((step) => {
        const Row = rows[step];
        return <Row key={step} view={view} base={base} isNext={step === next} />;
      })}
    </ol>
  );
}

const rows = { share: ShareRow, posters: PostersRow, contacts: ContactsRow, vets: VetsRow };

function Row({
  state,
  isNext,
  icon,
  text,
  title,
  children,
}: {
  state: Tick<FirstStep>;
  isNext: boolean;
  icon: ReactNode;
  /** Name of the step, or the link that does it. */
  title: ReactNode;
  text: ReactNode;
  children?: ReactNode;
}) {
  const t = useT();
  const { step, isDone } = state;
  return (
    <li
      className={cx(
        "relative grid grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 gap-y-3 rounded-2 border p-3.5 wrap-anywhere",
        "has-[.stretched:focus-visible]:outline-3 has-[.stretched:focus-visible]:outline-offset-2 has-[.stretched:focus-visible]:outline-brand",
        isNext ? "border-transparent bg-brand text-brand-ink shadow-1" : "border-line bg-surface",
      )}
    >
      <span
        aria-hidden
        className={cx(
          "grid size-12 place-items-center rounded-full [&>svg]:size-6",
          step === "share" ? "bg-[#25d366] text-[#04321a]" : "bg-brand-soft text-brand-deep",
        )}
      >
        {icon}
      </span>
      <div>
        <h3 className="text-base font-semibold">{title}</h3>
        <p className={cx("text-sm", isNext ? "opacity-90" : "text-ink-2")}>{text}</p>
      </div>
      <TickForm
        tick={state}
        name={t(`searchPlan.steps.${step}`)}
        className="relative z-1 -me-2 grid size-12 cursor-pointer place-items-center rounded-full"
      >
        <span
          aria-hidden
          className={cx(
            "grid size-7 place-items-center rounded-full border-2",
            isDone ? "border-brand bg-brand text-on-brand" : isNext ? "border-current" : "border-edge",
          )}
        >
          {isDone && <Check className="size-4.5" strokeWidth={3} />}
        </span>
      </TickForm>
      {children && <div className="relative z-1 col-span-full flex flex-wrap gap-2">{children}</div>}
    </li>
  );
}

const newTab = { target: "_blank", rel: "noreferrer" };

const whatsappText = (text: string, number = "") =>
  `https://wa.me/${number.replace(/\D/g, "")}?text=${encodeURIComponent(text)}`;

/** Shares the report through the device's own sheet, with its picture where it takes files; otherwise opens WhatsApp. */
function ShareRow({ view, isNext }: RowProps) {
  const t = useT();
  const state = useTick(view.report, "share", "first");
  const picture = useSharedPicture(view.report.id);
  const text = view.shareText;
  function share(event: MouseEvent) {
    if (!("share" in navigator)) return state.markDone();
    event.preventDefault();
    const files = picture.current ? [picture.current] : [];
    const withPicture = files.length > 0 && navigator.canShare?.({ files });
    navigator.share({ text, url: view.url, ...(withPicture && { files }) }).then(state.markDone, () => undefined);
  }
  return (
    <Row
      state={state}
      isNext={isNext}
      icon={<MessageCircle />}
      title={
        <a href={whatsappText(`${text}\n${view.url}`)} {...newTab} onClick={share} className="stretched">
          {t("firstSteps.share")}
        </a>
      }
      text={t("firstSteps.shareText")}
    />
  );
}

/** Loads the report's picture before the press, since browsers open their sheet only right after one. */
function useSharedPicture(reportId: string) {
  const picture = useRef<File>(null);
  useEffect(() => {
    if (!("share" in navigator)) return;
    const controller = new AbortController();
    void loadSharedPicture(reportId, controller.signal).then((loaded) => {
      picture.current = loaded;
    });
    return () => controller.abort();
  }, [reportId]);
  return picture;
}

/** Ticked by the server, once a series of posters was made. */
function PostersRow({ view, base, isNext }: RowProps) {
  const t = useT();
  const state = useTick(view.report, "posters", "first");
  return (
    <Row
      state={state}
      isNext={isNext}
      icon={<Printer />}
      title={
        <Link to={`${base}/posters`} className="stretched">
          {t("firstSteps.posters")}
        </Link>
      }
      text={t("firstSteps.postersText")}
    />
  );
}

const pill =
  "inline-flex min-h-11 max-w-full items-center gap-2 rounded-full border border-line bg-surface px-4 text-sm font-semibold text-ink hover:border-edge [&>svg]:size-4.5 [&>svg]:shrink-0";

/** Ticked once each contact was written to. The message comes from the owner, whom they know. */
function ContactsRow({ view, isNext }: RowProps) {
  const { t, language } = useViewer();
  const state = useTick(view.report, "contacts", "first");
  const [written, setWritten] = useState<readonly string[]>([]);
  const { report, contacts } = view;
  const place = formatPlace(report.area, language);
  const text = t("firstSteps.contactMessage", { name: report.petName ?? headlineOf(t, report), place });
  function write(phone: string) {
    const all = new Set([...written, phone]);
    setWritten([...all]);
    if (contacts.every((contact) => all.has(contact.phone))) state.markDone();
  }
  return (
    <Row
      state={state}
      isNext={isNext}
      icon={<Users />}
      title={
        contacts.length > 0 ? (
          t("firstSteps.contacts")
        ) : report.petId ? (
          <Link to={href("/dashboard/pets/:petId/edit", { petId: report.petId })} className="stretched">
            {t("firstSteps.contacts")}
          </Link>
        ) : (
          <a href={whatsappText(`${text}\n${view.url}`)} {...newTab} onClick={state.markDone} className="stretched">
            {t("firstSteps.family")}
          </a>
        )
      }
      text={t(contacts.length === 0 && report.petId ? "firstSteps.noContacts" : "firstSteps.contactsText")}
    >
      {contacts.length > 0 &&
        contacts.map(({ name, phone }) => (
          <a
            key={phone}
            href={whatsappText(`${text}\n${view.url}`, phone)}
            {...newTab}
            onClick={() => write(phone)}
            aria-label={t("firstSteps.contact", { name })}
            className={pill}
          >
            {written.includes(phone) || state.isDone ? <Check aria-hidden /> : <MessageCircle aria-hidden />}
            <bdi className="truncate">{name}</bdi>
          </a>
        ))}
    </Row>
  );
}

/** Opens the clinics around the place in the user's map app; the pet's own is called directly. */
function VetsRow({ view, isNext }: RowProps) {
  const { t, language } = useViewer();
  const state = useTick(view.report, "vets", "first");
  const { report, vet } = view;
  const place = formatPlace(report.area, language);
  return (
    <Row
      state={state}
      isNext={isNext}
      icon={<Phone />}
      title={
        <a
          href={mapLinks({ place: t("firstSteps.vetQuery", { place }) }).site}
          {...newTab}
          onClick={state.markDone}
          className="stretched"
        >
          {t("firstSteps.vets", { place })}
        </a>
      }
      text={t("firstSteps.vetsText")}
    >
      {vet && (
        <a href={`tel:${vet.phone}`} onClick={state.markDone} className={pill}>
          <Phone aria-hidden />
          <span className="line-clamp-2">{t("firstSteps.ownVet", { name: vet.name })}</span>
        </a>
      )}
    </Row>
  );
}
