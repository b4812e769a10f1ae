// The whole site would stand still because nobody can write its log.
import { expect, test, vi } from "vitest";
import { soon } from "#tests/eventually.ts";
import { createLogOutput } from "./log.server.ts";

test.each(["ENOSPC", "EAGAIN", "EPIPE"])(
  "an output that fails with %s does not block and receives the oldest lines later",
  async (code) => {
    let isFull = true;
    let written = "";
    const write = vi.fn((_fd: number, text: Buffer, done: (error: Error | null, written: number) => void) =>
      setImmediate(() => {
        if (isFull) return done(Object.assign(new Error("it takes nothing"), { code }), 0);
        // Accepts only part of the bytes at a time, like a pipe.
        const part = text.subarray(0, 100_000);
        written += part.toString();
        done(null, part.length);
      }),
    );
    const output = createLogOutput(1, write);
    const line = (number: number) => `${String(number).padStart(9, "0")} ${"x".repeat(989)}\n`;
    for (let number = 0; number < 5_000; number++) output.write(line(number));
    await soon(() => expect(write.mock.calls.length).toBeGreaterThan(1));
    const kept = Math.floor((4 * 1024 * 1024) / 1000);
    expect(output.droppedLines()).toBe(5_000 - kept);
    expect(write.mock.calls.length).toBeLessThan(50);
    isFull = false;
    await soon(() => expect(written.length).toBe(kept * 1000));
    expect(written).toBe(Array.from({ length: kept }, (_, number) => line(number)).join(""));
    output.write("later\n");
    await soon(() => expect(written.endsWith("later\n")).toBe(true));
  },
);
