import { useT } from "#app/platform/i18n/use-t.ts";
import { RadioCards } from "#app/platform/ui/forms/radio-cards.tsx";
import { tagMarks } from "../tags.rules.ts";

/** Field for what happened to a tag. */
export default function MarkChoice() {
  const t = useT();
  return (
    <RadioCards
      legend={t("tags.mark.what")}
      name="mark"
      required
      options={tagMarks.map((value) => ({
        value,
        title: t(`tags.mark.kinds.${value}`),
        text: t(`tags.mark.texts.${value}`),
      }))}
    />
  );
}
