export const shippingMethods = ["standard", "express"] as const;
export type ShippingMethod = (typeof shippingMethods)[number];

/** First and last business day of delivery, counted from the order. */
export const shippingDays: Record<ShippingMethod, readonly [number, number]> = { standard: [3, 5], express: [1, 2] };

/** Days after delivery within which goods can be returned: unused, in their original packaging. */
export const returnDays = 30;

/** Business days until a refund arrives. */
export const refundDays: readonly [number, number] = [5, 7];
