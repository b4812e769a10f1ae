import type { ReactNode } from "react";
import { href, Link } from "react-router";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Breadcrumb } from "#app/platform/ui/page/breadcrumb.tsx";
import { formatReportName } from "./report-texts.ts";

/** Adds the margins of the site's pages for guests; in the dashboard the layout has its own. */
export function ReporterFrame({ isGuest, children }: { isGuest: boolean; children: ReactNode }) {
  return isGuest ? <div className="wrap py-8 md:py-12">{children}</div> : children;
}

interface PathProps {
  isGuest: boolean;
  base: string;
  report: Parameters<typeof formatReportName>[1];
  title: string;
}

/** Navigation back from a page below a report. */
export function ReporterPath({ isGuest, base, report, title }: PathProps) {
  const t = useT();
  if (isGuest)
    return (
      <Link to={base} className="link text-sm">
        {t("lostFound.manage.title")}
      </Link>
    );
  const path = [
    { label: t("lostFound.ownTitle"), to: href("/dashboard/lost-found") },
    { label: formatReportName(t, report), to: base },
    { label: title },
  ];
  return <Breadcrumb items={path} />;
}
