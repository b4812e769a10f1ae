import { adminListsPersonalData } from "#app/features/admin-lists/personal-data.server.ts";
import { accountPersonalData } from "#app/features/auth/personal-data.server.ts";
import { catalogPersonalData } from "#app/features/catalog/personal-data.server.ts";
import { conversationsPersonalData } from "#app/features/conversations/personal-data.server.ts";
import { reportsPersonalData } from "#app/features/lost-found/personal-data.server.ts";
import { notificationsPersonalData } from "#app/features/notifications/personal-data.server.ts";
import { ordersPersonalData } from "#app/features/orders/personal-data.server.ts";
import { transfersPersonalData } from "#app/features/pet-transfers/personal-data.server.ts";
import { petsPersonalData } from "#app/features/pets/personal-data.server.ts";
import { phonePersonalData } from "#app/features/phone/personal-data.server.ts";
import { plansPersonalData } from "#app/features/plans/personal-data.server.ts";
import { remindersPersonalData } from "#app/features/reminders/personal-data.server.ts";
import { scansPersonalData } from "#app/features/scans/personal-data.server.ts";
import { tagsPersonalData } from "#app/features/tags/personal-data.server.ts";
import type { PersonalData } from "#app/features/users/personal-data.server.ts";

/**
 * Everything that the product holds about a person, by feature in order of dependency. Exports read in this order;
 * erasure runs in reverse. A test fails for a table that is neither in here nor in `tablesWithoutPersonalData`.
 */
export const personalData = {
  account: accountPersonalData,
  phone: phonePersonalData,
  notifications: notificationsPersonalData,
  messages: conversationsPersonalData,
  plans: plansPersonalData,
  pets: petsPersonalData,
  care: remindersPersonalData,
  tags: tagsPersonalData,
  scans: scansPersonalData,
  reports: reportsPersonalData,
  products: catalogPersonalData,
  orders: ordersPersonalData,
  transfers: transfersPersonalData,
  adminLists: adminListsPersonalData,
} satisfies Record<string, PersonalData>;

/**
 * The features whose rows are locked before an account is deleted, in the order in which others lock them: a report
 * before its conversations, an order before the pets and tags in its parcel, a handover before the pet, a pet before
 * its tags, and a tag before the conversations of finders.
 */
export const lockingOrder = [
  personalData.plans,
  personalData.care,
  personalData.reports,
  personalData.orders,
  personalData.scans,
  personalData.pets,
  personalData.tags,
  personalData.messages,
] satisfies PersonalData[] as readonly PersonalData[];

/** Tables without data about an owner, and why. */
export const tablesWithoutPersonalData: Record<string, string> = {
  submission_keys: "ids of finders' submissions while the database was down, for 30 days",
  undelivered_messages: "undeliverable submissions of finders, for 30 days, shown to administrators",
  waiting_courier_events: "a courier's reports about parcels of no order yet, for 30 days",
  key_values: "internal values of the installation",
  plan_settings: "prices of plans and payment addresses",
  site_settings: "settings of the site",
  clinics: "vet clinics that the operator recommends",
  products: "products of the store",
  product_pictures: "pictures of products",
  tag_batches: "batches of tags",
  tag_honeytokens: "codes that were never printed",
  stock_movements: "append-only stock ledger; the author is set to null with the account",
};
