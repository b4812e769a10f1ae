import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import path from "node:path";
import { bootstrap, DefaultLogger, dummyPaymentHandler, LogLevel } from "@vendure/core";
import { populate } from "@vendure/core/cli/populate.js";

const { PORT, DATABASE_URL, POPULATE, STOCK = "90000" } = process.env;
const database = new URL(DATABASE_URL);

/** A shop as Vendure's guide sets one up, with nothing but the shop: no assets, no e-mails, no search index. */
const config = {
  apiOptions: { port: Number(PORT), hostname: "127.0.0.1", shopApiPath: "shop-api", adminApiPath: "admin-api" },
  authOptions: {
    tokenMethod: "bearer",
    superadminCredentials: { identifier: "keeper", password: randomUUID() },
    requireVerification: false,
  },
  dbConnectionOptions: {
    type: "postgres",
    host: database.hostname,
    port: Number(database.port),
    username: database.username,
    password: decodeURIComponent(database.password),
    database: database.pathname.slice(1),
    synchronize: POPULATE === "1",
    poolSize: 20,
    logging: false,
  },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  plugins: [],
};

const initialData = {
  defaultLanguage: "en",
  defaultZone: "Africa",
  countries: [{ name: "Egypt", code: "EG", zone: "Africa" }],
  taxRates: [{ name: "Standard Tax", percentage: 0 }],
  shippingMethods: [{ name: "Standard Shipping", price: 500 }],
  paymentMethods: [
    {
      name: "Cash on delivery",
      handler: { code: dummyPaymentHandler.code, arguments: [{ name: "automaticSettle", value: "false" }] },
    },
  ],
  collections: [],
};

if (POPULATE === "1") {
  const products = path.join(import.meta.dirname, "products.csv");
  const columns =
    "name,slug,description,assets,facets,optionGroups,optionValues,sku,price,taxCategory,stockOnHand,trackInventory,variantAssets,variantFacets";
  await writeFile(products, `${columns}\nClassic tag,classic-tag,Steel.,,,,,B-1,14.99,standard,${STOCK},true,,\n`);
  const app = await populate(() => bootstrap(config), initialData, products);
  await app.close();
  process.exit(0);
}
await bootstrap(config);
process.send?.("ready");
