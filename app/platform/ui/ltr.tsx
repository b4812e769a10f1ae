import { Fragment, type ReactNode } from "react";
import { cx } from "./cx.ts";

/** Text that is always left to right: codes, phone numbers, prices, e-mail addresses. */
export function Ltr({ children, className }: { children: ReactNode; className?: string }) {
  return (
    <bdi dir="ltr" className={className}>
      {children}
    </bdi>
  );
}

/** Characters of a code that fits into a line at 195 px, with the isolates of a sentence: the number of an order. */
const shortCode = 14;

/** A code, such as a tag's or an order's number: left to right, and broken at its hyphens only if it is long. */
export function Code({ children, className }: { children: string; className?: string }) {
  // Large text of a title may be wider than a phone.
  const unbroken = "whitespace-nowrap in-[h1]:inline-block in-[h1]:max-w-full in-[h1]:whitespace-normal";
  return <Ltr className={cx(children.length <= shortCode && unbroken, className)}>{children}</Ltr>;
}

/** A sentence whose codes stand between isolates (`\u2066…\u2069`), each like `Code`. */
export function WithCodes({ children }: { children: string }) {
  return children.split("\u2066").map((part, at) => {
    const end = at === 0 ? -1 : part.indexOf("\u2069");
    if (end === -1) return part;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: parts of one sentence
      <Fragment key={at}>
        <Code>{`\u2066${part.slice(0, end + 1)}`}</Code>
        {part.slice(end + 1)}
      </Fragment>
    );
  });
}
