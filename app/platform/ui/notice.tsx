import CircleCheck from "lucide-react/icons/circle-check";
import Heart from "lucide-react/icons/heart";
import Info from "lucide-react/icons/info";
import OctagonAlert from "lucide-react/icons/octagon-exclamation-point";
import TriangleAlert from "lucide-react/icons/triangle-exclamation-point";
import type { ReactNode } from "react";
import { cx } from "./cx.ts";

const tones = {
  info: { box: "bg-info-soft", mark: "text-info", Icon: Info },
  ok: { box: "bg-ok-soft", mark: "text-ok", Icon: CircleCheck },
  sun: {
    box: "bg-sun-soft",
    mark: "text-[color-mix(in_srgb,var(--color-sun),var(--color-ink)_35%)]",
    Icon: TriangleAlert,
  },
  lost: { box: "bg-lost-soft border-s-4 border-lost", mark: "text-lost", Icon: OctagonAlert },
  brand: { box: "bg-brand-soft", mark: "text-brand", Icon: Heart },
};

/** Banner inside the page: a message and an optional action. An alert says why a form was rejected. */
export function Notice({
  tone = "info",
  title,
  icon,
  action,
  role,
  className,
  children,
  ...rest
}: {
  tone?: keyof typeof tones;
  title?: ReactNode;
  /** Replaces the tone's icon; `null` for none. */
  icon?: ReactNode | null;
  action?: ReactNode;
  role?: "status" | "alert";
  className?: string;
  "aria-hidden"?: boolean;
  children?: ReactNode;
}) {
  const { box, mark, Icon } = tones[tone];
  return (
    <div
      {...rest}
      role={role}
      data-rejection={role === "alert" ? "" : undefined}
      className={cx("flex flex-wrap items-center gap-x-4 gap-y-3 rounded-2 px-4 py-3.5 text-sm", box, className)}
    >
      <div className="flex min-w-0 flex-[1_1_16rem] items-start gap-3">
        {icon !== null && (
          <span aria-hidden="true" className={cx("mt-[.15em] shrink-0 *:size-5", mark)}>
            {icon ?? <Icon />}
          </span>
        )}
        <div className="min-w-0">
          {title && <p className="font-semibold">{title}</p>}
          {children}
        </div>
      </div>
      {action}
    </div>
  );
}
