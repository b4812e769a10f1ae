import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";

const run = promisify(execFile);

/**
 * Returns the milliseconds of CPU that a process and its descendants have used, including children that have exited
 * (`proc_pid_stat(5)`: 100 ticks a second).
 */
export async function cpuOf(pid: number): Promise<number> {
  const { stdout } = await run("ps", ["-e", "-o", "pid=,ppid="]);
  const rows = stdout
    .trim()
    .split("\n")
    .map((line) => line.trim().split(/\s+/).map(Number) as [number, number]);
  const family = new Set([pid]);
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const [child, parent] of rows) if (family.has(parent)) family.add(child);
  }
  const ticks = async (one: number) => {
    const stat = await readFile(`/proc/${one}/stat`, "utf8").catch(() => "");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, one) => sum + Number(one), 0);
  };
  return (await Promise.all([...family].map(ticks))).reduce((sum, one) => sum + one * 10, 0);
}
