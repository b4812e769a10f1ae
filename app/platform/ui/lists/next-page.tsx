import type { ReactNode } from "react";
import { useSearchParams } from "react-router";
import { ButtonLink } from "../button.tsx";

/** The way on in a list that continues after its last row (`?after=…`); what was searched for stays in the address. */
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
