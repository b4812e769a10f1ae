import { checkoutEn } from "#app/features/orders/checkout/checkout.en.ts";
import { ordersEn } from "#app/features/orders/orders.en.ts";

/** What the checkout and the pages of orders show. */
export const words = { checkout: checkoutEn, orders: ordersEn };
