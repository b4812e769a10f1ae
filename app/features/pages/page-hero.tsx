import type { ReactNode } from "react";
import { href } from "react-router";
import { useViewer } from "#app/features/users/use-viewer.ts";
import { ButtonLink } from "#app/platform/ui/button.tsx";
import { cx } from "#app/platform/ui/cx.ts";
import { ReunionDrawing } from "#app/platform/ui/drawings/reunion-drawing.tsx";

/** Header of a public page. */
export function PageHero({
  title,
  lead,
  aside,
  children,
}: {
  title: ReactNode;
  lead?: ReactNode;
  /** Picture at the end of a wide screen, and below the text of a narrow one. */
  aside?: ReactNode;
  children?: ReactNode;
}) {
  const text = (
    <>
      <h1 className="max-w-[min(22ch,100%)] text-3xl wrap-anywhere tracking-[-.02em]">{title}</h1>
      {lead && <p className="max-w-[54ch] text-lg text-ink-2">{lead}</p>}
      {children}
    </>
  );
  return (
    <header
      className={cx(
        "wrap grid pt-12 pb-10 md:pt-18 md:pb-12",
        aside ? "grid-cols-1 items-center gap-8 lg:grid-cols-[1.1fr_.9fr] lg:gap-12" : "justify-items-start gap-4",
      )}
    >
      {aside ? <div className="grid grid-cols-1 justify-items-start gap-4">{text}</div> : text}
      {aside}
    </header>
  );
}

/** Title and text of one item in a grid. */
export function Point({ icon, title, children }: { icon?: ReactNode; title: ReactNode; children: ReactNode }) {
  return (
    <li
      className={cx(
        "grid content-start gap-x-4 gap-y-1 sm:gap-2",
        Boolean(icon) && "min-[16rem]:max-sm:grid-cols-[auto_minmax(0,1fr)]",
      )}
    >
      {icon && (
        <span
          aria-hidden="true"
          className="mb-1 grid size-12 place-items-center rounded-2 bg-brand-soft text-brand-deep *:size-6 min-[16rem]:max-sm:row-span-2"
        >
          {icon}
        </span>
      )}
      <h3 className="text-lg">{title}</h3>
      <p className="text-sm text-ink-2">{children}</p>
    </li>
  );
}

/** Last section of a public page, with a single call to action. */
export function CallToAction({ title, text, extra }: { title: string; text: string; extra?: ReactNode }) {
  const { t, user } = useViewer();
  return (
    <section className="wrap mt-18 md:mt-24">
      <div className="grid grid-cols-1 items-center gap-6 overflow-hidden rounded-3 bg-brand-soft px-6 pt-10 md:grid-cols-[1.1fr_.9fr] md:px-12 md:pt-0">
        <div className="grid justify-items-start gap-4 md:py-14">
          <h2 className="text-2xl">{title}</h2>
          <p className="max-w-[46ch] text-ink-2">{text}</p>
          <div className="flex flex-wrap gap-3">
            <ButtonLink to={user ? href("/dashboard") : `${href("/auth")}?mode=sign-up`} size="lg">
              {t(user ? "pages.home.cta.dashboard" : "pages.home.cta.button")}
            </ButtonLink>
            {extra}
          </div>
        </div>
        <ReunionDrawing className="w-full self-end" />
      </div>
    </section>
  );
}
