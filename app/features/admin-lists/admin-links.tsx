import { href, Link } from "react-router";
import { Code } from "#app/platform/ui/ltr.tsx";

/** Link to the administrator's page of a user, by the user's name. */
export function UserLink({ id, name }: { id: string; name: string | null }) {
  return (
    <Link to={href("/admin/users/:userId", { userId: id })} className="link">
      <bdi>{name}</bdi>
    </Link>
  );
}

/** Link to the administrator's page of a tag, by the tag's code. */
export function TagLink({ id, code }: { id: string; code: string }) {
  return (
    <Link to={href("/admin/tags/:tagId", { tagId: id })} className="link tabular-nums">
      <Code>{code}</Code>
    </Link>
  );
}
