import { useTranslation } from "react-i18next";
import { Avatar } from "#app/platform/ui/avatar.tsx";
import { Card } from "#app/platform/ui/card.tsx";
import { Chip } from "#app/platform/ui/chip.tsx";

const voices = [
  { key: "mona", kind: "dog" },
  { key: "karim", kind: "cat" },
  { key: "salma", kind: "dog" },
] as const;

/** What owners might tell. Invented, so each says that it is an example; a site in use does not show them. */
export function HomeVoices() {
  const { t } = useTranslation();
  return (
    <section className="wrap mt-20 md:mt-28">
      <h2 className="text-2xl">{t("pages.home.voices.title")}</h2>
      <ul className="mt-8 grid gap-5 md:grid-cols-3">
        {voices.map(({ key, kind }) => (
          <Card as="li" key={key} className="grid content-between gap-5">
            <blockquote>{t(`pages.home.voices.${key}`)}</blockquote>
            <footer className="flex flex-wrap items-center gap-3">
              <Avatar kind={kind} seed={key} />
              <span className="me-auto text-sm text-ink-2">{t(`pages.home.voices.${key}By`)}</span>
              <Chip>{t("pages.home.voices.example")}</Chip>
            </footer>
          </Card>
        ))}
      </ul>
    </section>
  );
}
