import { getFormProps, useForm } from "@conform-to/react";
import ImagePlus from "lucide-react/icons/image-plus";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import type { FormAnswer } from "#app/platform/http/forms/form.server.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { SubmitButton } from "#app/platform/ui/forms/submit-button.tsx";
import { LineField } from "#app/platform/ui/forms/text-fields.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";
import { PageHeader } from "#app/platform/ui/page/page-header.tsx";
import type { PostersView } from "./poster-actions.server.ts";
import { maxPosterPlaceLength } from "./posters.rules.ts";
import { SeriesCard } from "./series-card.tsx";

/** Form for a new poster series, and a card for each series. */
export function PostersSections({
  view: { report, posters, isPublic, freshKey },
  answer,
  base,
  above,
}: {
  view: PostersView;
  answer: FormAnswer | undefined;
  /** URL of the report's own page. */
  base: string;
  above: ReactNode;
}) {
  const { t } = useTranslation();
  const [form, fields] = useForm<{ place: string }>({ id: "poster", lastResult: answer?.form });
  return (
    <div className="mx-auto grid max-w-3xl gap-5 wrap-anywhere">
      <PageHeader above={above} title={t("posters.title")} lead={t("posters.lead")} />
      {!report.hasPhoto && (
        <Notice
          tone="sun"
          action={
            <ButtonLink to={`${base}/edit`} variant="ghost" size="sm" icon={<ImagePlus aria-hidden />}>
              {t("posters.addPhoto")}
            </ButtonLink>
          }
        >
          {t("posters.noPhoto")}
        </Notice>
      )}
      {isPublic ? (
        <Card as="section">
          <CardHeader title={t("posters.new")} />
          <Form method="post" {...getFormProps(form)} className="grid gap-4" key={posters.length}>
            <input type="hidden" name="key" value={freshKey} />
            <LineField
              field={fields.place}
              label={t("posters.place")}
              hint={t("posters.placeHint")}
              max={maxPosterPlaceLength}
            />
            <SubmitButton className="justify-self-start">{t("posters.add")}</SubmitButton>
          </Form>
        </Card>
      ) : (
        <Notice>{t("posters.notPublic")}</Notice>
      )}
      {posters.length > 0 && (
        <section id="series" className="grid gap-4">
          <h2 className="text-lg">{t("posters.series")}</h2>
          <ul className="grid gap-4">
            {posters.map((poster, index) => (
              <SeriesCard key={poster.id} poster={poster} report={report} base={base} isOpen={index === 0} />
            ))}
          </ul>
          <p className="text-xs text-ink-3">{t("posters.how")}</p>
        </section>
      )}
    </div>
  );
}
