import { auditAr } from "#app/features/accounts/audit.ar.ts";
import { usersAr } from "#app/features/accounts/users.ar.ts";
import { houseAr } from "#app/features/overview/house.ar.ts";
import { operatorAr } from "#app/features/overview/operator.ar.ts";
import { petsAdminAr } from "#app/features/pets/pets-admin.ar.ts";
import { factoryAr } from "#app/features/tags/factory.ar.ts";
import { tagsAdminAr } from "#app/features/tags/tags-admin.ar.ts";

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
