import { useTranslation } from "react-i18next";
import { Button } from "#app/platform/ui/button.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { ArrowForward } from "#app/platform/ui/direction-icon.tsx";
import { ScanDrawing } from "#app/platform/ui/drawings/scan-drawing.tsx";
import { Field } from "#app/platform/ui/field.tsx";
import { TextInput } from "#app/platform/ui/text-input.tsx";

const exampleCode = "7K3M-9QXR-2VHT";

/** Leads from a typed code to the tag's page; a plain GET, so it needs no script. */
export function FoundTag() {
  const { t } = useTranslation();
  return (
    <section id="found" className="wrap scroll-mt-28">
      <Card
        tone="sun"
        pad="none"
        className="grid items-center overflow-hidden md:grid-cols-[1fr_300px] lg:grid-cols-[1fr_380px]"
      >
        <div className="grid gap-5 p-6 md:p-10">
          <div>
            <h2 className="text-xl">{t("pages.home.found.title")}</h2>
            <p className="mt-1.5 max-w-[54ch] text-ink-2">{t("pages.home.found.text")}</p>
          </div>
          <form action="/t" method="get" className="grid items-start gap-4 sm:grid-cols-[1fr_auto]">
            <Field label={t("pages.home.found.code")} hint={t("pages.home.found.hint", { code: exampleCode })}>
              <TextInput
                name="code"
                required
                ltr
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={64}
                enterKeyHint="go"
                className="uppercase placeholder:normal-case"
              />
            </Field>
            <Button type="submit" className="max-sm:justify-self-start sm:mt-7.5" iconEnd={<ArrowForward />}>
              {t("pages.home.found.open")}
            </Button>
          </form>
        </div>
        <ScanDrawing className="w-full self-end px-6 max-md:hidden" />
      </Card>
    </section>
  );
}
