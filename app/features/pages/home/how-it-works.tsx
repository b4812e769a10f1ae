import { useTranslation } from "react-i18next";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { CollarDrawing } from "#app/platform/ui/drawings/collar-drawing.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";

const drawings = [
  <AnimalDrawing key="page" kind="cat" seed="luna" className="h-full w-auto" />,
  <CollarDrawing key="collar" className="h-full w-auto py-4" />,
  <ScanDrawing key="scan" className="h-full w-auto" />,
];

export function HowItWorks() {
  const { t } = useTranslation();
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-center text-2xl">{t("pages.home.how.title")}</h2>
      <ol className="mt-10 grid gap-6 md:grid-cols-3">
        {([1, 2, 3] as const).map((step) => (
          <li key={step} className="overflow-hidden rounded-2 border border-line bg-surface shadow-1">
            <div className="relative grid h-44 place-items-end justify-center bg-brand-soft">
              {drawings[step - 1]}
              <span
                aria-hidden="true"
                className="absolute start-4 top-4 grid size-9 place-items-center rounded-full bg-surface font-semibold text-brand-deep shadow-1"
              >
                {step}
              </span>
            </div>
            <div className="grid gap-1.5 p-5 md:p-6">
              <h3 className="text-lg">{t(`pages.home.how.step${step}`)}</h3>
              <p className="text-sm text-ink-2">{t(`pages.home.how.text${step}`)}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  );
}
