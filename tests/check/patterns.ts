import ts from "typescript";
import { listFiles, readText } from "./files.ts";
import { attackOn } from "./pattern-growth.ts";
import { counted, type Outcome } from "./report.ts";

const isProduct = (file: string) => /^(?:app|seed)\/.*\.tsx?$|^server\.ts$/.test(file) && !/\.test\.tsx?$/.test(file);

interface Found {
  where: string;
  pattern: RegExp;
}

/**
 * Every regular expression of a file, and where one is made of what cannot be read here. In one that is put together,
 * constants of the file stand for themselves and everything else for a letter.
 */
export function patternsIn(file: string, text: string): { found: Found[]; unread: string[] } {
  const source = ts.createSourceFile(
    file,
    text,
    ts.ScriptTarget.Latest,
    true,
    file.endsWith("x") ? ts.ScriptKind.TSX : ts.ScriptKind.TS,
  );
  const found: Found[] = [];
  const unread: string[] = [];
  const constants = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    const where = () => `${file}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
    if (ts.isRegularExpressionLiteral(node)) {
      const [, pattern = "", flags] = /^\/(.*)\/([a-z]*)$/s.exec(node.text) ?? [];
      found.push({ where: where(), pattern: new RegExp(pattern, flags) });
    } else if (ts.isNewExpression(node) && node.expression.getText() === "RegExp") {
      const [pattern, flags] = node.arguments ?? [];
      const written = pattern && writtenOut(pattern, constants);
      if (written === undefined) unread.push(where());
      else
        found.push({
          where: where(),
          pattern: new RegExp(written, flags && ts.isStringLiteral(flags) ? flags.text : ""),
        });
    } else if (ts.isVariableDeclaration(node) && node.initializer && ts.isStringLiteral(node.initializer))
      constants.set(node.name.getText(), node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { found, unread };
}

function writtenOut(node: ts.Expression, constants: Map<string, string>): string | undefined {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  const rest = node.templateSpans.map(
    ({ expression, literal }) => (constants.get(expression.getText()) ?? "x") + literal.text,
  );
  return node.head.text + rest.join("");
}

/** No regular expression may take longer than its text is long: a visitor writes that text. */
export async function checkPatterns(): Promise<Outcome> {
  const files = (await listFiles()).filter(isProduct);
  const seen = new Map<string, Found>();
  const problems: string[] = [];
  for (const file of files) {
    const { found, unread } = patternsIn(file, (await readText(file)) ?? "");
    for (const one of found) if (!seen.has(String(one.pattern))) seen.set(String(one.pattern), one);
    problems.push(...unread.map((where) => `${where}: this regular expression is made of what cannot be read here`));
  }
  for (const { where, pattern } of seen.values()) {
    const attack = attackOn(pattern);
    if (attack) problems.push(`${where}: ${pattern} takes far longer for longer texts: ${attack}`);
  }
  if (seen.size === 0) problems.push("not a single regular expression was found");
  return { summary: `${counted(seen.size, "regular expression")} fed with what they are made of`, problems };
}
