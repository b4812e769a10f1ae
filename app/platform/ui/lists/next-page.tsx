import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "../button.tsx";

/** A link to the next page of a list (`?after=…`); keeps the search. */
export function NextPage({ after, children }: { after: string | null; children: ReactNode }) {
  const [query] = useSearchParams();
  if (!after) return null;
  return (
    <ButtonLink
      to={`?${new URLSearchParams({ ...Object.fromEntries(query), after })}`}
      variant="ghost"
      className="justify-self-center"
    >
      {children}
    </ButtonLink>
  );
}
