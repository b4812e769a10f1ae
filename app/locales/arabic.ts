import accountData from "./ar/accountData.json" with { type: "json" };
import accountEmails from "./ar/accountEmails.json" with { type: "json" };
import accountSettings from "./ar/accountSettings.json" with { type: "json" };
import accounts from "./ar/accounts.json" with { type: "json" };
import adminArea from "./ar/adminArea.json" with { type: "json" };
import adminMetrics from "./ar/adminMetrics.json" with { type: "json" };
import adminOrders from "./ar/adminOrders.json" with { type: "json" };
import adminOverview from "./ar/adminOverview.json" with { type: "json" };
import adminPets from "./ar/adminPets.json" with { type: "json" };
import adminProducts from "./ar/adminProducts.json" with { type: "json" };
import adminReports from "./ar/adminReports.json" with { type: "json" };
import adminSettings from "./ar/adminSettings.json" with { type: "json" };
import adminTags from "./ar/adminTags.json" with { type: "json" };
import adminUsers from "./ar/adminUsers.json" with { type: "json" };
import audit from "./ar/audit.json" with { type: "json" };
import batches from "./ar/batches.json" with { type: "json" };
import bulk from "./ar/bulk.json" with { type: "json" };
import caregiverEmail from "./ar/caregiverEmail.json" with { type: "json" };
import caregivers from "./ar/caregivers.json" with { type: "json" };
import cart from "./ar/cart.json" with { type: "json" };
import checkout from "./ar/checkout.json" with { type: "json" };
import chip from "./ar/chip.json" with { type: "json" };
import clinics from "./ar/clinics.json" with { type: "json" };
import common from "./ar/common.json" with { type: "json" };
import conversations from "./ar/conversations.json" with { type: "json" };
import couriers from "./ar/couriers.json" with { type: "json" };
import dashboard from "./ar/dashboard.json" with { type: "json" };
import dataExportFile from "./ar/dataExportFile.json" with { type: "json" };
import duplicates from "./ar/duplicates.json" with { type: "json" };
import emailLink from "./ar/emailLink.json" with { type: "json" };
import errorPage from "./ar/errorPage.json" with { type: "json" };
import errors from "./ar/errors.json" with { type: "json" };
import escalation from "./ar/escalation.json" with { type: "json" };
import evidence from "./ar/evidence.json" with { type: "json" };
import finderPage from "./ar/finderPage.json" with { type: "json" };
import firstSteps from "./ar/firstSteps.json" with { type: "json" };
import form from "./ar/form.json" with { type: "json" };
import homeScreen from "./ar/homeScreen.json" with { type: "json" };
import lostFound from "./ar/lostFound.json" with { type: "json" };
import manyTags from "./ar/manyTags.json" with { type: "json" };
import map from "./ar/map.json" with { type: "json" };
import matching from "./ar/matching.json" with { type: "json" };
import moderation from "./ar/moderation.json" with { type: "json" };
import notifications from "./ar/notifications.json" with { type: "json" };
import offeredPets from "./ar/offeredPets.json" with { type: "json" };
import offline from "./ar/offline.json" with { type: "json" };
import offlinePage from "./ar/offlinePage.json" with { type: "json" };
import orderDocuments from "./ar/orderDocuments.json" with { type: "json" };
import orders from "./ar/orders.json" with { type: "json" };
import owner from "./ar/owner.json" with { type: "json" };
import ownReports from "./ar/ownReports.json" with { type: "json" };
import pages from "./ar/pages.json" with { type: "json" };
import passkeys from "./ar/passkeys.json" with { type: "json" };
import personalLink from "./ar/personalLink.json" with { type: "json" };
import petDetails from "./ar/petDetails.json" with { type: "json" };
import petForm from "./ar/petForm.json" with { type: "json" };
import petHealth from "./ar/petHealth.json" with { type: "json" };
import petShare from "./ar/petShare.json" with { type: "json" };
import pets from "./ar/pets.json" with { type: "json" };
import phone from "./ar/phone.json" with { type: "json" };
import plans from "./ar/plans.json" with { type: "json" };
import posterSheet from "./ar/posterSheet.json" with { type: "json" };
import posters from "./ar/posters.json" with { type: "json" };
import proofWords from "./ar/proofWords.json" with { type: "json" };
import publicPet from "./ar/publicPet.json" with { type: "json" };
import reachability from "./ar/reachability.json" with { type: "json" };
import receipts from "./ar/receipts.json" with { type: "json" };
import reminders from "./ar/reminders.json" with { type: "json" };
import removedPets from "./ar/removedPets.json" with { type: "json" };
import replacement from "./ar/replacement.json" with { type: "json" };
import reportBoard from "./ar/reportBoard.json" with { type: "json" };
import reportConversation from "./ar/reportConversation.json" with { type: "json" };
import reportEmails from "./ar/reportEmails.json" with { type: "json" };
import reportForm from "./ar/reportForm.json" with { type: "json" };
import reportPage from "./ar/reportPage.json" with { type: "json" };
import returns from "./ar/returns.json" with { type: "json" };
import scanDetails from "./ar/scanDetails.json" with { type: "json" };
import scans from "./ar/scans.json" with { type: "json" };
import searchPlan from "./ar/searchPlan.json" with { type: "json" };
import shell from "./ar/shell.json" with { type: "json" };
import site from "./ar/site.json" with { type: "json" };
import store from "./ar/store.json" with { type: "json" };
import subscription from "./ar/subscription.json" with { type: "json" };
import system from "./ar/system.json" with { type: "json" };
import tags from "./ar/tags.json" with { type: "json" };
import tagTest from "./ar/tagTest.json" with { type: "json" };
import tagWriting from "./ar/tagWriting.json" with { type: "json" };
import tips from "./ar/tips.json" with { type: "json" };
import transfer from "./ar/transfer.json" with { type: "json" };
import transferEmail from "./ar/transferEmail.json" with { type: "json" };
import twoFactor from "./ar/twoFactor.json" with { type: "json" };
import upgradeReview from "./ar/upgradeReview.json" with { type: "json" };

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
