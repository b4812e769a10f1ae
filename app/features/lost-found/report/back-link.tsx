import { href, Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { ChevronBack } from "#app/platform/ui/direction-icon.tsx";

/** Link back to the board. */
export function BackLink() {
  const t = useT();
  return (
    <Link
      to={href("/community-reports")}
      className="inline-flex w-fit items-center gap-1 rounded-full py-1 text-sm text-ink-2 hover:text-ink print:hidden"
    >
      <ChevronBack />
      {t("lostFound.back")}
    </Link>
  );
}
