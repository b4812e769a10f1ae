import { useTranslation } from "react-i18next";
import { Card } from "#app/platform/ui/card.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { CodeBox } from "../type-code/code-box.tsx";

/** Section where a finder enters a tag's code. */
export function FoundTag({ level = 2 }: { level?: 1 | 2 }) {
  const { t } = useTranslation();
  const Heading = `h${level}` as const;
  return (
    <section id="found" className="wrap scroll-mt-28">
      <Card
        tone="sun"
        pad="none"
        className="grid items-center overflow-hidden md:grid-cols-[1fr_300px] lg:grid-cols-[1fr_380px]"
      >
        <div className="grid gap-5 p-6 md:p-10">
          <div>
            <Heading className="text-xl">{t("pages.home.found.title")}</Heading>
            <p className="mt-1.5 max-w-[54ch] text-ink-2">{t("pages.home.found.text")}</p>
          </div>
          <CodeBox />
        </div>
        <ScanDrawing className="w-full self-end px-6 max-md:hidden" />
      </Card>
    </section>
  );
}
