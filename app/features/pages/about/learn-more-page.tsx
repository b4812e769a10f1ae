import { useT } from "#app/platform/i18n/use-t.ts";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { Disclosure } from "#app/platform/ui/overlays/disclosure.tsx";
import type { PageHandle } from "#app/platform/ui/page/page-handle.ts";
import { CallToAction, PageHero } from "../page-hero.tsx";

export const handle = {
  i18n: ["pages"],
  title: "pages.learnMore.title",
  description: "pages.learnMore.description",
  isStatic: true,
} satisfies PageHandle;

export default function LearnMorePage() {
  const t = useT();
  return (
    <>
      <PageHero title={t("pages.learnMore.head")} lead={t("pages.learnMore.lead")} />
      <section className="wrap grid items-start gap-12 lg:grid-cols-[1.1fr_.9fr]">
        <div>
          <h2 className="text-xl">{t("pages.learnMore.stepsTitle")}</h2>
          <ol className="mt-7 grid gap-7">
            {([1, 2, 3, 4, 5] as const).map((step) => (
              <li key={step} className="flex gap-4">
                <span
                  aria-hidden="true"
                  className="grid size-10 shrink-0 place-items-center rounded-full bg-brand font-semibold text-brand-ink"
                >
                  {step}
                </span>
                <div>
                  <h3 className="text-lg">{t(`pages.learnMore.step${step}`)}</h3>
                  <p className="mt-1 max-w-[54ch] text-sm text-ink-2">{t(`pages.learnMore.step${step}Text`)}</p>
                </div>
              </li>
            ))}
          </ol>
        </div>
        <ScanDrawing className="w-full lg:sticky lg:top-28" />
      </section>
      <section id="questions" className="wrap mt-18 scroll-mt-28 md:mt-24">
        <h2 className="text-xl">{t("pages.learnMore.faqTitle")}</h2>
        <div className="mt-6 grid gap-3">
          {([1, 2, 3, 4, 5, 6] as const).map((number) => (
            <Disclosure key={number} summary={t(`pages.learnMore.q${number}`)} name="questions">
              {t(`pages.learnMore.a${number}`)}
            </Disclosure>
          ))}
        </div>
      </section>
      <CallToAction title={t("pages.home.cta.title")} text={t("pages.home.cta.text")} />
    </>
  );
}
