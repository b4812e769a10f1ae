import type { Attributes } from "#app/features/catalog/products.rules.ts";
import type { OrderStatus } from "#app/features/orders/orders.rules.ts";

export interface DemoOrderLine {
  sku: string;
  attributes?: Attributes;
  /** The tag is ordered for the buyer's first pet and arrives linked to it. */
  isForPet?: boolean;
  review?: { stars: number; text: string };
  isReturned?: boolean;
}

export interface DemoOrder {
  buyer: "owner" | "finder";
  daysAgo: number;
  lines: DemoOrderLine[];
  way: OrderStatus[];
  isPaid?: boolean;
}

const arrived: OrderStatus[] = ["processing", "shipped", "delivered"];

/** Orders of the demo accounts over the last weeks, in every status, with reviews. */
export const demoOrders: DemoOrder[] = [
  {
    buyer: "owner",
    daysAgo: 38,
    way: arrived,
    isPaid: true,
    lines: [
      {
        sku: "ALF-NYLON",
        attributes: { color: "coral", size: "m" },
        review: { stars: 5, text: "Cars slow down from far away now. It washed clean after the beach, too." },
      },
      {
        sku: "ALF-STICKERS",
        review: { stars: 4, text: "One on the carrier, one on the car. The fourth is still waiting for a good place." },
      },
    ],
  },
  {
    buyer: "finder",
    daysAgo: 31,
    way: arrived,
    isPaid: true,
    lines: [
      {
        sku: "ALF-CAT",
        attributes: { color: "marigold" },
        review: { stars: 5, text: "علقت لونا في الستارة فانفتح القفل كما وعدتم. تلبسه منذ شهر ولا تشعر به." },
      },
      {
        sku: "ALF-CLASSIC",
        attributes: { color: "silver" },
        review: { stars: 4, text: "واضحة وخفيفة، ومسحها هاتف الجيران من أول مرة. تمنيت لو كانت الحلقة أصغر قليلًا." },
      },
    ],
  },
  {
    buyer: "owner",
    daysAgo: 24,
    way: arrived,
    isPaid: true,
    lines: [
      {
        sku: "ALF-CASE",
        attributes: { color: "teal" },
        review: { stars: 5, text: "Rocky wears it day and night. Nothing dangles anymore." },
      },
      { sku: "ALF-BOWL", attributes: { color: "marigold" }, isReturned: true },
      {
        sku: "ALF-GOLD",
        attributes: { color: "gold" },
        review: { stars: 5, text: "A finder called us within ten minutes. Worth every piastre." },
      },
    ],
  },
  {
    buyer: "finder",
    daysAgo: 17,
    way: arrived,
    isPaid: true,
    lines: [
      {
        sku: "ALF-GOLD",
        attributes: { color: "rose" },
        review: { stars: 5, text: "أجمل من الصورة، والنقش ما زال كأنه جديد." },
      },
      { sku: "ALF-HUSH", review: { stars: 3, text: "تؤدي الغرض، لكن واحدة من الثلاث واسعة على البطاقة الصغيرة." } },
    ],
  },
  {
    buyer: "owner",
    daysAgo: 9,
    way: arrived,
    isPaid: true,
    lines: [
      {
        sku: "ALF-LEASH",
        attributes: { color: "teal" },
        review: { stars: 4, text: "Soft in the hand even when Rocky sees a cat. A little heavy." },
      },
    ],
  },
  { buyer: "finder", daysAgo: 7, way: arrived, lines: [{ sku: "ALF-PAW", attributes: { color: "teal" } }] },
  { buyer: "owner", daysAgo: 6, way: ["cancelled"], lines: [{ sku: "ALF-LEASH", attributes: { color: "brown" } }] },
  {
    buyer: "owner",
    daysAgo: 2,
    way: ["processing", "shipped"],
    lines: [
      { sku: "ALF-SMART", attributes: { color: "teal", size: "l" } },
      { sku: "ALF-CASE", attributes: { color: "black" } },
    ],
  },
  {
    buyer: "finder",
    daysAgo: 1,
    way: ["processing"],
    lines: [{ sku: "ALF-PAW", attributes: { color: "navy", engraving: "لونا" }, isForPet: true }],
  },
  {
    buyer: "owner",
    daysAgo: 0,
    way: [],
    lines: [{ sku: "ALF-CLASSIC", attributes: { color: "teal", engraving: "Rocky" }, isForPet: true }],
  },
];
