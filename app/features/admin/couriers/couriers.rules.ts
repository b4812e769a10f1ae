/** Order data that a courier's upload needs. */
export interface CourierOrder {
  number: string;
  fullName: string;
  phone: string;
  email: string;
  country: string;
  state: string;
  city: string;
  address: string;
  landmark: string;
  zipCode: string;
  pieces: number;
  items: string;
  /** Cash to collect, in the store's currency with its decimals. */
  cash: string;
  currency: string;
  /** Delivery window as text; empty if none was given. */
  window: string;
}

type Columns = readonly (readonly [name: string, value: (order: CourierOrder) => string | number])[];

/**
 * Columns of each courier's upload, named and ordered as the fields of its public shipping API: Bosta "Create Delivery"
 * (type 10 is a parcel to send), Aramex Shipping Services "CreateShipments", SMSA "addShipment".
 */
export const courierColumns = {
  bosta: [
    ["type", () => 10],
    ["businessReference", ({ number }) => number],
    ["receiver.fullName", ({ fullName }) => fullName],
    ["receiver.phone", ({ phone }) => phone],
    ["receiver.email", ({ email }) => email],
    ["dropOffAddress.city", ({ state, city }) => state || city],
    ["dropOffAddress.zone", ({ city }) => city],
    ["dropOffAddress.firstLine", ({ address }) => address],
    ["dropOffAddress.secondLine", ({ landmark }) => landmark],
    ["specs.packageDetails.itemsCount", ({ pieces }) => pieces],
    ["specs.packageDetails.description", ({ items }) => items],
    ["cod", ({ cash }) => cash],
    ["notes", ({ window }) => window],
  ],
  aramex: [
    ["Reference1", ({ number }) => number],
    ["Consignee.PersonName", ({ fullName }) => fullName],
    ["Consignee.CellPhone", ({ phone }) => phone],
    ["Consignee.EmailAddress", ({ email }) => email],
    ["Consignee.Line1", ({ address }) => address],
    ["Consignee.Line2", ({ landmark }) => landmark],
    ["Consignee.City", ({ city }) => city],
    ["Consignee.StateOrProvinceCode", ({ state }) => state],
    ["Consignee.PostCode", ({ zipCode }) => zipCode],
    ["Consignee.CountryCode", ({ country }) => country],
    ["NumberOfPieces", () => 1],
    ["DescriptionOfGoods", ({ items }) => items],
    ["Services", ({ cash }) => (Number(cash) > 0 ? "CODS" : "")],
    ["CashOnDeliveryAmount", ({ cash }) => cash],
    ["CashOnDeliveryCurrency", ({ currency }) => currency],
  ],
  smsa: [
    ["refNo", ({ number }) => number],
    ["cName", ({ fullName }) => fullName],
    ["cntry", ({ country }) => country],
    ["cCity", ({ city }) => city],
    ["cZip", ({ zipCode }) => zipCode],
    ["cMobile", ({ phone }) => phone],
    ["cAddr1", ({ address }) => address],
    ["cAddr2", ({ landmark }) => landmark],
    ["shipType", () => "DLV"],
    ["PCs", () => 1],
    ["cEmail", ({ email }) => email],
    ["codAmt", ({ cash }) => cash],
    ["itemDesc", ({ items }) => items],
  ],
} satisfies Record<string, Columns>;

export type Courier = keyof typeof courierColumns;
export const couriers = Object.keys(courierColumns) as Courier[];

/** Maximum number of lines in one settlement file. */
export const maxSettlementLines = 50_000;

/** Maximum number of settlement lines that a page shows. */
export const maxShownLines = 500;

/** Outcomes of a settlement line. Only `match` records cash; `again` and `zero` are not differences. */
const settlementOutcomes = [
  "match",
  "unknown",
  "amount",
  "unreadable",
  "twice",
  "again",
  "notShipped",
  "cancelled",
  "zero",
] as const;
export type SettlementOutcome = (typeof settlementOutcomes)[number];

/** Whether a line needs attention. */
export function isDifference(outcome: SettlementOutcome): boolean {
  return !["match", "again", "zero"].includes(outcome);
}

/** Column headers that couriers use for the order, the parcel and the cash; spaces and signs do not matter. */
export const settlementHeads = {
  order: [
    "ordernumber",
    "order",
    "orderno",
    "orderid",
    "orderref",
    "orderreference",
    "businessreference",
    "customerreference",
    "merchantreference",
    "reference1",
    "shipperreference",
    "refno",
    "ref",
    "reference",
    "رقمالطلب",
    "رقمالأوردر",
  ],
  tracking: [
    "trackingnumber",
    "trackingno",
    "tracking",
    "airwaybill",
    "airwaybillnumber",
    "awb",
    "awbno",
    "awbnumber",
    "waybill",
    "shipmentnumber",
    "shipmentid",
    "hawb",
    "رقمالتتبع",
    "رقمالشحنة",
    "رقمالبوليصة",
  ],
  cash: [
    "cod",
    "codamt",
    "codamount",
    "codvalue",
    "cashondeliveryamount",
    "collectedamount",
    "collected",
    "cashcollected",
    "collectionamount",
    "amount",
    "cash",
    "المبلغ",
    "المبلغالمحصل",
    "مبلغالتحصيل",
    "قيمةالتحصيل",
  ],
} as const;
