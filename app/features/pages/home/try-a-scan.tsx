import BellRing from "lucide-react/icons/bell-ring";
import { type ReactNode, useState } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Button } from "#app/platform/ui/button.tsx";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";

const steps = ["collar", "page", "told", "answered", "home"] as const;
type Step = (typeof steps)[number];

/** Interactive demo of a scan, with the finder's phone beside the owner's. */
export function TryAScan() {
  const t = useT();
  const [step, setStep] = useState<Step>("collar");
  const has = (reached: Step) => steps.indexOf(step) >= steps.indexOf(reached);
  const go = (next: Step) => () => setStep(next);
  return (
    <section className="wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.try.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.try.text")}</p>
      <p role="status" className="mt-5 font-medium text-brand-deep">
        {t(`pages.home.try.now.${step}`)}
      </p>
      <div className="mx-auto mt-4 grid max-w-[680px] grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:gap-6">
        <PhoneFrame label={t("pages.home.try.finder")}>
          {step === "collar" ? (
            <>
              <AnimalDrawing
                kind="dog"
                seed="rocky"
                background
                className="h-36 w-full rounded-2 object-cover md:h-60"
              />
              <p className="text-sm text-ink-2 md:text-base">{t("pages.home.try.street")}</p>
              <Button className="mt-auto" onClick={go("page")}>
                {t("pages.home.try.scan")}
              </Button>
            </>
          ) : (
            <>
              <AnimalDrawing
                kind="dog"
                seed="rocky"
                background
                className="h-32 w-full shrink-0 rounded-2 object-cover md:h-44"
              />
              <p className="text-lg font-semibold">{t("pages.home.try.hi")}</p>
              {step === "page" && (
                <>
                  <p className="text-sm text-ink-2">{t("pages.home.try.needs")}</p>
                  <Button className="mt-auto" onClick={go("told")}>
                    {t("pages.home.try.have")}
                  </Button>
                </>
              )}
              {has("told") && <Bubble isOwn>{t("pages.home.try.finderWords")}</Bubble>}
              {step === "told" && <p className="text-sm text-ink-2">{t("pages.home.try.alertedText")}</p>}
              {has("answered") && <Bubble>{t("pages.home.try.ownerWords")}</Bubble>}
            </>
          )}
        </PhoneFrame>
        <PhoneFrame label={t("pages.home.try.owner")} isLocked>
          <p className={`text-center font-semibold tabular-nums ${has("page") ? "text-xl" : "mt-6 text-3xl md:mt-10"}`}>
            <bdi dir="ltr">17:42</bdi>
          </p>
          {step === "collar" && <p className="-mt-2 text-center text-white/85">{t("pages.home.try.quiet")}</p>}
          {has("page") && (
            <div className="flex animate-rise items-center gap-2.5 rounded-2 bg-surface p-2.5 text-ink shadow-2">
              <Avatar>
                <AnimalDrawing kind="dog" seed="rocky" background className="size-full" />
              </Avatar>
              <p className="min-w-0 flex-1 text-sm leading-snug font-semibold">{t("pages.home.try.alert")}</p>
              <BellRing aria-hidden className="size-5 text-brand max-md:hidden" />
            </div>
          )}
          {has("told") && <Bubble>{t("pages.home.try.finderWords")}</Bubble>}
          {has("answered") && <Bubble isOwn>{t("pages.home.try.ownerWords")}</Bubble>}
          {step === "home" && <ReunionDrawing className="mx-auto max-h-36 w-full animate-rise" />}
          <div className="mt-auto grid">
            {step === "told" && <Button onClick={go("answered")}>{t("pages.home.try.coming")}</Button>}
            {step === "answered" && (
              <Button variant="ghost" onClick={go("home")}>
                {t("pages.home.try.reunited")}
              </Button>
            )}
            {step === "home" && (
              <Button variant="ghost" onClick={go("collar")}>
                {t("pages.home.try.again")}
              </Button>
            )}
          </div>
        </PhoneFrame>
      </div>
    </section>
  );
}

/** A phone: dark rim, camera, screen. The owner's is locked, with a picture behind the hour and the notifications. */
function PhoneFrame({ label, isLocked = false, children }: { label: string; isLocked?: boolean; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid grid-rows-[auto_1fr] justify-items-stretch">
      <p className="mb-2 text-center text-sm text-ink-2">{label}</p>
      <div className="mx-auto flex w-full max-w-[300px] rounded-[2.25rem] bg-[#14191a] p-1.5 shadow-2 md:p-2.5">
        <div
          className={`relative flex min-h-96 w-full flex-col gap-3 overflow-hidden rounded-[1.9rem] px-2.5 pt-9 pb-6 text-sm md:min-h-130 md:gap-4 md:px-4 md:pt-11 ${isLocked ? "text-white" : "bg-paper"}`}
          style={isLocked ? { backgroundImage: "linear-gradient(160deg, #0b3d39, #17776d 60%, #e29a43)" } : undefined}
        >
          <span
            aria-hidden="true"
            className="absolute inset-x-0 top-2.5 mx-auto h-4 w-16 rounded-full bg-[#14191a] md:h-5 md:w-20"
          />
          {children}
          <span
            aria-hidden="true"
            className={`absolute inset-x-0 bottom-2 mx-auto h-1 w-20 rounded-full ${isLocked ? "bg-white/70" : "bg-ink/50"}`}
          />
        </div>
      </div>
    </section>
  );
}

function Bubble({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <p
      className={`max-w-[85%] animate-rise rounded-2 px-4 py-2.5 text-sm ${isOwn ? "self-end bg-brand text-brand-ink" : "self-start bg-sunken text-ink"}`}
    >
      {children}
    </p>
  );
}
