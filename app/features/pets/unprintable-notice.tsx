import { useT } from "#app/platform/i18n/use-t.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { Notice } from "#app/platform/ui/notice.tsx";

/** Warns which characters documents and shared pictures cannot show, before one is made; renders nothing without any. */
export function UnprintableNotice({
  signs,
  editPath,
  className,
}: {
  /** The characters, separated by spaces. */
  signs: string;
  editPath: string;
  className?: string;
}) {
  const t = useT();
  if (!signs) return null;
  return (
    <Notice
      tone="sun"
      {...(className && { className })}
      action={
        <ButtonLink to={editPath} variant="ghost" size="sm">
          {t("pets.changeText")}
        </ButtonLink>
      }
    >
      {t("pets.unprintable", { signs })}
    </Notice>
  );
}
