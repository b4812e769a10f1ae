import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";

/** Last section of a public page, with a single call to action. */
export function CallToAction({ title, text, extra }: { title: string; text: string; extra?: ReactNode }) {
  const { t } = useTranslation();
  const { user } = useViewer();
  return (
    <section className="wrap mt-18 md:mt-24">
      <div className="grid grid-cols-1 items-center gap-6 overflow-hidden rounded-3 bg-brand-soft px-6 pt-10 md:grid-cols-[1.1fr_.9fr] md:px-12 md:pt-0">
        <div className="grid justify-items-start gap-4 md:py-14">
          <h2 className="text-2xl">{title}</h2>
          <p className="max-w-[44ch] text-ink-2">{text}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={user ? href("/dashboard") : `${href("/auth")}?mode=sign-up`} variant="sun" size="lg">
              {t(user ? "pages.home.cta.dashboard" : "pages.home.cta.button")}
            </ButtonLink>
            {extra}
          </div>
        </div>
        <ReunionDrawing className="w-full self-end" />
      </div>
    </section>
  );
}
