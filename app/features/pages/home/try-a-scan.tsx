import BellRing from "lucide-react/icons/bell-ring";
import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Button, buttonClass } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";

/** The steps after the first, at which the tag hangs on the collar. */
const steps = ["page", "told", "answered", "home"] as const;
type Step = (typeof steps)[number];

// A step is reached when its checkbox is checked, so that the demo needs no script.
const from: Record<Step, string> = {
  page: "group-not-has-[[name=page]:checked]:hidden",
  told: "group-not-has-[[name=told]:checked]:hidden",
  answered: "group-not-has-[[name=answered]:checked]:hidden",
  home: "group-not-has-[[name=home]:checked]:hidden",
};
const until: Record<Step, string> = {
  page: "group-has-[[name=page]:checked]:hidden",
  told: "group-has-[[name=told]:checked]:hidden",
  answered: "group-has-[[name=answered]:checked]:hidden",
  home: "group-has-[[name=home]:checked]:hidden",
};

/** Interactive demo of a scan, with the finder's phone beside the owner's. */
export function TryAScan() {
  const t = useT();
  return (
    <form autoComplete="off" aria-label={t("pages.home.try.title")} className="group wrap mt-14 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.try.title")}</h2>
      <p className="mt-2 max-w-[54ch] text-lg text-ink-2">{t("pages.home.try.text")}</p>
      <div role="status" className="mt-5 font-medium text-brand-deep">
        <p className={until.page}>{t("pages.home.try.now.collar")}</p>
        {steps.map((step, at) => {
          const next = steps[at + 1];
          return (
            <p key={step} className={cx(from[step], next && until[next])}>
              {t(`pages.home.try.now.${step}`)}
            </p>
          );
        })}
      </div>
      <div className="mx-auto mt-4 grid max-w-[680px] grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-3 md:gap-6">
        <PhoneFrame label={t("pages.home.try.finder")}>
          <AnimalDrawing
            kind="dog"
            seed="rocky"
            background
            className="h-36 w-full shrink-0 rounded-2 object-cover md:h-48"
          />
          <p className={cx("text-sm text-ink-2 md:text-base", until.page)}>{t("pages.home.try.street")}</p>
          <StepButton to="page">{t("pages.home.try.scan")}</StepButton>
          <p className={cx("text-lg font-semibold", from.page)}>{t("pages.home.try.hi")}</p>
          <p className={cx("text-sm text-ink-2", from.page, until.told)}>{t("pages.home.try.needs")}</p>
          <StepButton to="told" className={from.page}>
            {t("pages.home.try.have")}
          </StepButton>
          <Bubble isOwn className={from.told}>
            {t("pages.home.try.finderWords")}
          </Bubble>
          <p className={cx("text-sm text-ink-2", from.told, until.answered)}>{t("pages.home.try.alertedText")}</p>
          <Bubble className={from.answered}>{t("pages.home.try.ownerWords")}</Bubble>
        </PhoneFrame>
        <PhoneFrame label={t("pages.home.try.owner")} isLocked>
          <p className={cx("mt-6 text-center text-3xl font-semibold tabular-nums md:mt-10", until.page)}>
            <Hour />
          </p>
          <p className={cx("text-center text-xl font-semibold tabular-nums", from.page)}>
            <Hour />
          </p>
          <p className={cx("-mt-2 text-center text-white/85", until.page)}>{t("pages.home.try.quiet")}</p>
          <div
            className={cx(
              "flex animate-rise items-center gap-2.5 rounded-2 bg-surface p-2.5 text-ink shadow-2",
              from.page,
            )}
          >
            <Avatar>
              <AnimalDrawing kind="dog" seed="rocky" background className="size-full" />
            </Avatar>
            <p className="min-w-0 flex-1 text-sm leading-snug font-semibold">{t("pages.home.try.alert")}</p>
            <BellRing aria-hidden className="size-5 text-brand max-md:hidden" />
          </div>
          <Bubble className={from.told}>{t("pages.home.try.finderWords")}</Bubble>
          <Bubble isOwn className={from.answered}>
            {t("pages.home.try.ownerWords")}
          </Bubble>
          <ReunionDrawing className={cx("mx-auto max-h-36 w-full animate-rise", from.home)} />
          <StepButton to="answered" className={from.told}>
            {t("pages.home.try.coming")}
          </StepButton>
          <StepButton to="home" variant="ghost" className={from.answered}>
            {t("pages.home.try.reunited")}
          </StepButton>
          <Button type="reset" variant="ghost" className={cx("mt-auto", from.home)}>
            {t("pages.home.try.again")}
          </Button>
        </PhoneFrame>
      </div>
    </form>
  );
}

interface StepButtonProps {
  to: Step;
  variant?: "main" | "ghost";
  className?: string;
  children: ReactNode;
}

/** Checkbox that looks like a button, until its step is reached. */
function StepButton({ to, variant = "main", className, children }: StepButtonProps) {
  return (
    <label
      className={cx(
        buttonClass({ variant }),
        "mt-auto cursor-pointer has-focus-visible:outline-3 has-focus-visible:outline-offset-3 has-focus-visible:outline-brand",
        className,
        until[to],
      )}
    >
      <input type="checkbox" name={to} className="sr-only" />
      {children}
    </label>
  );
}

const Hour = () => <bdi dir="ltr">17:42</bdi>;

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

function Bubble({ isOwn = false, className, children }: { isOwn?: boolean; className?: string; children: ReactNode }) {
  const look = isOwn ? "self-end bg-brand text-brand-ink" : "self-start bg-sunken text-ink";
  return <p className={cx("max-w-[85%] animate-rise rounded-2 px-4 py-2.5 text-sm", look, className)}>{children}</p>;
}
