import { spawn } from "node:child_process";
import path from "node:path";
import { type Outcome, root } from "./report.ts";

/** Environment with the project's own tools first in PATH. */
export const environment = {
  ...process.env,
  PATH: [path.join(root, "node_modules/.bin"), process.env.PATH].join(path.delimiter),
};

/** Runs a program without input. Resolves with its exit code and combined output. */
export function runProgram(
  program: string,
  parameters: string[],
  more: NodeJS.ProcessEnv = {},
): Promise<{ code: number; output: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      cwd: root,
      env: { ...environment, ...more },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const pieces: Buffer[] = [];
    child.stdout.on("data", (piece) => pieces.push(piece));
    child.stderr.on("data", (piece) => pieces.push(piece));
    child.on("error", reject);
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(pieces).toString("utf8") }));
  });
}

/** Runs a tool that reports failure by its exit code. `summarize` extracts the summary from the output. */
export async function runTool(
  program: string,
  parameters: string[],
  summarize: (output: string) => string,
): Promise<Outcome> {
  const { code, output } = await runProgram(program, parameters);
  const lines = output.split("\n").filter((line) => line.trim());
  return { summary: summarize(output), problems: code === 0 ? [] : lines };
}
