export const channels = ["email", "push"] as const;
export type Channel = (typeof channels)[number];

export const alertKinds = ["scan", "found", "location", "message", "account"] as const;
export type AlertKind = (typeof alertKinds)[number];

export const deliveryStates = ["waiting", "delivered", "failed", "off"] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** Which channels an owner wants for which kind. The inbox and the live stream always get everything. */
export type Preferences = Record<AlertKind, Record<Channel, boolean>>;

const defaultPreferences: Preferences = {
  scan: { email: true, push: true },
  found: { email: true, push: true },
  location: { email: true, push: true },
  message: { email: true, push: true },
  account: { email: true, push: false },
};

/** Somebody standing beside the animal: these may not be silenced on every channel at once. */
export const urgentKinds: readonly AlertKind[] = ["scan", "found", "location"];

/** Stored choices over the defaults; a kind that a stored record does not know takes its default. */
export function preferencesOf(stored: Partial<Preferences> | null | undefined): Preferences {
  return Object.fromEntries(
    alertKinds.map((kind) => [kind, { ...defaultPreferences[kind], ...stored?.[kind] }]),
  ) as Preferences;
}

/** Values that an alert's words need. */
export interface AlertParams {
  petName?: string;
  finderName?: string;
  text?: string;
  place?: string;
}
