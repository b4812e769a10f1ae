import accountData from "./en/accountData.json" with { type: "json" };
import accountEmails from "./en/accountEmails.json" with { type: "json" };
import accountSettings from "./en/accountSettings.json" with { type: "json" };
import accounts from "./en/accounts.json" with { type: "json" };
import adminArea from "./en/adminArea.json" with { type: "json" };
import adminMetrics from "./en/adminMetrics.json" with { type: "json" };
import adminOrders from "./en/adminOrders.json" with { type: "json" };
import adminOverview from "./en/adminOverview.json" with { type: "json" };
import adminPets from "./en/adminPets.json" with { type: "json" };
import adminProducts from "./en/adminProducts.json" with { type: "json" };
import adminReports from "./en/adminReports.json" with { type: "json" };
import adminSettings from "./en/adminSettings.json" with { type: "json" };
import adminTags from "./en/adminTags.json" with { type: "json" };
import adminUsers from "./en/adminUsers.json" with { type: "json" };
import audit from "./en/audit.json" with { type: "json" };
import batches from "./en/batches.json" with { type: "json" };
import bulk from "./en/bulk.json" with { type: "json" };
import caregiverEmail from "./en/caregiverEmail.json" with { type: "json" };
import caregivers from "./en/caregivers.json" with { type: "json" };
import cart from "./en/cart.json" with { type: "json" };
import checkout from "./en/checkout.json" with { type: "json" };
import chip from "./en/chip.json" with { type: "json" };
import clinics from "./en/clinics.json" with { type: "json" };
import common from "./en/common.json" with { type: "json" };
import conversations from "./en/conversations.json" with { type: "json" };
import couriers from "./en/couriers.json" with { type: "json" };
import dashboard from "./en/dashboard.json" with { type: "json" };
import dataExportFile from "./en/dataExportFile.json" with { type: "json" };
import duplicates from "./en/duplicates.json" with { type: "json" };
import emailLink from "./en/emailLink.json" with { type: "json" };
import errorPage from "./en/errorPage.json" with { type: "json" };
import errors from "./en/errors.json" with { type: "json" };
import escalation from "./en/escalation.json" with { type: "json" };
import evidence from "./en/evidence.json" with { type: "json" };
import finderPage from "./en/finderPage.json" with { type: "json" };
import firstSteps from "./en/firstSteps.json" with { type: "json" };
import form from "./en/form.json" with { type: "json" };
import homeScreen from "./en/homeScreen.json" with { type: "json" };
import lostFound from "./en/lostFound.json" with { type: "json" };
import manyTags from "./en/manyTags.json" with { type: "json" };
import map from "./en/map.json" with { type: "json" };
import matching from "./en/matching.json" with { type: "json" };
import moderation from "./en/moderation.json" with { type: "json" };
import notifications from "./en/notifications.json" with { type: "json" };
import offeredPets from "./en/offeredPets.json" with { type: "json" };
import offline from "./en/offline.json" with { type: "json" };
import offlinePage from "./en/offlinePage.json" with { type: "json" };
import orderDocuments from "./en/orderDocuments.json" with { type: "json" };
import orders from "./en/orders.json" with { type: "json" };
import owner from "./en/owner.json" with { type: "json" };
import ownReports from "./en/ownReports.json" with { type: "json" };
import pages from "./en/pages.json" with { type: "json" };
import passkeys from "./en/passkeys.json" with { type: "json" };
import personalLink from "./en/personalLink.json" with { type: "json" };
import petDetails from "./en/petDetails.json" with { type: "json" };
import petForm from "./en/petForm.json" with { type: "json" };
import petHealth from "./en/petHealth.json" with { type: "json" };
import petShare from "./en/petShare.json" with { type: "json" };
import pets from "./en/pets.json" with { type: "json" };
import phone from "./en/phone.json" with { type: "json" };
import plans from "./en/plans.json" with { type: "json" };
import posterSheet from "./en/posterSheet.json" with { type: "json" };
import posters from "./en/posters.json" with { type: "json" };
import proofWords from "./en/proofWords.json" with { type: "json" };
import publicPet from "./en/publicPet.json" with { type: "json" };
import reachability from "./en/reachability.json" with { type: "json" };
import receipts from "./en/receipts.json" with { type: "json" };
import reminders from "./en/reminders.json" with { type: "json" };
import removedPets from "./en/removedPets.json" with { type: "json" };
import replacement from "./en/replacement.json" with { type: "json" };
import reportBoard from "./en/reportBoard.json" with { type: "json" };
import reportConversation from "./en/reportConversation.json" with { type: "json" };
import reportEmails from "./en/reportEmails.json" with { type: "json" };
import reportForm from "./en/reportForm.json" with { type: "json" };
import reportPage from "./en/reportPage.json" with { type: "json" };
import returns from "./en/returns.json" with { type: "json" };
import scanDetails from "./en/scanDetails.json" with { type: "json" };
import scans from "./en/scans.json" with { type: "json" };
import searchPlan from "./en/searchPlan.json" with { type: "json" };
import shell from "./en/shell.json" with { type: "json" };
import site from "./en/site.json" with { type: "json" };
import store from "./en/store.json" with { type: "json" };
import subscription from "./en/subscription.json" with { type: "json" };
import system from "./en/system.json" with { type: "json" };
import tags from "./en/tags.json" with { type: "json" };
import tagTest from "./en/tagTest.json" with { type: "json" };
import tagWriting from "./en/tagWriting.json" with { type: "json" };
import tips from "./en/tips.json" with { type: "json" };
import transfer from "./en/transfer.json" with { type: "json" };
import transferEmail from "./en/transferEmail.json" with { type: "json" };
import twoFactor from "./en/twoFactor.json" with { type: "json" };
import upgradeReview from "./en/upgradeReview.json" with { type: "json" };

/** All translation namespaces of this language; the server loads them all, a browser one by one. */
export default {
  errorPage,
  errors,
  adminArea,
  owner,
  site,
  accountData,
  accountEmails,
  accounts,
  accountSettings,
  adminMetrics,
  adminOrders,
  adminOverview,
  adminPets,
  adminProducts,
  adminReports,
  adminSettings,
  adminTags,
  adminUsers,
  audit,
  batches,
  bulk,
  caregiverEmail,
  caregivers,
  cart,
  checkout,
  chip,
  clinics,
  common,
  conversations,
  couriers,
  dashboard,
  dataExportFile,
  duplicates,
  emailLink,
  escalation,
  evidence,
  finderPage,
  firstSteps,
  form,
  homeScreen,
  lostFound,
  manyTags,
  map,
  matching,
  moderation,
  notifications,
  offeredPets,
  offline,
  offlinePage,
  orderDocuments,
  orders,
  ownReports,
  pages,
  passkeys,
  personalLink,
  petDetails,
  petForm,
  petHealth,
  pets,
  petShare,
  phone,
  plans,
  posters,
  posterSheet,
  proofWords,
  publicPet,
  reachability,
  receipts,
  reminders,
  removedPets,
  replacement,
  reportBoard,
  reportConversation,
  reportEmails,
  reportForm,
  reportPage,
  returns,
  scanDetails,
  scans,
  searchPlan,
  shell,
  store,
  subscription,
  system,
  tags,
  tagTest,
  tagWriting,
  tips,
  transfer,
  transferEmail,
  twoFactor,
  upgradeReview,
};
