import { checkoutAr } from "#app/features/orders/checkout/checkout.ar.ts";
import { ordersAr } from "#app/features/orders/orders.ar.ts";

/** What the checkout and the pages of orders show. */
export const words = { checkout: checkoutAr, orders: ordersAr };
