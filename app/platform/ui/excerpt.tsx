import { excerptOf } from "../i18n/text/plain-text.ts";
import { cx } from "./cx.ts";

interface Props {
  children: string;
  /** Greatest length in UTF-16 units. */
  max: number;
  /** That of the text itself if it is not given. */
  dir?: "ltr" | "rtl" | undefined;
  className?: string;
}

/** Somebody's words in any script, in as many lines as they need; of long ones, the beginning. */
export function Excerpt({ children, max, dir, className }: Props) {
  const shown = excerptOf(children, max);
  return (
    <bdi dir={dir} className={cx("wrap-anywhere", className)} title={shown === children ? undefined : children}>
      {shown}
    </bdi>
  );
}
