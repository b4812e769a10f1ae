import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { useT } from "#app/platform/i18n/use-t.ts";
import { AnimalDrawing } from "#app/platform/ui/drawings/animal-drawing.tsx";
import { TagDrawing } from "#app/platform/ui/drawings/tag-drawing.tsx";
import { Ltr } from "#app/platform/ui/ltr.tsx";

/**
 * Layout of the pages around signing in: the form and, from 1024 px, a picture with the product's promises beside it.
 */
export function AccountFrame({
  title,
  lead,
  to = "",
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** Path that follows; a tag that is being set up stays in sight. */
  to?: string;
  children: ReactNode;
}) {
  return (
    <div className="wrap grid items-stretch gap-10 py-8 md:py-12 lg:grid-cols-[minmax(0,1fr)_minmax(0,1.05fr)] lg:gap-16">
      <div className="mx-auto grid w-full max-w-[480px] content-center gap-6 lg:py-8">
        <TagToSetUp to={to} />
        <header>
          <h1 className="text-2xl">{title}</h1>
          {lead && <p className="mt-2 text-ink-2">{lead}</p>}
        </header>
        {children}
      </div>
      <Picture />
    </div>
  );
}

function TagToSetUp({ to }: { to: string }) {
  const t = useT();
  const [, code] = /^\/tag\/([\w-]+)(?:\?|$)/.exec(to) ?? [];
  if (!code) return null;
  return (
    <p className="flex items-center gap-4 rounded-2 bg-brand-soft px-5 py-3">
      <TagDrawing className="h-20 w-auto shrink-0" />
      <span className="min-w-0">
        <span className="block text-sm text-brand-deep">{t("accounts.phone.settingUp")}</span>
        <Ltr className="font-semibold wrap-anywhere">{code}</Ltr>
      </span>
    </p>
  );
}

function Picture() {
  const t = useT();
  return (
    <aside className="relative isolate flex min-h-[620px] flex-col overflow-hidden rounded-3 bg-sun-soft max-lg:hidden">
      <div className="p-10 pb-0">
        <h2 className="text-xl">{t("accounts.auth.promiseTitle")}</h2>
        <ul className="mt-5 grid gap-3">
          {(["promise1", "promise2", "promise3"] as const).map((key) => (
            <li key={key} className="flex items-start gap-3 text-sm">
              <span className="mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-brand text-brand-ink">
                <Check aria-hidden className="size-4" strokeWidth={3} />
              </span>
              {t(`accounts.auth.${key}`)}
            </li>
          ))}
        </ul>
      </div>
      <div className="relative mt-auto flex h-96 items-end justify-center">
        <span className="absolute start-1/2 top-4 -z-1 size-[440px] -translate-x-1/2 rounded-full bg-sun/35 rtl:translate-x-1/2" />
        <AnimalDrawing kind="dog" seed="rocky" className="-me-10 h-84 w-auto" />
        <AnimalDrawing kind="cat" seed="luna" className="h-68 w-auto" />
        <TagDrawing className="absolute end-10 top-2 w-24 rotate-12 rtl:-rotate-12" />
      </div>
    </aside>
  );
}
