import { auditEn } from "#app/features/accounts/audit.en.ts";
import { usersEn } from "#app/features/accounts/users.en.ts";
import { petsAdminEn } from "#app/features/pets/pets-admin.en.ts";

/** What the pages need that only administrators see. */
export const words = { audit: auditEn, petsAdmin: petsAdminEn, users: usersEn };
