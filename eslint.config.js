import parser from "@typescript-eslint/parser";
import regexp from "eslint-plugin-regexp";

const bodies = "/^(formData|json|text|arrayBuffer|blob|bytes)$/";
const refuse = (message, ...selectors) => selectors.map((selector) => ({ selector, message }));

const refused = [
  ...refuse(
    "A pattern is written out where it is made, so that it can be judged.",
    "[callee.name='RegExp']:not([arguments.0.type=/^(Literal|TemplateLiteral)$/])",
  ),
  ...refuse("No SQL is pasted together from text.", "MemberExpression[object.name='sql'][property.name='raw']"),
  ...refuse(
    "Bodies are read where they are limited, in app/platform/http.",
    `CallExpression > MemberExpression.callee[object.name='request'][property.name=${bodies}]`,
    `CallExpression > MemberExpression.callee[object.callee.object.name='request'][object.callee.property.name='clone'][property.name=${bodies}]`,
  ),
  ...refuse(
    "Settings come from app/platform/settings.server.ts.",
    "VariableDeclarator[init.name='process'] > ObjectPattern > Property[key.name='env']",
    "MemberExpression[object.type='MetaProperty'][property.name='env']",
  ),
];

const refusedForms = refuse(
  "Forms are AppForms (app/platform/ui/forms/app-form.tsx).",
  "JSXOpeningElement:matches([name.name='Form'], [name.property.name='Form']):has(JSXAttribute[name.name='method'][value.value='post'])",
  "ImportDeclaration[source.value='@conform-to/react'][importKind!='type'] > ImportSpecifier[imported.name=/^(useForm|getFormProps)$/]",
);

/** Lint rules for product code that Biome does not have; run with `npx eslint app seed server.ts serve.ts cli.ts open-app.ts`. */
export default [
  {
    files: ["**/*.ts", "**/*.tsx"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    languageOptions: { parser },
    plugins: { regexp },
    rules: {
      // Patterns run on visitors' input, so their running time must not grow faster than its length.
      "regexp/no-super-linear-backtracking": ["error", { report: "potential" }],
      "regexp/no-super-linear-move": ["error", { report: "certain" }],
      "regexp/no-invalid-regexp": "error",
      "no-restricted-syntax": ["error", ...refused, ...refusedForms],
    },
  },
  {
    // What AppForm is made of, and the buttons of every page, whose first load it would add to.
    files: ["app/platform/ui/forms/**", "app/layouts/**"],
    ignores: ["**/*.test.ts", "**/*.test.tsx"],
    rules: { "no-restricted-syntax": ["error", ...refused] },
  },
];
