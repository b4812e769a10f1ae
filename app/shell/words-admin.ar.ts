import { auditAr } from "#app/features/accounts/audit-log/audit-log.ar.ts";
import { usersAr } from "#app/features/accounts/user-admin/user-admin.ar.ts";
import { houseAr } from "#app/features/admin/overview/admin-metrics.ar.ts";
import { operatorAr } from "#app/features/admin/system/system.ar.ts";
import { petsAdminAr } from "#app/features/pets/admin/admin-pets.ar.ts";
import { tagsAdminAr } from "#app/features/tags/admin/admin-tags.ar.ts";
import { factoryAr } from "#app/features/tags/batches/batches.ar.ts";

/** What the pages need that only administrators see. */
export const words = {
  audit: auditAr,
  factory: factoryAr,
  house: houseAr,
  operator: operatorAr,
  petsAdmin: petsAdminAr,
  tagsAdmin: tagsAdminAr,
  users: usersAr,
};
