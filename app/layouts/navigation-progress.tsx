import { useNavigation } from "react-router";
import { cx } from "#app/platform/ui/cx.ts";

/** A thin line along the top while the next page is on its way. */
export function NavigationProgress() {
  const { state } = useNavigation();
  return (
    <div aria-hidden="true" className="pointer-events-none fixed inset-x-0 top-0 z-50 h-1 overflow-hidden print:hidden">
      <div
        className={cx(
          "h-full origin-left bg-sun rtl:origin-right",
          state === "idle"
            ? "scale-x-0 opacity-0 transition-opacity duration-300"
            : "scale-x-90 opacity-100 transition-transform delay-100 duration-[4s] ease-out",
        )}
      />
    </div>
  );
}
