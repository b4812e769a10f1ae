import { AsyncLocalStorage, AsyncResource } from "node:async_hooks";
import { setTimeout as pause } from "node:timers/promises";
import type { Attributes, Context, Span } from "@opentelemetry/api";
import type pg from "pg";

interface TraceSettings {
  endpoint: string;
  headers: Record<string, string>;
  /** Share of traces to record, from 0 to 1, unless the caller has already decided. */
  share: number;
}

/** Values of OpenTelemetry's `SpanKind`. */
const kinds = { server: 1, client: 2, consumer: 4 } as const;

interface SpanDetails {
  kind: keyof typeof kinds;
  attributes?: Attributes;
  /** The caller's `traceparent` (W3C Trace Context), only if the caller is trusted. */
  traceparent?: string | undefined;
}

interface Tracing {
  start(name: string, details: SpanDetails, parent: Context | undefined): { span: Span; context: Context };
}

let tracing: Tracing | null = null;
const active = new AsyncLocalStorage<{ span: Span; context: Context }>();

/**
 * Starts sending spans to an OpenTelemetry collector by OTLP over HTTP; returns a function that sends the last ones and
 * stops. Without settings, nothing is loaded.
 */
export async function startTracing(settings: TraceSettings | undefined): Promise<() => Promise<void>> {
  if (!settings) return async () => undefined;
  const [api, { parseTraceParent }, { resourceFromAttributes }, sdk, { OTLPTraceExporter }] = await Promise.all([
    import("@opentelemetry/api"),
    import("@opentelemetry/core"),
    import("@opentelemetry/resources"),
    import("@opentelemetry/sdk-trace"),
    import("@opentelemetry/exporter-trace-otlp-http"),
  ]);
  const { endpoint, headers, share } = settings;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, "")}/v1/traces`, headers });
  const provider = new sdk.TracerProvider({
    resource: resourceFromAttributes({ "service.name": "aleef" }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter })],
  });
  // Not registered globally, because libraries that look for a global tracer would add spans whose content we do not
  // control.
  const tracer = provider.getTracer("aleef");
  tracing = {
    start(name, { kind, attributes = {}, traceparent }, parent = api.ROOT_CONTEXT) {
      const caller = traceparent ? parseTraceParent(traceparent) : null;
      const from = caller ? api.trace.setSpanContext(parent, { ...caller, isRemote: true }) : parent;
      const span = tracer.startSpan(name, { kind: kinds[kind], attributes }, from);
      return { span, context: api.trace.setSpan(from, span) };
    },
  };
  return async () => {
    tracing = null;
    // An unavailable collector must not delay shutdown.
    await Promise.race([provider.shutdown().catch(() => undefined), pause(2_000)]);
  };
}

/** Returns whether spans are recorded. */
export const isTracing = (): boolean => tracing !== null;

/** Returns the id of the current trace; undefined outside of one. */
export const getTraceId = (): string | undefined => active.getStore()?.span.spanContext().traceId;

/** Marks a span as failed. Errors are recorded by code or class only, because messages may contain values. */
function markFailed(span: Span, error: unknown): void {
  const { code } = (error ?? {}) as { code?: unknown };
  const name = error instanceof Error ? error.constructor.name : typeof error;
  span.setAttribute("error.type", typeof code === "string" ? code : name);
  span.setStatus({ code: 2 });
}

/**
 * Runs `work` in a span with this name, as a child of the current span. Without tracing, runs it directly.
 * Names and attributes must not contain personal data or URLs that grant access.
 */
export async function withSpan<R>(name: string, details: SpanDetails, work: (span?: Span) => Promise<R>): Promise<R> {
  if (!tracing) return work();
  const started = tracing.start(name, details, active.getStore()?.context);
  try {
    return await active.run(started, work, started.span);
  } catch (error) {
    markFailed(started.span, error);
    throw error;
  } finally {
    started.span.end();
  }
}

/** Returns a callback that runs in the caller's trace, whoever calls it. */
export const bindTrace = <F extends (...args: never[]) => unknown>(callback: F): F =>
  tracing ? (AsyncResource.bind(callback as never) as unknown as F) : callback;

/** Returns the statement's first word and the first table it names, which reveal none of its values. */
export function readStatement(text: string): { operation: string; table: string | undefined } {
  const operation = (/^[\s(]*([a-z]+)/i.exec(text)?.[1] ?? "statement").toLowerCase();
  const table = /\b(?:from|into|update|join)\s+(?:only\s+)?((?:"?[a-z_]\w*"?\.)?"?[a-z_]\w*"?)/i.exec(text)?.[1];
  return { operation, table: table?.replaceAll('"', "") };
}

type Query = (...args: unknown[]) => unknown;

/** Records each statement that a connection runs within a trace: operation and table, neither text nor values. */
export function recordStatementSpans(client: pg.ClientBase): void {
  const query = client.query.bind(client) as Query;
  const spanned: Query = (...args) => {
    const [given] = args;
    const text = typeof given === "string" ? given : (given as { text?: unknown } | null)?.text;
    const around = active.getStore();
    if (!tracing || !around || typeof text !== "string") return query(...args);
    const { operation, table } = readStatement(text);
    const attributes = {
      "db.system.name": "postgresql",
      "db.operation.name": operation,
      ...(table && { "db.collection.name": table }),
    };
    const name = table ? `${operation} ${table}` : operation;
    const { span } = tracing.start(name, { kind: "client", attributes }, around.context);
    const done = args.at(-1);
    if (typeof done === "function")
      return query(...args.slice(0, -1), (error: unknown, result: unknown) => {
        if (error) markFailed(span, error);
        span.end();
        (done as Query)(error, result);
      });
    const answer = query(...args);
    if (!(answer instanceof Promise)) {
      span.end();
      return answer;
    }
    return answer.then(
      (result) => {
        span.end();
        return result;
      },
      (error: unknown) => {
        markFailed(span, error);
        span.end();
        throw error;
      },
    );
  };
  client.query = spanned as typeof client.query;
}
