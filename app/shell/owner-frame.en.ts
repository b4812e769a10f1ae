export const ownerFrameEn = {
  label: "Dashboard navigation",
  overview: "Overview",
  pets: "My pets",
  tags: "NFC tags",
  scans: "Scan records",
  lostFound: "Lost and found",
  store: "Store",
  orders: "Orders",
  tips: "Pet care tips",
  subscription: "Subscription",
  settings: "Settings",
  admin: "Admin panel",
};
