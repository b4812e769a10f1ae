/** Words of documents on paper; browsers never need them. */
export const papersEn = {
  invoice: "Invoice",
  packingSlip: "Packing slip",
  number: "Order number",
  date: "Date",
  to: "Ship to",
  item: "Item",
  sku: "SKU",
  quantity: "Quantity",
  price: "Price",
  sum: "Sum",
  payment: "Payment",
  nothingDue: "Nothing to collect: a free replacement",
  cashDue: "Cash to collect: {{total}}",
  paid: "Paid in cash: {{total}}",
  footer: "Aleef · the tag that brings pets home",
  returns: "You can return what is unused and in its packaging within 30 days of delivery.",
};
