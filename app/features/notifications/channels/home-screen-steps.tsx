import Share from "lucide-react/icons/share";
import SquarePlus from "lucide-react/icons/square-plus";
import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";

const Step = ({ picture, children }: { picture: ReactNode; children: ReactNode }) => (
  <li className="flex items-center gap-3">
    <span
      aria-hidden
      className="grid size-10 shrink-0 place-items-center rounded-1 border border-line bg-surface text-info *:size-5"
    >
      {picture}
    </span>
    <span>{children}</span>
  </li>
);

/** How to add this site to the Home Screen of an iPhone or iPad: the buttons as Safari draws them, in their order. */
export default function HomeScreenSteps() {
  const t = useT();
  return (
    <>
      <p>{t("homeScreen.lead")}</p>
      <ol className="mt-3 grid gap-2">
        <Step picture={<Share />}>{t("homeScreen.share")}</Step>
        <Step picture={<SquarePlus />}>{t("homeScreen.add")}</Step>
        <Step picture={<img src="/icon-192.png" alt="" className="size-7! rounded-[6px]" />}>
          {t("homeScreen.open")}
        </Step>
      </ol>
    </>
  );
}
