import { auditEn } from "#app/features/accounts/audit-log/audit-log.en.ts";
import { usersEn } from "#app/features/accounts/user-admin/user-admin.en.ts";
import { houseEn } from "#app/features/admin/overview/admin-metrics.en.ts";
import { operatorEn } from "#app/features/admin/system/system.en.ts";
import { petsAdminEn } from "#app/features/pets/admin/admin-pets.en.ts";
import { tagsAdminEn } from "#app/features/tags/admin/admin-tags.en.ts";
import { factoryEn } from "#app/features/tags/batches/batches.en.ts";

/** What the pages need that only administrators see. */
export const words = {
  audit: auditEn,
  factory: factoryEn,
  house: houseEn,
  operator: operatorEn,
  petsAdmin: petsAdminEn,
  tagsAdmin: tagsAdminEn,
  users: usersEn,
};
