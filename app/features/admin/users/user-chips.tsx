import type { Role } from "#app/features/users/users.rules.ts";
import { useT } from "#app/platform/i18n/use-t.ts";
import { Chip } from "#app/platform/ui/chip.tsx";

interface UserState {
  role: Role;
  email: string | null;
  emailVerified: boolean;
  suspendedAt: Date | null;
}

/** Chips for unusual states of an account; otherwise "active". */
export function UserChips({ user: { role, email, emailVerified, suspendedAt } }: { user: UserState }) {
  const t = useT();
  // An account that signs in by phone number has no address to confirm.
  const isConfirmed = emailVerified || email === null;
  return (
    <span className="flex flex-wrap gap-1.5">
      {role === "admin" && <Chip tone="brand">{t("adminUsers.roles.admin")}</Chip>}
      {suspendedAt && <Chip tone="lost">{t("adminUsers.states.suspended")}</Chip>}
      {!isConfirmed && <Chip tone="sun">{t("adminUsers.states.unverified")}</Chip>}
      {!suspendedAt && isConfirmed && (
        <Chip tone="ok" dot>
          {t("adminUsers.states.active")}
        </Chip>
      )}
    </span>
  );
}
