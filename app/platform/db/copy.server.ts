import { Readable } from "node:stream";
import type pg from "pg";

/**
 * The rows of a `copy … to stdout` as PostgreSQL writes them, in its text format. Who takes the pieces slowly makes the
 * server wait: however large a table, a few pieces lie in memory.
 */
export function copyOut(client: pg.Client, text: string): Readable {
  const statement = new CopyOut(text);
  client.query(statement);
  return statement.rows;
}

/** Gives whole rows to a `copy … from stdin`; returns how many PostgreSQL took. */
export async function copyIn(client: pg.Client, text: string, bytes: Uint8Array): Promise<number> {
  const statement = new CopyIn(text, bytes);
  client.query(statement);
  return statement.taken;
}

/** What the driver tells of a statement that it hands to the one who gave it. */
abstract class Copy implements pg.Submittable {
  protected connection: pg.Connection | undefined;

  private readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  submit(connection: pg.Connection) {
    this.connection = connection;
    connection.query(this.text);
  }

  abstract handleError(error: Error): void;
  abstract handleReadyForQuery(): void;
  handleRowDescription() {}
  handleCommandComplete(_done: { text: string }) {}
}

class CopyOut extends Copy {
  readonly rows = new Readable({
    highWaterMark: 1024 * 1024,
    read: () => void this.connection?.stream.resume(),
    destroy: (error, done) => {
      this.connection?.stream.resume();
      done(error);
    },
  });

  handleCopyData({ chunk }: { chunk: Buffer }) {
    if (this.rows.destroyed) return;
    // The driver reads its next answer into the same memory.
    if (!this.rows.push(Buffer.from(chunk))) this.connection?.stream.pause();
  }

  handleError(error: Error) {
    this.rows.destroy(error);
  }

  handleReadyForQuery() {
    this.rows.push(null);
  }
}

/** What the driver's connection can do beside what its types say. */
interface Taking {
  sendCopyFromChunk(bytes: Buffer): void;
  endCopyFrom(): void;
}

class CopyIn extends Copy {
  private readonly result = Promise.withResolvers<number>();
  private rows = 0;

  private readonly bytes: Uint8Array;

  constructor(text: string, bytes: Uint8Array) {
    super(text);
    this.bytes = bytes;
  }

  get taken() {
    return this.result.promise;
  }

  handleCopyInResponse(connection: Taking) {
    connection.sendCopyFromChunk(Buffer.from(this.bytes));
    connection.endCopyFrom();
  }

  override handleCommandComplete({ text }: { text: string }) {
    this.rows = Number(text.split(" ")[1]);
  }

  handleError(error: Error) {
    this.result.reject(error);
  }

  handleReadyForQuery() {
    this.result.resolve(this.rows);
  }
}
