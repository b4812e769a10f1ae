import { auditEn } from "#app/features/accounts/audit.en.ts";
import { usersEn } from "#app/features/accounts/users.en.ts";
import { houseEn } from "#app/features/overview/house.en.ts";
import { operatorEn } from "#app/features/overview/operator.en.ts";
import { petsAdminEn } from "#app/features/pets/pets-admin.en.ts";
import { factoryEn } from "#app/features/tags/factory.en.ts";
import { tagsAdminEn } from "#app/features/tags/tags-admin.en.ts";

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
