import "i18next";
import type { words } from "./words.en.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof words };
    returnNull: false;
  }
}
