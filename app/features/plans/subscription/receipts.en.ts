/** Words of receipts; browsers never need them. */
export const receiptsEn = {
  title: "Receipt",
  number: "Receipt number",
  date: "Date",
  for: "Received from",
  item: "For",
  period: "Holds from",
  to: "until",
  method: "Paid by",
  reference: "Reference number",
  sum: "Sum paid",
  footer: "Aleef · the tag that brings pets home",
};
