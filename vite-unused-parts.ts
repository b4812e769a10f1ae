import type { Plugin } from "vite";

interface Part {
  /** Suffix of the module's path. */
  file: string;
  find: RegExp;
  replacement: string;
}

/** Unused or replaced parts of libraries that would otherwise ship with every page (docs/decisions/026). */
const parts: Part[] = [
  {
    // `instrumentations` are only used by the server's router.
    file: "react-router/dist/production/lib/router/instrumentation.js",
    find: /^[\s\S]+$/,
    replacement: `const nothing = () => undefined;
export { nothing as consumeInstrumentationClientResultMetaReceiver, nothing as getRouteInstrumentationUpdates, nothing as instrumentClientSideRouter, nothing as instrumentHandler, nothing as instrumentationResultMetaContext };`,
  },
  {
    // Translations are added with `addResourceBundle`, not by a backend.
    file: "i18next/dist/esm/i18next.js",
    find: /^class Connector extends EventEmitter \{[\s\S]*?^\}/m,
    replacement: `class Connector extends EventEmitter {
  state = {};
  load(languages, namespaces, done) { done?.(); }
  reload(languages, namespaces, done) { done?.(); }
}`,
  },
  {
    // Values are formatted by our own module.
    file: "i18next/dist/esm/i18next.js",
    find: /^class Formatter \{[\s\S]*?^\}/m,
    replacement: "class Formatter {}",
  },
  {
    // No translation includes another with `$t(…)`.
    file: "i18next/dist/esm/i18next.js",
    find: /^ {2}nest\(str, fc, options = \{\}\) \{[\s\S]*?^ {2}\}/m,
    replacement: "  nest(str) { return str; }",
  },
  {
    // Translation keys are strings.
    file: "i18next/dist/esm/i18next.js",
    find: /^function keysFromSelector\(selector, opts\) \{[\s\S]*?^\}/m,
    replacement: "function keysFromSelector() {}",
  },
  {
    file: "i18next/dist/esm/i18next.js",
    find: /^ {2}dir\(lng\) \{[\s\S]*?^ {2}\}/m,
    replacement: "  dir() {}",
  },
  {
    file: "i18next/dist/esm/i18next.js",
    find: /^ {2}cloneInstance\(options = \{\}, callback = noop\) \{[\s\S]*?^ {2}\}/m,
    replacement: "  cloneInstance() {}",
  },
  {
    // There is one instance, translations are fetched before rendering, and neither suspense nor key prefixes are used.
    file: "react-i18next/dist/es/useTranslation.js",
    find: /^import[\s\S]+$/m,
    replacement: `import { useContext, useMemo, useSyncExternalStore } from "react";
import { getI18n, I18nContext } from "./context.js";
export const useTranslation = () => {
  const i18n = useContext(I18nContext)?.i18n || getI18n();
  const { subscribe, get } = useMemo(() => ({
    get: () => i18n.language,
    subscribe: (listener) => {
      i18n.on("languageChanged", listener);
      return () => i18n.off("languageChanged", listener);
    },
  }), [i18n]);
  const language = useSyncExternalStore(subscribe, get, get);
  return useMemo(() => {
    const t = i18n.getFixedT(language, "common", undefined, { scopeNs: ["common"] });
    return Object.assign([t, i18n, true], { t, i18n, ready: true });
  }, [i18n, language]);
};`,
  },
  {
    // Icons have a size, a colour and a stroke width; no context, absolute stroke width or data for other frameworks.
    file: "lucide-react/dist/esm/createLucideIcon.mjs",
    find: /^import[\s\S]+$/m,
    replacement: `import { createElement, forwardRef } from "react";
export default function createLucideIcon({ name, aliases = [], size: box = 24, node }) {
  const own = ["lucide", ...[name, ...aliases].map((one) => "lucide-" + one)].join(" ");
  return forwardRef(({ className, size = 24, color = "currentColor", strokeWidth = 2, children, ...rest }, ref) => {
    const isNamed = children || Object.keys(rest).some((one) => rest[one] != null && /^(aria-|role$|title$)/.test(one));
    const attributes = { width: size, height: size, viewBox: "0 0 " + box + " " + box, fill: "none", stroke: color, strokeWidth, strokeLinecap: "round", strokeLinejoin: "round" };
    return createElement(
      "svg",
      { ref, xmlns: "http://www.w3.org/2000/svg", ...attributes, className: className ? own + " " + className : own, "aria-hidden": isNamed ? undefined : "true", ...rest },
      node.map(([tag, one]) => createElement(tag, one)),
      children,
    );
  });
}`,
  },
];

/**
 * Returns the module's code without its unused parts, or null if it has none. Throws if a part is not found in the
 * module.
 */
export function withoutUnused(code: string, id: string): string | null {
  const wanted = parts.filter(({ file }) => id.endsWith(file));
  if (wanted.length === 0) return null;
  return wanted.reduce((text, { file, find, replacement }) => {
    if (!find.test(text)) throw new Error(`${find} is not in ${file} any more`);
    return text.replace(find, () => replacement);
  }, code);
}

/** Vite plugin that removes the unused parts from the client's files. */
export function withoutUnusedParts(): Plugin {
  return {
    name: "without-unused-parts",
    apply: "build",
    applyToEnvironment: ({ name }) => name === "client",
    transform(code, id) {
      const left = withoutUnused(code, id);
      return left === null ? null : { code: left, map: null };
    },
  };
}
