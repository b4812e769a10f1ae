import { defineConfig } from "drizzle-kit";

export default defineConfig({
  dialect: "postgresql",
  casing: "snake_case",
  schema: ["./app/platform/db/*.tables.server.ts", "./app/features/*/*.tables.server.ts"],
  out: "./migrations",
});
