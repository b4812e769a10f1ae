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
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.try.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.try.text")}</p>
      <p role="status" className="mt-5 font-medium text-brand-deep">
        {t(`pages.home.try.now.${step}`)}
      </p>
      <div className="mx-auto mt-4 grid max-w-[760px] grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:gap-6">
        <PhoneFrame label={t("pages.home.try.finder")}>
          {step === "collar" ? (
            <>
              <AnimalDrawing
                kind="dog"
                seed="rocky"
                background
                className="h-32 w-full rounded-2 object-cover md:h-44"
              />
              <p className="text-sm text-ink-2 md:text-base">{t("pages.home.try.street")}</p>
              <Button className="mt-auto" onClick={go("page")}>
                {t("pages.home.try.scan")}
              </Button>
            </>
          ) : (
            <>
              <AnimalDrawing kind="dog" seed="rocky" background className="h-40 w-full rounded-2 object-cover" />
              <p className="text-lg font-semibold">{t("pages.home.try.hi")}</p>
              {step === "page" && (
                <>
                  <p className="text-sm text-ink-2">{t("pages.home.try.needs")}</p>
                  <Button onClick={go("told")}>{t("pages.home.try.have")}</Button>
                </>
              )}
              {has("told") && <Bubble isOwn>{t("pages.home.try.finderWords")}</Bubble>}
              {step === "told" && <p className="text-sm text-ink-2">{t("pages.home.try.alertedText")}</p>}
              {has("answered") && <Bubble>{t("pages.home.try.ownerWords")}</Bubble>}
            </>
          )}
        </PhoneFrame>
        <PhoneFrame label={t("pages.home.try.owner")}>
          <LockScreen isSmall={has("page")} />
          {has("page") && (
            <div className="flex animate-rise items-center gap-3 rounded-2 bg-brand-soft p-3">
              <Avatar>
                <AnimalDrawing kind="dog" seed="rocky" background className="size-full" />
              </Avatar>
              <p className="flex-1 text-sm font-semibold">{t("pages.home.try.alert")}</p>
              <BellRing aria-hidden className="size-5 text-brand" />
            </div>
          )}
          {has("told") && <Bubble>{t("pages.home.try.finderWords")}</Bubble>}
          {step === "told" && <Button onClick={go("answered")}>{t("pages.home.try.coming")}</Button>}
          {has("answered") && <Bubble isOwn>{t("pages.home.try.ownerWords")}</Bubble>}
          {step === "answered" && (
            <Button variant="ghost" onClick={go("home")}>
              {t("pages.home.try.reunited")}
            </Button>
          )}
          {step === "home" && (
            <>
              <ReunionDrawing className="mx-auto h-36 animate-rise" />
              <Button variant="ghost" onClick={go("collar")}>
                {t("pages.home.try.again")}
              </Button>
            </>
          )}
        </PhoneFrame>
      </div>
    </section>
  );
}

function PhoneFrame({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section aria-label={label} className="grid justify-items-stretch">
      <p className="mb-2 text-center text-sm text-ink-2">{label}</p>
      <div className="mx-auto flex min-h-105 w-full max-w-[340px] flex-col gap-3 rounded-3 border-4 border-line bg-surface p-3 text-sm shadow-2 md:gap-4 md:p-5">
        {children}
      </div>
    </section>
  );
}

/** The owner's phone before the notification arrives. */
function LockScreen({ isSmall }: { isSmall: boolean }) {
  const t = useT();
  return (
    <div
      className={`grid place-content-center justify-items-center rounded-2 bg-sun-soft text-center transition-all ${isSmall ? "py-3" : "flex-1 py-6"}`}
    >
      <p className={`font-semibold tabular-nums ${isSmall ? "text-xl" : "text-3xl"}`}>
        <bdi dir="ltr">17:42</bdi>
      </p>
      {!isSmall && (
        <>
          <p className="text-ink-2">{t("pages.home.try.quiet")}</p>
          <Avatar>
            <AnimalDrawing kind="dog" seed="rocky" background className="size-full" />
          </Avatar>
        </>
      )}
    </div>
  );
}

function Bubble({ isOwn = false, children }: { isOwn?: boolean; children: ReactNode }) {
  return (
    <p
      className={`max-w-[85%] animate-rise rounded-2 px-4 py-2.5 text-sm ${isOwn ? "self-end bg-brand text-brand-ink" : "self-start bg-sunken"}`}
    >
      {children}
    </p>
  );
}
