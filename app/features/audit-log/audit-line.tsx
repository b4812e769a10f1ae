import { href, Link } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { formatDayOfWeek } from "#app/platform/i18n/format.ts";
import { formatMoney } from "#app/platform/i18n/money.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Card, CardHeader } from "#app/platform/ui/card.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";
import type { Fact, Facts, SubjectKind } from "./audit-log.rules.ts";
import type { AuditLine } from "./audit-log.server.ts";

/** Returns the admin page of a changed object; orders are addressed by their number. */
const pages: Partial<Record<SubjectKind, (line: AuditLine) => string | null>> = {
  user: ({ subjectId }) => subjectId && href("/admin/users/:userId", { userId: subjectId }),
  pet: ({ subjectId }) => subjectId && href("/admin/pets/:petId", { petId: subjectId }),
  tag: ({ subjectId }) => subjectId && href("/admin/tags/:tagId", { tagId: subjectId }),
  product: ({ subjectId }) => subjectId && href("/admin/products/:productId", { productId: subjectId }),
  clinic: ({ subjectId }) => subjectId && href("/admin/clinics/:clinicId", { clinicId: subjectId }),
  order: ({ subjectName }) => subjectName && href("/admin/orders/:orderNumber", { orderNumber: subjectName }),
  return: ({ subjectName }) => subjectName && href("/admin/orders/:orderNumber", { orderNumber: subjectName }),
  report: ({ subjectId }) => subjectId && href("/admin/lost-found/:reportId", { reportId: subjectId }),
  settings: () => href("/admin/settings"),
};

/** Name of the changed object, linked to its page if it has one. */
export function AuditSubject({ line }: { line: AuditLine }) {
  const t = useT();
  const name = line.subjectName ? <bdi>{line.subjectName}</bdi> : t(`audit.kinds.${line.subjectKind}`);
  const to = pages[line.subjectKind]?.(line);
  if (!to) return <span>{name}</span>;
  return (
    <Link to={to} className="link">
      {name}
    </Link>
  );
}

/** Old and new value of each changed field. */
export function AuditFacts({ line: { before, after } }: { line: AuditLine }) {
  const t = useT();
  const fields = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  if (fields.length === 0) return null;
  return (
    <ul className="grid gap-0.5 text-start text-xs font-normal">
      {fields.map((field) => (
        <li key={field}>
          <span className="text-ink-3">{t(`audit.fields.${field as "status"}`)}: </span>
          {before && (
            <>
              <Value field={field} facts={before} />
              <span className="sr-only"> {t("audit.turnedInto")} </span>
              <span aria-hidden="true" className="mx-1 inline-block text-ink-3 rtl:-scale-x-100">
                →
              </span>
            </>
          )}
          <Value field={field} facts={after ?? {}} />
        </li>
      ))}
    </ul>
  );
}

function Value({ field, facts }: { field: string; facts: Facts }) {
  const { t, format, language } = useViewer();
  const fact: Fact = facts[field] ?? null;
  if (fact === null || fact === "") return <span className="text-ink-3">{t("audit.nothing")}</span>;
  if (typeof fact === "boolean") return t(fact ? "audit.yes" : "audit.no");
  if (field.endsWith("Cents")) return <Ltr>{formatMoney(Number(fact))}</Ltr>;
  if (field === "shop.weekend") {
    const days = String(fact).split(", ");
    return <bdi>{format.list(days.map((day) => formatDayOfWeek(Number(day) % 7, language)))}</bdi>;
  }
  if (/(At|Since)$/.test(field) && typeof fact === "string") return <bdi>{format.date(fact, "dateTime")}</bdi>;
  if (field === "mergedIntoId")
    return (
      <Link to={href("/admin/lost-found/:reportId", { reportId: String(fact) })} className="link">
        {t("audit.otherReport")}
      </Link>
    );
  return <bdi className="break-words">{fact}</bdi>;
}

/** List of changes that administrators made to one object or one person's data, the newest first. */
export function AuditHistory({ lines, title, none }: { lines: readonly AuditLine[]; title: string; none: string }) {
  const { t, format } = useViewer();
  return (
    <Card as="section">
      <CardHeader title={title} />
      {lines.length === 0 && <p className="text-sm text-ink-2">{none}</p>}
      <ul className="grid gap-4 text-sm">
        {lines.map((line) => (
          <li key={line.id} className="grid gap-0.5">
            <span className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
              <span>
                {t(`audit.actions.${line.action}`)}
                {"\u00a0· "}
                <AuditSubject line={line} />
              </span>
              <bdi className="text-xs text-ink-2">{format.date(line.at, "dateTime")}</bdi>
            </span>
            <AuditFacts line={line} />
            <span className="text-xs text-ink-3">
              <bdi>{line.actorName ?? t("audit.console")}</bdi>
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
