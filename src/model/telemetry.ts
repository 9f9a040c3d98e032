/** What a span, a count or a duration is about. The values come from closed sets. */
export type TelemetryAttributes = Readonly<Record<string, string | number>>

/** A piece of work that takes time. */
export interface TelemetrySpan {
  /** Such as `POST /auth/callback/:provider` or `adapter getUserByEmail`. */
  readonly name: string
  /** `client` if the work waits for another service. */
  readonly kind: 'internal' | 'client'
  readonly attributes: TelemetryAttributes
}

/** How a piece of work ended. */
export interface TelemetrySpanEnd {
  readonly attributes?: TelemetryAttributes | undefined
  /** The type of the error, if the work failed. */
  readonly error?: string | undefined
}

/** The counters, and what each counts. */
export type TelemetryCounter =
  /** Sign-in attempts, by `latchkey.provider` and `latchkey.outcome`. */
  | 'latchkey.sign_ins'
  /** Requests that were refused or failed, by `error.type`. */
  | 'latchkey.refusals'
  /** Attempts that a rate limit refused, by `latchkey.limit`. */
  | 'latchkey.limits.hits'
  /** Reads of requests with a session cookie, by `latchkey.session.result`. */
  | 'latchkey.session.reads'

/** The durations, in seconds. */
export type TelemetryHistogram =
  | 'latchkey.route.duration'
  | 'latchkey.adapter.duration'
  | 'latchkey.mail.duration'
  | 'latchkey.session.read.duration'
  | 'http.client.request.duration'

/**
 * Receives what the engine measures. `latchkey/otel` makes one for OpenTelemetry. If a method throws,
 * the error is logged once and the request continues.
 */
export interface Telemetry {
  /**
   * Makes a span current, calls `work` once, and ends the span when the promise settles. The promise
   * never rejects. If it returns a promise that rejects, the error is logged like one that it throws.
   */
  trace(span: TelemetrySpan, work: () => Promise<TelemetrySpanEnd>): void | Promise<void>
  /** Adds one to a counter. */
  count(counter: TelemetryCounter, attributes: TelemetryAttributes): void
  /** Records a duration in seconds. */
  record(histogram: TelemetryHistogram, seconds: number, attributes: TelemetryAttributes): void
}
