import type {
  Telemetry,
  TelemetryAttributes,
  TelemetryCounter,
  TelemetryHistogram,
} from './model/telemetry.js'

export type {
  Telemetry,
  TelemetryAttributes,
  TelemetryCounter,
  TelemetryHistogram,
  TelemetrySpan,
  TelemetrySpanEnd,
} from './model/telemetry.js'

/** The part of `@opentelemetry/api` that is used. Pass the whole module. */
export interface OpenTelemetryApi {
  readonly trace: { getTracer(name: string): OpenTelemetryTracer }
  readonly metrics: { getMeter(name: string): OpenTelemetryMeter }
}

/** A tracer of `@opentelemetry/api`. */
export interface OpenTelemetryTracer {
  /** Starts a span and makes it current while the function runs. */
  startActiveSpan(
    name: string,
    options: { kind: number; attributes: Record<string, string | number> },
    run: (span: OpenTelemetrySpan) => void,
  ): void
}

/** A span of `@opentelemetry/api`. */
export interface OpenTelemetrySpan {
  /** Adds an attribute. */
  setAttribute(name: string, value: string | number): unknown
  /** Sets whether the work failed. */
  setStatus(status: { code: number }): unknown
  /** Ends the span. */
  end(): void
}

/** A meter of `@opentelemetry/api`. */
export interface OpenTelemetryMeter {
  /** Creates a counter. */
  createCounter(name: string, options: { description: string }): { add: Add }
  /** Creates a histogram. */
  createHistogram(
    name: string,
    options: { description: string; unit: string; advice: { explicitBucketBoundaries: number[] } },
  ): { record: Add }
}

type Add = (value: number, attributes: Record<string, string | number>) => void

/** `SpanKind` and `SpanStatusCode` of `@opentelemetry/api`. */
const kinds = { internal: 0, client: 2 } as const
const failed = 2

const scope = 'latchkey'

const counters: Readonly<Record<TelemetryCounter, string>> = {
  'latchkey.sign_ins': 'Sign-in attempts by provider and outcome.',
  'latchkey.refusals': 'Requests that were refused or failed, by error.',
  'latchkey.limits.hits': 'Attempts that a rate limit refused, by limit.',
  'latchkey.session.reads': 'Session reads by result.',
}

const histograms: Readonly<Record<TelemetryHistogram, string>> = {
  'latchkey.route.duration': 'Duration of requests to the auth routes.',
  'latchkey.adapter.duration': 'Duration of calls of the adapter.',
  'latchkey.mail.duration': 'Duration of sending a mail.',
  'latchkey.session.read.duration': 'Duration of session reads.',
  'http.client.request.duration': 'Duration of HTTP client requests.',
}

/** The boundaries that the semantic conventions advise for HTTP, and smaller ones for session reads. */
const boundaries = [
  0.00001, 0.0001, 0.001, 0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10,
]

/** The instruments of a meter, by name. */
const instruments = new WeakMap<OpenTelemetryMeter, Map<string, Add>>()

/**
 * Sends spans, counts and durations to OpenTelemetry. Pass the module `@opentelemetry/api` of your
 * app. The SDK may start before or after.
 *
 * @example
 * ```ts
 * import * as api from '@opentelemetry/api'
 * import { openTelemetry } from 'latchkey/otel'
 *
 * export const telemetry = openTelemetry(api)
 * ```
 */
export function openTelemetry({ trace, metrics }: OpenTelemetryApi): Telemetry {
  return {
    trace: ({ name, kind, attributes }, work) => {
      const options = { kind: kinds[kind], attributes: { ...attributes } }
      let ended: Promise<void> | undefined
      trace.getTracer(scope).startActiveSpan(name, options, (span) => {
        ended = work().then(({ attributes: more = {}, error }) => {
          for (const [key, value] of Object.entries(more)) span.setAttribute(key, value)
          if (error !== undefined) {
            span.setAttribute('error.type', error)
            span.setStatus({ code: failed })
          }
          span.end()
        })
      })
      return ended
    },
    count: (name, attributes) =>
      add(metrics, name, 1, attributes, (meter) => {
        const counter = meter.createCounter(name, { description: counters[name] })
        return (value, labels) => counter.add(value, labels)
      }),
    record: (name, seconds, attributes) =>
      add(metrics, name, seconds, attributes, (meter) => {
        const histogram = meter.createHistogram(name, {
          description: histograms[name],
          unit: 's',
          advice: { explicitBucketBoundaries: boundaries },
        })
        return (value, labels) => histogram.record(value, labels)
      }),
  }
}

/**
 * The meter is asked for each time, because the API returns one that does nothing until the SDK
 * starts.
 */
function add(
  metrics: OpenTelemetryApi['metrics'],
  name: string,
  value: number,
  attributes: TelemetryAttributes,
  create: (meter: OpenTelemetryMeter) => Add,
): void {
  const meter = metrics.getMeter(scope)
  const known = instruments.get(meter) ?? new Map<string, Add>()
  const instrument = known.get(name) ?? create(meter)
  instruments.set(meter, known.set(name, instrument))
  instrument(value, { ...attributes })
}
