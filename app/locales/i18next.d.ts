import "i18next";
import type english from "#app/locales/english.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    // Keys start with their namespace: `tags.claimed` is in `tags.json`.
    resources: { translation: typeof english };
    returnNull: false;
  }
}
