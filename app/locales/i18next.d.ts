import "i18next";
import type english from "#app/locales/english.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    // A key names its namespace first: `tags.claimed` stands in `tags.json`.
    resources: { translation: typeof english };
    returnNull: false;
  }
}
