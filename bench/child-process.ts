import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";

const { scripts } = JSON.parse(readFileSync(path.join(import.meta.dirname, "../package.json"), "utf8"));
/** Options of Node.js with which `npm start` runs the app. */
const nodeOptions: string[] = scripts.start.match(/--\S+/g);

/** A child process of the benchmark that answers requests over IPC. */
export interface Child {
  pid: number;
  ask<Answer>(question: string, detail?: unknown): Promise<Answer>;
  stop(): Promise<void>;
}

interface Reply {
  number: number;
  answer?: unknown;
  error?: string;
}

/** Starts a file of this folder with its options, as `npm start` starts the app. Resolves when it is ready. */
export async function startChild(file: string, options: object): Promise<Child> {
  const child: ChildProcess = fork(path.join(import.meta.dirname, file), [JSON.stringify(options)], {
    execArgv: nodeOptions,
    serialization: "advanced",
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const waiting = new Map<number, (reply: Reply) => void>();
  const ended = once(child, "exit");
  let lastNumber = 0;
  child.on("message", (reply: Reply) => waiting.get(reply.number)?.(reply));
  child.on("exit", (code) => {
    for (const tell of waiting.values()) tell({ number: 0, error: `${file} ended with ${code}` });
  });
  const ask = <Answer>(question: string, detail?: unknown) =>
    new Promise<Answer>((resolve, reject) => {
      const number = ++lastNumber;
      waiting.set(number, ({ answer, error }) => {
        waiting.delete(number);
        if (error) reject(new Error(error));
        else resolve(answer as Answer);
      });
      child.send({ number, question, detail });
    });
  await ask("ready");
  return {
    pid: child.pid as number,
    ask,
    async stop() {
      if (child.exitCode === null) child.disconnect();
      await ended;
    },
  };
}

type Answers = Record<string, (detail: never) => unknown>;

/** Runs the child's side: answers the parent's requests and exits when the parent disconnects. */
export function answerParent<Options>(open: (options: Options) => Promise<Answers & { close(): Promise<void> }>): void {
  // Selects React's production build, as server.ts does.
  process.env.NODE_ENV = "production";
  const opened = open(JSON.parse(process.argv[2] ?? "{}") as Options);
  process.on("message", async ({ number, question, detail }: { number: number; question: string; detail: unknown }) => {
    try {
      const answers: Answers = { ready: () => true, cpu: () => process.cpuUsage(), ...(await opened) };
      process.send?.({ number, answer: await answers[question]?.(detail as never) });
    } catch (error) {
      process.send?.({ number, error: error instanceof Error ? (error.stack ?? error.message) : String(error) });
    }
  });
  process.once("disconnect", async () => {
    const deadline = setTimeout(() => process.exit(1), 10_000);
    await opened.then((answers) => answers.close()).catch(() => undefined);
    clearTimeout(deadline);
    process.exit(0);
  });
}
