import { Readable } from "node:stream";
import type pg from "pg";

/**
 * Streams the rows of a `copy … to stdout` in PostgreSQL's text format, with backpressure: only a few chunks are in
 * memory at a time.
 */
export function exportRows(client: pg.Client, text: string): Readable {
  const statement = new CopyOut(text);
  client.query(statement);
  return statement.rows;
}

/** Sends complete rows to a `copy … from stdin`; returns the number of rows. */
export async function importRows(client: pg.Client, text: string, bytes: Uint8Array): Promise<number> {
  const statement = new CopyIn(text, bytes);
  client.query(statement);
  return statement.taken;
}

/** Driver callbacks of a submitted statement. */
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
    // The driver reuses this buffer for its next message.
    if (!this.rows.push(Buffer.from(chunk))) this.connection?.stream.pause();
  }

  handleError(error: Error) {
    this.rows.destroy(error);
  }

  handleReadyForQuery() {
    this.rows.push(null);
  }
}

/** Methods of the driver's connection that are missing in its types. */
interface CopyConnection {
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

  handleCopyInResponse(connection: CopyConnection) {
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
