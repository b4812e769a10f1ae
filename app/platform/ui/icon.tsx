import type { SVGProps } from "react";

/**
 * Renders an icon of 24 × 24 units from its shapes as SVG; the components of icons call it (`vite-icons.ts`). Hidden from
 * screen readers, unless it has a label.
 */
export function renderIcon(shapes: { __html: string }, props: SVGProps<SVGSVGElement>) {
  return (
    <svg
      width={24}
      height={24}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden={props["aria-label"] === undefined}
      {...props}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: from the icon library
      dangerouslySetInnerHTML={shapes}
    />
  );
}
