import { auditAr } from "#app/features/accounts/audit.ar.ts";
import { usersAr } from "#app/features/accounts/users.ar.ts";
import { petsAdminAr } from "#app/features/pets/pets-admin.ar.ts";

/** What the pages need that only administrators see. */
export const words = { audit: auditAr, petsAdmin: petsAdminAr, users: usersAr };
